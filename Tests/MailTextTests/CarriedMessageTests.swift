import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// What goes along with a message: other messages, and files with what they say of themselves.
@Suite struct CarriedMessageTests {
  private func wire(_ attachments: OutgoingMail.Attachment...) throws -> [UInt8] {
    var mail = OutgoingMail(
      id: "m@example.org",
      date: 1_795_400_100,
      offset: 3_600,
      from: NamedAddress("robin@example.org")
    )
    mail.to = [NamedAddress("olga@example.org")]
    mail.text = "See this.\n"
    mail.attachments = attachments
    let bytes = try MessageComposer.bytes(of: mail, includesBcc: true)
    #expect(!bytes.contains(0))
    #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 998 })
    return bytes
  }

  private func message(_ bytes: some Sequence<UInt8>) -> OutgoingMail.Attachment {
    OutgoingMail.Attachment(name: nil, type: "message/rfc822", .bytes(Array(bytes)))
  }

  private func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Blind copies

  @Test func `a message that goes along names no blind copies, and is else as it was`() throws {
    let own = try Fixtures.written("A1-own-sent-mail-with-bcc.eml")
    let wire = text(try wire(message(own)))
    #expect(!wire.contains("Bcc") && !wire.contains("bob@secret.example"))
    #expect(wire.contains(text(own).replacing("Bcc: Quiet Bob <bob@secret.example>\n", with: "")))
  }

  @Test(arguments: [
    ("bCC: x@secret.org\n", ""), ("BCC:\n x@secret.org,\n\ty@secret.org\n", ""),
    ("Bcc : x@secret.org\nBcc: =?utf-8?Q?y=40secret=2Eorg?=\n", ""),
    ("Resent-BCC: x@secret.org\n", ""), ("Bcc: x@secret.org\r\n", ""),
    ("X-Bcc: kept\nBccs: kept\n", "X-Bcc: kept\nBccs: kept\n"),
  ])
  func `blind copies go in every form, and nothing that is called alike`(
    field: String,
    kept: String
  )
    throws
  {
    let rest = "Subject: x\n\nBcc: y@body.org\n"
    for place in ["From: a@b.org\n", ""] {
      let whole = place + field + rest
      #expect(text(BlindCopies.removed(from: Array(whole.utf8))) == place + kept + rest)
      let wire = text(try wire(message(whole.utf8)))
      #expect(wire.contains(place + kept + rest) && !wire.contains("secret"))
    }
  }

  // MARK: What must be encoded

  @Test(arguments: ["A12-line-of-5000-bytes", "A12-nul-byte"])
  func `a message that no relay carries goes along as a file`(name: String) throws {
    let inner = try Fixtures.written("\(name).eml")
    let file = try MailFile(bytes: try wire(message(inner)))
    let part = try #require(file.content().parts.last)
    #expect(part.type == "application/octet-stream" && part.filename == "message.eml")
    #expect(try file.part(part.number) == inner)
  }

  @Test(arguments: [
    ("X: \(String(repeating: "x", count: 996))\n\nx\n", false),
    ("X: x\n\n\(String(repeating: "x", count: 999))", false), ("X: x\n\na\rb\n", false),
    ("X: \(String(repeating: "x", count: 995))\n\nx\n", true),
    ("X: x\n\n\(String(repeating: "x", count: 998))\r\nx", true), ("X: x\r\n\r\nx\r\n", true),
  ])
  func `lines of 998 bytes stand in a message as they are, longer ones do not`(
    inner: String,
    stays: Bool
  ) throws {
    let file = try MailFile(bytes: try wire(message(inner.utf8)))
    let type = file.content().parts.first { $0.number == 3 }?.type
    #expect(type == (stays ? "message/rfc822" : "application/octet-stream"))
  }

