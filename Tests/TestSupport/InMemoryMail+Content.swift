package import TriageCore

extension InMemoryMail {
  /// All that a commit replaces.
  package struct Content {
    /// A message, and what the index alone knows of it.
    struct Entry {
      var metadata: MessageMetadata
      /// The number of the message: of one date, what came first stands first.
      var number: Int
      var lastChange: UInt64
    }

    private(set) var entries: [MessageID: Entry] = [:]
    private var count = 0
    /// The number of commits.
    package var revision = IndexRevision(uuid: "memory", number: 0)

    init() {}
  }
}

extension InMemoryMail.Content {
  subscript(_ message: MessageID) -> MessageMetadata? { entries[message]?.metadata }

  /// Adds a message, or replaces what is known of it.
  mutating func put(_ message: MessageMetadata, at revision: UInt64) {
    count += 1
    let number = entries[message.id]?.number ?? count
    entries[message.id] = Entry(metadata: message, number: number, lastChange: revision)
  }

  mutating func remove(_ message: MessageID) { entries[message] = nil }

  package func inOrder(
    _ sort: DateOrder,
    where isWanted: (MessageMetadata) -> Bool
  ) -> [MessageMetadata] {
    let wanted = entries.values.filter { isWanted($0.metadata) }
    return wanted.sorted { Self.isInOrder($0, $1, sort) }.map(\.metadata)
  }

  private static func isInOrder(_ left: Entry, _ right: Entry, _ sort: DateOrder) -> Bool {
    // What has no date comes last in both orders.
    guard let first = left.metadata.date, let second = right.metadata.date else {
      return left.metadata.date == right.metadata.date
        ? left.number < right.number : right.metadata.date == nil
    }
    if first == second { return left.number < right.number }
    return sort == .newestFirst ? first > second : first < second
  }

  /// The revisions that a query asks for, if it asks for nothing else.
  private static func changes(_ query: String) -> ClosedRange<UInt64>? {
    let field = "lastmod:"
    guard query.hasPrefix(field) else { return nil }
    let bounds = query.dropFirst(field.count).split(separator: "..").compactMap { UInt64($0) }
    return bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
  }

  func matches(
    _ query: MailQuery,
    _ excluded: Set<MailTag>,
    _ sort: DateOrder
  ) throws(TriageFailure) -> [MessageMetadata] {
    if let range = Self.changes(query.text) {
      let changed = entries.filter { range.contains($0.value.lastChange) }.keys
      return inOrder(sort) { changed.contains($0.id) }
    }
    let form = try InMemoryQuery(query.text)
    let hidden = query.excludes ? excluded.subtracting(form.tags) : []
    return inOrder(sort) { $0.tags.isDisjoint(with: hidden) && form.matches($0) }
  }

  func ids(
    _ query: MailQuery,
    _ excluded: Set<MailTag>,
    _ limit: Int?
  ) throws(TriageFailure) -> [MessageID] {
    try matches(query, excluded, .newestFirst).prefix(limit ?? .max).map(\.id)
  }

  func states(_ wanted: [MessageID]) -> [MessageID: MessageState] {
    var states: [MessageID: MessageState] = [:]
    for id in wanted {
      states[id] = self[id].map { MessageState(tags: $0.tags, files: $0.files, thread: $0.thread) }
    }
    return states
  }

  func authors(_ wanted: [MessageID]) -> [MessageID: String] {
    var authors: [MessageID: String] = [:]
    for id in wanted { authors[id] = self[id]?.from }
    return authors
  }

  func positions(_ wanted: [MessageID]) -> [MessageID: MessagePosition] {
    var positions: [MessageID: MessagePosition] = [:]
    for id in wanted {
      positions[id] = self[id].map { MessagePosition(thread: $0.thread, date: $0.date) }
    }
    return positions
  }

  func lastChanges(_ wanted: [MessageID]) -> [MessageID: UInt64] {
    var changes: [MessageID: UInt64] = [:]
    for id in wanted { changes[id] = entries[id]?.lastChange }
    return changes
  }

  /// Returns the rows of threads, given all that matches, newest first.
  func rows(
    _ threads: [ThreadID],
    _ matches: [MessageMetadata],
    _ excluded: Set<MailTag>,
    _ sort: DateOrder
  ) -> [ThreadRow] {
    let wanted = Set(threads)
    let members = Dictionary(
      grouping: inOrder(.newestFirst) { wanted.contains($0.thread) },
      by: \.thread
    )
    let matched = Dictionary(grouping: matches, by: \.thread)
    return threads.compactMap { row($0, members[$0] ?? [], matched[$0] ?? [], excluded, sort) }
  }

  private func row(
    _ thread: ThreadID,
    _ members: [MessageMetadata],
    _ matched: [MessageMetadata],
    _ excluded: Set<MailTag>,
    _ sort: DateOrder
  ) -> ThreadRow? {
    let oldest = matched.last { $0.date != nil } ?? matched.last
    guard let face = sort == .newestFirst ? matched.first : oldest else { return nil }
    let found = Set(matched.map(\.id))
    let members = members.filter { !$0.tags.areOfDiscardedDraft || found.contains($0.id) }
    let others = members.filter { !found.contains($0.id) }
    var seen: Set<String> = []
    var row = ThreadRow(
      thread: thread,
      date: face.date,
      authors: (matched.reversed() + others.reversed()).map(\.authorName)
        .filter { seen.insert($0).inserted },
      subject: face.subject,
      tags: members.reduce(into: []) { $0.formUnion($1.tags) },
      partialTags: excluded.filter { tag in
        let count = members.count { $0.tags.contains(tag) }
        return count > 0 && count < members.count
      },
      matched: matched.map(\.id),
      messages: members.map(\.id),
      marks: MarkCounts(members.map(\.tags)),
      matchedMarks: MarkCounts(matched.map(\.tags))
    )
    row.drafts = Set(members.filter(\.tags.areOfDraft).map(\.id))
    return row
  }
}

extension InMemoryMail.Content {
  /// Returns the tree of a thread, as deep as its messages say.
  func tree(_ thread: ThreadID, _ matched: Set<MessageID>, _ limit: Int) -> ThreadTree {
    let members = inOrder(.oldestFirst) { message in
      message.thread == thread
        && (!message.tags.areOfDiscardedDraft || matched.contains(message.id))
    }
    let messages = members.prefix(limit).map { message in
      TreeMessage(
        id: message.id,
        depth: message.depth,
        date: message.date,
        author: message.authorName,
        subject: message.subject.replacing(/^(Re: )+/, with: ""),
        tags: message.tags,
        isMatched: matched.contains(message.id)
      )
    }
    return ThreadTree(
      thread: thread,
      messages: messages,
      omitted: members.count - messages.count
    )
  }
}

extension MessageMetadata {
  /// The part of the author before the address.
  fileprivate var authorName: String {
    let name = from.prefix { $0 != "<" }
    return name.last == " " ? String(name.dropLast()) : String(name)
  }
}
