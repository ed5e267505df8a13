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

  private func messages(_ box: String) -> [String] {
    ForeignMessage.messages(inMbox: Array(box.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `W7: an mbox file is parted at its lines, which are not in the messages`() {
    let date = "Thu Jan  1 00:00:00 1970"
    let box =
      "From a\nX: 1\n\n>From b\n>>From c\nFrom d \(date)\n\nFrom e \(date)\r\nX: 2\r\n\r\n"
      + "From f \(date)\n"
    #expect(messages(box) == ["X: 1\n\nFrom b\n>From c\nFrom d \(date)\n", "X: 2\r\n\r\n", ""])
    #expect(messages("no mark\n").isEmpty)
  }

  @Test(
    arguments: [
      "From - Thu Jan  1 00:00:00 1970", "From MAILER-DAEMON Fri Jul  8 12:08:34 2011",
      "From ann@example.org Thu Jan  1 00:00:00 1970 +0100",
      "From ann@example.org Thu Jan  1 00:00:00 CET 1970", "From ann Thu Jan 1 0:00 1970",
      "From \"Ann B\"@example.org Thu Jan 01 00:00:00 1970", "From  Thu Jan  1 00:00:00 1970",
      "From ann Thu Jan  1 00:00:00 MET DST 1996 remote from here",
      "From 359603da461b7fec30d4794870ba9d7c9dba123d Mon Sep 17 00:00:00 2001",
    ],
    ["\n", "\r\n"]
  )
  func `a line with a sender and a date parts the messages of an mbox`(line: String, end: String) {
    let box = "From a\(end)X: 1\(end)\(end)text\(end)\(end)\(line)\(end)X: 2\(end)"
    #expect(messages(box).count == 2 && messages(box).last == "X: 2\(end)")
    #expect(messages(box.replacing("\(end)\(end)\(line)", with: "\(end)\(line)")).count == 1)
  }

  @Test(arguments: [
    "From the desk of Bob", "From here on, it is all: uphill", "From now on at 10:00 in 2011",
    "From Monday on", "From Ann, who wrote on Thu Jan  1 00:00:00 1970", "From Bob in 1970",
    "From ann Thu Jan  1 1970", "From ann Thu Jan  1 00:00:00", "From ann: 1 00:00:00 1970",
  ])
  func `a sentence that begins as the line between messages begins none`(line: String) {
    let text = "X: 1\n\nThis came:\n\n\(line)\nTo: everybody@example.com\n\nPay.\n"
    #expect(messages("From a\n\(text)") == [text])
  }

  @Test func `a patch is a message without its first line, and several are none`() throws {
    let patch = try Fixtures.written("A5-one-patch.patch")
    let message = ForeignMessage.message(inFile: patch)
    #expect(message.starts(with: "From: me@example.org\n".utf8))
    #expect(message == Array(patch.drop { $0 != 0x0A }.dropFirst()))
    #expect(ForeignMessage.message(inFile: message) == message)
    let series = try Fixtures.written("A5-patch-series.mbox")
    #expect(ForeignMessage.message(inFile: series) == series)
    let prose = Array("From x Mon\nFrom: a@b\n\n".utf8)
    #expect(ForeignMessage.message(inFile: prose) == prose)
  }

  // MARK: Resent

  private static let original = """
    From: Ann <ann@example.com>
    To: me@example.org, everyone@example.com, a@b@c
    Cc: boss@example.com
    Bcc: old@example.com
    Date: x
    Message-ID: <orig@example.com>

    The figures.

    """

  @Test(
    arguments: [
      (
        "Resent-From: me@a.org\nResent-To: c@a.org\nResent-Bcc: d@a.org\n", ["c@a.org"], [],
        ["d@a.org"]
      ),
      (
        "RESENT-FROM: me@a.org\nresent-cc: c@a.org,\n e@a.org\nReSent-BCC:\n =?utf-8?q?D?= <d@a.org>\n",
        [], ["c@a.org", "e@a.org"], ["d@a.org"]
      ),
      (
        "Resent-To: c@a.org\nResent-From: me@a.org\nReceived: x\nResent-From: x@a.org\nResent-To: y@a.org\n"
          + "Resent-Bcc: z@a.org\n",
        ["c@a.org"], [], []
      ),
      (
        "Resent-From: me@a.org\nResent-To: c@a.org\nResent-From: x@a.org\nResent-To: y@a.org\n",
        ["c@a.org"], [], []
      ),
      ("Received: x\nResent-From: me@a.org\nX: y\n", [], [], []),
    ] as [(String, [String], [String], [String])]
  )
  func `what was resent goes to those of its newest block only`(
    block: String,
    to: [String],
    cc: [String],
    bcc: [String]
  ) throws {
    let message = try read(block + Self.original)
    #expect(message.from.address == "me@a.org")
    #expect(message.to.map(\.address) == to && message.cc.map(\.address) == cc)
    #expect(message.bcc.map(\.address) == bcc)
    let wire = String(decoding: message.wire, as: UTF8.self)
    #expect(!wire.lowercased().contains("bcc") && !wire.contains("d@a.org"))
    #expect(!wire.contains("z@a.org") && !wire.contains("old@"))
    #expect(wire.contains("To: me@example.org, everyone@example.com, a@b@c\n"))
    #expect(String(decoding: message.own, as: UTF8.self) == block + Self.original)
  }

  @Test(arguments: [
    ("Resent-To: c@a.org\n", 1), ("Resent-From: me@a.org, you@a.org\nResent-To: c@a.org\n", 1),
    ("Resent-From: me@a.org\nResent-To: c@a.org\nResent-To: d@a.org\n", 3),
  ])
  func `what was resent by nobody, or by two, is refused`(block: String, line: Int) {
    #expect(throws: WritingError.badMessage(line: line)) { try read(block + Self.original) }
  }
}
