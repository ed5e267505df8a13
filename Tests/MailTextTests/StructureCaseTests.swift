import Foundation
import Testing
import TriageCore

@testable import MailText

/// Parts that are labelled otherwise than the standards have it, and are sent so.
@Suite struct StructureCaseTests {
  // MARK: Alternatives

  private func alternative(
    _ plain: some Sequence<UInt8>,
    charset: String,
    encoding: String = "base64",
    page: String = "<p>The bridge is open again.</p>"
  ) throws -> MessageContent {
    let head = """
      Content-Type: multipart/alternative; boundary=b

      --b
      Content-Type: text/plain; charset=\(charset)
      Content-Transfer-Encoding: \(encoding)


      """
    let tail = "\n--b\nContent-Type: text/html; charset=utf-8\n\n\(page)\n--b--\n"
    let bytes = Array(head.utf8) + CaseMail.encoded(plain, as: encoding) + Array(tail.utf8)
    return try MailFile(bytes: bytes).content()
  }

  @Test(arguments: [
    "R6-plain-is-no-break-space", "R6-plain-is-byte-order-mark", "R6-plain-is-zero-width",
  ])
  func `a text with nothing in it gives way to the page`(name: String) throws {
    let content = try CaseMail.content(name)
    #expect(content.words == ["The bridge is open again from Monday."])
    #expect(content.bodyType == "text/html" && content.notices == [])
  }

  @Test(arguments: CaseMail.encodings)
  func `any mix of what cannot be seen is nothing`(encoding: String) throws {
    let blank = "\u{FEFF} \t\u{A0}\u{AD}\u{200B}\u{200C}\u{200D}\u{2003}\u{2060}\u{3000}\u{34F}\r\n"
    for text in [blank, "", "\n\n", String(repeating: "\u{200B}", count: 9000)] {
      let content = try alternative(text.utf8, charset: "utf-8", encoding: encoding)
      #expect(content.words == ["The bridge is open again."])
      #expect(content.notices == [])
    }
  }

