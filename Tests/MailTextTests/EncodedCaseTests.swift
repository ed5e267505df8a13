import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// Messages and multiparts that are encoded as a whole.
@Suite struct EncodedCaseTests {
  // MARK: Encoded messages

  private static let boat = """
    From: Bob <bob@example.org>
    Subject: The boat
    Content-Type: multipart/mixed; boundary=i

    --i
    Content-Type: text/plain; charset=utf-8

    The boat leaves at seven. Grüße
    --i
    Content-Type: application/pdf; name=boat.pdf
    Content-Disposition: attachment; filename=boat.pdf
    Content-Transfer-Encoding: base64

    JVBERi0xLjQK
    --i--

    """

  @Test(arguments: ["R12-message-in-base64", "R12-message-in-quoted-printable"])
  func `an encoded message is read like another`(name: String) throws {
    let content = try CaseMail.content(name)
    #expect(
      content.lines.filter { !$0.text.isEmpty } == [
        ContentLine(.text, "See below."), ContentLine(.label(.message, part: 3), "The boat"),
        ContentLine(.header(name: "From"), "Bob <bob@example.org>"),
        ContentLine(.header(name: "To"), "me@example.org"),
        ContentLine(.header(name: "Subject"), "The boat"),
        ContentLine(.header(name: "Date"), "Mon, 05 Feb 2024 10:00:00 +0000"),
        ContentLine(
          .text,
          "Dear all, the boat leaves at seven from the lower bridge. Grüße, Bob"
        ),
      ]
    )
    #expect(content.notices == [])
    let part = try #require(content.parts.first { $0.number == 3 })
    #expect(part.isMessage && part.isAttachment && part.filename == "boat.eml")
    #expect(part.subject == "The boat" && part.type == "message/rfc822")
    let saved = try Mail.part(3, try CaseMail.path(name))
    #expect(saved.count == part.size && saved.starts(with: Array("From: Bob".utf8)))
  }

  @Test(arguments: ["base64", "quoted-printable"], ["message/rfc822", "message/global"])
  func `what lies in an encoded message is listed and saved`(
    encoding: String,
    type: String
  ) throws {
    for end in ["\n", "\r\n"] {
      let file = try CaseMail.mixed(
        CaseMail.part("text/plain", "See below."),
        CaseMail.part(
          type,
          CaseMail.text(Self.boat, encoding, end: end),
          "Content-Transfer-Encoding: \(encoding)\n"
        ),
        CaseMail.part(
          "application/pdf",
          "last",
          "Content-Disposition: attachment; filename=last.pdf\n"
        )
      )
      let content = file.content()
      #expect(content.words.contains("The boat leaves at seven. Grüße"))
      #expect(content.parts.map(\.number) == Array(1...7))
      #expect(content.parts.map(\.depth) == [0, 1, 1, 2, 3, 3, 1])
      #expect(content.parts.filter(\.isAttachment).map(\.number) == [3, 6, 7])
      #expect(content.parts.map(\.filename) == [nil, nil, nil, nil, nil, "boat.pdf", "last.pdf"])
      #expect(try file.part(6) == Array("%PDF-1.4\n".utf8))
      #expect(try String(decoding: file.part(7), as: UTF8.self) == "last")
      #expect(
        try String(decoding: file.part(3), as: UTF8.self)
          == Self.boat.replacingOccurrences(of: "\n", with: end)
      )
      let alone = file.content(MessageOptions(part: PartReference(3)))
      #expect(alone.words.contains("The boat leaves at seven. Grüße"))
      let way = try #require(content.parts.first { $0.number == 6 }?.reference)
      var bytes: [UInt8] = []
      _ = try MessageReader().readPart(way, files: [file.path], SealOptions()) {
        bytes += $0
        return true
      }
      #expect(bytes == Array("%PDF-1.4\n".utf8))
    }
  }

  @Test func `messages are encoded in encoded messages`() throws {
    var text = "Subject: level 0\n\nThe innermost text.\n"
    for level in 1...6 {
      let encoding = level.isMultiple(of: 2) ? "base64" : "quoted-printable"
      text =
        "Subject: level \(level)\nContent-Type: message/rfc822\n"
        + "Content-Transfer-Encoding: \(encoding)\n\n" + CaseMail.text(text, encoding)
    }
    let content = try MailFile(text).content()
    #expect(content.lines.last?.text == "The innermost text.")
    #expect(
      content.parts.filter(\.isMessage).map(\.subject) == (0..<6).reversed().map { "level \($0)" }
    )
    #expect(content.notices == [])
  }

  @Test func `what is no message, or is not called one, stays a file`() throws {
    let file = try CaseMail.mixed(
      CaseMail.part("text/plain", "See below."),
      CaseMail.part(
        "message/rfc822",
        CaseMail.text("%PDF no header at all\n", "base64"),
        "Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=a.eml\n"
      ),
      CaseMail.part(
        "application/octet-stream",
        CaseMail.text(Self.boat, "base64"),
        "Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=b.eml\n"
      )
    )
    let content = file.content()
    #expect(
      content.lines.filter { !$0.text.isEmpty }.map(\.kind) == [
        .text, .label(.attachment, part: 3), .label(.attachment, part: 4),
      ]
    )
    #expect(try String(decoding: file.part(4), as: UTF8.self) == Self.boat)
  }

  @Test func `a draft keeps an encoded message with its bytes`() throws {
    let path = try CaseMail.path("R12-message-in-base64")
    let metadata = MessageMetadata(
      id: MessageID("x"),
      thread: ThreadID("1"),
      date: nil,
      from: "",
      subject: "",
      tags: [],
      files: [path]
    )
    let draft = try #require(try MessageReader().draft(metadata))
    #expect(draft.text == "See below.\n" || draft.text == "See below.")
    #expect(draft.parts.map(\.number) == [3] && draft.parts.map(\.type) == ["message/rfc822"])
  }

  // MARK: Encoded multiparts

  @Test(arguments: ["R21-multipart-in-base64", "R21-multipart-in-quoted-printable"])
  func `a multipart that is encoded as a whole is read`(name: String) throws {
    let content = try CaseMail.content(name)
    #expect(content.words == ["Die Leiter steht im Schuppen. Grüße", "ladder.pdf"])
    #expect(content.parts.map(\.type) == ["multipart/mixed", "text/plain", "application/pdf"])
    #expect(content.parts.filter(\.isAttachment).map(\.filename) == ["ladder.pdf"])
    let path = try CaseMail.path(name)
    #expect(try String(decoding: Mail.part(3, path), as: UTF8.self) == "%PDF-1.4\n")
    #expect(try Mail.part(1, path).starts(with: Array("Content-T".utf8)))
  }

  private static let ladder = """
    --=_in
    Content-Type: text/plain; charset=utf-8
    Content-Transfer-Encoding: quoted-printable

    Die Leiter: 3=3D3. Gr=C3=BC=C3=9Fe
    --=_in
    Content-Type: application/pdf; name="ladder.pdf"
    Content-Disposition: attachment; filename="ladder.pdf"
    Content-Transfer-Encoding: base64

    JVBERi0xLjQKMQ==
    --=_in--

    """

  @Test(arguments: ["base64", "quoted-printable"], ["\n", "\r\n"])
  func `such a multipart may lie in another`(encoding: String, end: String) throws {
    let inner = CaseMail.part(
      "multipart/mixed; boundary=\"=_in\"",
      CaseMail.text(Self.ladder, encoding, end: end),
      "Content-Transfer-Encoding: \(encoding)\n"
    )
    let outer = "--out\n\(inner)\n--out\nContent-Type: text/plain\n\nafter\n--out--\n"
    for layer in ["8bit", "base64", "quoted-printable"] {
      let file = try MailFile(
        "Content-Type: multipart/mixed; boundary=out\nContent-Transfer-Encoding: \(layer)\n\n"
          + CaseMail.text(outer, layer)
      )
      let content = file.content()
      #expect(content.words == ["Die Leiter: 3=3. Grüße", "ladder.pdf", "after"])
      #expect(content.parts.map(\.number) == Array(1...5))
      #expect(try String(decoding: file.part(4), as: UTF8.self) == "%PDF-1.4\n1")
    }
  }

  @Test(arguments: ["base64", "quoted-printable", "BASE64", "uuencode"])
  func `a label alone changes nothing`(encoding: String) throws {
    let file = try MailFile(
      "Content-Type: multipart/mixed; boundary=\"=_in\"\n"
        + "Content-Transfer-Encoding: \(encoding)\n\n\(Self.ladder)"
    )
    #expect(file.content().words == ["Die Leiter: 3=3. Grüße", "ladder.pdf"])
    #expect(try String(decoding: file.part(3), as: UTF8.self) == "%PDF-1.4\n1")
    let bare = try MailFile(
      "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: \(encoding)\n\n"
        + "--b\nContent-Transfer-Encoding: quoted-printable\n\n1=3D31\n--b\n\nplain\n--b--\n"
    )
    #expect(bare.content().words == ["1=31", "plain"])
  }

  @Test func `text that is no multipart is shown as it is`() throws {
    for encoding in ["base64", "quoted-printable"] {
      let head =
        "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: \(encoding)\n\n"
      #expect(
        try MailFile(head + "Only words, no parts.\n").content().words == ["Only words, no parts."]
      )
    }
  }

  @Test func `encoded parts without end are limited like others`() throws {
    func nested(_ depth: Int, _ wrap: (String) -> String) -> String {
      (0..<depth).reduce("Subject: in\n\ninner\n") { text, _ in wrap(text) }
    }
    let deep = nested(70) { text in
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n" + text
    }
    let content = try MailFile(deep).content()
    #expect(content.parts.count <= 52 && content.parts.map(\.depth).max().map { $0 <= 50 } == true)
    let parts = CaseMail.text(String(repeating: "--b\n\nx\n", count: 150), "base64")
    let one = CaseMail.part(
      "multipart/mixed; boundary=b",
      parts,
      "Content-Transfer-Encoding: base64\n"
    )
    let many = try MailFile(
      "Content-Type: multipart/mixed; boundary=out\n\n"
        + String(repeating: "--out\n\(one)\n", count: 20) + "--out--\n"
    )
    #expect(many.content().parts.count <= MessageLimits().parts)
    #expect(many.content().notices.map(\.caseName) == ["partsCut"])
  }
}
