import Foundation
import GRDB
package import TriageCore

// The look: the tags that messages had when the index was last looked at. A change that no Mulligan made is
// found by it, even of tags that nobody has ever claimed.

extension StepJournal {
  package func look() throws(TriageFailure) -> IndexLook {
    try connection.read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT looked_clock, looked_uuid, looked_revision, looked_carrier, carrying, unsure
          FROM journal
          """
      )
      var look = IndexLook()
      guard let row else { return look }
      look.clock = try row.number(0)
      if let uuid = try row.optionalText(1) {
        let number = UInt64(bitPattern: try row.number(2))
        look.revision = IndexRevision(uuid: uuid, number: number)
      }
      look.carrier = try row.optionalText(3)
      look.isCarrying = try row.flag(4)
      look.isUnsure = try row.flag(5)
      return look
    }
  }

  package func note(_ look: IndexLook) throws(TriageFailure) {
    try connection.write { db in
      try db.execute(
        sql: """
          UPDATE journal SET looked_clock = ?, looked_uuid = ?, looked_revision = ?,
            looked_carrier = ?, carrying = ?, unsure = ?
          """,
        arguments: [
          look.clock, look.revision?.uuid, Int64(bitPattern: look.revision?.number ?? 0),
          look.carrier, look.isCarrying, look.isUnsure,
        ]
      )
    }
  }

  package func lookedTags(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: Set<MailTag>] {
    try connection.read { db in
      var sets: [Int64: Set<MailTag>] = [:]
      var tags: [MessageID: Set<MailTag>] = [:]
      let statement = try db.cachedStatement(
        sql: """
          SELECT l.tags, s.tags FROM look AS l JOIN tagset AS s ON s.id = l.tags WHERE l.message = ?
          """
      )
      for message in messages {
        guard let row = try Row.fetchOne(statement, arguments: [message.text]) else { continue }
        let number = try row.number(0)
        if sets[number] == nil {
          let names: [String] = try row.json(1) ?? []
          sets[number] = Set(names.map { MailTag($0) })
        }
        tags[message] = sets[number]
      }
      return tags
    }
  }

  package func see(_ tags: [MessageID: Set<MailTag>]) throws(TriageFailure) {
    try connection.write { db in
      var numbers: [Set<MailTag>: Int64] = [:]
      let look = try db.cachedStatement(sql: "INSERT OR REPLACE INTO look VALUES (?, ?)")
      for (message, set) in tags {
        let number = try numbers[set] ?? Self.number(of: set, db)
        numbers[set] = number
        try look.execute(arguments: [message.text, number])
      }
    }
  }

  private static func number(of set: Set<MailTag>, _ db: Database) throws -> Int64 {
    let names = set.sorted().map(\.text)
    let text = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO tagset (tags) VALUES (?)")
      .execute(arguments: [text])
    let number = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM tagset WHERE tags = ?"),
      arguments: [text]
    )
    guard let number else { throw Inconsistency(detail: "a set of tags has no number") }
    return number
  }
}
