import Foundation
import TestSupport
import Testing
import TriageCore

/// How many keys everyday tasks take, each pressed in a real terminal over a real index.
@Suite(.serialized) struct SideBySideTests {
  /// Three threads: of two messages that are read, of one that is read, and of one that is unread and
  /// has a page with a link and ten attachments.
  private func mail() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    let start: Int64 = 1_787_000_000
    let attachments = (0..<10).map { number in
      "--b\nContent-Type: text/csv\n"
        + "Content-Disposition: attachment; filename=\"\(number).csv\"\n\n\(number)\n"
    }
    let page =
      "--b\nContent-Type: text/html\n\n<p>See <a href=\"https://example.org/a\">this</a>.\n"
    try mail.deliver(
      SampleMessage("a@x", subject: "Pair", date: start + 900, tags: ["inbox"]),
      SampleMessage(
        "b@x",
        subject: "Re: Pair",
        date: start + 960,
        replyTo: "a@x",
        tags: ["inbox"]
      ),
      SampleMessage("c@x", subject: "Single", date: start, tags: ["inbox"]),
      SampleMessage(
        "d@x",
        subject: "Parts",
        date: start - 900,
        type: "multipart/mixed; boundary=b",
        body: page + attachments.joined() + "--b--\n",
        tags: ["inbox", "unread"]
      )
    )
    return mail
  }

  /// Starts the screen and opens the thread of two messages.
  private func screen(_ mail: TemporaryMail, _ variables: [String: String] = [:]) throws
    -> TmuxScreen
  {
    let screen = try TmuxScreen(mail, variables: variables)
    try screen.wait(for: "Pair")
    try screen.press("Enter")
    try screen.wait(for: "Subject: Re: Pair")
    return screen
  }

  private func press(_ keys: [String], _ screen: TmuxScreen) throws {
    for key in keys { try screen.press(key) }
  }

  private func tagged(_ tag: String, _ mail: TemporaryMail) throws -> [String] {
    try mail.notmuch("search", "--output=messages", "tag:\(tag)").lines
  }

  @Test func `E3 E4: the next thread is one key away, and so is what is unread in another one`()
    throws
  {
    let mail = try mail()
    let screen = try screen(mail)
    let before = try mail.dump()
    try press(["]"], screen)
    try screen.wait(for: "Subject: Single")
    try press(["["], screen)
    try screen.wait(for: "Subject: Re: Pair")
    #expect(try mail.dump() == before, "going on acts on nothing")
    try press(["Tab"], screen)
    try screen.wait(for: "Subject: Parts")
  }

  @Test func `E6 E8: one key stars a message or folds a thread, two delete a message`() throws {
    let mail = try mail()
    let screen = try screen(mail)
    try press(["s"], screen)
    try screen.wait(for: "Starred 1 message")
    #expect(try tagged("flagged", mail) == ["id:b@x"])
    try press(["Z"], screen)
    try screen.wait(for: "All messages are folded")
    #expect(try screen.lines().allSatisfy { !$0.contains("Some text.") })
    try press(["\\;", "d"], screen)
    try screen.wait(for: "Deleted 1 message")
    #expect(try tagged("deleted", mail) == ["id:b@x"])
  }

  @Test func `E14 E15 E16: ten attachments take three keys, a page one, a link two`() throws {
    let mail = try mail()
    let opened = "\(mail.folder)/opened"
    _ = try mail.program("xdg-open", "printf '%s' \"$1\" >'\(opened)'")
    let path = "\(mail.folder):/usr/local/bin:/usr/bin:/bin"
    let screen = try screen(mail, ["PATH": path])
    try screen.press("Tab")
    try screen.wait(for: "Subject: Parts")
    try screen.wait(for: "See this")
    try screen.allowCopying()
    try press(["y", "1"], screen)
    try screen.wait("the link is copied") { _ in screen.clipboard() == "https://example.org/a" }
    try press(["B"], screen)
    try screen.wait("the page is opened") { _ in
      (try? String(contentsOfFile: opened, encoding: .utf8))?.hasSuffix(".html") == true
    }
    try press(["S", "a", "Enter"], screen)
    try screen.wait(for: "Saved 10 attachments in")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(mail.folder)/home")
    #expect(names.filter { $0.hasSuffix(".csv") }.count == 10)
  }
}
