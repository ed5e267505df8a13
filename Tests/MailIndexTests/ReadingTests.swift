import MailIndex
import TestSupport
import Testing
import TriageCore

/// What the index answers, beside what the `notmuch` program says of the same mailbox.
@Suite struct ReadingTests {
  @Test func `messages come newest first with their facts`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@x", subject: "First", date: 1_000_000, tags: ["inbox"]),
      SampleMessage("b@x", subject: "Second", date: 2_000_000, tags: ["inbox", "unread"])
    )
    let messages = try mail.index().messages("tag:inbox", sort: .newestFirst, skip: 0, limit: 10)
    #expect(messages.map(\.id.text) == ["b@x", "a@x"])
    #expect(messages.map(\.date) == [2_000_000, 1_000_000])
    #expect(messages.map(\.subject) == ["Second", "First"])
    #expect(messages.first?.tags == ["inbox", "unread"])
    #expect(messages.first?.from == "Ann <ann@example.org>")
    #expect(messages.first?.files.first?.hasPrefix("\(mail.root)/inbox/cur/") == true)
  }

  @Test func `a message known only from references is not there`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("b@x", replyTo: "ghost@x"))
    let index = try mail.index()
    #expect(try index.states(of: ["b@x", "ghost@x", "no@x"]).keys.map(\.text) == ["b@x"])
    #expect(try index.facts(of: ["ghost@x"]).isEmpty)
  }
}
