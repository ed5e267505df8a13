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

  @Test func `a message none of whose files is there says so`() {
    let content = MessageReader().content(
      of: MessageID("x@example.org"),
      files: ["/nonexistent/a", "/nonexistent/b"],
      options: MessageOptions()
    )
    #expect(content.notices == [.fileMissing])
  }
}
