import GRDB
import TriageCore

/// Tags, each kept once and known by a small number.
///
/// It remembers what it has looked up: it is for one transaction, in which numbers do not change.
struct TagTable {
  private let db: Database
  private var numbers: [MailTag: Int64] = [:]
  private var tags: [Int64: MailTag] = [:]

  init(_ db: Database) {
    self.db = db
  }

  /// Returns the number of a tag, `nil` if it has none.
  mutating func number(of tag: MailTag) throws -> Int64? {
    if let number = numbers[tag] { return number }
    let number = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM tag WHERE text = ?"),
      arguments: [tag.text]
    )
    numbers[tag] = number
    return number
  }

  /// Returns the number of a tag, which gets one if it has none.
  mutating func intern(_ tag: MailTag) throws -> Int64 {
    if let number = try number(of: tag) { return number }
    try db.cachedStatement(sql: "INSERT INTO tag (text) VALUES (?)").execute(arguments: [tag.text])
    numbers[tag] = db.lastInsertedRowID
    return db.lastInsertedRowID
  }

  /// Returns the tag with a number.
  mutating func tag(_ number: Int64) throws -> MailTag {
    if let tag = tags[number] { return tag }
    let text = try String.fetchOne(
      db.cachedStatement(sql: "SELECT text FROM tag WHERE id = ?"),
      arguments: [number]
    )
    guard let text else { throw Inconsistency(detail: "no tag has the number \(number)") }
    let tag = MailTag(text)
    tags[number] = tag
    return tag
  }
}
