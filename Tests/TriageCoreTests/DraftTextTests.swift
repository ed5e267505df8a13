import TestSupport
import Testing
import TriageCore

/// What a person leaves in the editor.
@Suite struct DraftTextTests {
  @Test func `W7: a block of fields, an empty line and the text are a message`() throws {
    let draft = try DraftText(
      """
      From: Robin <robin@example.org>
      To: ann@example.org,
       Bob <bob@example.org>
      to: cid@example.org
      Subject: A
      \tlong one
      References: <a@x>
        <b@x>
      Attach: ~/plan of mine.pdf
      Attach: /tmp/b
      X-Mine: yes: it is

      Subject: no field

      end
      """
    )
    #expect(draft.from?.text == "Robin <robin@example.org>")
    #expect(draft.to.map(\.address) == ["ann@example.org", "bob@example.org", "cid@example.org"])
    #expect(draft.subject == "A long one")
    #expect(draft.references == ["a@x", "b@x"])
    #expect(draft.attachments == ["~/plan of mine.pdf", "/tmp/b"])
    #expect(draft.others == [OutgoingMail.OtherField("X-Mine", "yes: it is")])
    #expect(draft.body == "Subject: no field\n\nend\n")
  }

  @Test func `fields that making the message sets are left out, and others leave in their order`()
    throws
  {
    let draft = try DraftText(
      "DATE: x\nMessage-Id: <x@y>\nmime-version: 1.0\nX-Own: a\nContent-Type: a/b\nContent-MD5: x\n"
        + "Reply-To: Ann <a@b.org>\nDated: b\nContents: c\ncontent-md5: y\n\nText\n"
    )
    #expect(
      draft.dropped
        == ["DATE", "Message-Id", "mime-version", "Content-Type", "Content-MD5", "content-md5"]
    )
    #expect(draft.others.map(\.name) == ["X-Own", "Dated", "Contents"])
    #expect(draft.further.map(\.name) == ["Reply-To", "X-Own", "Dated", "Contents"])
    #expect(draft.further.first?.value == "Ann <a@b.org>")
  }

  @Test(arguments: [
    ("To: a@b.org\nHello\n\nx", 2, DraftError.Reason.noField),
    (" To: a@b.org\n\nx", 1, .noField), ("To: a@b.org\nX Y: z\n\n", 2, .noField),
    ("Subject: a\nSubject: b\n\n", 2, .doubled("Subject")), (": x\n\n", 1, .noField),
    ("Subject: a\nTo: a@b.org,\n c@\n\n", 2, .address("c@")),
    ("Subject: a\u{1b}[31m\n\n", 1, .control("Subject")),
    ("From: a@b.org, c@d.org\n\n", 1, .address("a@b.org, c@d.org")),
  ])
  func `W7: a block that is none is not guessed at, its line is named`(
    text: String,
    line: Int,
    reason: DraftError.Reason
  ) {
    #expect(throws: DraftError(line: line, reason: reason)) { try DraftText(text) }
  }

  @Test func `W7: a template is read as what it is`() throws {
    let account = MailAccount(name: "a", address: NamedAddress(name: "Ward, R", "r@example.org"))
    let own = try #require(OwnAddresses([account]).first)
    var template = MessageTemplate(.reply, from: own)
    template.to = (0..<9).map { NamedAddress(name: "Person \($0), \"x\"", "p\($0)@example.org") }
    template.bcc = [NamedAddress("b@example.org")]
    template.references = (0..<20).map { MessageID("reference-\($0)@example.org") }
    template.inReplyTo = template.references.last
    template.attachments = ["/tmp/a b"]
    template.body = "> x\n\ny\n"
    let draft = try DraftText(template.text)
    #expect(draft.from == template.from && draft.to == template.to && draft.bcc == template.bcc)
    #expect(draft.references == template.references && draft.body == template.body)
    #expect(draft.inReplyTo == [template.inReplyTo] && draft.attachments == template.attachments)
  }
}
