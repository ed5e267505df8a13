/// What a change looks up in the index before it is written, with or without the lock.
package protocol MailLookup: AnyObject {
  /// Returns the index's present state.
  func revision() throws(TriageFailure) -> IndexRevision

  /// Returns the ids of all matching messages, newest first, consistent with one state of the index.
  func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID]

  /// Returns the tags, files and threads of messages by id; messages that are not there are left out.
  ///
  /// Reads by id through the library, so nothing that `search.exclude_tags` names is hidden.
  func states(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: MessageState]

  /// Returns the decoded `From` fields of messages; those that are not there are left out.
  func authors(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: String]

  /// Returns where messages stand; those that are not there are left out.
  func positions(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: MessagePosition]

  /// Returns when each message was last changed, as a revision number.
  func lastChanges(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: UInt64]
}

/// The mail index, as the engine sees it.
///
/// All calls are made on one thread, and throw what the engine answers with.
///
/// No call leaves a query or message of the library open; a read that another program's commits
/// have overtaken is done again, and given up as `.indexBusy`.
package protocol MailStore: MailLookup {
  /// Returns a page of a query's threads, in the order of their newest (or oldest) match.
  ///
  /// `skip` is how many matching messages earlier pages have used up; `limit` is the most threads to
  /// return.
  func list(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> ListPage

  /// Returns the rows of some threads of a list, in the order asked for.
  ///
  /// A thread that has gone, or has no match left, is left out.
  func rows(
    _ threads: [ThreadID],
    of query: MailQuery,
    sort: DateOrder
  ) throws(TriageFailure) -> [ThreadRow]

  /// Reads the threads of a query with what they are to be sorted by.
  ///
  /// All matches are looked at, a slice at a time, all of one state of the index.
  ///
  /// - Parameters:
  ///   - query: Whose threads are read.
  ///   - value: What they are to be sorted by.
  ///   - limit: The most threads there may be.
  ///   - goesOn: Is told between two slices how many messages have been looked at, and answers
  ///     whether to go on. It may read from the store.
  /// - Returns: The threads, the newest first.
  /// - Throws: `.cancelled` if it was not to go on, `.tooManyThreads`.
  func sortableThreads(
    of query: MailQuery,
    for value: SortValue,
    limit: Int,
    goesOn: (Int) -> Bool
  ) throws(TriageFailure) -> SortableThreads

  /// Returns matching messages, in order, with their metadata.
  func messages(
    _ query: MailQuery,
    sort: DateOrder,
    skip: Int,
    limit: Int
  ) throws(TriageFailure) -> [MessageMetadata]

  /// Returns how many threads a query has, counted at one state of the index.
  ///
  /// It takes as long as the query has messages: some 20 seconds for a million.
  ///
  /// - Parameters:
  ///   - query: What is counted.
  ///   - isWanted: Asked now and then, every few milliseconds, whether to go on.
  /// - Returns: The counts, with the state of the index.
  /// - Throws: `.cancelled` if it is not wanted any more.
  func countThreads(
    _ query: MailQuery,
    while isWanted: () -> Bool
  ) throws(TriageFailure) -> CountedThreads

  /// Returns how many messages or threads match.
  func count(_ query: MailQuery, _ what: CountedThing) throws(TriageFailure) -> Int

  /// Returns the metadata of messages by id; messages that are not in the index are left out.
  func metadata(of messages: [MessageID]) throws(TriageFailure) -> [MessageMetadata]

  /// Returns the session keys that the index has for the encrypted parts of a message.
  func sessionKeys(of message: MessageID) throws(TriageFailure) -> [String]

  /// Returns the messages of one thread, oldest first, but each answer behind what it answers; with
  /// their depths.
  func thread(_ thread: ThreadID) throws(TriageFailure) -> [MessageMetadata]

  /// Returns the trees of some threads of a list, in the order asked for: at most so many messages of
  /// each, in the order of `thread`.
  ///
  /// A thread that has gone has a tree without messages.
  func trees(
    _ threads: [ThreadID],
    of query: MailQuery,
    limit: Int
  ) throws(TriageFailure) -> [ThreadTree]

  /// Returns all tags of the index, in the order of bytes.
  func allTags() throws(TriageFailure) -> [MailTag]

  /// Returns the saved queries of notmuch's configuration (`query.*`), by name.
  func savedQueries() throws(TriageFailure) -> [(name: String, query: String)]

  /// Returns the fields of queries that notmuch's configuration adds (`index.header.*`), by name.
  func ownFields() throws(TriageFailure) -> [String]

  /// Opens the index for writing. Waits for ever if another program holds the lock: probe first.
  func openForWriting() throws(TriageFailure) -> any MailWriter
}

extension MailStore {
  /// Most stores have no fields but notmuch's.
  package func ownFields() throws(TriageFailure) -> [String] { [] }
}

/// Where a message stands among others.
package struct MessagePosition: Hashable, Sendable {
  /// The thread that it is in.
  package var thread: ThreadID
  /// When it was written; `nil` if nobody knows.
  package var date: Timestamp?

  /// Makes a position.
  package init(thread: ThreadID, date: Timestamp?) {
    self.thread = thread
    self.date = date
  }
}

/// What `count` counts.
package enum CountedThing: String, Sendable, Codable, CaseIterable {
  case messages
  case threads
}

/// How many threads a query has: those with a message that matches, and those with an unread one.
package struct ThreadCounts: Hashable, Sendable, Codable {
  /// The threads that have a matching message which is unread.
  package var unread: Int
  /// The threads that have a matching message.
  package var total: Int

  /// Makes counts.
  package init(unread: Int, total: Int) {
    self.unread = unread
    self.total = total
  }
}

/// How many threads a query had at a state of the index.
package struct CountedThreads: Hashable, Sendable, Codable {
  /// The threads.
  package var counts: ThreadCounts
  /// The state at which they were counted.
  package var revision: IndexRevision
  /// The tags whose messages were left out, unless the query names them.
  package var excluded: [MailTag]

  /// Makes a result.
  package init(_ counts: ThreadCounts, revision: IndexRevision, excluded: [MailTag] = []) {
    self.counts = counts
    self.revision = revision
    self.excluded = excluded
  }
}

/// A query in notmuch's syntax, and whether `search.exclude_tags` applies to it.
package struct MailQuery: Hashable, Sendable, Codable {
  /// The query itself.
  package var text: String
  /// Whether messages with an excluded tag are left out, unless the query names the tag.
  package var excludes: Bool

  /// Makes a query; a lone `id:` or `thread:` term, or `<abc@x>`, finds excluded messages too.
  package init(_ text: String) {
    self.text = Self.unwrapped(text)
    let word = self.text
    let isLone = word.hasPrefix("id:") || word.hasPrefix("thread:")
    excludes = !(isLone && !word.contains(where: { $0 == " " || $0 == "(" }))
  }

  /// What of this query is unread.
  package var unread: MailQuery {
    var query = MailQuery(text == "*" || text.isEmpty ? "tag:unread" : "(\(text)) and tag:unread")
    query.excludes = excludes
    return query
  }

  /// `<abc@x>` alone means `id:abc@x`.
  private static func unwrapped(_ text: String) -> String {
    guard text.hasPrefix("<"), text.hasSuffix(">"), !text.contains(" "), text.count > 2 else {
      return text
    }
    return quotedID(MessageID(String(text.dropFirst().dropLast())))
  }

  /// Returns the query term that finds just this message.
  package static func quotedID(_ message: MessageID) -> String {
    "id:\"\(message.text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

/// The index, open for writing: the lock is held from opening to `close` or `abandon`.
///
/// What it looks up is as nobody else can change it now.
package protocol MailWriter: MailLookup {
  /// Opens the one atomic section.
  func begin() throws(TriageFailure)
  /// Writes the tags of one message: freeze, remove, add, thaw. A message that has gone is skipped.
  ///
  /// - Returns: Whether the message was there.
  func write(_ write: TagWrite) throws(TriageFailure) -> Bool
  /// Indexes a file that has come; its message gets these tags beside those that the library derives
  /// from the file. Harmless to repeat.
  func add(_ file: String, _ write: TagWrite) throws(TriageFailure)
  /// Forgets a file that is gone, and indexes its message anew from the files that it has; the message
  /// keeps exactly its tags. Harmless to repeat.
  func remove(_ file: String) throws(TriageFailure)
  /// Indexes the new name of a file, then removes the old one; the message keeps exactly its tags.
  func renamed(_ old: String, to new: String) throws(TriageFailure)
  /// Closes the atomic section. Nothing is durable before `close`.
  ///
  /// - Returns: The revision that the section will have.
  func end() throws(TriageFailure) -> IndexRevision
  /// Commits, closes and gives the lock back: success is the commit point.
  func close() throws(TriageFailure)
  /// Closes without what an open section has written, and gives the lock back.
  func abandon()
}
