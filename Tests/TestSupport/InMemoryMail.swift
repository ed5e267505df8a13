package import TriageCore

/// A mail index in memory that keeps the promises of the real one: the plain way to say them.
///
/// Queries are of a small language: `*`, `tag:`, `id:`, `thread:` and `from:` terms, `not` before a
/// term, joined by `and`, then by `or`; no parentheses.
package final class InMemoryMail: MailStore {
  /// All that a commit replaces.
  struct Content {
    var messages: [MessageID: MessageMetadata] = [:]
    var lastChanges: [MessageID: UInt64] = [:]
    var revision = IndexRevision(uuid: "memory", number: 0)
  }

  var content = Content()
  private weak var writer: InMemoryMailWriter?
  private let excludedTags: Set<MailTag>
  private let saved: [(name: String, query: String)]

  /// What the next close of a writer throws, having committed nothing.
  package var closingFails: TriageFailure?
  /// What every read throws.
  package var readingFails: TriageFailure?

  /// Makes an index of some messages.
  package init(
    _ messages: [MessageMetadata] = [],
    excludedTags: Set<MailTag> = ["deleted", "spam"],
    savedQueries: [(name: String, query: String)] = []
  ) {
    self.excludedTags = excludedTags
    saved = savedQueries
    deliver(messages)
  }

  /// Adds messages as another program would.
  package func deliver(_ messages: [MessageMetadata]) {
    content.revision.number += 1
    for message in messages {
      content.messages[message.id] = message
      content.lastChanges[message.id] = content.revision.number
    }
  }

  /// Changes tags as another program would.
  package func tag(_ message: MessageID, _ edit: TagEdit) {
    guard let tags = content.messages[message]?.tags else { return }
    content.revision.number += 1
    content.lastChanges[message] = content.revision.number
    content.messages[message]?.tags = edit.applied(to: tags)
  }

  /// Forgets a message as another program would when its file is deleted.
  package func remove(_ message: MessageID) {
    content.revision.number += 1
    content.messages[message] = nil
    content.lastChanges[message] = nil
  }

  package func revision() throws(TriageFailure) -> IndexRevision {
    try answer(content.revision)
  }

  package func list(
    _ query: MailQuery,
    sort: SortOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> ListPage {
    var entries: [ThreadEntry] = []
    var taken = skip
    let matches = content.matches(query, excludedTags, sort)
    for message in matches.dropFirst(skip) {
      if !entries.contains(where: { $0.thread == message.thread }) {
        if entries.count == limit { break }
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
    sort: SortOrder
  ) throws(TriageFailure) -> [ThreadRow] {
    let matches = content.matches(query, excludedTags, .newestFirst)
    return try answer(threads.compactMap { content.row($0, matches, sort) })
  }

  package func messages(
    _ query: MailQuery,
    sort: SortOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> [MessageMetadata] {
    try answer(Array(content.matches(query, excludedTags, sort).dropFirst(skip).prefix(limit)))
  }

  package func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID] {
    try answer(content.ids(query, excludedTags, limit))
  }

  package func count(_ query: MailQuery, _ what: CountedThing) throws(TriageFailure) -> Int {
    let matches = content.matches(query, excludedTags, .newestFirst)
    return try answer(what == .messages ? matches.count : Set(matches.map(\.thread)).count)
  }

  package func metadata(of messages: [MessageID]) throws(TriageFailure) -> [MessageMetadata] {
    try answer(messages.compactMap { content.messages[$0] })
  }

  package func thread(_ thread: ThreadID) throws(TriageFailure) -> [MessageMetadata] {
    try answer(content.inOrder(.oldestFirst) { $0.thread == thread })
  }

  package func states(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessageState] {
    try answer(content.states(messages))
  }

  package func lastChanges(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: UInt64] {
    try answer(content.lastChanges(messages))
  }

  package func allTags() throws(TriageFailure) -> [MailTag] {
    try answer(content.messages.values.reduce(into: Set()) { $0.formUnion($1.tags) }.sorted())
  }

  package func savedQueries() throws(TriageFailure) -> [(name: String, query: String)] {
    try answer(saved)
  }

  package func openForWriting() throws(TriageFailure) -> any MailWriter {
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
