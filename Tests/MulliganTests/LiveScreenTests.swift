import Foundation
import TestSupport
import Testing

/// The pointer and the changes of others, in a real terminal.
@Suite(.serialized) struct LiveScreenTests {
  @Test func `mail that another program delivers and tags appears without a key`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "A cottage")
    // Of three changes, one is not held up by what else this machine does.
    let waits = try ["late", "later", "latest"].map { tag in
      try mail.tag("+\(tag)", "*")
      let start = ContinuousClock.now
      try screen.wait(for: " \(tag) ")
      defer { try? mail.tag("-\(tag)", "*") }
      return ContinuousClock.now - start
    }
    #expect(try #require(waits.min()) < .seconds(2), "\(waits)")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `the pointer selects, opens views and menus, and scrolls`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let screen = try TmuxScreen(mail, columns: 110, rows: 24)
    try screen.wait(for: "A cottage")
    try screen.point("<0;25;2M", "<0;25;2m")
    try screen.wait(for: "1 selected")
    try screen.point("<0;3;6M", "<0;3;6m")
    try screen.wait("All is the view") { $0.first?.contains(" All ") ?? false }
    try screen.point("<2;50;9M", "<2;50;9m")
    try screen.wait(for: "Mark as Spam")
    try screen.press("Escape")
    try screen.wait("the menu is closed") { lines in !lines.contains { $0.contains("Spam") } }
    try screen.point("<65;50;9M", "<64;50;9M")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `a shaken pointer asks what to undo, a slow one does not`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let folder = "\(mail.folder)/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "[mouse]\nshake = true\n"
      .write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    let screen = try TmuxScreen(mail, variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config"])
    try screen.wait(for: "A cottage")
    try screen.press("A")
    try screen.wait(for: "Marked 1 thread as read and archived")
    try screen.point("<35;10;9M", "<35;40;9M")
    try screen.point(Array(repeating: ["<35;20;9M", "<35;40;9M"], count: 3).flatMap(\.self))
    try screen.wait(for: "[ Undo ]")
    try screen.point(Array(repeating: ["<35;20;9M", "<35;40;9M"], count: 3).flatMap(\.self))
    try screen.press("Escape")
    try screen.wait("the dialog is closed") { lines in
      !lines.contains { $0.contains("[ Undo ]") }
    }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `the key that fetches mail runs the program and shows what came`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let screen = try TmuxScreen(mail, ["read", "*"])
    try screen.wait(for: "A cottage")
    try mail.write(SampleMessage("f@example.org", subject: "Fetched now"))
    try screen.press("$")
    try screen.wait(for: "Fetched now")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `a changed configuration holds at once, one with mistakes does not`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let folder = "\(mail.folder)/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let screen = try TmuxScreen(mail, variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config"])
    try screen.wait(for: "A cottage")
    func write(_ text: String) throws {
      try text.write(toFile: "\(folder)/config.toml", atomically: true, encoding: .utf8)
    }
    try write("[layout]\nsidebar = true\n")
    try screen.wait(for: "Views")
    try write("layuot = 3\n")
    try screen.wait(for: "The configuration stays as it was")
    try screen.wait(for: "Views")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}
