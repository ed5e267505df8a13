import TestSupport
import Testing
import TriageCore

/// Answers and forwarded messages, without the reading of mail.
@Suite struct TemplateTests {
  private let own = OwnAddresses([
    MailAccount(
      name: "home",
      address: NamedAddress(name: "Robin Ward", "robin@example.org"),
      others: ["ward@example.net"]
    ),
    MailAccount(name: "work", address: NamedAddress("r.ward@work.example")),
  ])

  private func original(_ change: (inout OriginalMessage) -> Void) -> OriginalMessage {
    var original = OriginalMessage(id: MessageID("m@x"), date: 0, subject: "Hello")
    original.from = [NamedAddress(name: "Olga", "olga@x.org")]
    change(&original)
    return original
  }

  @Test func `W12: an answer is from the address that the message was sent to`() {
    let sent = { (change: (inout OriginalMessage) -> Void) in
      ReplyAddressing(to: original(change), .all, own: own)?.from?.mailbox.text
    }
    #expect(sent { $0.to = [NamedAddress("R.Ward@work.example")] } == "R.Ward@work.example")
    #expect(sent { $0.cc = [NamedAddress("ward@example.net")] } == "Robin Ward <ward@example.net>")
    #expect(
      sent { $0.deliveredTo = ["", "x, WARD@example.net"] } == "Robin Ward <ward@example.net>"
    )
    #expect(
      sent { $0.received = "from a by mx.b.org for <robin@example.org>; x" }
        == "Robin Ward <robin@example.org>"
    )
    #expect(
      sent { $0.received = "from a by mail.example.net with ESMTP" }
        == "Robin Ward <ward@example.net>"
    )
    #expect(sent { _ in } == nil)
  }

  @Test func `W12: own mail is answered to whom it was sent, from the same account`() {
    let note = original {
      $0.from = [NamedAddress("r.ward@work.example")]
      $0.to = [NamedAddress("ann@x.org")]
      $0.cc = [NamedAddress("bob@x.org")]
      $0.bcc = [NamedAddress("eve@x.org")]
    }
    let all = ReplyAddressing(to: note, .all, own: own)
    #expect(all?.to.map(\.text) == ["ann@x.org"] && all?.cc.map(\.text) == ["bob@x.org"])
    #expect(all?.from?.account.name == "work")
    let sender = ReplyAddressing(to: note, .sender, own: own)
    #expect(sender?.to.map(\.text) == ["ann@x.org"] && sender?.cc == [])
  }

  @Test func `W9: an answer to all names each address once, where it stands first`() {
    let mail = original {
      $0.to = [NamedAddress(name: "Olga P", "Olga@X.org"), NamedAddress("ann@x.org")]
      $0.cc = [NamedAddress("ANN@x.org"), NamedAddress("bob@x.org"), NamedAddress("bob@x.org")]
    }
    let all = ReplyAddressing(to: mail, .all, own: own)
    #expect(all?.to.map(\.text) == ["Olga <olga@x.org>", "ann@x.org"])
    #expect(all?.cc.map(\.text) == ["bob@x.org"])
  }

  @Test func `W9: a list is answered at its own address and nobody else`() {
    let mail = original { $0.to = [NamedAddress("robin@example.org"), NamedAddress("l@x.org")] }
    #expect(ReplyAddressing(to: mail, .list, own: own) == nil)
    var listed = mail
    listed.list = NamedAddress("l@x.org")
    let reply = ReplyAddressing(to: listed, .list, own: own)
    #expect(reply?.to.map(\.text) == ["l@x.org"] && reply?.cc == [])
    #expect(reply?.from?.account.name == "home")
  }

  @Test func `W9: controls of an original are one blank, its blind copies stay unknown`() throws {
    let mail = original {
      $0.bcc = [NamedAddress("eve@x.org")]
      $0.from = [NamedAddress(name: "Ol\r\n\u{1b}ga", "olga@x.org")]
      $0.references = ["a@x", "b@x"]
    }
    var named = OriginalMessage(id: mail.id, subject: "a\r\n\u{0}Bcc: x")
    named.from = mail.from
    named.references = mail.references
    let addressing = try #require(ReplyAddressing(to: mail, .all, own: own))
    let writer = try #require(own.first)
    let reply = MessageTemplate(answering: named, addressing, from: writer)
    #expect(
      reply.text
        == """
        From: Robin Ward <robin@example.org>
        To: Ol ga <olga@x.org>
        Subject: Re: a Bcc: x
        In-Reply-To: <m@x>
        References: <a@x> <b@x> <m@x>


        """
    )
  }

  @Test(arguments: [("Hello", "Fwd: Hello"), ("FWD: Hello", "FWD: Hello"), ("", "Fwd:")])
  func `W11: a subject says once that it is forwarded, and answers nothing`(
    subject: String,
    forwarded: String
  ) throws {
    let writer = try #require(own.first)
    let mail = OriginalMessage(id: MessageID("m@x"), subject: subject)
    let template = MessageTemplate(forwarding: mail, from: writer)
    #expect(template.subject == forwarded)
    #expect(template.inReplyTo == nil && template.references == [])
    #expect(template.answers == [mail.id])
  }

  @Test func `W10: quotes have a mark more, signatures none, and no line ends in a blank`() {
    let lines = [
      ContentLine(.text, "Hello  "), ContentLine(.text, ""),
      ContentLine(.quote(level: 1), "you said"),
      ContentLine(.quote(level: 2), ""), ContentLine(.text, "item", lead: "  * "),
      ContentLine(.label(.attachment, part: 2), "plan.pdf"), ContentLine(.text, "a\u{7}b"),
      ContentLine(.text, ""), ContentLine(.signature, "-- "), ContentLine(.signature, "Ann"),
    ]
    #expect(
      QuotedText.answering(lines)
        == ["> Hello", ">", ">> you said", ">>>", ">   * item", "> [plan.pdf]", "> a b"]
    )
    #expect(QuotedText.forwarding(lines).suffix(2) == ["--", "Ann"])
  }

  @Test func `W10: an invitation is quoted only where no words stand beside it`() {
    let invitation = [
      ContentLine(.label(.calendar, part: 3), ""), ContentLine(.detail(.event), "Tea"),
      ContentLine(.text, ""), ContentLine(.label(.calendar, part: 4), "invite.ics"),
    ]
    #expect(
      QuotedText.answering(invitation) == ["> [calendar]", "> event: Tea", ">", "> [invite.ics]"]
    )
    let words = [ContentLine(.text, "Please come."), ContentLine(.text, "")]
    let plan = [ContentLine(.label(.attachment, part: 5), "plan.pdf")]
    #expect(
      QuotedText.answering(words + invitation + plan)
        == ["> Please come.", ">", "> [plan.pdf]"]
    )
  }

  @Test func `long fields are folded between their values`() throws {
    let writer = try #require(own.first)
    var template = MessageTemplate(.new, from: writer)
    template.to = (1...4).map {
      NamedAddress(name: "Person Number \($0)", "person\($0)@example.org")
    }
    #expect(
      template.text.hasPrefix(
        """
        From: Robin Ward <robin@example.org>
        To: Person Number 1 <person1@example.org>,
         Person Number 2 <person2@example.org>,
         Person Number 3 <person3@example.org>,
         Person Number 4 <person4@example.org>
        Subject:

        """
      )
    )
  }
}
