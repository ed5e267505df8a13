import Foundation
import GRDB
import TriageCore

// Every read of a column can fail: a damaged file must never stop the program.
extension Row {
  func number(_ column: Int) throws -> Int64 { try decode(Int64.self, atIndex: column) }

  func optionalNumber(_ column: Int) throws -> Int64? {
    try decode(Int64?.self, atIndex: column)
  }

  func flag(_ column: Int) throws -> Bool { try number(column) != 0 }

  func text(_ column: Int) throws -> String { try decode(String.self, atIndex: column) }

  func optionalText(_ column: Int) throws -> String? { try decode(String?.self, atIndex: column) }

  func uid(_ column: Int) throws -> UniqueID {
    let bytes = try decode(Data.self, atIndex: column)
    guard let uid = UniqueID(bytes: bytes) else {
      throw Inconsistency(detail: "a name of \(bytes.count) bytes")
    }
    return uid
  }

  func optionalUID(_ column: Int) throws -> UniqueID? {
    try decode(Data?.self, atIndex: column).flatMap { UniqueID(bytes: $0) }
  }

  func bytes(_ column: Int) throws -> [UInt8] { Array(try decode(Data.self, atIndex: column)) }

  func optionalBytes(_ column: Int) throws -> [UInt8]? {
    try decode(Data?.self, atIndex: column).map { Array($0) }
  }

  /// What a column has as JSON; `nil` if it has nothing.
  func json<T: Decodable>(_ column: Int) throws -> T? {
    try optionalText(column).map { try JSONDecoder().decode(T.self, from: Data($0.utf8)) }
  }

  func choice<T: RawRepresentable<String>>(_ column: Int) throws -> T {
    let text = try text(column)
    guard let value = T(rawValue: text) else {
      throw Inconsistency(detail: "unknown \(T.self): \(text)")
    }
    return value
  }
}

/// Numbers as the text that `json_each` takes: one statement for lists of any length.
func jsonList(_ numbers: some Sequence<Int64>) -> String {
  var text = "["
  for number in numbers {
    if text.utf8.count > 1 { text += "," }
    text += String(number)
  }
  return text + "]"
}

/// Rows for one table, inserted a hundred at a time: a statement costs as much as a row.
struct BulkInsert {
  private static let height = 100

  private let wide: Statement
  private let single: Statement
  private let columns: Int
  private var values: [(any DatabaseValueConvertible)?] = []

  /// Prepares the statements; the value must not outlive the transaction.
  ///
  /// Rows have all columns of the table, in their order. The verb is `INSERT`, or says what to do
  /// about a row with the same key.
  init(_ db: Database, into table: String, columns: Int, verb: String = "INSERT") throws {
    let row = "(" + Array(repeating: "?", count: columns).joined(separator: ",") + ")"
    let rows = Array(repeating: row, count: Self.height).joined(separator: ",")
    single = try db.cachedStatement(sql: "\(verb) INTO \(table) VALUES \(row)")
    wide = try db.cachedStatement(sql: "\(verb) INTO \(table) VALUES \(rows)")
    self.columns = columns
    values.reserveCapacity(Self.height * columns)
  }

  /// Adds one row; it is in the table after `flush` at the latest.
  mutating func add<each Value: DatabaseValueConvertible>(_ row: repeat each Value) throws {
    repeat values.append(each row)
    if values.count == Self.height * columns { try run(wide) }
  }

  /// Inserts what has been added so far.
  mutating func flush() throws {
    let rest = values
    for start in stride(from: 0, to: rest.count, by: columns) {
      values = Array(rest[start..<start + columns])
      try run(single)
    }
  }

  private mutating func run(_ statement: Statement) throws {
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
    values.removeAll(keepingCapacity: true)
  }
}

extension UniqueID {
  /// The name as a column has it.
  var data: Data { Data(bytes) }
}
