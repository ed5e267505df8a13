import CNotmuch
package import TriageCore

/// How many messages are looked at before it is asked whether to go on: some two milliseconds.
private let stride = 100

extension NotmuchIndex {
  package func count(_ query: MailQuery, _ what: CountedThing) throws(TriageFailure) -> Int {
    switch what {
    case .messages:
      try page(of: query) { database throws(IndexError) in
        try matches(query, in: database).count(in: database)
      }
    case .threads: try countThreads(query) { true }.counts.total
    }
  }

  /// Looks at every match once, for its thread and whether it is unread.
  ///
  /// The library counts threads in the same way, a message's terms being all that knows its thread;
  /// they have its tags too. In no order, that of the index, the terms are read from the disk in a row.
  package func countThreads(
    _ query: MailQuery,
    while isWanted: () -> Bool
  ) throws(TriageFailure) -> CountedThreads {
    let (walk, revision) = try pages(of: query) {
      ThreadWalk()
    } next: { walk, database throws(IndexError) in
      guard walk.hasBegun else {
        // What is read at once may count even if it was overtaken; a long walk must not.
        walk.hasBegun = true
        return false
      }
      try walk.go(through: try matches(query, in: database), in: database, while: isWanted)
      return true
    }
    if walk.isGivenUp { throw TriageFailure(.cancelled) }
    let counts = ThreadCounts(unread: walk.unread.count, total: walk.threads.count)
    return CountedThreads(counts, revision: revision, excluded: excluded(query))
  }

  private func matches(
    _ query: MailQuery,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> MatchQuery {
    try MatchQuery(
      query.text,
      excluding: excluded(query),
      sort: NOTMUCH_SORT_UNSORTED,
      in: database
    )
  }
}

/// The threads that a walk through all matches of a query has come to.
private struct ThreadWalk {
  var hasBegun = false
  private(set) var threads: Set<ThreadID> = []
  private(set) var unread: Set<ThreadID> = []
  private(set) var isGivenUp = false

  mutating func go(
    through matches: borrowing MatchQuery,
    in database: borrowing DatabaseHandle,
    while isWanted: () -> Bool
  ) throws(IndexError) {
    var seen = 0
    _ = try matches.forEach(in: database) { message throws(IndexError) in
      seen += 1
      if seen % stride == 0, !isWanted() {
        isGivenUp = true
        return .enough
      }
      let thread = try message.thread()
      threads.insert(thread)
      if try message.has(.unread) { unread.insert(thread) }
      return .taken
    }
  }
}
