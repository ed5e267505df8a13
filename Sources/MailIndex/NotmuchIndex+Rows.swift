import CNotmuch
package import TriageCore

/// How many rows are read in one page.
private let rowsPerPage = 200

extension NotmuchIndex {
  package func rows(
    _ threads: [ThreadID],
    of query: MailQuery,
    sort: DateOrder
  ) throws(TriageFailure) -> [ThreadRow] {
    let threads = threads.filter(\.isWellFormed)
    guard JoinableQuery(query.text).canBeJoined else {
      return try rows(threads, ofAnyForm: query, sort)
    }
    return try inPages(threads) { some throws(TriageFailure) in
      try page(of: query) { database throws(IndexError) in
        try self.rows(some, of: query, sort, in: database) { others throws(IndexError) in
          try self.matched(query, in: others, of: database)
        }
      }
    }
  }

  private func inPages(
    _ threads: [ThreadID],
    _ read: ([ThreadID]) throws(TriageFailure) -> [ThreadRow]
  ) throws(TriageFailure) -> [ThreadRow] {
    var rows: [ThreadRow] = []
    for start in stride(from: 0, to: threads.count, by: rowsPerPage) {
      rows += try read(Array(threads[start..<min(start + rowsPerPage, threads.count)]))
    }
    return rows
  }

  /// Reads rows of a list whose query cannot be joined with the threads: all of its matches are
  /// looked for in them.
  private func rows(
    _ threads: [ThreadID],
    ofAnyForm query: MailQuery,
    _ sort: DateOrder
  ) throws(TriageFailure) -> [ThreadRow] {
    let matched = Set(try ids(query, limit: nil))
    return try inPages(threads) { some throws(TriageFailure) in
      try page { database throws(IndexError) in
        try self.rows(some, of: query, sort, in: database) { _ in matched }
      }
    }
  }

  private func rows(
    _ threads: [ThreadID],
    of query: MailQuery,
    _ sort: DateOrder,
    in database: borrowing DatabaseHandle,
    matched: ([ThreadID]) throws(IndexError) -> Set<MessageID>
  ) throws(IndexError) -> [ThreadRow] {
    let revision = try database.revision()
    let known = threads.map { cache?.thread($0, in: query, at: revision) }
    let whole = try whole(known, in: database)
    let excluded = settings.excludedTags
    var reader = RowReader(
      sort: sort,
      matched: try matched(threads.filter { !whole.contains($0) }),
      excluded: excluded
    )
    var rows: [ThreadRow] = []
    for (thread, known) in zip(threads, known) {
      if let known, whole.contains(thread) {
        rows.append(known.wholeRow(sort, excluded: excluded))
      } else if let row = try reader.row(thread, known, in: database) {
        rows.append(row)
      }
    }
    guard query.listsOwnMail else { return rows }
    for index in rows.indices {
      guard let newest = rows[index].matched.first else { continue }
      rows[index].recipients = try database.recipients(of: newest)
    }
    return rows
  }

  /// Returns the threads of which every message was seen: counting tells.
  private func whole(
    _ known: [KnownThread?],
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> Set<ThreadID> {
    let short = known.compactMap(\.self).filter { $0.messages == nil }
    if short.isEmpty { return [] }
    return try whole(short[...], count(short.map(\.id), in: database), in: database)
  }

  /// Halves the threads until those are found that have unseen messages.
  ///
  /// Mostly it is one, which goes on where the page ends. What is not in one half is in the other,
  /// uncounted.
  private func whole(
    _ threads: ArraySlice<KnownThread>,
    _ count: Int,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> Set<ThreadID> {
    if count == threads.reduce(0, { $0 + $1.seen.count }) { return Set(threads.map(\.id)) }
    if threads.count == 1 { return [] }
    let half = threads.prefix(threads.count / 2)
    let rest = threads.dropFirst(half.count)
    let counted = try self.count(half.map(\.id), in: database)
    return try whole(half, counted, in: database)
      .union(whole(rest, count - counted, in: database))
  }

  /// Returns how many messages threads have together.
  func count(
    _ threads: [ThreadID],
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> Int {
    let members = try MatchQuery(anyOf(threads), sort: NOTMUCH_SORT_UNSORTED, in: database)
    return try members.count(in: database)
  }

  /// Returns the messages of some threads that match a query, which can be joined with others.
  func matched(
    _ query: MailQuery,
    in threads: [ThreadID],
    of database: borrowing DatabaseHandle
  ) throws(IndexError) -> Set<MessageID> {
    if threads.isEmpty { return [] }
    let matches = try MatchQuery(
      JoinableQuery(query.text).joined(with: ["(\(anyOf(threads)))"]),
      excluding: excluded(query),
      sort: NOTMUCH_SORT_UNSORTED,
      in: database
    )
    return Set(try matches.ids(in: database))
  }

  package func thread(_ thread: ThreadID) throws(TriageFailure) -> [MessageMetadata] {
    guard thread.isWellFormed else { return [] }
    return try page { database throws(IndexError) in
      let matches = try MatchQuery(thread.query, sort: NOTMUCH_SORT_OLDEST_FIRST, in: database)
      var messages: [MessageID: MessageMetadata] = [:]
      _ = try matches.forEach(in: database) { message throws(IndexError) in
        let metadata = try message.metadata(in: database)
        messages[metadata.id] = metadata
        return .taken
      }
      let answers = try matches.answers(in: database)
      return answers.compactMap { id, depth in
        messages[id]?.depth = depth
        return messages[id]
      }
    }
  }
}

private func anyOf(_ threads: [ThreadID]) -> String {
  threads.map(\.query).joined(separator: " or ")
}
