import Foundation
import TestSupport
import Testing

@testable import mulligan

/// What the screen says of messages that leave, were refused, or were perhaps sent.
@Suite struct SendingScreenTests {
  @Test(arguments: [(67, "was not sent; g o"), (1, "was perhaps sent; decide in g o")])
  func `a message that was refused, or perhaps sent, is said at every start until it is looked at`(
    code: Int32,
    words: String
  ) throws {
    let site = try SendSite()
    try site.exits(code, "550 5.1.1 no such user")
    let screen = try site.answer(until: words)
    try site.waitForSender()
    // What is done meanwhile is said first; then it is said again.
    try screen.press("s")
    try screen.wait(for: "Starred")
    try screen.press("j")
    try screen.wait(for: words)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    let next = try site.open()
    try next.wait(for: words)
    try next.press("g", "o")
    try next.wait(for: "550 5.1.1 no such user")
    try next.press("q")
    try expectNothingSaid(on: next, words)
    try expectNothingSaid(on: try site.open(), words)
  }

  /// What is done stays on the status line, whatever key comes then.
  private func expectNothingSaid(on screen: TmuxScreen, _ words: String) throws {
    try screen.wait(for: "Enter Open")
    try screen.press("s")
    try screen.wait("a star is set or removed") { rows in
      rows.contains { $0.contains("tarred 1 thread") || $0.contains("Removed the star") }
    }
    try screen.press("?")
    try screen.wait(for: "q Back")
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    let rows = try screen.lines()
    #expect(!rows.contains { $0.contains(words) }, "\(rows)")
  }

  @Test func `several that went wrong are counted at the next start`() throws {
    let site = try SendSite()
    try site.exits(67)
    #expect(try site.send("--wait").status == 1)
    try site.exits(1)
    #expect(try site.send("--wait").status == 3)
    let screen = try site.open()
    try screen.wait(for: "2 messages were not sent, or perhaps; see g o")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    // A script that lists them is nobody who looks.
    #expect(try site.outbox().count == 2)
    let next = try site.open()
    try next.wait(for: "2 messages were not sent, or perhaps; see g o")
  }

  @Test
  func `what could not be sent yet is said, with the time until the next try, until it leaves`()
    throws
  {
    let site = try SendSite(hold: 1)
    try site.exits(75, "451 greylisted", after: "sleep 2")
    let screen = try site.answer(until: "leaves in", columns: 140)
    try screen.wait(for: "could not be sent yet; next try at")
    try screen.wait(for: "tried again in")
    #expect(!(try screen.lines().contains { $0.contains("leaves in") }))
    try screen.press("g", "o")
    try screen.wait(for: "451 greylisted")
    try screen.wait(for: "tried again in")
    try screen.press("q")
    try site.exits(0)
    #expect(try site.mail.mulligan("outbox", "release", "1").status == 0)
    try screen.wait(for: "Sent: ")
    try site.waitForSender()
    #expect(try site.states() == ["sent"])
    try screen.wait("nothing is said to leave any more") { rows in
      !rows.contains { $0.contains("tried again") || $0.contains("leaves in") }
    }
  }

  @Test func `W17: undo of what took a message back says that it leaves again`() throws {
    let site = try SendSite(hold: 3_000)
    let screen = try site.answer()
    // Another group lies on top: the message is taken back by a group of its own.
    _ = try site.mail.mulligan("tag", "+later", "--", "id:m3@example.org")
    try screen.wait(for: "Undo Add Tag “later”")
    try screen.press("g")
    try screen.press("o")
    try screen.wait(for: "u Take Back")
    try screen.press("u")
    try screen.wait(for: "Taken back")
    #expect(try site.states() == ["draft"])
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    // Going back to before that asks, and Enter is no.
    for key in ["g", "u"] { try screen.press(key) }
    try screen.wait(for: "R Restore to Here")
    for key in ["j", "R"] { try screen.press(key) }
    try screen.wait(for: "1 message of yours will be sent")
    try screen.press("Enter")
    try screen.wait(for: "Not done")
    #expect(try site.states() == ["draft"])
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    try screen.press("u")
    try screen.wait(for: "That would send it again")
    try screen.wait(for: "My words.")
    #expect(try site.states() == ["draft"])
  }

  @Test func `Redo of a send opens its page, and Q in a hold says what will be sent`() throws {
    let site = try SendSite(hold: 3_000)
    let screen = try site.answer()
    try screen.press("u")
    try screen.wait(for: "My words.")
    try screen.press("q")
    try screen.wait(for: "Enter Open")
    try screen.press("C-r")
    try screen.wait(for: "That would send it again")
    #expect(try site.states() == ["draft"])
    try screen.press("y")
    try screen.wait(for: "leaves in")
    try screen.press("Q")
    try screen.wait(for: "“mulligan undo” takes it back")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
    #expect(try site.states() == ["held"])
    #expect(try site.mail.mulligan("undo").status == 0)
    #expect(try site.states() == ["draft"] && site.delivered == [])
  }
}
