import MailIndex
import TestSupport
import Testing
import TriageCore

/// What every index promises, asked of notmuch's and of the one in memory.
@Suite struct StoreContractTests {
  enum Kind: CaseIterable, Sendable {
    case notmuch
    case memory
  }

  /// A store, and what it stands on.
  private struct Subject {
    let store: any MailStore
    var threads: [ThreadID] = []

    init(_ kind: Kind) throws {
      let mail = try TemporaryMail()
      try mail.deliver(
        SampleMessage("a@x", from: "Ann <a@x>", subject: "One", date: 100, tags: ["inbox"]),
        SampleMessage("b@x", from: "Bob <b@x>", subject: "Re: One", date: 200, replyTo: "a@x"),
        SampleMessage("c@x", from: "Cy <c@x>", date: 300, tags: ["inbox", "unread"]),
        SampleMessage("d@x", from: "Ann <a@x>", subject: "Three", date: 400, tags: ["spam"]),
        SampleMessage("e@x", from: "Ann <a@x>", subject: "Re: One", date: 500, replyTo: "b@x")
      )
      let index = try mail.index()
      switch kind {
      case .notmuch: store = index
      case .memory:
        store = InMemoryMail(try index.metadata(of: ["a@x", "b@x", "c@x", "d@x", "e@x"]))
      }
      threads = try index.metadata(of: ["a@x", "c@x", "d@x"]).map(\.thread)
    }

    func write(_ writes: TagWrite...) throws -> IndexRevision {
      let writer = try store.openForWriting()
      defer { writer.abandon() }
      try writer.begin()
      for write in writes { _ = try writer.write(write) }
      let revision = try writer.end()
      try writer.close()
      return revision
    }
  }

  @Test(arguments: Kind.allCases)
  func `lists page by matching messages and name each thread once a page`(_ kind: Kind) throws {
    let subject = try Subject(kind)
    let (one, two) = (subject.threads[0], subject.threads[1])
    let page = try subject.store.list("*", sort: .newestFirst, skip: 0, limit: 1)
    #expect(page.entries == [ThreadEntry(thread: one, date: 500)])
    #expect(page.next == 1)
    let rest = try subject.store.list("*", sort: .newestFirst, skip: 1, limit: 9)
    #expect(rest.entries.map(\.thread) == [two, one])
    #expect(rest.next == nil)
    let oldest = try subject.store.list("tag:inbox", sort: .oldestFirst, skip: 0, limit: 9)
    #expect(oldest.entries.map(\.date) == [100, 300])
  }

  @Test(arguments: Kind.allCases)
  func `rows show the thread and name its matches`(_ kind: Kind) throws {
    let subject = try Subject(kind)
    let rows = try subject.store.rows(subject.threads, of: "tag:inbox", sort: .newestFirst)
    #expect(rows.map(\.matched) == [["a@x"], ["c@x"]])
    #expect(rows.map(\.messages) == [["e@x", "b@x", "a@x"], ["c@x"]])
    #expect(rows.map(\.authors) == [["Ann", "Bob"], ["Cy"]])
    #expect(rows.map(\.subject) == ["One", "A subject"])
    #expect(rows.map(\.tags) == [["inbox"], ["inbox", "unread"]])
    #expect(rows.map(\.marks) == [MarkCounts(), MarkCounts([["unread"]])])
    #expect(rows.map(\.matchedMarks) == [MarkCounts(), MarkCounts([["unread"]])])
    #expect(rows.map(\.date) == [100, 300])
  }

  @Test(arguments: Kind.allCases)
  func `rows name the excluded tags that only some messages have`(_ kind: Kind) throws {
    let subject = try Subject(kind)
    var everything: MailQuery = "*"
    everything.excludes = false
    for (query, count) in [(everything, 3), ("tag:inbox", 1)] {
      _ = try subject.write(TagWrite(message: "b@x", add: ["spam", "todo"]))
      _ = try subject.write(TagWrite(message: "c@x", add: ["spam"]))
      let rows = try subject.store.rows(subject.threads, of: query, sort: .newestFirst)
      #expect(rows.count == count && rows.allSatisfy { $0.tags.contains("spam") })
      #expect(rows.map(\.partialTags) == [["spam"]] + Array(repeating: [], count: count - 1))
    }
  }

