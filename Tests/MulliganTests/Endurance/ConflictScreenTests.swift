import TestSupport
import Testing

/// Mail that others change between an action in the screen and its undo.
@Suite(.serialized, .bothHistories) struct ConflictScreenTests {
  @Test func `what notmuch changed after an archive stays, and u says what was left alone`() throws
  {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.shareHistoryIfAsked()
    let contents = try mail.picture().contents
    let screen = try TmuxScreen(mail, columns: 120)
    try screen.wait(for: "A cottage")
    try screen.press("a")
    try screen.wait(for: "Archived 1 thread")
    // Somebody puts one message back and takes it out again: the group's tag is not what it was.
    try mail.tag("+inbox", "+theirs", "id:m3@example.org")
    try mail.tag("+theirs", "-unread", "id:m2@example.org")
    try screen.press("u")
    try screen.wait(for: "Undid Archive: 2 of 3 messages; 1 already so")
    #expect(try mail.count("tag:inbox") == 3)
    #expect(try mail.count("tag:theirs") == 2)
    #expect(try mail.count("id:m2@example.org and tag:unread") == 0)
    #expect(try mail.picture().contents == contents)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `a message that is gone is asked about, named, and the rest comes back`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.shareHistoryIfAsked()
    let screen = try TmuxScreen(mail, columns: 120)
    try screen.wait(for: "A cottage")
    try screen.press("a")
    try screen.wait(for: "Archived 1 thread")
    try mail.run(["rm", mail.notmuch("search", "--output=files", "id:m3@example.org").lines[0]])
    try mail.notmuch("new")
    let contents = try mail.picture().contents
    try screen.press("u")
    // The status line may say that one is gone before the question is there.
    try screen.wait("the question names it") { rows in
      rows.contains { $0.contains("1 gone") } && rows.contains { $0.contains("[ Cancel ]") }
    }
    try screen.press("Enter")
    try screen.wait(for: "Undid Archive: 2 of 3 messages; 1 gone")
    #expect(try mail.count("tag:inbox") == 2)
    #expect(try mail.picture().contents == contents)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}
