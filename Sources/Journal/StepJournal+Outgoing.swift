import GRDB
package import TriageCore

extension StepJournal {
  /// Returns the messages that are being written or sent, and those that were, in the order of their
  /// numbers.
  package func outgoing() throws(TriageFailure) -> [OutgoingRecord] {
    try connection.read { db in try OutgoingTable.records(db, "ORDER BY id") }
  }

  /// Returns those of which something is still to become, in the order of their numbers: what has left
  /// and lies among the mail is not among them.
  ///
  /// Their number does not grow with what was sent.
  package func unfinishedOutgoing() throws(TriageFailure) -> [OutgoingRecord] {
    try connection.read { db in
      try OutgoingTable.records(db, "WHERE state <> 'sent' OR NOT filed ORDER BY id")
    }
  }

  /// Returns the newest that is, or became, the message of an id; `nil` if the history knows none.
  package func outgoing(message: MessageID) throws(TriageFailure) -> OutgoingRecord? {
    try connection.read { db in
      let newest = "WHERE message = ? ORDER BY id DESC LIMIT 1"
      return try OutgoingTable.records(db, newest, [message.text]).first
    }
  }

  /// Returns the highest number that the history knows; `nil` without any.
  package func lastOutgoing() throws(TriageFailure) -> OutgoingID? {
    try connection.read { db in
      let sql = "SELECT max(id) FROM outgoing"
      return try Int64.fetchOne(db.cachedStatement(sql: sql)).map(OutgoingID.init)
    }
  }

  /// Returns one of them; `nil` if the history does not know its number.
  package func outgoing(_ id: OutgoingID) throws(TriageFailure) -> OutgoingRecord? {
    try connection.read { db in
      try OutgoingTable.records(db, "WHERE id = ?", [id.number]).first
    }
  }

  /// Whether a message is on its way, or leaves by itself some day.
  package func hasWaiting() throws(TriageFailure) -> Bool {
    try has("state = 'leaving' OR state = 'held' AND held_wall IS NOT NULL")
  }

  /// Whether a message has left that the mail does not have yet.
  package func hasUnfiled() throws(TriageFailure) -> Bool {
    try has("state = 'sent' AND NOT filed")
  }

