import TestSupport
import Testing
import TriageCore

@testable import MailText

@Suite struct MessageReaderTests {
  @Test func `headers and text of a plain message`() throws {
    let mail = try MailFile(
      """
      From: =?utf-8?q?Ann_M=C3=BCller?= <ann@example.org>
      To: bob@example.org, "Carl, Jr." <carl@example.org>
      Subject: =?iso-8859-1?q?Gr=FC=DFe?=
      Date: Fri, 01 Aug 2025 10:00:00 +0000
      X-Other: yes
      Content-Type: text/plain; charset=iso-8859-1
      Content-Transfer-Encoding: quoted-printable

      Sch=F6n.
      > gut
      > > sehr
      --=20
      Ann
      """
    )
    let content = mail.content()
    #expect(content.header("from")?.value == "Ann Müller <ann@example.org>")
    #expect(content.header("to")?.addresses.count == 2)
    #expect(content.header("subject")?.value == "Grüße")
    #expect(content.headers.filter(\.isShort).map(\.name) == ["From", "To", "Subject", "Date"])
    #expect(content.header("x-other")?.isShort == false)
    #expect(
      content.lines == [
        ContentLine(.text, "Schön."),
        ContentLine(.quote(level: 1), "gut"),
        ContentLine(.quote(level: 2), "sehr"),
        ContentLine(.signature, "-- "),
        ContentLine(.signature, "Ann"),
      ]
    )
    #expect(content.notices == [])
    #expect(content.bodyType == "text/plain")
  }

  @Test
  func
    `all fields of the header are there, those about the content too, and none that is not in the file`()
    throws
  {
    let names = { (mail: MailFile) in mail.content().headers.map(\.name) }
    let plain = try MailFile("From: a@example.org\nSubject: x\n\nText\n")
    #expect(names(plain) == ["From", "Subject"])
    let full = try MailFile(
      """
      From: a@example.org
      Content-Type: text/plain; charset=utf-8
      MIME-Version: 1.0
      Content-Transfer-Encoding: 8bit
      Content-Language: de
      X-Other: yes

      Text
      """
    )
    let fields = [
      "From", "MIME-Version", "X-Other", "Content-Type", "Content-Transfer-Encoding",
      "Content-Language",
    ]
    #expect(names(full) == fields)
    #expect(full.content().header("content-type")?.value == "text/plain; charset=utf-8")
    #expect(full.content().header("content-type")?.isShort == false)
    let parts = try MailFile(
      """
      From: a@example.org
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      Text
      --b--
      """
    )
    #expect(names(parts) == ["From", "Content-Type"])
    #expect(parts.content().header("content-type")?.value == "multipart/mixed; boundary=b")
  }

  @Test func `a message none of whose files is there says so`() {
    let content = MessageReader().content(
      of: MessageID("x@example.org"),
      files: ["/nonexistent/a", "/nonexistent/b"],
      options: MessageOptions()
    )
    #expect(content.notices == [.fileMissing])
  }
}
