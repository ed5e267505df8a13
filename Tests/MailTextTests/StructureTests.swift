import Testing
import TriageCore

@testable import MailText

@Suite struct StructureTests {
  private func content(_ name: String, alternative: Int = 0) -> MessageContent {
    Mail.content(Fixtures.file("structure/\(name).eml"), MessageOptions(alternative: alternative))
  }

  @Test func `forwarded messages are shown inside, with their own headers`() {
    let content = content("forwarded")
    #expect(
      content.lines.filter { !$0.text.isEmpty } == [
        ContentLine(.text, "See below."),
        ContentLine(.label(.message, part: 3), "Plans"),
        ContentLine(.header(name: "From"), "Bob <bob@example.org>"),
        ContentLine(.header(name: "To"), "Ann <ann@example.org>"),
        ContentLine(.header(name: "Subject"), "Plans"),
        ContentLine(.header(name: "Date"), "Wed, 19 Aug 2026 10:00:00 +0000"),
        ContentLine(.text, "The plans."),
        ContentLine(.label(.message, part: 6), "Older plans"),
        ContentLine(.header(name: "From"), "carl@example.org"),
        ContentLine(.header(name: "Subject"), "Older plans"),
        ContentLine(.text, "The older plans."),
        ContentLine(.label(.attachment, part: 8), "plan.pdf"),
        ContentLine(.text, "After the forwarded message."),
      ]
    )
    #expect(content.parts.filter(\.isAttachment).map(\.number) == [3, 6, 8])
    #expect(content.parts.first { $0.number == 3 }?.filename == "plans.eml")
  }

  @Test(arguments: ["", "x", "\r", "\r\n", "x\r", "\n\r", "x\n"])
  func `E14: a message inside has the size that it is saved with, however it ends`(
    end: String
  ) throws {
    let file = try MailFile("Content-Type: message/rfc822\n\nSubject: x\n\n\(end)")
    let part = try #require(file.content().parts.first)
    let saved = try file.part(1)
    #expect(part.isMessage && part.size == saved.count)
  }

  @Test func `E14: a message inside has its subject, and the size that it is saved with`() throws {
    let inside = content("forwarded").parts.filter(\.isMessage)
    #expect(inside.map(\.number) == [3, 6])
    #expect(inside.map(\.subject) == ["Plans", "Older plans"])
    for part in inside {
      let saved = try Mail.part(part.number, Fixtures.file("structure/forwarded.eml"))
      #expect(part.size == saved.count && part.size > 0)
    }
  }

  @Test func `W11: what a text shows of the attachments is told from what it only names`() {
    let attached = content("forwarded").parts.filter(\.isAttachment)
    #expect(attached.filter(\.isShown).map(\.number) == [3, 6])
    #expect(attached.filter { !$0.isShown }.map(\.filename) == ["plan.pdf"])
  }

  @Test func `E14: of a part alone, only what lies in it is listed`() {
    let path = Fixtures.file("structure/forwarded.eml")
    let message = Mail.content(path, MessageOptions(part: PartReference(3)))
    #expect(message.parts.filter(\.isAttachment).map(\.number) == [6, 8])
    #expect(
      Mail.content(path, MessageOptions(part: PartReference(6))).parts.allSatisfy {
        !$0.isAttachment
      }
    )
    #expect(Mail.content(path, MessageOptions(part: PartReference(8))).parts.isEmpty)
  }

  @Test func `plain text is preferred, and the next alternative is one step away`() {
    let plain = content("nested-alternative")
    #expect(plain.bodyType == "text/plain")
    #expect(plain.alternatives == ["text/plain", "text/html"])
    #expect(plain.notices == [.alternativeShown("text/plain")])
    #expect(plain.lines.first?.text == "Plain.")
    let page = content("nested-alternative", alternative: 1)
    #expect(page.bodyType == "text/html")
    #expect(page.notices == [.alternativeShown("text/html")])
    #expect(page.lines.first?.text == "Page.")
    #expect(content("nested-alternative", alternative: 2).lines == plain.lines)
    #expect(content("nested-alternative", alternative: -1).lines == page.lines)
  }

  @Test func `an empty plain text gives way to the page`() throws {
    let mail = try MailFile(
      """
      Content-Type: multipart/alternative; boundary=b

      --b

      \u{20}
      --b
      Content-Type: text/html

      <p>Page
      --b--
      """
    )
    #expect(mail.content().bodyType == "text/html")
    #expect(mail.content().notices == [])
  }

  @Test func `the root of related parts is shown wherever it stands`() {
    let content = content("related")
    #expect(content.lines.map(\.text) == ["Logo:", "our logo"])
    #expect(content.bodyType == "text/html")
  }

  @Test func `invitations are said beside the text`() {
    let content = content("invite")
    #expect(
      content.lines.filter { !$0.text.isEmpty } == [
        ContentLine(.text, "Please come."),
        ContentLine(.detail(.method), "REQUEST"),
        ContentLine(.detail(.event), "Tea"),
        ContentLine(.detail(.starts), "2026-09-01"),
        ContentLine(.detail(.repeats), "FREQ=WEEKLY"),
      ]
    )
    #expect(content.alternatives == ["text/plain", "text/html"])
  }

  @Test func `signed parts are shown and the signature is only named`() {
    let content = content("signed")
    #expect(content.notices == [.signatureNotChecked])
    #expect(
      content.lines == [
        ContentLine(.text, "Signed text."), ContentLine(.text, ""),
        ContentLine(.label(.signature, part: 3), "signature.asc"),
      ]
    )
    #expect(content.parts.allSatisfy { !$0.isAttachment })
  }

  @Test func `encrypted parts are named and not opened`() {
    let pgp = Mail.content(Fixtures.file("hostile/mime-57-pgp-mime.eml"))
    #expect(pgp.notices == [.encrypted])
    #expect(
      pgp.lines == [ContentLine(.label(.encrypted, part: 1), "application/pgp-encrypted")]
    )
    let smime = Mail.content(Fixtures.file("hostile/mime-57-smime.eml"))
    #expect(smime.notices == [.encrypted])
    #expect(smime.lines == [ContentLine(.label(.encrypted, part: 1), "smime.p7m")])
  }

  @Test func `a bounce says what failed and whose letter it was`() {
    let lines = content("bounce").lines
    #expect(lines.contains(ContentLine(.label(.deliveryReport, part: 3), "")))
    #expect(lines.contains(ContentLine(.preformatted, "Action: failed")))
    #expect(lines.contains(ContentLine(.label(.message, part: 4), "Hello")))
    #expect(lines.contains(ContentLine(.header(name: "To"), "nobody@example.org")))
  }

  @Test func `a digest is a row of messages`() {
    let labels = content("digest").lines.filter { "\($0.kind)".hasPrefix("label") }
    #expect(
      labels == [
        ContentLine(.label(.message, part: 2), "One"),
        ContentLine(.label(.message, part: 4), "Two"),
      ]
    )
  }
}