  @Test(
    arguments: [
      ("utf-16", [0xFE, 0xFF, 0x30, 0x00, 0x00, 0xA0]),
      ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x21, 0x21, 0x1B, 0x28, 0x42]),
      ("gb18030", [0xA1, 0xA1]), ("windows-1252", [0xA0, 0xAD]), ("shift_jis", [0x81, 0x40, 0x0A]),
    ] as [(String, [UInt8])]
  )
  func `blanks of every charset are nothing`(charset: String, bytes: [UInt8]) throws {
    #expect(try alternative(bytes, charset: charset).words == ["The bridge is open again."])
  }

  @Test(arguments: [".", "\u{200B}a", "👍🏽", "\u{A0}\n\n\u{2800}x", "–"])
  func `a short text is a text`(text: String) throws {
    let content = try alternative(text.utf8, charset: "utf-8")
    #expect(content.bodyType == "text/plain")
    #expect(content.notices == [.alternativeShown("text/plain")])
  }

  // MARK: Types that are none

  @Test(arguments: ["R18-type-text", "R18-type-empty", "R18-type-quoted"])
  func `what says no type is a text`(name: String) throws {
    let content = try CaseMail.content(name)
    #expect(content.words == ["The meeting is at ten."])
    #expect(content.bodyType == "text/plain" && content.notices == [])
    #expect(content.parts.filter(\.isAttachment).isEmpty)
  }

  @Test(arguments: [
    "text", "text/", "plain", "; charset=utf-8", "charset=utf-8", "\"text/plain\"; charset=utf-8",
    "", "text plain", "/plain", "Text; charset=\"utf-8\"", "text;\n charset=utf-8",
  ])
  func `in a part and in each encoding, too`(type: String) throws {
    for encoding in CaseMail.encodings {
      let file = try CaseMail.mixed(
        CaseMail.part(
          type,
          CaseMail.text("Grüße um zehn.", encoding),
          "Content-Transfer-Encoding: \(encoding)\n"
        ),
        CaseMail.part("application/pdf; name=a.pdf", "x")
      )
      #expect(file.content().words == ["Grüße um zehn.", "a.pdf"])
      #expect(file.content().notices == [])
    }
  }

  @Test(arguments: ["; charset=koi8-r", "charset=koi8-r; format=fixed", "text; charset=\"KOI8-R\""])
  func `the charset counts though the type does not`(type: String) throws {
    let koi: [UInt8] = [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]
    let file = try MailFile(bytes: Array("Content-Type: \(type)\n\n".utf8) + koi)
    #expect(file.content().words == ["Привет"] && file.content().notices == [])
  }

  @Test(arguments: [
    "application/octet-stream", "application/x-unknown", "foo/bar", "APPLICATION/Octet-Stream; x",
  ])
  func `unknown but whole types stay files`(type: String) throws {
    let content = try CaseMail.mixed(
      CaseMail.part("text/plain", "See."),
      CaseMail.part(type, "words")
    ).content()
    #expect(content.lines.last?.kind == .label(.attachment, part: 3))
    #expect(content.parts.filter(\.isAttachment).map(\.number) == [3])
  }

  @Test(arguments: ["pdf", "", "application"])
  func `bytes that are no text stay a file`(type: String) throws {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0]
    let body = String(decoding: CaseMail.encoded(picture, as: "base64"), as: UTF8.self)
    let file = try CaseMail.mixed(
      CaseMail.part("text/plain", "See."),
      CaseMail.part("\(type); name=a.bin", body, "Content-Transfer-Encoding: base64\n"),
      CaseMail.part(
        "\(type); name=a.txt",
        "words",
        "Content-Disposition: attachment; filename=a.txt\n"
      )
    )
    #expect(file.content().words == ["See.", "a.bin", "a.txt"])
    #expect(try file.part(3) == picture)
  }

  @Test func `a file with a name that is no Unicode stays a file`() throws {
    let body = "%PDF-1.4\n%=E2=E3=CF=D3\n1 0 obj\n"
    let file = try CaseMail.mixed(
      CaseMail.part("text/plain", "See."),
      CaseMail.part("pdf; name=a.pdf", body, "Content-Transfer-Encoding: quoted-printable\n"),
      CaseMail.part("text; name=a.txt", String(repeating: "€", count: 400))
    )
    let lines = file.content().lines.filter { !$0.text.isEmpty }
    #expect(
      lines.map(\.kind) == [
        .text, .label(.attachment, part: 3), .label(.attachment, part: 4), .text,
      ]
    )
    #expect(lines.map(\.text).prefix(3) == ["See.", "a.pdf", "a.txt"])
  }

  // MARK: The only text

  @Test(arguments: ["R19-only-text-attachment", "R19-only-html-attachment"])
  func `the only text is shown, whatever it is labelled`(name: String) throws {
    let content = try CaseMail.content(name)
    #expect(content.words == ["The meeting is at ten, in the small room."])
    #expect(content.parts.filter(\.isAttachment).isEmpty && content.notices == [])
  }

  private static let label = "Content-Disposition: attachment\n"

  @Test func `the first text of a mixed is, and what follows stays a file`() throws {
    let file = try CaseMail.mixed(
      CaseMail.part("application/pdf; name=a.pdf", "x", Self.label),
      CaseMail.part(
        "text/plain; charset=utf-8",
        CaseMail.text("Um zehn. Grüße", "base64"),
        Self.label + "Content-Transfer-Encoding: base64\n"
      ),
      CaseMail.part("text/plain", "second", Self.label),
      CaseMail.part("text/html", "<p>third", Self.label)
    )
    let content = file.content()
    #expect(content.words == ["a.pdf", "Um zehn. Grüße", "text/plain", "text/html"])
    #expect(content.parts.filter(\.isAttachment).map(\.number) == [2, 4, 5])
  }

  @Test func `both versions of an alternative may be labelled so`() throws {
    let parts = [
      CaseMail.part("text/plain", "Plain.", Self.label),
      CaseMail.part("text/html", "<p>Page.", Self.label),
    ]
    let body = parts.map { "--b\n\($0)\n" }.joined()
    let file = try MailFile("Content-Type: multipart/alternative; boundary=b\n\n\(body)--b--\n")
    #expect(file.content().words == ["Plain."])
    #expect(file.content().alternatives == ["text/plain", "text/html"])
    #expect(file.content(MessageOptions(alternative: 1)).words == ["Page."])
  }

  @Test func `a forwarded message has a first text of its own`() throws {
    let inner = "Subject: in\nContent-Type: text/plain\n\(Self.label)\nInner."
    let file = try CaseMail.mixed(
      CaseMail.part("text/plain", "Outer."),
      CaseMail.part("message/rfc822", inner)
    )
    #expect(file.content().words.contains("Inner."))
  }

  @Test func `what has a name, or follows a text, stays a file`() throws {
    let named = try MailFile(
      "Content-Type: text/plain; name=a.txt\n\(Self.label)\nwords\n"
    )
    #expect(named.content().lines.map(\.kind) == [.label(.attachment, part: 1)])
    let other = try MailFile(
      "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nwords\n"
    )
    #expect(other.content().lines.map(\.kind) == [.label(.attachment, part: 1)])
    let behind = try CaseMail.mixed(
      CaseMail.part("text/html", "<p>Page."),
      CaseMail.part("text/plain", "more", Self.label)
    )
    #expect(behind.content().lines.last?.kind == .label(.attachment, part: 3))
    let second = try CaseMail.mixed(
      CaseMail.part("text/plain; name=a.txt", "named", Self.label),
      CaseMail.part("text/plain", "more", Self.label)
    )
    #expect(second.content().words == ["a.txt", "text/plain"])
  }
}