  @Test func `a message of eight bits is labelled so outside, too`() throws {
    let inner = try Fixtures.written("A12-eight-bit-text.eml")
    let wire = text(try wire(message(inner)))
    let header = try #require(wire.firstRange(of: "\n\n"))
    #expect(wire[..<header.lowerBound].contains("\nContent-Transfer-Encoding: 8bit"))
    #expect(wire.contains(text(inner)))
    let plain = text(try self.wire(message("X: x\n\nx\n".utf8)))
    #expect(!plain.contains("8bit"))
  }

  // MARK: Files

  private func file(_ bytes: [UInt8], _ type: String, name: String = "notes.txt") throws -> (
    type: String, wire: String
  ) {
    let wire = try wire(OutgoingMail.Attachment(name: name, type: type, .bytes(bytes)))
    let part = text(wire).components(separatedBy: "\n--").dropFirst(2).first ?? ""
    let head = part.components(separatedBy: "\n\n")[0].replacing("\n", with: " ")
    let file = try MailFile(bytes: wire)
    #expect(try file.part(3) == bytes)
    return (head, text(wire))
  }

  @Test(arguments: ["text/plain", "text/html", "text/calendar", "text/x-diff"])
  func `the charset of a text file is the one of its bytes`(type: String) throws {
    #expect(try file(try Fixtures.written("A11-notes.txt"), type).type.contains("charset=utf-8"))
    #expect(try file(Array("plain\n".utf8), type).type.contains("charset=us-ascii"))
    #expect(try file([], type).type.contains("charset=us-ascii"))
    let long = Array(String(repeating: "x", count: 65_535).utf8) + Array("ü€👩 end".utf8)
    #expect(try file(long, type).type.contains("charset=utf-8"))
    #expect(try file(Array(long.dropLast(6)), type).type.contains("charset=unknown-8bit"))
    for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF]] {
      #expect(try file(mark + [0x41, 0x04, 0, 0x41], type).type.contains("charset=utf-16"))
    }
    for other: [UInt8] in [[0xFF, 0xFE, 0, 0, 0x41], [0x47, 0x72, 0xFC], [0x41, 0, 0x42, 0]] {
      #expect(try file(other, type).type.contains("charset=unknown-8bit"))
    }
    #expect(!(try file(Array("ü".utf8), "application/pdf").type.contains("charset")))
  }

  @Test func `what a part said of itself is said again`() throws {
    let fields = [
      ("Content-Type", "text/plain; charset=koi8-r; format=flowed; name=\"a b.txt\""),
      ("Content-Description", "Grüße"), ("Content-ID", "<p1@example.org>"),
      ("Content-Transfer-Encoding", "8bit"), ("Content-Language", "de, en"), ("X-Other", "no"),
      ("Content-Disposition", "inline; filename=\"a b.txt\"; size=3"),
    ]
    let bytes: [UInt8] = [0xF0, 0xD2, 0x0A]
    let wire = try wire(
      OutgoingMail.Attachment(
        name: "other.txt",
        type: "text/plain",
        .bytes(bytes),
        fields: fields.map { OutgoingMail.OtherField($0.0, $0.1) }
      )
    )
    let part = text(wire).components(separatedBy: "\n--")[2]
    let head = part.components(separatedBy: "\n\n")[0].replacing(#/\n\s+/#, with: " ")
    #expect(
      head.contains("Content-Type: text/plain; charset=koi8-r; format=flowed; name=\"a b.txt\"\n")
    )
    #expect(head.contains("Content-Disposition: inline; filename=\"a b.txt\"; size=3"))
    #expect(
      head.contains("Content-ID: <p1@example.org>") || head.contains("Content-Id: <p1@example.org>")
    )
    #expect(head.contains("Content-Language: de, en") && head.contains("Content-Description: =?"))
    #expect(head.contains("Content-Transfer-Encoding: base64") && !head.contains("8bit"))
    #expect(!head.contains("X-Other") && !head.contains("other.txt"))
    #expect(try MailFile(bytes: wire).part(3) == bytes)
  }
}
