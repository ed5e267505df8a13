import GRDB
import TriageCore

/// Texts, each kept once and known by a small number: tags, folders.
///
/// It remembers what it has looked up: it is for one transaction, in which numbers do not change.
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
