import TriageCore
import TriageEngine

extension Mailbox {
  /// Reads from the index, turning its errors into failures.
  func read<T>(
    _ body: (any MailStore) throws(IndexError) -> T
  ) throws(TriageFailure) -> T {
    do { return try body(engine.store) } catch { throw TriageFailure(error) }
  }

  /// Calls a closure with the rows of a query's threads, in order, a page at a time.
  func eachThread(
    _ query: MailQuery,
    sort: SortOrder,
    limit: Int?,
    _ body: (ThreadRow) throws -> Void
  ) throws {
    var seen = Set<ThreadID>()
    var skip: Int? = 0
    // The first page comes soon; a page costs as much to begin as some rows of it.
    var length = 50
    while let position = skip, seen.count < limit ?? .max {
      let wanted = min(length, (limit ?? .max) - seen.count)
      length = min(2 * length, 400)
      let page = try read { store throws(IndexError) in
        try store.list(query, sort: sort, skip: position, limit: wanted)
      }
      let new = page.entries.map(\.thread).filter { seen.insert($0).inserted }
      let rows = try read { store throws(IndexError) in
        try store.rows(new, of: query, sort: sort)
      }
      for row in rows { try body(row) }
      skip = page.next
    }
  }

  /// Calls a closure with the facts of matching messages, in order, a page at a time.
  func eachMessage(
    _ query: MailQuery,
    sort: SortOrder,
    limit: Int?,
    _ body: (MessageFacts) throws -> Void
  ) throws {
    var skip = 0
    while skip < limit ?? .max {
      let position = skip
      let wanted = min(50, (limit ?? .max) - skip)
      let page = try read { store throws(IndexError) in
        try store.messages(query, sort: sort, skip: position, limit: wanted)
      }
      for message in page { try body(message) }
      if page.count < wanted { return }
      skip += page.count
    }
  }

  /// Calls a closure with the facts of matching messages, oldest first: of a limit the newest ones.
  func eachShown(_ query: MailQuery, limit: Int?, _ body: (MessageFacts) throws -> Void) throws {
    guard let limit else { return try eachMessage(query, sort: .oldestFirst, limit: nil, body) }
    var newest: [MessageFacts] = []
    try eachMessage(query, sort: .newestFirst, limit: limit) { newest.append($0) }
    // What has no date comes last either way.
    let undated = newest.filter { $0.date == nil }
    for facts in newest.filter({ $0.date != nil }).reversed() + undated { try body(facts) }
  }
}
