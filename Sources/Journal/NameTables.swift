import GRDB
import TriageCore

/// Texts, each kept once and known by a small number: tags, folders.
///
/// It caches what it has read: it is for one transaction, in which numbers do not change.
struct NameTable<Name: ByteText> {
  private let db: Database
  private let table: String
  private let column: String
  private var numbers: [Name: Int64] = [:]
  private var names: [Int64: Name] = [:]

  private init(_ db: Database, _ table: String, _ column: String) {
    self.db = db
    self.table = table
    self.column = column
  }

  /// Returns the number of a name, `nil` if it has none.
  mutating func number(of name: Name) throws -> Int64? {
    if let number = numbers[name] { return number }
    let number = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM \(table) WHERE \(column) = ?"),
      arguments: [name.text]
    )
    numbers[name] = number
    return number
  }

  /// Returns the number of a name, which gets one if it has none.
  mutating func intern(_ name: Name) throws -> Int64 {
    if let number = try number(of: name) { return number }
    try db.cachedStatement(sql: "INSERT INTO \(table) (\(column)) VALUES (?)")
      .execute(arguments: [name.text])
    numbers[name] = db.lastInsertedRowID
    return db.lastInsertedRowID
  }

  /// Returns the name with a number.
  mutating func name(_ number: Int64) throws -> Name {
    if let name = names[number] { return name }
    let text = try String.fetchOne(
      db.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE id = ?"),
      arguments: [number]
    )
    guard let text else { throw Inconsistency(detail: "no \(table) has the number \(number)") }
    let name = Name(text)
    names[number] = name
    return name
  }
}

extension NameTable<MailTag> {
  init(_ db: Database) { self.init(db, "tag", "text") }
}

extension NameTable<MailFolder> {
  init(_ db: Database) { self.init(db, "folder", "path") }
}

typealias TagTable = NameTable<MailTag>
typealias FolderTable = NameTable<MailFolder>

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
