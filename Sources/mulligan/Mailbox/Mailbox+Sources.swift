import TriageCore
import TriageEngine

// What verbs list of whole senders and lists.

extension Mailbox {
  /// Calls a closure with the rows of the threads in which a query finds something from some senders
  /// or lists; only that counts as matched.
  func eachThread(
    _ query: MailQuery,
    from filter: SourceFilter,
    sort: TriageCore.SortOrder,
    limit: Int?,
    _ body: (ThreadRow) throws -> Void
  ) throws {
    guard !filter.isEmpty else { return try eachThread(query, sort: sort, limit: limit, body) }
    let members = Set(try engine.messages(of: query, from: filter, in: store))
    var left = limit ?? .max
    guard !members.isEmpty else { return }
    try eachThread(filter.narrowing(query), sort: sort, limit: nil, while: { left > 0 }) { row in
      var row = row
      row.matched = row.matched.filter(members.contains)
      guard left > 0, !row.matched.isEmpty else { return }
      left -= 1
      try body(row)
    }
  }

  /// Calls a closure with the messages of a query that are from some senders or lists, in order.
  func eachMessage(
    _ query: MailQuery,
    from filter: SourceFilter,
    sort: DateOrder,
    limit: Int?,
    _ body: (MessageMetadata) throws -> Void
  ) throws {
    guard !filter.isEmpty else { return try eachMessage(query, sort: sort, limit: limit, body) }
    let members = Set(try engine.messages(of: query, from: filter, in: store))
    var left = limit ?? .max
    left = min(left, members.count)
    try eachMessage(filter.narrowing(query), sort: sort, limit: nil, while: { left > 0 }) {
      message in
      guard left > 0, members.contains(message.id) else { return }
      left -= 1
      try body(message)
    }
  }

  /// Returns how much of a query is from some senders or lists.
  func count(
    _ query: MailQuery,
    from filter: SourceFilter,
    _ what: CountedThing
  ) throws(TriageFailure) -> Int {
    guard !filter.isEmpty else { return try store.count(query, what) }
    let messages = try engine.messages(of: query, from: filter, in: store)
    switch what {
    case .messages: return messages.count
    case .threads: return Set(try store.positions(of: messages).values.map(\.thread)).count
    }
  }
}
