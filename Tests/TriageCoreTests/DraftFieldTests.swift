import Testing
import TriageCore

/// Fields of a message that is being written, changed one by one.
@Suite struct DraftFieldTests {
  private let text = """
    From: Me <me@example.org>
    to: ann@example.org,
     bob@example.org
    X-Odd: kept
    Subject: Old

    Hello.
    Subject: not a field

    """

  @Test func `W7: a field is changed where it stands, and nothing else is touched`() throws {
    let changed = DraftText.text(text, setting: .to, to: "cy@example.org")
    let old = "to: ann@example.org,\n bob@example.org"
    #expect(changed == text.replacing(old, with: "To: cy@example.org"))
    let renamed = DraftText.text(text, setting: .subject, to: "New")
    #expect(renamed == text.replacing("Subject: Old", with: "Subject: New"))
  }

  @Test func `W7: a field that is missing comes behind those before it`() {
    let changed = DraftText.text(text, setting: .cc, to: "cy@example.org")
    #expect(changed.contains("\n bob@example.org\nCc: cy@example.org\nX-Odd"))
    #expect(DraftText.text("\nHello.\n", setting: .to, to: "a@b") == "To: a@b\n\nHello.\n")
  }

  @Test func `W7: a copy to nobody has no field, a message to nobody has one`() {
    let with = DraftText.text(text, setting: .bcc, to: "cy@example.org")
    #expect(DraftText.text(with, setting: .bcc, to: "") == text)
    #expect(DraftText.text(text, setting: .to, to: "").contains("\nTo:\nX-Odd"))
  }

  @Test(arguments: DraftText.Field.allCases)
  func `W7: what a field is set to is read of it, and set again it is the same text`(
    field: DraftText.Field
  ) throws {
    let value = field == .subject ? "Überraschung" : "\"Ann, B.\" <ann@example.org>"
    let once = DraftText.text(text, setting: field, to: value)
    let read = try DraftText(once).value(of: field)
    #expect(read == value)
    #expect(DraftText.text(once, setting: field, to: read) == once)
  }

  @Test func `W7: names of files are put in and taken out of the block alone`() throws {
    let named = DraftText.text(text, attaching: "/tmp/a b")
    #expect(try DraftText(named).attachments == ["/tmp/a b"])
    #expect(DraftText.withoutAttachments(named) == text)
  }
}
