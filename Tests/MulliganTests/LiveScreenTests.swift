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
    try mail.tag("+late", "*")
    try screen.wait(for: " late ")
    try mail.write(SampleMessage("new@example.org", subject: "Just delivered", tags: []))
    try mail.notmuch("new")
    try mail.tag("+inbox", "id:new@example.org")
    try screen.wait(for: "Just delivered")
    try mail.tag("-late", "*")
    try screen.wait("the tag has gone") { lines in !lines.contains { $0.contains(" late ") } }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `the pointer selects, and opens views and menus`() throws {
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
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `the wheel scrolls the list and the text, there and back`() throws {
    let mail = try TemporaryMail()
    let text = (0..<90).map { "Line \($0).\n" }.joined()
    for number in 10..<90 {
      try mail.write(
        SampleMessage(
          "m\(number)@example.org",
          subject: "Thread \(number)",
          date: 1_787_000_000 - Int64(number),
          body: text
        )
      )
    }
    try mail.notmuch("new")
    let screen = try TmuxScreen(mail, ["read", "*"])
    let down = Array(repeating: "<65;50;9M", count: 12)
    let up = Array(repeating: "<64;50;9M", count: 12)
    for (open, first) in [("", "Thread 10"), ("Enter", "Line 0.")] {
      if !open.isEmpty { try screen.press(open) }
      try screen.wait(for: first)
      try screen.point(down)
      try screen.wait("\(first) is above") { lines in !lines.contains { $0.contains(first) } }
      try screen.point(up)
      try screen.wait(for: first)
    }
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
    try screen.wait(for: "Mistake in the configuration")
    try screen.wait(for: "Views")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test(arguments: [false, true])
  func `E40: without the file of the configuration the defaults hold again`(isNamed: Bool) throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let folder = "\(mail.folder)/config/mulligan"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = "\(folder)/config.toml"
    try "[layout]\nsidebar = true\n".write(toFile: file, atomically: true, encoding: .utf8)
    let screen = try TmuxScreen(
      mail,
      isNamed ? ["--config", file] : [],
      variables: ["XDG_CONFIG_HOME": "\(mail.folder)/config"]
    )
    try screen.wait(for: "Views")
    try FileManager.default.removeItem(atPath: file)
    try screen.wait("the sidebar has gone") { lines in
      lines.contains { $0.contains("A cottage") } && !lines.contains { $0.contains("Views") }
    }
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}