  private func has(_ condition: String) throws(TriageFailure) -> Bool {
    try connection.read { db in
      let sql = "SELECT 1 FROM outgoing WHERE \(condition) LIMIT 1"
      return try Int.fetchOne(db.cachedStatement(sql: sql)) != nil
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
          sql: "SELECT \(OutgoingTable.filingColumns) FROM filing WHERE step = ? ORDER BY outgoing"
        ),
        arguments: [step.number]
      )
      return try rows.map(OutgoingTable.filing)
    }
  }

  /// Returns the files that have come from a message, or are about to, and have not gone again.
  package func files(of message: OutgoingID) throws(TriageFailure) -> [Filing] {
    try connection.read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT \(OutgoingTable.filingColumns) FROM filing AS f
            WHERE outgoing = ?1 AND comes
              AND EXISTS (SELECT 1 FROM step WHERE id = f.step AND progress IN ('tagged', 'done'))
              AND NOT EXISTS (SELECT 1 FROM filing AS g JOIN step AS s ON s.id = g.step
                WHERE g.outgoing = ?1 AND NOT g.comes AND g.name = f.name
                  AND s.progress IN ('tagged', 'done'))
            ORDER BY step
            """
        ),
        arguments: [message.number]
      )
      return try rows.map(OutgoingTable.filing)
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
      sql: "SELECT \(columns) FROM outgoing \(condition)",
      arguments: arguments
    )
    return try rows.map { row in
      let id = OutgoingID(try row.number(0))
      let facts = OutgoingFacts(
        message: MessageID(try row.text(1)),
        kind: (try? row.choice(2)) ?? .new,
        account: try row.text(3),
        answers: try answers(of: id, db)
      )
      var record = OutgoingRecord(id, facts)
      // What nobody here understands stays as it is, where it can be seen.
      record.state = (try? row.choice(4)) ?? .unknown
      record.isFiled = try row.flag(5)
      record.version = try row.number(6)
      record.hold = try row.number(7)
      record.place = try place(row)
      record.waiting = try waiting(row)
      record.attempts = Int(try row.number(15))
      record.firstAttempt = try row.optionalNumber(16)
      record.exit = try row.optionalNumber(17).map(Int32.init(truncatingIfNeeded:))
      record.reason = try row.text(18)
      return record
    }
  }

  private static let columns = """
    id, message, kind, account, state, filed, version, hold, machine, inode, birth, held_boot, \
    held_awake, held_wall, held_seconds, attempts, first_attempt, exit, reason
    """

  private static func place(_ row: Row) throws -> OutgoingPlace? {
    guard let machine = try row.optionalText(8) else { return nil }
    return OutgoingPlace(
      machine: machine,
      inode: UInt64(bitPattern: try row.optionalNumber(9) ?? 0),
      birth: try row.optionalNumber(10) ?? 0
    )
  }

  /// Where only the time of day counts, no start of the machine is known.
  private static func waiting(_ row: Row) throws -> SendingHold? {
    guard let wall = try row.optionalNumber(13), let seconds = try row.optionalNumber(14) else {
      return nil
    }
    let begin = MachineMoment(
      boot: try row.optionalText(11),
      awake: try row.optionalNumber(12) ?? 0,
      wall: wall
    )
    return SendingHold(of: seconds, from: begin)
  }

  static let filingColumns = "outgoing, message, folder, name, role, comes"

  static func filing(_ row: Row) throws -> Filing {
    Filing(
      OutgoingID(try row.number(0)),
      MessageID(try row.text(1)),
      at: CopyLocation(MailFolder(try row.text(2)), FileName(try row.text(3))),
      role: try row.choice(4),
      comes: try row.flag(5)
    )
  }

  private static func answers(of id: OutgoingID, _ db: Database) throws -> [MessageID] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT message FROM answer WHERE outgoing = ? ORDER BY place"),
      arguments: [id.number]
    ).map { MessageID($0) }
  }

  static func insert(_ record: OutgoingRecord, _ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO outgoing (id, message, state, kind, account, filed, version, hold, machine, inode, \
        birth) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        record.id.number, record.message.text, record.state.rawValue, record.kind.rawValue,
        record.account, record.isFiled, record.version, record.hold, record.place?.machine,
        record.place.map { Int64(bitPattern: $0.inode) }, record.place?.birth,
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
      sql: "INSERT INTO filing VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        step.number, filing.outgoing.number, filing.message.text, filing.location.folder.text,
        filing.location.name.text, filing.role.rawValue, filing.comes,
      ]
    )
  }

  /// Notes that the mail has what a step has filed, or no longer has it.
  ///
  /// What goes may have another file in its place already. What was sent is filed when all is done that
  /// belongs to it: the sender says so.
  static func noteFiled(by step: StepID, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE outgoing SET filed = f.comes OR EXISTS (SELECT 1 FROM filing AS g
          WHERE g.outgoing = f.outgoing AND g.comes AND g.name <> f.name
            AND EXISTS (SELECT 1 FROM step WHERE id = g.step AND progress IN ('tagged', 'done'))
            AND NOT EXISTS (SELECT 1 FROM filing AS h JOIN step AS s ON s.id = h.step
              WHERE h.outgoing = g.outgoing AND NOT h.comes AND h.name = g.name
                AND s.progress IN ('tagged', 'done')))
        FROM filing AS f
        WHERE f.outgoing = outgoing.id AND f.step = ? AND f.role = 'draft' AND state <> 'sent'
        """
    ).execute(arguments: [step.number])
  }

  /// Lets a message that is held wait until a person says that it may leave.
  static func waitForPerson(_ message: OutgoingID, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        UPDATE outgoing SET held_boot = NULL, held_awake = NULL, held_wall = NULL, held_seconds = NULL
        WHERE id = ? AND state = 'held'
        """
    ).execute(arguments: [message.number])
  }
}
