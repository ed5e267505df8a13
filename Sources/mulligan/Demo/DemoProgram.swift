import Foundation
import TriageCore
import TriageUI

/// `mulligan demo`: the screen on a mailbox that is made for it, and deleted after it.
struct DemoProgram {
  let shell: Shell
  let keep: String?
  /// The language that was asked for, if one was.
  let language: String?

  func run() throws -> Int32 {
    if let keep { return try run(keeping: keep) }
    try DescriptorRoom.ensure()
    guard shell.environment.isInputTerminal, shell.environment.isOutputTerminal else {
      throw shell.usage(Sentence("error.usage.no-terminal"))
    }
    let folder = try temporaryFolder()
    let mailbox = DemoMailbox(folder: folder.path)
    defer { delete(folder) }
    try shell.printer.note(shell.words.text(Sentence("status.demo.made", .text(mailbox.folder))))
    try build(mailbox)
    defer {
      mailbox.endSender()
      mailbox.endAgent(in: shell.environment)
    }
    return try ScreenProgram(shell: shell.using(mailbox, settings(of: mailbox)), query: nil).run()
  }

  private func run(keeping folder: String) throws -> Int32 {
    try DescriptorRoom.ensure()
    let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    let content = try? FileManager.default.contentsOfDirectory(atPath: folder)
    guard content?.isEmpty ?? !FileManager.default.fileExists(atPath: folder) else {
      throw refusal(of: folder)
    }
    let mailbox = DemoMailbox(folder: folder)
    try build(mailbox)
    defer { explain(mailbox) }
    guard shell.environment.isInputTerminal, shell.environment.isOutputTerminal else { return 0 }
    defer { mailbox.endAgent(in: shell.environment) }
    return try ScreenProgram(shell: shell.using(mailbox, settings(of: mailbox)), query: nil).run()
  }

  /// What is there stays; if it is a demo that was kept, it is said how to go on with that.
  private func refusal(of folder: String) -> any Error {
    let mailbox = DemoMailbox(folder: folder)
    let failure = TriageFailure(.fileExists, folder)
    guard FileManager.default.fileExists(atPath: mailbox.configuration) else { return failure }
    return Refusal(
      sentence: .failure(failure),
      hint: Sentence("status.demo.kept", .text(command(for: mailbox))),
      code: failure.code,
      exit: Exit.code(for: failure)
    )
  }

  /// Makes the mailbox, with a configuration of its own unless the person has named one.
  private func build(_ mailbox: DemoMailbox) throws(TriageFailure) {
    try mailbox.build()
    if shell.settings.namedFile == nil { try mailbox.copyConfiguration(of: shell.settings) }
  }

  /// The settings of the demo: they and what is saved into them are not the person's own.
  private func settings(of mailbox: DemoMailbox) -> Settings {
    shell.settings.namedFile == nil ? shell.settings.moved(to: mailbox.settings) : shell.settings
  }

  private func temporaryFolder() throws(Refusal) -> TemporaryFolder {
    let parent = shell.environment.temporaryFolder
    do throws(FileError) {
      return try TemporaryFolder(in: parent, prefix: "mulligan-demo-")
    } catch {
      throw Refusal(
        sentence: .temporaryFolder(parent, error),
        hint: Sentence("hint.temporary-folder"),
        code: .notWritable,
        exit: Exit.failed
      )
    }
  }

  private func delete(_ folder: TemporaryFolder) {
    folder.remove()
    try? shell.printer.note(shell.words.text(Sentence("status.demo.deleted", .text(folder.path))))
  }

  /// The command that opens the mailbox again.
  private func command(for mailbox: DemoMailbox) -> String {
    "NOTMUCH_CONFIG=\(mailbox.configuration) XDG_STATE_HOME=\(mailbox.state) "
      + "XDG_CACHE_HOME=\(mailbox.folder)/cache GNUPGHOME=\(mailbox.keys) mulligan "
      + "--config \(shell.settings.namedFile ?? mailbox.settings)"
      + (language.map { " --language \($0)" } ?? "")
  }

  private func explain(_ mailbox: DemoMailbox) {
    let command = command(for: mailbox)
    try? shell.printer.note(shell.words.text(Sentence("status.demo.kept", .text(command))))
  }
}

extension Shell {
  /// The same shell on the demo's mail and history, notmuch's configuration and ours.
  fileprivate func using(_ mailbox: DemoMailbox, _ settings: Settings) -> Shell {
    var environment = environment
    for name in ["NOTMUCH_DATABASE", "NOTMUCH_PROFILE", "MAILDIR"] {
      environment.variables[name] = nil
    }
    environment.variables.merge(mailbox.variables) { $1 }
    return Shell(
      environment: environment,
      words: words,
      printer: printer,
      settings: settings.onlyHere
    )
  }
}
