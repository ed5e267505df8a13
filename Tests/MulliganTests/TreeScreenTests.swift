import TestSupport
import Testing

/// Threads that are open in the list, in a real terminal over a real index.
@Suite(.serialized) struct TreeScreenTests {
  /// A question, two answers to it and one to the first of them, between two letters.
  private func deliver(to mail: TemporaryMail) throws {
    let start: Int64 = 1_787_000_000
    try mail.deliver(
      SampleMessage("before@x", subject: "Before", date: start + 900),
      SampleMessage("a@x", from: "Ann <a@x>", subject: "Plans", date: start),
      SampleMessage(
        "b@x",
        from: "Bob <b@x>",
        subject: "Re: Plans",
        date: start + 60,
        replyTo: "a@x"
      ),
      SampleMessage("c@x", from: "Cleo <c@x>", subject: "Lunch", date: start + 120, replyTo: "b@x"),
      SampleMessage(
        "d@x",
        from: "Dan <d@x>",
        subject: "Re: Plans",
        date: start + 180,
        replyTo: "a@x"
      ),
      SampleMessage("after@x", subject: "After", date: start - 900)
    )
    try mail.tag("+inbox", "*")
  }

  @Test func `E23: what is done to a message of an open thread is done to it alone, and undone`()
    throws
  {
    let mail = try TemporaryMail()
    try deliver(to: mail)
    let before = try mail.dump()
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Plans")
    for key in ["j", "Right"] { try screen.press(key) }
    try screen.wait("the tree is notmuch's") { lines in
      zip(lines[3...6], ["└ Ann", "├ Bob", "│ └ Cleo", "└ Dan"]).allSatisfy { $0.contains($1) }
        && lines[5].contains("Lunch") && !lines[4].contains("Plans")
    }
    for key in ["j", "j", "j", "s"] { try screen.press(key) }
    try screen.wait(for: "Starred 1 message")
    #expect(try mail.notmuch("search", "--output=messages", "tag:flagged").lines == ["id:c@x"])
    for key in ["k", "x", "j", "j", "x", "a"] { try screen.press(key) }
    try screen.wait(for: "Archived 2 messages")
    let archived = try mail.notmuch("search", "--output=messages", "not tag:inbox").lines
    #expect(Set(archived) == ["id:b@x", "id:d@x"])
    try screen.wait("each is struck alone") { lines in
      lines[2...6].map { $0.hasPrefix("-") } == [false, false, true, false, true]
    }
    for key in ["u", "u"] { try screen.press(key) }
    try screen.wait(for: "Undid Star")
    #expect(try mail.dump() == before)
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `E23: an answer that another program delivers appears in the open thread`() throws {
    let mail = try TemporaryMail()
    try deliver(to: mail)
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Plans")
    for key in ["j", "Right"] { try screen.press(key) }
    try screen.wait(for: "└ Dan")
    for key in ["j", "j", "j"] { try screen.press(key) }
    try screen.wait("the cursor is on Cleo's") { _ in
      try screen.cursorRow().lines.first == "5"
    }
    try mail.write(
      SampleMessage("e@x", from: "Eve <e@x>", date: 1_787_000_240, replyTo: "c@x")
    )
    try mail.notmuch("new")
    try mail.tag("+inbox", "id:e@x")
    try screen.wait(for: "│   └ Eve")
    try screen.press("U")
    try screen.wait(for: "Marked 1 message as unread")
    #expect(try mail.notmuch("search", "--output=messages", "tag:unread").lines == ["id:c@x"])
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }
}
