import Foundation
import TriageCore
import TriageUI

/// `mulligan demo`: the screen on a mailbox that is made for it, and deleted after it.
struct DemoProgram {
  let shell: Shell
  let keep: String?

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
    try mailbox.build()
    return try ScreenProgram(shell: shell.using(mailbox), query: nil).run()
  }

  private func run(keeping folder: String) throws -> Int32 {
    try DescriptorRoom.ensure()
    let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    let content = try? FileManager.default.contentsOfDirectory(atPath: folder)
    guard content?.isEmpty ?? !FileManager.default.fileExists(atPath: folder) else {
      throw TriageFailure(.fileExists, folder)
    }
    let mailbox = DemoMailbox(folder: folder)
    try mailbox.build()
    defer { explain(mailbox) }
    guard shell.environment.isInputTerminal, shell.environment.isOutputTerminal else { return 0 }
    return try ScreenProgram(shell: shell.using(mailbox), query: nil).run()
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

  private func explain(_ mailbox: DemoMailbox) {
    let command =
      "NOTMUCH_CONFIG=\(mailbox.configuration) XDG_STATE_HOME=\(mailbox.state) mulligan"
    try? shell.printer.note(shell.words.text(Sentence("status.demo.kept", .text(command))))
  }
}

extension Shell {
  /// The same shell on the demo's mail, history and configuration of notmuch.
  fileprivate func using(_ mailbox: DemoMailbox) -> Shell {
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
