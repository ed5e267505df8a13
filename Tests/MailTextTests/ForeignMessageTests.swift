import MailText
import Testing
import TriageCore

/// Messages that other programs have made, read to be sent.
@Suite struct ForeignMessageTests {
  private func read(_ text: String) throws -> ForeignMessage {
    try ForeignMessage(Array(text.utf8), date: 1_780_000_000, offset: 7_200)
  }

  private func wire(_ text: String) throws -> String {
    String(decoding: try read(text).wire, as: UTF8.self)
  }

  @Test func `W7: what it lacks is put before it, and the rest stays to the byte`() throws {
    let whole = "From: a@b.org\nDate: x\nMessage-ID: <i@b.org>\nTo: c@d.org\n\n body \n\n\n"
    #expect(try wire(whole) == whole)
    let bare = try read("From: Ann <a@b.org>\n\nx")
    let lines = String(decoding: bare.wire, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "Date: Thu, 28 May 2026 22:26:40 +0200")
    #expect(lines[1] == "Message-ID: <\(bare.id.text)>" && bare.id.text.hasSuffix("@b.org"))
    #expect(lines.suffix(2) == ["From: Ann <a@b.org>", "x"])
    #expect(try read("From: a@b.org").wire.last == 0x0A)
  }

  @Test func `W7: blind copies are named in one's own copy only, wherever they stand`() throws {
    let message = try read(
      "bCC: x@y.org,\n\tz@y.org\nFrom: a@b.org\nCc: g: c@d.org, e@d.org;\nDate: x\n"
        + "Message-ID: <i@b>\nBcc:\n\nBcc: body\n"
    )
    #expect(
      String(decoding: message.wire, as: UTF8.self)
        == "From: a@b.org\nCc: g: c@d.org, e@d.org;\nDate: x\nMessage-ID: <i@b>\n\nBcc: body\n"
    )
    #expect(message.bcc.map(\.address) == ["x@y.org", "z@y.org"])
    #expect(message.cc.map(\.address) == ["c@d.org", "e@d.org"])
    #expect(String(decoding: message.own, as: UTF8.self).hasPrefix("bCC: x@y.org,\n\tz@y.org\n"))
  }

  @Test(
    arguments: [
      ("From: a@b\nFrom: c@d\n\n", 2), ("To: a@b\n\n", 1), ("From: a@b\nno field\n\n", 2),
      ("From: a@b\n: x\n\n", 2), ("From: a@b\nX Y: x\n\n", 2), (" x\nFrom: a@b\n\n", 1),
      ("From: a@b\nX: \u{0}\n\n", 2), ("From: a@b\n\n\u{0}\n", 3), ("From: a@b, c@d\n\n", 1),
      ("From x Mon\nFrom: a@b\n\n", 1), ("From: a@b\n\n" + String(repeating: "x", count: 999), 3),
      ("From: a@b\nMessage-ID: x\n\n", 2), ("From: a@b\nX: a\rBcc: b\n\n", 2),
      ("From: a@b\nX: a\n \t\n\n", 3), ("", 1),
    ]
  )
  func `W7: what is no message is named by its line`(text: String, line: Int) {
    #expect(throws: WritingError.badMessage(line: line)) { try read(text) }
  }

  @Test func `W7: what is no address is refused, and nobody is dropped`() {
    #expect(throws: WritingError.badAddress("a@b@c")) {
      try read("From: a@b.org\nTo: x@y.org, a@b@c\n\n")
    }
  }

  @Test func `W7: an mbox file is parted at its lines, which are not in the messages`() {
    let box = "From a\nX: 1\n\n>From b\n>>From c\nFrom d\n\nFrom e\r\nX: 2\r\n\r\nFrom f\n"
    let messages = ForeignMessage.messages(inMbox: Array(box.utf8))
    #expect(
      messages.map { String(decoding: $0, as: UTF8.self) }
        == ["X: 1\n\nFrom b\n>From c\nFrom d\n", "X: 2\r\n\r\n", ""]
    )
    #expect(ForeignMessage.messages(inMbox: Array("no mark\n".utf8)).isEmpty)
  }
}