  @Test(arguments: Kind.allCases)
  func `rows name what is being written, and leave out drafts that were thrown away`(_ kind: Kind)
    throws
  {
    let subject = try Subject(kind)
    _ = try subject.write(TagWrite(message: "e@x", add: ["draft", "flagged"]))
    var row = try #require(
      try subject.store.rows(subject.threads, of: "tag:inbox", sort: .newestFirst).first
    )
    #expect(row.messages == ["e@x", "b@x", "a@x"] && row.drafts == ["e@x"])
    _ = try subject.write(TagWrite(message: "e@x", add: ["deleted"]))
    row = try #require(
      try subject.store.rows(subject.threads, of: "tag:inbox", sort: .newestFirst).first
    )
    #expect(row.messages == ["b@x", "a@x"] && row.drafts == [])
    #expect(row.tags == ["inbox"] && row.marks == MarkCounts())
    let tree = try subject.store.trees([row.thread], of: "tag:inbox", limit: 9)
    #expect(tree.map { $0.messages.map(\.id) } == [["a@x", "b@x"]])
    // Whoever looks for it finds it.
    let found = try subject.store.rows(subject.threads, of: "tag:deleted", sort: .newestFirst)
    #expect(found.map(\.messages) == [["e@x", "b@x", "a@x"]] && found.map(\.drafts) == [["e@x"]])
  }

  @Test(arguments: Kind.allCases)
  func `excluded tags hide messages from queries and not from ids`(_ kind: Kind) throws {
    let store = try Subject(kind).store
    #expect(try store.ids("*", limit: nil) == ["e@x", "c@x", "b@x", "a@x"])
    #expect(try store.ids("from:ann", limit: 1) == ["e@x"])
    #expect(try store.ids("tag:spam or tag:unread", limit: nil) == ["d@x", "c@x"])
    #expect(try store.ids("id:d@x", limit: nil) == ["d@x"])
    #expect(try store.count("*", .messages) == 4)
    #expect(try store.count("*", .threads) == 2)
    #expect(try store.states(of: ["d@x", "no@x"]).mapValues(\.tags) == ["d@x": ["spam"]])
    #expect(try store.metadata(of: ["d@x", "no@x", "a@x"]).map(\.id) == ["d@x", "a@x"])
    let second = try store.messages("not tag:inbox", sort: .oldestFirst, skip: 1, limit: 1)
    #expect(second.map(\.id) == ["e@x"])
    #expect(try store.allTags() == ["inbox", "spam", "unread"])
  }

  @Test(
    arguments: [
      "one", "ONE and not from:bob", "(tag:inbox or tag:spam) and not (tag:unread or from:bob)",
      "not tag:inbox and tag:spam or tag:unread", "re one", "subject:\"re one\"",
      "subject:\"one re\"",
      "no such words", "is:inbox", "from:\"ann\"", "id:\"a@x\"", "(tag:inbox) and (tag:unread)",
      "folder:inbox and from:cy", "folder:other", "(", "()", "tag:inbox and", "or", "not",
    ]
  )
  func `a query finds the same in memory as in notmuch`(_ text: String) throws {
    let found = try Kind.allCases.map { kind in
      let store = try Subject(kind).store
      let found = Result { try store.ids(MailQuery(text), limit: nil) }
      return found.mapError { _ in TriageFailure(.badQuery, text) }
    }
    #expect(found[0] == found[1])
  }

  @Test(arguments: Kind.allCases)
  func `messages of one second come in the order in which they came, whatever the order`(
    _ kind: Kind
  ) throws {
    let mail = try TemporaryMail()
    let ids: [MessageID] = ["z@x", "a@x", "m@x"]
    for id in ids { try mail.deliver(SampleMessage(id.text)) }
    let index = try mail.index()
    let store: any MailStore = kind == .notmuch ? index : InMemoryMail(try index.metadata(of: ids))
    for sort in DateOrder.allCases {
      #expect(try store.messages("*", sort: sort, skip: 0, limit: 9).map(\.id) == ids)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a thread comes oldest first`(_ kind: Kind) throws {
    let subject = try Subject(kind)
    let thread = try subject.store.thread(subject.threads[0])
    #expect(thread.map(\.id) == ["a@x", "b@x", "e@x"])
  }

  @Test(arguments: Kind.allCases)
  func `E23: a tree names its messages, and which of them match`(_ kind: Kind) throws {
    let subject = try Subject(kind)
    let gone = ThreadID("00000000000fffff")
    let asked = [subject.threads[0], gone]
    let trees = try subject.store.trees(asked, of: "tag:inbox", limit: 2)
    #expect(trees.map(\.thread) == asked)
    #expect(trees.map(\.omitted) == [1, 0])
    #expect(trees.map { $0.messages.map(\.id) } == [["a@x", "b@x"], []])
    #expect(trees[0].messages.map(\.isMatched) == [true, false])
    #expect(trees[0].messages.map(\.author) == ["Ann", "Bob"])
    #expect(trees[0].messages.map(\.subject) == ["One", "One"])
    #expect(trees[0].messages.map(\.date) == [100, 200])
    #expect(trees[0].messages.map(\.tags) == [["inbox"], []])
  }

  @Test(arguments: Kind.allCases)
  func `a commit shows its tags, its revision and who was changed`(_ kind: Kind) throws {
    let subject = try Subject(kind)
    let before = try subject.store.revision()
    let after = try subject.write(
      TagWrite(message: "a@x", add: ["todo"], remove: ["inbox"]),
      TagWrite(message: "no@x", add: ["todo"])
    )
    #expect(after == IndexRevision(uuid: before.uuid, number: before.number + 1))
    #expect(try subject.store.revision() == after)
    #expect(try subject.store.ids("tag:todo", limit: nil) == ["a@x"])
    let writer = try subject.store.openForWriting()
    defer { writer.abandon() }
    let changes = try writer.lastChanges(of: ["a@x", "c@x", "no@x"])
    #expect(changes["a@x"] == after.number)
    #expect(changes["c@x"].map { $0 <= before.number } == true)
    #expect(changes["no@x"] == nil)
    #expect(try subject.store.lastChanges(of: ["a@x", "c@x", "no@x"]) == changes)
    #expect(try subject.store.lastChanges(of: []).isEmpty)
    #expect(try writer.lastChanges(of: []).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `an abandoned section changes nothing`(_ kind: Kind) throws {
    let store = try Subject(kind).store
    let before = try store.revision()
    let writer = try store.openForWriting()
    try writer.begin()
    #expect(try writer.write(TagWrite(message: "a@x", add: ["todo"])))
    #expect(try writer.ids("tag:todo", limit: nil) == ["a@x"])
    #expect(try store.ids("tag:todo", limit: nil).isEmpty)
    writer.abandon()
    writer.abandon()
    #expect(try store.revision() == before)
    #expect(try store.states(of: ["a@x"])["a@x"]?.tags == ["inbox"])
  }
}
