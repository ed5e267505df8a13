import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// What leaves: bytes that every reader takes for the message that was meant.
@Suite struct ComposerTests {
  private func mail(_ change: (inout OutgoingMail) -> Void = { _ in }) -> OutgoingMail {
    var mail = OutgoingMail(
      id: "m@example.org",
      date: 1_795_400_100,
      offset: 3_600,
      from: NamedAddress(name: "Robin Ward", "robin@example.org")
    )
    mail.to = [NamedAddress(name: "Olga", "olga@example.org")]
    mail.subject = "Hello"
    mail.text = "Hello Olga\n"
    change(&mail)
    return mail
  }

  private func text(_ mail: OutgoingMail, bcc: Bool = false) throws -> String {
    String(decoding: try MessageComposer.bytes(of: mail, includesBcc: bcc), as: UTF8.self)
  }

  @Test func `W13: a plain message has a plain form`() throws {
    #expect(
      try text(mail { $0.bcc = [NamedAddress("eve@example.org")] })
        == """
        Date: Mon, 23 Nov 2026 03:15:00 +0100
        From: Robin Ward <robin@example.org>
        To: Olga <olga@example.org>
        Subject: Hello
        Message-ID: <m@example.org>
        MIME-Version: 1.0
        Content-Type: text/plain; charset=us-ascii
        Content-Transfer-Encoding: 7bit

        Hello Olga

        """
    )
  }

  @Test func `W13: blind copies are named where one keeps a copy, and nowhere else`() throws {
    let mail = mail {
      $0.bcc = [NamedAddress("eve@example.org"), NamedAddress("olga@example.org")]
    }
    #expect(!(try text(mail).contains("eve")))
    #expect(try text(mail, bcc: true).contains("\nBcc: eve@example.org, olga@example.org\n"))
    #expect(
      try MessageComposer.recipients(of: mail) == ["olga@example.org", "eve@example.org"]
    )
  }

  @Test func `W13: words of all scripts are UTF-8, whole in each encoded word`() throws {
    let subject = "Grüße, 世界 👩‍👩‍👧 " + String(repeating: "ö", count: 200)
    let mail = mail {
      $0.subject = subject
      $0.to = [NamedAddress(name: "Jürgen Ö. \"J\"", "j@bücher.example")]
      $0.text = "Grüße\nFrom me\n"
    }
    let bytes = try text(mail)
    #expect(bytes.utf8.allSatisfy { $0 < 0x80 } && !bytes.lowercased().contains("iso-8859"))
    #expect(bytes.contains("<j@xn--bcher-kva.example>"))
    #expect(bytes.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
    let file = try MailFile(bytes)
    let read = file.content()
    #expect(read.header("Subject")?.value == subject)
    #expect(
      read.header("To")?.value.hasPrefix("\"Jürgen Ö. \\\"J\\\"\" <j@bücher.example>") == true
    )
    #expect(read.lines.map(\.text) == ["Grüße", "From me"])
    #expect(read.notices == [])
  }

  @Test(arguments: [TextFormat.fixed, .flowed])
  func `W13: whatever is written is read again, and no line is too long`(
    format: TextFormat
  ) throws {
    var random = SplitMix(19)
    let pieces = [
      "word ", "a", "ü", "世界", " ", "  ", "\n", "\n", "> ", ">", "-- ", "From ", ".", "\t", "=3D",
      "=?utf-8?q?x?=", String(repeating: "x", count: 1_200),
      String(repeating: "long words ", count: 20), "👩‍👩‍👧", ",",
    ]
    for round in 0..<300 {
      let any = { (count: Int) in
        (0..<Int.random(in: 0...count, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }.joined()
      }
      let mail = mail {
        $0.text = any(20) + "\n"
        $0.subject = any(8).onOneLine
        $0.from.name = any(4).onOneLine
        $0.format = format
      }
      let bytes = try MessageComposer.bytes(of: mail, includesBcc: false)
      #expect(bytes.split(separator: 0x0A).allSatisfy { $0.count <= 998 }, "\(round)")
      let file = try MailFile(bytes: bytes)
      let tree = try #require(buffer(file.path).flatMap { PartTree(parsing: $0) })
      #expect(tree.nodes.count == 2, "\(round): \(mail)")
      let subject = tree[0].fields.first { $0.isNamed("subject") }.map {
        HeaderText.decode($0.value[...])
      }
      #expect(blank(subject ?? "") == blank(mail.subject), "\(round)")
      guard let buffer = buffer(file.path) else { continue }
      let text = String(decoding: buffer.decoded(tree[1], limit: 1 << 20).bytes, as: UTF8.self)
      if format == .fixed {
        #expect(text == mail.text, "\(round)")
      } else {
        let unfolded = FlowedText.unfold(Array(text.utf8), deletesSpace: false)
        #expect(
          joined(String(decoding: unfolded, as: UTF8.self)) == joined(mail.text),
          "\(round): \(text)"
        )
      }
    }
  }

  private func blank(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  /// Blanks at the ends of lines, and behind the marks of quotes, say nothing where lines flow.
  private func joined(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = String(line)
      while line.last == " " { line.removeLast() }
      return line.replacing(#/^([> ]*>) */#) { match in match.1.filter { $0 == ">" } }
    }
  }

  private func buffer(_ path: String) -> MessageBuffer? {
    guard let file = try? FileSource(path: path) else { return nil }
    return try? MessageBuffer.read(file, sizeHint: file.size, limits: MessageLimits())
  }

  @Test func `W13: attachments keep their bytes and names, and a message within is untouched`()
    throws
  {
    let inner = Array("From: a@b.org\nSubject: x\n\nbody \n".utf8) + [0xFF, 0x0A]
    let bytes = (0...255).map { UInt8($0) }
    let mail = mail {
      $0.attachments = [
        OutgoingMail.Attachment(name: "plän\r\n\"x\".pdf", type: "application/pdf", .bytes(bytes)),
        OutgoingMail.Attachment(name: nil, type: "message/rfc822", .bytes(inner)),
        OutgoingMail.Attachment(
          name: String(repeating: "long", count: 60),
          type: "text/x",
          .bytes([])
        ),
      ]
    }
    let whole = try MessageComposer.bytes(of: mail, includesBcc: false)
    let file = try MailFile(bytes: whole)
    let parts = file.content().parts
    #expect(
      parts.map(\.type) == [
        "multipart/mixed", "text/plain", "application/pdf", "message/rfc822", "text/plain",
        "text/x",
      ]
    )
    #expect(parts[2].filename == "plän \"x\".pdf")
    #expect(parts[5].filename == String(repeating: "long", count: 60))
    #expect(try file.part(3) == bytes)
    #expect(whole.firstRange(of: inner) != nil)
  }

  @Test(
    arguments: [
      { (mail: inout OutgoingMail) in mail.subject = "a\r\nBcc: x@y.org" },
      { $0.others = [OutgoingMail.OtherField("X-A", "a\u{0}b")] },
      { $0.others = [OutgoingMail.OtherField("X:A", "a")] },
      { $0.id = "a> <b" }, { $0.references = ["a\nb"] }, { $0.inReplyTo = ["ü"] },
      { $0.to = [NamedAddress("a@b\r\nBcc: x@y.org")] }, { $0.from = NamedAddress("a") },
      { $0.cc = [NamedAddress("ü@b.org")] },
    ] as [@Sendable (inout OutgoingMail) -> Void]
  )
  func `W13: no value becomes two fields, and no address is cut`(
    change: @Sendable (inout OutgoingMail) -> Void
  ) {
    #expect(throws: WritingError.self) {
      try MessageComposer.bytes(of: mail(change), includesBcc: true)
    }
  }

  @Test func `W13: flowing lines break at blanks, and quotes and signatures stay`() {
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    let flowing = FlowingText.text("\(words)\n> \(words)\n-- \n From\nFrom x  \n")
    let lines = flowing.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.hasPrefix(">") || $0.count <= 72 })
    #expect(lines.suffix(5) == ["> \(words)", "-- ", "  From", " From x", ""])
    #expect(lines.first?.hasSuffix(" ") == true)
  }
}
