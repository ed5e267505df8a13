import Foundation
import TestSupport
import Testing
import TriageCore

@Suite struct InputTests {
  @Test func `bad lines of standard input are said with their numbers, the rest is one group`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let long = String(repeating: "x", count: 1 << 20)
    let input =
      "id:m1@example.org\r\n\nnobody@example.org\nm2@example.org\nm1@example.org\n"
      + "  \n\(long)\nm3@example.org"
    let run = try mail.mulligan(["tag", "--stdin", "+seen"], input: input)
    #expect(run.status == 3, "\(run.status)")
    #expect(run.errors.contains("line 3: there is no message “nobody@example.org”\n"))
    #expect(run.errors.contains("line 7: there is no message “xxx"))
    #expect(run.errors.utf8.count < 2_000)
    #expect(try mail.count("tag:seen") == 3)
    #expect(try mail.mulligan("history", "--json").objects.count == 1)
  }

  @Test func `what list prints feeds the standard input of the others`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let list = try mail.mulligan("list", "--output", "messages", "tag:inbox").output
    #expect(try mail.mulligan(["apply", "archive", "--stdin"], input: list).status == 0)
    #expect(try mail.count("tag:inbox") == 0)
    let theirs = try mail.notmuch("search", "--output=messages", "tag:unread")
    #expect(try mail.mulligan(["apply", "mark-read", "--stdin"], input: theirs).status == 0)
    #expect(try mail.count("tag:unread") == 0)
    _ = try mail.notmuch("tag", "--batch", input: list.lines.map { "+back -- \($0)\n" }.joined())
    #expect(try mail.count("tag:back") == 3)
  }

  @Test func `a query or a limit beside the lines is refused`() throws {
    let mail = try TemporaryMail()
    #expect(try mail.mulligan(["tag", "--stdin", "+a", "--", "*"], input: "x").status == 64)
    #expect(try mail.mulligan(["tag", "--stdin", "--limit", "1", "+a"], input: "x").status == 64)
    #expect(try mail.mulligan(["tag", "--batch", "+a", "--", "*"], input: "").status == 64)
    #expect(try mail.mulligan("tag").status == 64)
  }

  @Test func `a background group is passed over by undo and named by the screen's rules`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    _ = try mail.mulligan("apply", "star", "--", "id:m1@example.org")
    _ = try mail.mulligan("tag", "--background", "+cron", "--", "id:m2@example.org")
    _ = try mail.mulligan("apply", "archive", "--", "id:m3@example.org")
    #expect(try mail.mulligan("undo").output.hasPrefix("Undid Archive"))
    #expect(try mail.mulligan("undo").output.hasPrefix("Undid Star"))
    #expect(try mail.count("tag:cron") == 1)
    #expect(try mail.mulligan("undo").status == 1)
    #expect(try mail.mulligan("undo", "--any").output.hasPrefix("Undid Add Tag “cron”"))
    #expect(try mail.count("tag:cron") == 0)
  }
}
