import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MailText

/// One part alone as text, and pictures.
@Suite struct PartTextTests {
  private func part(
    _ number: Int,
    of text: String,
    drawing: PictureDrawing? = nil
  ) throws -> MessageContent {
    let file = try MailFile(text)
    return MessageReader(drawing: drawing).content(
      of: MessageID("x"),
      files: [file.path],
      options: MessageOptions(
        columns: 60,
        part: PartReference(number),
        drawsPictures: drawing != nil
      )
    )
  }

  private static let mail = """
    Subject: all kinds
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=b

    --b
    Content-Type: text/plain; charset=utf-8

    The body.
    --b
    Content-Type: text/html; charset=iso-8859-1
    Content-Disposition: attachment; filename="page.html"
    Content-Transfer-Encoding: quoted-printable

    <p>Gr=FC=DFe</p><script>no</script>
    --b
    Content-Type: application/json; name="=?utf-8?q?d=C3=A4ta=2Ejson?="

    {"a": 1}
    --b
    Content-Type: application/octet-stream
    Content-Transfer-Encoding: base64

    AAECAwQ=
    --b
    Content-Type: message/rfc822

    Subject: inner
    From: ann@example.org

    Inner text.
    --b
    Content-Type: application/octet-stream; name=empty

    --b
    Content-Type: image/png; name=p.png
    Content-Transfer-Encoding: base64

    iVBORw0KGgo=
    --b--
    """

  @Test(arguments: [
    (2, "text/plain", ["The body."]), (3, "text/html", ["Grüße"]),
    (4, "application/json", ["{\"a\": 1}"]),
  ])
  func `E14: a part is shown alone, whatever it was sent as`(
    number: Int,
    type: String,
    lines: [String]
  ) throws {
    let content = try part(number, of: Self.mail)
    #expect(content.bodyType == type)
    #expect(content.lines.filter { $0.kind == .text && !$0.text.isEmpty }.map(\.text) == lines)
  }

  @Test func `E14: a message within is shown with its fields`() throws {
    let content = try part(6, of: Self.mail)
    #expect(content.bodyType == "message/rfc822")
    #expect(content.lines.contains { $0.kind == .header(name: "Subject") && $0.text == "inner" })
    #expect(content.lines.contains { $0.text == "Inner text." })
  }

  @Test(arguments: [0, 5, 9, 10, 99, -1]) func `E14: what is no text says so by having no type`(
    number: Int
  ) throws {
    let content = try part(number, of: Self.mail)
    #expect(content.bodyType == nil && content.lines.isEmpty)
  }

  @Test func `E14: names in any charset, sizes of nothing and parts within are listed`() throws {
    let file = try MailFile(Self.mail)
    let content = MessageReader().content(
      of: MessageID("x"),
      files: [file.path],
      options: MessageOptions()
    )
    #expect(content.parts.map(\.number) == Array(1...9))
    #expect(content.parts[3].filename == "däta.json")
    #expect(content.parts[7].filename == "empty" && content.parts[7].size == 0)
    #expect(content.parts[6].depth == content.parts[5].depth + 1)
    #expect(content.parts[2].parameters == ["charset": "iso-8859-1"])
  }

  @Test func `E14: of five hundred parts those that are left out are counted`() throws {
    let parts = (0..<500).map { "--b\nContent-Type: text/csv; name=\($0).csv\n\na,b\n" }.joined()
    let file = try MailFile("Content-Type: multipart/mixed; boundary=b\n\n\(parts)--b--\n")
    let content = file.content()
    let omitted = content.notices.reduce(0) { omitted, notice in
      if case .partsCut(let count) = notice { omitted + count } else { omitted }
    }
    #expect(content.parts.count + omitted >= 500)
  }

  @Test func `E19: a picture is rows with colours, no more than twenty, below its name`() throws {
    let file = try MailFile(Self.mail)
    let reader = MessageReader(drawing: { picture, columns, _ in
      #expect(picture == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] && columns == 60)
      return Array(String(repeating: "\u{1b}[31m▀\u{1b}[0m\n", count: 30).utf8)
    })
    let options = MessageOptions(columns: 60, drawsPictures: true)
    let content = reader.content(of: MessageID("x"), files: [file.path], options: options)
    let rows = content.lines.filter { $0.kind == .colored }
    #expect(rows.count == 20 && rows[0].text == "\u{1b}[31m▀\u{1b}[0m")
    let label = try #require(content.lines.firstIndex { $0.kind == .label(.image, part: 9) })
    #expect(content.lines[label + 1].kind == .colored)
    #expect(content.columns == 60 && content.notices.isEmpty)
    let unasked = reader.content(of: MessageID("x"), files: [file.path], options: MessageOptions())
    #expect(!unasked.lines.contains { $0.kind == .colored })
  }

  @Test func `E19: a picture that cannot be drawn is named, and that is said`() throws {
    for output: [UInt8]? in [nil, [], Array(repeating: 0x41, count: 1 << 20)] {
      let content = try part(9, of: Self.mail) { _, _, _ in output }
      #expect(content.bodyType == nil && content.notices == [.pictureFailed("chafa")])
    }
  }

  @Test func `E19: the pictures of a message have a time that they share`() throws {
    let pictures = (0..<50).map { _ in
      "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n"
    }
    let text = "Content-Type: multipart/mixed; boundary=b\n\n" + pictures.joined() + "--b--\n"
    var limits = MessageLimits()
    limits.pictureTime = .zero
    var calls = 0
    let reader = MessageReader(
      limits: limits,
      tools: ReadingTools(drawing: { _, _, _ in
        calls += 1
        return nil
      })
    )
    let file = try MailFile(text)
    let content = reader.content(
      of: MessageID("x"),
      files: [file.path],
      options: MessageOptions(drawsPictures: true)
    )
    #expect(calls == 0 && content.notices == [.pictureFailed("chafa")])
  }
}
