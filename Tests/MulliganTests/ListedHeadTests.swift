import Foundation
import TestSupport
import Testing
import TriageCore

/// Lists say what the files say, where the index has it wrong.
@Suite struct ListedHeadTests {
  /// Raw fields that the library of Debian 12 cuts at the first padding.
  struct Head: CustomTestStringConvertible, Sendable {
    var name: String
    var subject: String
    var shown: String
    var from = "Ann <ann@example.org>"
    var author = "Ann"

    var testDescription: String { name }
  }

  static let heads = [
    Head(
      name: "two padded words",
      subject: "=?utf-8?B?R8OkcnRuZXJ0cmVmZg==?=\n =?utf-8?B?ZW4gaW0gTWFp?=",
      shown: "Gärtnertreffen im Mai"
    ),
    Head(
      name: "one padding",
      subject: "=?UTF-8?b?TcO8bGxlbjI=?= =?UTF-8?b?IHVuZCBTdHJhw59l?=",
      shown: "Müllen2 und Straße"
    ),
    Head(
      name: "ASCII in the first word",
      subject:
        "=?utf-8?B?SW52aXRhdGlvbiB0byB0aGUgc3ByaQ==?=\n =?utf-8?B?bmcgR8OkcnRuZXJ0cmVmZmVu?=",
      shown: "Invitation to the spring Gärtnertreffen"
    ),
    Head(
      name: "a sender",
      subject: "Plain",
      shown: "Plain",
      from: "=?utf-8?B?SsO2cmcgV2Vpw58=?= =?utf-8?B?IGF1cyBCb25u?= <joerg@example.org>",
      author: "Jörg Weiß aus Bonn"
    ),
    Head(
      name: "another character set",
      subject: "=?iso-8859-1?B?R+RydG5lcg==?= =?iso-8859-1?B?IHVuZCBCYXVlcg==?=",
      shown: "Gärtner und Bauer"
    ),
    Head(name: "plain umlauts", subject: "=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", shown: "Grüße"),
    Head(name: "ASCII", subject: "The meeting is on Tuesday", shown: "The meeting is on Tuesday"),
  ]

  private func mailbox(_ head: Head) throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("h@example.org", from: head.from, subject: head.subject, tags: ["inbox"]),
      SampleMessage("a@example.org", subject: "Re: Other", replyTo: "h@example.org")
    )
    return mail
  }

  @Test(arguments: heads)
  func `the shell lists the subject and the sender of the file`(head: Head) throws {
    let mail = try mailbox(head)
    let before = try mail.dump()
    let threads = try mail.mulligan("list", "tag:inbox")
    #expect(
      threads.output.contains("  \(head.author), Ann; \(head.shown)  (")
        || threads.output.contains("  \(head.author); \(head.shown)  ("),
      "\(threads)"
    )
    let json = try mail.mulligan("list", "--json", "tag:inbox").objects
    #expect(json.first?["subject"] as? String == head.shown)
    #expect((json.first?["authors"] as? [String])?.first == head.author)
    let messages = try mail.mulligan("list", "--output", "messages", "--json", "id:h@example.org")
    #expect(messages.objects.first?["subject"] as? String == head.shown)
    let from = messages.objects.first?["from"] as? String
    #expect(from?.replacing("\"", with: "").hasPrefix(head.author) == true, "\(messages)")
    let shown = try mail.mulligan("show", "--json", "id:h@example.org").objects
    #expect(shown.first?["subject"] as? String == head.shown)
    #expect(try mail.dump() == before)
  }

  @Test func `the screen lists it, and the head of the thread says it`() throws {
    let mail = try TemporaryMail()
    try mail.makeMaildir("inbox")
    let file = "\(TemporaryMail.fixtures)/cases/reading/R24-subject-of-two-padded-words.eml"
    try FileManager.default.copyItem(atPath: file, toPath: "\(mail.root)/inbox/cur/1.a:2,S")
    try mail.notmuch("new")
    try mail.tag("+inbox", "*")
    let screen = try TmuxScreen(mail)
    try screen.wait(for: "Gärtnertreffen im Mai")
    try screen.press("Enter")
    try screen.wait(for: "Subject: Gärtnertreffen im Mai")
    try screen.press("Q")
    try screen.wait(for: "left with 0")
  }

  @Test func `without its file a message is listed as the index has it`() throws {
    let mail = try mailbox(Self.heads[0])
    let file = try mail.notmuch("search", "--output=files", "id:h@example.org").lines[0]
    try FileManager.default.removeItem(atPath: file)
    let json = try mail.mulligan("list", "--json", "tag:inbox").objects
    #expect(json.first?["subject"] as? String == "Gärtnertreff")
  }
}
