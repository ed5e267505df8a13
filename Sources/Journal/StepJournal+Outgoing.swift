import GRDB
package import TriageCore

extension StepJournal {
  /// Returns the messages that are being written or sent, and those that were, in the order of their
  /// numbers.
  package func outgoing() throws(TriageFailure) -> [OutgoingRecord] {
    try connection.read { db in try OutgoingTable.records(db, "ORDER BY id") }
  }

  /// Returns one of them; `nil` if the history does not know its number.
  package func outgoing(_ id: OutgoingID) throws(TriageFailure) -> OutgoingRecord? {
    try connection.read { db in
      try OutgoingTable.records(db, "WHERE id = ?", [id.number]).first
    }
  }

  /// Notes a message that has been begun, durably.
  ///
  /// - Throws: `.journalUnwritable` and the like; also if the number is taken.
  package func add(_ record: OutgoingRecord) throws(TriageFailure) {
    try connection.write { db in try OutgoingTable.insert(record, db) }
  }

  package func filings(of step: StepID) throws(TriageFailure) -> [Filing] {
    try connection.read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: "SELECT outgoing, message, folder, name FROM filing WHERE step = ? ORDER BY outgoing"
        ),
        arguments: [step.number]
      )
      return try rows.map { row in
        Filing(
          OutgoingID(try row.number(0)),
          MessageID(try row.text(1)),
          at: CopyLocation(MailFolder(try row.text(2)), FileName(try row.text(3)))
        )
      }
    }
  }
}

/// Messages that are being written or sent, as rows.
enum OutgoingTable {
  /// Returns the records that a condition selects: what follows the table's name in the query.
  static func records(
    _ db: Database,
    _ condition: String,
    _ arguments: StatementArguments = []
  ) throws -> [OutgoingRecord] {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT id, message, kind, account, state, filed FROM outgoing \(condition)",
      arguments: arguments
    )
    return try rows.map { row in
      let id = OutgoingID(try row.number(0))
      let facts = OutgoingFacts(
        message: MessageID(try row.text(1)),
        kind: try row.choice(2),
        account: try row.text(3),
        answers: try answers(of: id, db)
      )
      var record = OutgoingRecord(id, facts)
      record.state = try row.choice(4)
      record.isFiled = try row.flag(5)
      return record
    }
  }

  private static func answers(of id: OutgoingID, _ db: Database) throws -> [MessageID] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT message FROM answer WHERE outgoing = ? ORDER BY place"),
      arguments: [id.number]
    ).map { MessageID($0) }
  }

  static func insert(_ record: OutgoingRecord, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO outgoing VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        record.id.number, record.message.text, record.state.rawValue, record.kind.rawValue,
        record.account, record.isFiled,
      ]
    )
    for (index, message) in record.answers.enumerated() {
      try db.execute(
        sql: "INSERT INTO answer VALUES (?, ?, ?)",
        arguments: [record.id.number, index, message.text]
      )
    }
  }

  static func insert(_ filing: Filing, of step: StepID, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO filing VALUES (?, ?, ?, ?, ?)",
      arguments: [
        step.number, filing.outgoing.number, filing.message.text, filing.location.folder.text,
        filing.location.name.text,
      ]
    )
  }

  /// Notes that the mail has what a step has filed.
  static func noteFiled(by step: StepID, _ db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE outgoing SET filed = 1 WHERE id IN (SELECT outgoing FROM filing WHERE step = ?)"
    ).execute(arguments: [step.number])
  }
}
