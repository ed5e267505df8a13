import MailIndex
import TestSupport
import Testing
import TriageCore

/// Lists, beside what `notmuch search` says of the same mailbox.
@Suite struct ListTests {
  private static let queries: [MailQuery] = [
    "tag:inbox", "*", "tag:unread and not tag:lists", "from:ann", "not tag:inbox", "subject:re",
    "tag:inbox or tag:deleted", "tag:nothing", "date:2019..2020", "-tag:inbox", "  ",
    "tag:inbox or (tag:unread", "subject:\"subject", "(tag:inbox) or tag:todo", "a) or tag:inbox",
    "tag:todo) or (tag:inbox", "from:\"/^(ann|carl)/\"", "\"(\" tag:inbox) or tag:todo",
    "is:unread",
    "thread:{tag:todo}", "m1@x or subject:7", "NOT tag:lists AND tag:unread", "tag:*",
  ]

  @Test(arguments: [1, 2])
  func `messages and threads come in notmuch's order, page by page`(_ seed: UInt64) throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(220, seed: seed)
    // Dates before 1970 cannot be asked for, but they sort.
    try mail.deliver(SampleMessage("old@x", date: -86_400 * 400, tags: ["inbox", "todo"]))
    let index = try mail.index()
    for query in Self.queries {
      for sort in DateOrder.allCases {
        try compare(query, sort, index, mail)
      }
    }
  }

  private func compare(
    _ query: MailQuery,
    _ sort: DateOrder,
    _ index: NotmuchIndex,
    _ mail: TemporaryMail
  ) throws {
    let context: Comment = "\(query.text) \(sort.rawValue)"
    var messages = try mail.search("messages", query, sort.rawValue).map { $0.dropPrefix("id:") }
    var threads = try mail.search("threads", query, sort.rawValue).map { $0.dropPrefix("thread:") }
    if sort == .oldestFirst {
      messages = try undatedLast(messages, mail)
      threads = try index.metadata(of: messages.map { MessageID($0) }).map(\.thread.text)
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    for limit in [3, 50, 1_000] {
      var found: [String] = []
      repeat {
        let page = try index.messages(query, sort: sort, skip: found.count, limit: limit)
        found += page.map(\.id.text)
        if page.isEmpty { break }
      } while found.count < messages.count + limit
      #expect(found == messages, context)
      #expect(try pages(of: query, sort, limit: limit, index) == threads, context)
    }
    #expect(try index.count(query, .messages) == messages.count, context)
    #expect(try index.count(query, .threads) == threads.count, context)
    if sort == .newestFirst {
      #expect(try index.ids(query, limit: nil).map(\.text) == messages, context)
      #expect(try index.ids(query, limit: 7).map(\.text) == Array(messages.prefix(7)), context)
    }
  }

  /// notmuch's order of messages, but for those without a date, which it puts first.
  private func undatedLast(_ messages: [String], _ mail: TemporaryMail) throws -> [String] {
    let undated = Set(try mail.search("messages", "0..0", "newest-first"))
    return messages.filter { !undated.contains("id:\($0)") }
      + messages.filter { undated.contains("id:\($0)") }
  }

  @Test(arguments: DateOrder.allCases)
  func `mail without a date comes last, whatever the order`(_ sort: DateOrder) throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("none@x", date: nil, tags: ["inbox"]),
      SampleMessage("old@x", date: 1_000_000, tags: ["inbox"]),
      SampleMessage("new@x", date: 2_000_000, tags: ["inbox"]),
      SampleMessage("answer@x", date: nil, replyTo: "new@x", tags: ["inbox"])
    )
    let index = try mail.index()
    let dated = sort == .newestFirst ? ["new@x", "old@x"] : ["old@x", "new@x"]
    // The last one is no form that a term could be joined to.
    for query: MailQuery in ["*", "tag:inbox", "(tag:inbox"] {
      for limit in [1, 2, 9] {
        var found: [MessageMetadata] = []
        while found.count < 4 {
          found += try index.messages(query, sort: sort, skip: found.count, limit: limit)
        }
        #expect(found.prefix(2).map(\.id.text) == dated, "\(query.text) \(limit)")
        #expect(Set(found.suffix(2).map(\.id.text)) == ["none@x", "answer@x"])
        let threads = try pages(of: query, sort, limit: limit, index)
        #expect(threads == found.prefix(2).map(\.thread.text) + [try index.thread(of: "none@x")])
      }
      let page = try index.list(query, sort: sort, skip: 0, limit: 9)
      let dates = page.entries.map(\.date)
      #expect(
        dates
          == (sort == .newestFirst ? [2_000_000, 1_000_000, nil] : [1_000_000, 2_000_000, nil])
      )
      for index in [index, try mail.index()] {
        let rows = try index.rows(page.entries.map(\.thread), of: query, sort: sort)
        #expect(rows.map(\.date) == dates)
        #expect(rows.contains { $0.messages == ["new@x", "answer@x"] })
      }
    }
  }

  /// All pages of a list; a thread that a later page names again counts where it came first.
  private func pages(
    of query: MailQuery,
    _ sort: DateOrder,
    limit: Int,
    _ index: NotmuchIndex
  ) throws -> [String] {
    var threads: [String] = []
    var skip: Int? = 0
    while let place = skip {
      let page = try index.list(query, sort: sort, skip: place, limit: limit)
      #expect(page.entries.count <= limit)
      #expect(Set(page.entries.map(\.thread)).count == page.entries.count)
      threads += page.entries.map(\.thread.text).filter { !threads.contains($0) }
      skip = page.next
    }
    return threads
  }

  @Test func `a page without a limit has everything`() throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(40, seed: 3)
    let index = try mail.index()
    let threads = try mail.notmuch("search", "--output=threads", "--exclude=false", "*").lines
    var everything = MailQuery("*")
    everything.excludes = false
    let page = try index.list(everything, sort: .newestFirst, skip: 0, limit: .max)
    #expect(page.entries.count == threads.count && page.next == nil)
    let messages = try index.messages(everything, sort: .newestFirst, skip: 0, limit: .max)
    #expect(messages.count == 40)
  }

  @Test(arguments: SortValue.allCases)
  func `E24: what threads are sorted by is what their rows say`(_ value: SortValue) throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(220, seed: 4)
    let index = try mail.index()
    for query in Self.queries {
      var looked: [Int] = []
      let found = try index.sortableThreads(of: query, for: value, limit: 1_000) {
        looked.append($0)
        return true
      }
      let page = try index.list(query, sort: .newestFirst, skip: 0, limit: .max)
      #expect(found.threads.map(\.entry) == page.entries, "\(query.text)")
      let rows = try index.rows(page.entries.map(\.thread), of: query, sort: .newestFirst)
      switch value {
      case .sender: #expect(found.threads.map(\.text) == rows.map { $0.authors.first ?? "" })
      case .subject: #expect(found.threads.map(\.text) == rows.map(\.subject))
      case .size: #expect(found.threads.map(\.size) == rows.map(\.messages.count))
      case .waking: #expect(found.threads.allSatisfy { $0.text.isEmpty })
      }
      #expect(looked == looked.sorted())
    }
  }

  @Test func `E24: too many threads are not sorted, and who asked can give up`() throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(60, seed: 4)
    let index = try mail.index()
    let count = try index.list("*", sort: .newestFirst, skip: 0, limit: .max).entries.count
    let all = try index.sortableThreads(of: "*", for: .sender, limit: count) { _ in true }
    #expect(all.threads.count == count)
    #expect(throws: TriageFailure(.tooManyThreads, "\(count - 1)")) {
      try index.sortableThreads(of: "*", for: .sender, limit: count - 1) { _ in true }
    }
    #expect(throws: TriageFailure(.cancelled)) {
      try index.sortableThreads(of: "*", for: .size, limit: count) { _ in false }
    }
  }

  @Test func `a page found by windows equals the page of a whole scan`() throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(220, seed: 3)
    let query: MailQuery = "tag:inbox or tag:lists"
    let whole = try mail.search("messages", query, "newest-first").map { $0.dropPrefix("id:") }
    for now: Timestamp in [0, 1_000, 1_550_000_000, 1_700_000_000, 9_000_000_000] {
      let index = try mail.index { now }
      for skip in [0, 1, 20, whole.count - 1, whole.count, whole.count + 5] {
        let page = try index.messages(query, sort: .newestFirst, skip: skip, limit: 10)
        #expect(page.map(\.id.text) == Array(whole.dropFirst(skip).prefix(10)))
      }
    }
  }

  @Test func `a page begins where the last one ended, also after the index has changed`() throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(100, seed: 4)
    let index = try mail.index()
    let first = try index.list("*", sort: .newestFirst, skip: 0, limit: 10)
    try mail.tag("+changed", "tag:todo")
    let next = try #require(first.next)
    let second = try index.list("*", sort: .newestFirst, skip: next, limit: 10)
    #expect(second.revision != first.revision)
    let fresh = try mail.index().list("*", sort: .newestFirst, skip: next, limit: 10)
    #expect(second == fresh)
  }

  @Test(arguments: DateOrder.allCases)
  func `rows say what notmuch says of the threads`(_ sort: DateOrder) throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(220, seed: 5, plainDates: true)
    for query: MailQuery in ["tag:inbox", "*", "tag:unread", "tag:todo and from:ann", "(tag:lists"]
    {
      let index = try mail.index()
      let page = try index.list(query, sort: sort, skip: 0, limit: 1_000)
      let expected = try mail.summaries(query, sort.rawValue)
      let remembered = try index.rows(page.entries.map(\.thread), of: query, sort: sort)
      #expect(remembered.map { Summary($0) } == expected)
      let fresh = try mail.index().rows(page.entries.map(\.thread), of: query, sort: sort)
      #expect(fresh == remembered || sort == .oldestFirst)
      #expect(fresh.map { Summary($0) } == expected)
    }
  }

  @Test func `rows of a long thread count its tags`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      (0..<60).map { number in
        var message = SampleMessage("m\(number)@x", from: "A\(number % 7) <a@x>", subject: "Long")
        message.date = 1_600_000_000 + Timestamp(number)
        if number > 0 { message.replyTo = "m0@x" }
        if number.isMultiple(of: 2) { message.tags = ["unread"] }
        if number.isMultiple(of: 5) { message.tags = ["inbox", "five"] }
        if number.isMultiple(of: 3) { message.tags.insert(.flagged) }
        return message
      }
    )
    for query: MailQuery in ["tag:inbox", "*", "tag:five and tag:inbox"] {
      let index = try mail.index()
      let page = try index.list(query, sort: .newestFirst, skip: 0, limit: 10)
      let rows = try index.rows(page.entries.map(\.thread), of: query, sort: .newestFirst)
      #expect(try rows.map { Summary($0) } == mail.summaries(query, "newest-first"))
      #expect(rows.first?.messages.count == 60)
      let marks = try #require(rows.first)
      let matches = query.text == "*" ? "" : "(\(query.text)) and "
      #expect(try marks.marks.unread == mail.count("tag:unread"))
      #expect(try marks.marks.starred == mail.count("tag:flagged"))
      #expect(try marks.matchedMarks.unread == mail.count("\(matches)tag:unread"))
      #expect(try marks.matchedMarks.starred == mail.count("\(matches)tag:flagged"))
    }
  }

  @Test func `rows of a long thread name the excluded tags that only some messages have`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      (0..<40).map { number in
        var message = SampleMessage("m\(number)@x", tags: ["inbox"])
        if number > 0 { message.replyTo = "m0@x" }
        if number == 7 { message.tags.insert("deleted") }
        return message
      }
    )
    let index = try mail.index()
    let page = try index.list("tag:inbox", sort: .newestFirst, skip: 0, limit: 10)
    let rows = try index.rows(page.entries.map(\.thread), of: "tag:inbox", sort: .newestFirst)
    #expect(rows.map(\.messages.count) == [40])
    #expect(rows.map(\.partialTags) == [["deleted"]])
  }

  @Test func `a thread that has gone or has no match has no row`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(SampleMessage("a@x", tags: ["inbox"]), SampleMessage("b@x"))
    let index = try mail.index()
    let threads = try index.metadata(of: ["a@x", "b@x"]).map(\.thread)
    let asked = threads + [ThreadID("00000000000fffff"), ThreadID("x or *"), ThreadID("")]
    let rows = try index.rows(asked, of: "tag:inbox", sort: .newestFirst)
    #expect(rows.map(\.matched) == [["a@x"]])
    #expect(try index.thread(ThreadID("* or x")).isEmpty)
  }

  @Test func `answers follow what they answer, as deep as notmuch shows them`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("a@x", date: 1_000_000),
      SampleMessage("b@x", date: 2_000_000, replyTo: "a@x"),
      SampleMessage("c@x", date: 3_000_000, replyTo: "a@x"),
      SampleMessage("d@x", date: 4_000_000, replyTo: "b@x"),
      SampleMessage("e@x", date: 5_000_000, replyTo: "gone@x"),
      SampleMessage("f@x", date: 6_000_000, replyTo: "gone@x"),
      SampleMessage("g@x", date: 7_000_000, replyTo: "g@x")
    )
    let index = try mail.index()
    func shape(_ id: MessageID) throws -> [String] {
      let thread = try #require(try index.metadata(of: [id]).first?.thread)
      return try index.thread(thread).map { "\($0.depth) \($0.id)" }
    }
    #expect(try shape("d@x") == ["0 a@x", "1 b@x", "2 d@x", "1 c@x"])
    #expect(try shape("f@x") == ["0 e@x", "0 f@x"])
    #expect(try shape("g@x") == ["0 g@x"])
  }

  @Test func `a thread is read oldest first, excluded messages too`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("b@x", date: 2_000_000, replyTo: "a@x", tags: ["deleted"]),
      SampleMessage("a@x", date: 1_000_000),
      SampleMessage("c@x", date: 3_000_000, replyTo: "a@x")
    )
    let index = try mail.index()
    let thread = try #require(try index.metadata(of: ["b@x"]).first?.thread)
    #expect(try index.thread(thread).map(\.id) == ["a@x", "b@x", "c@x"])
    let row = try index.rows([thread], of: "*", sort: .newestFirst).first
    #expect(row?.messages == ["c@x", "b@x", "a@x"])
    #expect(row?.matched == ["c@x", "a@x"])
  }
}

extension NotmuchIndex {
  fileprivate func thread(of message: MessageID) throws(TriageFailure) -> String {
    try metadata(of: [message]).first?.thread.text ?? ""
  }
}
