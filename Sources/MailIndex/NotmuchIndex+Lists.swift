import CNotmuch
package import TriageCore

/// The most messages that are looked at in one page.
private let longestPage = 1_000

extension NotmuchIndex {
  package func list(
    _ query: MailQuery,
    sort: SortOrder,
    skip: Int,
    limit: Int
  ) throws(IndexError) -> ListPage {
    var threads: [ThreadID: Void] = [:]
    var entries: [ThreadEntry] = []
    let (next, revision) = try walk(query, sort, skip: skip, wanted: 2 * limit) {
      threads = [:]
      entries = []
    } body: { message throws(IndexError) in
      let thread = try message.thread()
      if threads[thread] != nil { return .taken }
      guard entries.count < limit else { return .enough }
      threads[thread] = ()
      entries.append(ThreadEntry(thread: thread, date: usableDate(message.time)))
      return .taken
    }
    return ListPage(revision: revision, entries: entries, next: next)
  }

  package func messages(
    _ query: MailQuery,
    sort: SortOrder,
    skip: Int,
    limit: Int
  ) throws(IndexError) -> [MessageFacts] {
    var messages: [MessageFacts] = []
    _ = try walk(query, sort, skip: skip, wanted: limit) {
      messages = []
    } body: { message throws(IndexError) in
      guard messages.count < limit else { return .enough }
      messages.append(try message.facts())
      return .taken
    }
    return messages
  }

  package func ids(_ query: MailQuery, limit: Int?) throws(IndexError) -> [MessageID] {
    var ids: [MessageID] = []
    let limit = limit ?? .max
    _ = try walk(query, .newestFirst, skip: 0, wanted: min(limit, longestPage)) {
      ids = []
    } body: { message throws(IndexError) in
      guard ids.count < limit else { return .enough }
      ids.append(try message.id())
      return .taken
    }
    return ids
  }

  package func count(_ query: MailQuery, _ what: CountedThing) throws(IndexError) -> Int {
    switch what {
    case .messages:
      return try page { database throws(IndexError) in
        let matches = try MatchQuery(
          query.text,
          excluding: excluded(query),
          sort: NOTMUCH_SORT_UNSORTED,
          in: database
        )
        return try matches.count(in: database)
      }
    case .threads: return try countThreads(query)
    }
  }

  private func countThreads(_ query: MailQuery) throws(IndexError) -> Int {
    var threads: Set<ThreadID> = []
    _ = try walk(query, .newestFirst, skip: 0, wanted: longestPage) {
      threads = []
    } body: { message throws(IndexError) in
      threads.insert(try message.thread())
      return .taken
    }
    return threads.count
  }

  /// Walks through matches in pages of one and the same state of the index.
  ///
  /// `wanted` is about how many messages are needed; `start` forgets what `body` was given, as the
  /// walk begins, perhaps again. Returns how many matches come before the one that `body` did not
  /// take, or `nil` if it took all.
  private func walk(
    _ query: MailQuery,
    _ sort: SortOrder,
    skip: Int,
    wanted: Int,
    start: () -> Void,
    body: (LiveMessage) throws(IndexError) -> Progress
  ) throws(IndexError) -> (next: Int?, IndexRevision) {
    let list = ListPaces.Key(query: query, sort: sort)
    let now = now()
    var taken = 0
    let begin: () -> ListWalk? = {
      start()
      taken = 0
      return nil
    }
    let (walk, revision) = try pages(from: begin) { walk, database throws(IndexError) in
      var current: ListWalk
      if let walk {
        current = walk
      } else {
        current = ListWalk(
          query,
          excluding: excluded(query),
          sort: sort,
          wanted: wanted,
          from: paces.place(in: list, after: skip, at: try database.revision()),
          span: paces.span(of: list),
          now: now
        )
      }
      var isEnough = false
      var room = longestPage
      while room > 0, !isEnough, !current.isAtEnd {
        try current.step(in: database) { message throws(IndexError) in
          guard room > 0 else { return .enough }
          let progress = try body(message)
          if progress == .enough { isEnough = true } else { taken += 1 }
          room -= 1
          return progress
        }
      }
      walk = current
      return isEnough || current.isAtEnd
    }
    guard let walk else { return (nil, revision) }
    paces.note(list, span: walk.span)
    if walk.isAtEnd { return (nil, revision) }
    paces.note(list, place: walk.place, after: skip + taken, at: revision)
    return (skip + taken, revision)
  }

  func excluded(_ query: MailQuery) -> [MailTag] {
    query.excludes ? settings.excludedTags : []
  }
}
