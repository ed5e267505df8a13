import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// What the index answers, beside what the `notmuch` program says of the same mailbox.
@Suite struct ReadingTests {
  @Test func `messages come newest first with their metadata`() throws {
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
    #expect(try index.metadata(of: ["ghost@x"]).isEmpty)
    #expect(try index.authors(of: ["b@x", "ghost@x", "no@x"]).keys.map(\.text) == ["b@x"])
  }

  @Test func `any id that the index has finds its message, by id and by query`() throws {
    let mail = try TemporaryMail()
    let ids = [
      "quo\"te@x", "$(id)@x", "a b@x", "back\\slash@x", "(paren@x", "or@x", "notmuch-sha1-00@x",
      "é\u{301}@x", "é@x", "*@x", "-dash@x", "{a}@x", "a'b@x",
      String(repeating: "long", count: 150),
    ]
    try mail.deliver(ids.map { SampleMessage($0) })
    let index = try mail.index()
    let known = try index.ids("*", limit: nil)
    #expect(known.count == ids.count)
    let dumped = try mail.notmuch("search", "--output=messages", "--format=text0", "*")
    #expect(dumped.split(separator: "\0").map { String($0.dropFirst(3)) } == known.map(\.text))
    #expect(try index.states(of: known).count == ids.count)
    #expect(try index.metadata(of: known).map(\.id) == known)
    let writer = try index.openForWriting()
    defer { writer.abandon() }
    #expect(try writer.lastChanges(of: known).count == ids.count)
    for id in known {
      #expect(try index.ids(MailQuery(MailQuery.quotedID(id)), limit: nil) == [id])
    }
  }

  @Test func `tags of the index are listed in the order of bytes`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@x", tags: ["b", "a", "Z"]),
      SampleMessage("b@x", tags: ["ä", "b"])
    )
    #expect(try mail.index().allTags() == ["Z", "a", "b", "ä"])
  }

  @Test func `messages without a usable date are read, and sort last`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("none@x", date: nil, tags: ["inbox"]),
      SampleMessage("odd@x", date: nil, headers: "Date: yesterday, perhaps\n", tags: ["inbox"]),
      SampleMessage("a@x", date: 1_000_000, tags: ["inbox"])
    )
    let messages = try mail.index().messages("tag:inbox", sort: .newestFirst, skip: 0, limit: 9)
    #expect(messages.map(\.date) == [1_000_000, nil, nil])
    #expect(messages.first?.id == "a@x")
    let page = try mail.index().list("tag:inbox", sort: .newestFirst, skip: 0, limit: 9)
    #expect(page.entries.map(\.date) == [1_000_000, nil, nil])
    #expect(page.next == nil)
  }

  @Test func `counts are those of notmuch`() throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(80, seed: 9)
    let index = try mail.index()
    for query: MailQuery in ["*", "tag:inbox", "tag:deleted", "tag:unread and from:ann"] {
      #expect(try index.count(query, .messages) == mail.count(query.text))
      let threads = try mail.notmuch("count", "--output=threads", "--", query.text)
      #expect(try index.count(query, .threads) == Int(threads.lines.first ?? ""))
    }
  }
}

/// Who gets what was sent, in a list of sent mail and in no other.
@Suite struct RecipientTests {
  @Test func `the rows of sent mail say who gets it, from its file`() throws {
    let mail = try TemporaryMail()
    let fields = [
      "a@x": "To: Zoe <z@example.org>, =?utf-8?q?B=C3=B6rn?= <b@example.org>,\n c@example.org\n",
      "b@x": "Cc: Eve <eve@example.org>\n", "c@x": "To: Ann <ann@\n",
    ]
    for (id, field) in fields {
      let file = try mail.write(SampleMessage(id))
      let text = try String(contentsOfFile: file, encoding: .utf8)
        .replacing("To: Robin Tester <robin@example.org>\n", with: field)
      try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
    try mail.notmuch("new")
    try mail.notmuch("tag", "+sent", "--", "*")
    let index = try mail.index()
    for query in ["tag:sent", "(tag:sent) and (id:a@x or id:b@x or id:c@x)"] {
      let page = try index.list(MailQuery(query), sort: .newestFirst, skip: 0, limit: 9)
      let threads = page.entries.map(\.thread)
      let rows = try index.rows(threads, of: MailQuery(query), sort: .newestFirst)
      let pairs = rows.map { ($0.messages[0], $0.recipients) }
      #expect(
        Dictionary(uniqueKeysWithValues: pairs)
          == ["a@x": ["Zoe", "Börn", "c@example.org"], "b@x": ["Eve"], "c@x": []]
      )
    }
    try mail.notmuch("tag", "+draft", "--", "id:a@x")
    let drafts = try mail.index()
    let draft = try drafts.list(MailQuery("tag:draft"), sort: .newestFirst, skip: 0, limit: 9)
    let threads = draft.entries.map(\.thread)
    let named = try drafts.rows(threads, of: MailQuery("tag:draft"), sort: .newestFirst)
    #expect(named.map(\.recipients) == [["Zoe", "Börn", "c@example.org"]])
    let all = try index.list(MailQuery("*"), sort: .newestFirst, skip: 0, limit: 9)
    let rows = try index.rows(all.entries.map(\.thread), of: MailQuery("*"), sort: .newestFirst)
    #expect(rows.count == 3 && rows.allSatisfy(\.recipients.isEmpty))
  }
}
