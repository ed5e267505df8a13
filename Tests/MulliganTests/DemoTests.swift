import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct DemoTests {
  @Test func `the demo's copy is gone after q`() throws {
    let mail = try TemporaryMail()
    let screen = try TmuxScreen(mail, ["demo"], variables: ["TMPDIR": mail.folder])
    try screen.wait(for: "Seed swap on")
    let made = try FileManager.default.contentsOfDirectory(atPath: mail.folder)
      .filter { $0.hasPrefix("mulligan-demo-") }
    #expect(made.count == 1)
    try screen.press("A")
    try screen.wait(for: "Undo Mark as Read and Archive")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    let left = try FileManager.default.contentsOfDirectory(atPath: mail.folder)
      .filter { $0.hasPrefix("mulligan-demo-") }
    #expect(left.isEmpty)
  }

  @Test func `a kept demo is a mailbox like any other`() throws {
    let mail = try TemporaryMail()
    let folder = "\(mail.folder)/kept"
    let run = try mail.mulligan("demo", "--keep", folder)
    #expect(run.status == 0 && run.errors.contains("NOTMUCH_CONFIG=\(folder)"), "\(run)")
    let variables = [
      "NOTMUCH_CONFIG": "\(folder)/notmuch-config", "XDG_STATE_HOME": "\(folder)/state",
    ]
    #expect(try mail.mulligan("count", "tag:inbox", with: variables).output == "44\n")
    let program = mail.process(["notmuch", "count", "--exclude=false", "*"])
    program.environment = mail.environment.merging(variables) { $1 }
    let pipe = Pipe()
    program.standardOutput = pipe
    try program.run()
    let text = String(
      decoding: pipe.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    #expect(text == "84\n", "notmuch agrees with the index that no notmuch has made")
    #expect(try mail.mulligan("demo", "--keep", folder).status == 1, "it is not empty any more")
  }

  @Test func `F53 a folder for temporary files that is not there is named as what it is`() throws {
    let mail = try TemporaryMail()
    let missing = "\(mail.folder)/nowhere"
    let screen = try TmuxScreen(mail, ["demo"], columns: 200, variables: ["TMPDIR": missing])
    try screen.wait(for: "left with 1")
    let errors = try String(contentsOfFile: "\(mail.folder)/errors", encoding: .utf8)
    #expect(
      errors.contains(
        """
        mulligan: error: The folder for temporary files, \(missing), cannot be used: \
        No such file or directory
        Hint: make it, or name another with TMPDIR

        """
      ),
      "\(errors)"
    )
  }
}
