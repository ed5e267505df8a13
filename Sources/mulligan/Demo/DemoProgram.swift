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
    guard shell.surroundings.isInputTerminal, shell.surroundings.isOutputTerminal else {
      throw shell.usage(Sentence("error.usage.no-terminal"))
    }
    let mailbox = DemoMailbox(folder: try temporaryFolder())
    defer { delete(mailbox) }
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
    guard shell.surroundings.isInputTerminal, shell.surroundings.isOutputTerminal else { return 0 }
    return try ScreenProgram(shell: shell.using(mailbox), query: nil).run()
  }

  private func temporaryFolder() throws(Refusal) -> String {
    let parent = shell.surroundings.temporaryFolder
    var template = Array("\(parent)/mulligan-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Refusal(
        sentence: .temporaryFolder(parent, .failed(parent, errno: errno)),
        hint: Sentence("hint.temporary-folder"),
        code: .notWritable,
        exit: Exit.failed
      )
    }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func delete(_ mailbox: DemoMailbox) {
    try? FileManager.default.removeItem(atPath: mailbox.folder)
    try? shell.printer.note(
      shell.words.text(Sentence("status.demo.deleted", .text(mailbox.folder)))
    )
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
    var surroundings = surroundings
    for name in ["NOTMUCH_DATABASE", "NOTMUCH_PROFILE", "MAILDIR"] {
      surroundings.environment[name] = nil
    }
    surroundings.environment.merge(mailbox.environment) { $1 }
    return Shell(
      surroundings: surroundings,
      words: words,
      printer: printer,
      settings: settings.onlyHere
    )
  }
}
