package import TriageCore

/// A mail index in memory that keeps the promises of the real one: the plain way to say them.
///
/// Queries are of the small language of `InMemoryQuery`.
package final class InMemoryMail: MailStore {
  /// What is in the index, to be kept and put back.
  package var content = Content()
  private weak var writer: InMemoryMailWriter?
  private let excludedTags: Set<MailTag>
  /// The saved queries of notmuch's configuration.
  package var saved: [(name: String, query: String)] = []
  /// Who gets messages.
  package var recipients: [MessageID: [String]] = [:]
  /// What opening for writing throws.
  package var openingFails: TriageFailure?
  /// What the next close of a writer throws, having committed nothing.
  package var closingFails: TriageFailure?
  /// What every read throws.
  package var readingFails: TriageFailure?

  /// Makes an index of some messages.
  package init(
    _ messages: [MessageMetadata] = [],
    excludedTags: Set<MailTag> = ["deleted", "spam"]
  ) {
    self.excludedTags = excludedTags
    deliver(messages)
  }

  /// Adds messages as another program would.
  package func deliver(_ messages: [MessageMetadata]) {
    content.revision.number += 1
    for message in messages { content.put(message, at: content.revision.number) }
  }

  /// Changes tags as another program would.
  package func tag(_ message: MessageID, _ edit: TagEdit) {
    guard var metadata = content[message] else { return }
    metadata.tags = edit.applied(to: metadata.tags)
    deliver([metadata])
  }

  /// Forgets a message as another program would when its file is deleted.
  package func remove(_ message: MessageID) {
    content.revision.number += 1
    content.remove(message)
  }

  /// All messages, oldest first, also those that queries leave out.
  package var all: [MessageMetadata] { content.inOrder(.oldestFirst) { _ in true } }

  package func revision() throws(TriageFailure) -> IndexRevision {
    try answer(content.revision)
  }

  package func list(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> ListPage {
    var entries: [ThreadEntry] = []
    var seen: Set<ThreadID> = []
    var taken = skip
    let matches = try content.matches(query, excludedTags, sort)
    for message in matches.dropFirst(skip) {
      if !seen.contains(message.thread) {
        if entries.count == limit { break }
        seen.insert(message.thread)
        entries.append(ThreadEntry(thread: message.thread, date: message.date))
      }
      taken += 1
    }
    let next = taken < matches.count ? taken : nil
    return try answer(ListPage(revision: content.revision, entries: entries, next: next))
  }

  package func rows(
    _ threads: [ThreadID],
    of query: MailQuery,
    sort: DateOrder
  ) throws(TriageFailure) -> [ThreadRow] {
    let matches = try content.matches(query, excludedTags, .newestFirst)
    var rows = content.rows(threads, matches, excludedTags, sort)
    for index in rows.indices where query.listsOwnMail {
      rows[index].recipients = rows[index].matched.first.flatMap { recipients[$0] } ?? []
    }
    return try answer(rows)
  }

  package func messages(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> [MessageMetadata] {
    try answer(Array(content.matches(query, excludedTags, sort).dropFirst(skip).prefix(limit)))
  }

  package func sortableThreads(
    of query: MailQuery,
    for value: SortValue,
    limit: Int,
    goesOn: (Int) -> Bool
  ) throws(TriageFailure) -> SortableThreads {
    let matches = try content.matches(query, excludedTags, .newestFirst)
    var threads: [ThreadID] = []
    for match in matches where !threads.contains(match.thread) { threads.append(match.thread) }
    guard threads.count <= limit else { throw TriageFailure(.tooManyThreads, String(limit)) }
    for count in matches.indices where !goesOn(count) { throw TriageFailure(.cancelled) }
    let elements = content.rows(threads, matches, excludedTags, .newestFirst).map { row in
      SortableThreads.Element(
        ThreadEntry(thread: row.thread, date: row.date),
        text: row.text(of: value),
        size: value == .size ? row.messages.count : row.matched.count
      )
    }
    return try answer(SortableThreads(revision: content.revision, threads: elements))
  }

  package func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID] {
    try answer(content.ids(query, excludedTags, limit))
  }

  package func countThreads(
    _ query: MailQuery,
    while isWanted: () -> Bool
  ) throws(TriageFailure) -> CountedThreads {
    guard isWanted() else { throw TriageFailure(.cancelled) }
    let excluded = query.excludes ? excludedTags.sorted() : []
    return try answer(
      CountedThreads(
        ThreadCounts(
          unread: try count(query.unread, .threads),
          total: try count(query, .threads)
        ),
        revision: content.revision,
        excluded: excluded
      )
    )
  }

  package func count(_ query: MailQuery, _ what: CountedThing) throws(TriageFailure) -> Int {
    let matches = try content.matches(query, excludedTags, .newestFirst)
    return try answer(what == .messages ? matches.count : Set(matches.map(\.thread)).count)
  }

  package func metadata(of messages: [MessageID]) throws(TriageFailure) -> [MessageMetadata] {
    try answer(messages.compactMap { content[$0] })
  }

  package func sessionKeys(of message: MessageID) throws(TriageFailure) -> [String] {
    try answer([])
  }

  package func thread(_ thread: ThreadID) throws(TriageFailure) -> [MessageMetadata] {
    try answer(content.inOrder(.oldestFirst) { $0.thread == thread })
  }

  package func trees(
    _ threads: [ThreadID],
    of query: MailQuery,
    limit: Int
  ) throws(TriageFailure) -> [ThreadTree] {
    let matched = Set(try content.ids(query, excludedTags, nil))
    return try answer(threads.map { content.tree($0, matched, limit) })
  }

  package func states(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessageState] {
    try answer(content.states(messages))
  }

  package func authors(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: String] {
    try answer(content.authors(messages))
  }

  package func positions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessagePosition] {
    try answer(content.positions(messages))
  }

  package func lastChanges(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: UInt64] {
    try answer(content.lastChanges(messages))
  }

  package func allTags() throws(TriageFailure) -> [MailTag] {
    let tags = content.entries.values.reduce(into: Set()) { $0.formUnion($1.metadata.tags) }
    return try answer(tags.sorted())
  }

  package func savedQueries() throws(TriageFailure) -> [(name: String, query: String)] {
    try answer(saved)
  }

  package func openForWriting() throws(TriageFailure) -> any MailWriter {
    if let openingFails { throw openingFails }
    let new = InMemoryMailWriter(self, excludedTags)
    writer = new
    return try answer(new)
  }

  private func answer<T>(_ value: T) throws(TriageFailure) -> T {
    if let readingFails { throw readingFails }
    return value
  }
}

extension InMemoryMail: WriteLockProbe {
  package func isFree() -> Bool { writer?.isOpen != true }

  package func holder() -> LockHolder? {
    isFree() ? nil : LockHolder(program: "memory", pid: 1)
  }
}

extension ThreadRow {
  /// What the row's thread is sorted by.
  fileprivate func text(of value: SortValue) -> String {
    switch value {
    case .size: ""
    case .sender: authors.first ?? ""
    case .subject: subject
    case .waking: tags.wakeTime?.text ?? ""
    }
  }
}
