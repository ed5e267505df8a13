import GRDB
import TriageCore

/// The ids of messages, each kept once and known by a small number.
///
/// They are found by a hash of four bytes: an index on the texts themselves would be as long again
/// as the table, and random to write.
struct MessageTable {
  private let db: Database
  private let seed: UInt64

  init(_ db: Database, seed: UInt64) {
    self.db = db
    self.seed = seed
  }

  private func hash(_ message: MessageID) -> Int64 {
    let wide = fnv1a(message.text, basis: seed)
    return Int64(Int32(truncatingIfNeeded: wide ^ (wide >> 32)))
  }

  /// Returns the numbers of those messages that have one, and of a few that share a hash with them.
  func numbers(of messages: some Collection<MessageID>) throws -> [MessageID: Int64] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT id, text FROM message WHERE hash IN (SELECT value FROM json_each(?))"
      ),
      arguments: [jsonList(messages.lazy.map(hash))]
    )
    var numbers: [MessageID: Int64] = [:]
    numbers.reserveCapacity(messages.count)
    while let row = try rows.next() { numbers[MessageID(try row.text(1))] = try row.number(0) }
    return numbers
  }

  /// Returns the numbers of all these messages; those without one get it now, in their order.
  func intern(_ messages: [MessageID]) throws -> [MessageID: Int64] {
    var numbers = try numbers(of: messages)
    guard messages.contains(where: { numbers[$0] == nil }) else { return numbers }
    var next = (try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM message")) ?? 0) + 1
    var rows = try BulkInsert(db, into: "message", columns: 3)
    for message in messages where numbers[message] == nil {
      numbers[message] = next
      try rows.add(next, hash(message), message.text)
      next += 1
    }
    try rows.flush()
    return numbers
  }
}
