import GRDB
package import TriageCore

extension StepJournal {
  package func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(TriageFailure) -> WritesPage {
    try connection.read { db in
      let reader = try WriteReader(db, step, after: cursor ?? 0)
      var page = WritesPage(writes: [], next: nil)
      var last: Int64?
      while let (message, write) = try reader.next() {
        guard page.writes.count < limit else {
          page.next = last
          break
        }
        last = message
        page.writes.append(write)
      }
      return page
    }
  }

  package func changes(of step: StepID, limit: Int?) throws(TriageFailure) -> [MessageChange] {
    try writes(of: step, from: nil, limit: limit ?? .max).writes.map { write in
      MessageChange(
        message: write.message,
        added: write.add,
        removed: write.remove,
        moves: write.moves.map { FolderChange(from: $0.found.folder, to: $0.wanted.folder) }
      )
    }
  }

  /// Returns the messages that each of some actions changed, or had leave: of all of them at once.
  package func changedMessages(of actions: [StepID]) throws(TriageFailure) -> ChangedMessages {
    try connection.read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: Self.changedSQL),
        arguments: [jsonList(actions.map(\.number))]
      )
      var changed = ChangedMessages()
      var indices: [Int64: Int] = [:]
      while let row = try rows.next() {
        let number = try row.number(1)
        var index = changed.messages.count
        if let known = indices[number] {
          index = known
        } else {
          indices[number] = index
          changed.messages.append(MessageID(try row.text(2)))
        }
        changed.indices[StepID(try row.number(0)), default: []].append(index)
      }
      return changed
    }
  }

  // What an action changes is what it claims.
  private static let changedSQL = """
    SELECT w.step, w.message, m.text
    FROM (
      SELECT c.step, c.message FROM json_each(?1) AS a
      CROSS JOIN claim AS c ON c.step = a.value AND c.found <> c.wanted
      UNION
      SELECT v.step, v.message FROM json_each(?1) AS a
      CROSS JOIN move AS v ON v.step = a.value AND v.found <> v.wanted
      UNION
      SELECT d.step, d.message FROM json_each(?1) AS a
      CROSS JOIN departure AS d ON d.step = a.value AND d.found <> d.wanted
    ) AS w LEFT JOIN message AS m ON m.id = w.message
    """

  /// Returns what a switch, an undo or a redo left as it was, and why, in the order of messages.
  package func left(of step: StepID, limit: Int?) throws(TriageFailure) -> [LeftOut] {
    try connection.read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT l.action, m.text, l.tag, l.copy, l.outgoing, l.outcome, l.keeper
            FROM (
              SELECT message, tag, NULL AS copy, NULL AS outgoing, action, outcome, keeper
              FROM leftover WHERE step = ?1
              UNION ALL
              SELECT message, NULL, copy, NULL, action, outcome, keeper FROM move_leftover
              WHERE step = ?1
              UNION ALL
              SELECT message, NULL, NULL, outgoing, action, outcome, keeper
              FROM departure_leftover WHERE step = ?1
            ) AS l JOIN message AS m ON m.id = l.message
            ORDER BY l.message, l.copy, l.tag, l.action LIMIT ?2
            """
        ),
        arguments: [step.number, limit ?? -1]
      )
      var left: [LeftOut] = []
      var tags = TagTable(db)
      while let row = try rows.next() { left.append(try leftOut(row, &tags)) }
      return left
    }
  }

  private func leftOut(_ row: Row, _ tags: inout TagTable) throws -> LeftOut {
    guard let outcome = Outcome(rawValue: Int(try row.number(5))) else {
      throw Inconsistency(detail: "unknown outcome: \(try row.number(5))")
    }
    let other =
      try row.optionalNumber(3).map { ClaimSubject.copy(CopyNumber($0)) }
      ?? row.optionalNumber(4).map { ClaimSubject.departure(OutgoingID($0)) }
    return LeftOut(
      action: StepID(try row.number(0)),
      MessageID(try row.text(1)),
      try other ?? .tag(tags.name(try row.number(2))),
      outcome: outcome,
      by: try row.optionalNumber(6).map(StepID.init)
    )
  }
}

/// The messages that actions have changed, each named once.
package struct ChangedMessages: Sendable {
  /// All of them.
  package fileprivate(set) var messages: [MessageID] = []
  /// Those of each action, as places in `messages`; an action that changed none is left out.
  package fileprivate(set) var indices: [StepID: [Int]] = [:]
}

/// Reads what a step writes, message by message in the order of the messages' numbers.
private final class WriteReader {
  private let tagRows: MessageRows
  private let moveRows: MessageRows
  private var tags: TagTable
  private var folders: FolderTable

  init(_ db: Database, _ step: StepID, after message: Int64) throws {
    tags = TagTable(db)
    folders = FolderTable(db)
    tagRows = try MessageRows(db, Self.tagSQL, step, after: message)
    moveRows = try MessageRows(db, Self.moveSQL, step, after: message)
  }

  /// Returns the next message's number and what is written of it, or `nil` at the end.
  func next() throws -> (message: Int64, write: TagWrite)? {
    guard let message = [tagRows.message, moveRows.message].compactMap(\.self).min() else {
      return nil
    }
    var write = TagWrite(message: MessageID(""))
    try tagRows.read(message) { row in
      write.message = MessageID(try row.text(1))
      let tag = try tags.name(try row.number(2))
      if try row.flag(3) { write.add.append(tag) } else { write.remove.append(tag) }
    }
    try moveRows.read(message) { row in
      write.message = MessageID(try row.text(1))
      write.moves.append(try move(row, of: write.message))
    }
    write.add.sort()
    write.remove.sort()
    return (message, write)
  }

  private func move(_ row: Row, of message: MessageID) throws -> MoveClaim {
    MoveClaim(
      message,
      CopyNumber(try row.number(2)),
      found: CopyLocation(try folders.name(row.number(3)), FileName(try row.text(4))),
      wanted: CopyLocation(try folders.name(row.number(5)), FileName(try row.text(6)))
    )
  }

  // Only actions have claims, only what turns them has effects.
  private static let tagSQL = """
    SELECT c.message, m.text, c.tag, c.wanted
    FROM claim AS c CROSS JOIN message AS m ON m.id = c.message
    WHERE c.step = ?1 AND c.message > ?2 AND c.found <> c.wanted
    UNION ALL
    SELECT e.message, m.text, e.tag, e.written
    FROM effect AS e CROSS JOIN message AS m ON m.id = e.message
    WHERE e.step = ?1 AND e.message > ?2 AND e.found <> e.written
    ORDER BY 1, 3
    """

  private static let moveSQL = """
    SELECT v.message, m.text, v.copy, v.found, v.found_name, v.wanted, v.wanted_name
    FROM move AS v CROSS JOIN message AS m ON m.id = v.message
    WHERE v.step = ?1 AND v.message > ?2 AND v.found <> v.wanted
    ORDER BY v.message, v.copy
    """
}

/// Rows whose first column is the number of a message, in the order of the numbers.
private final class MessageRows {
  private let rows: RowCursor
  private var pending: Row?
  /// The number of the message that comes next, `nil` at the end.
  private(set) var message: Int64?

  init(_ db: Database, _ sql: String, _ step: StepID, after message: Int64) throws {
    rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql),
      arguments: [step.number, message]
    )
    try advance()
  }

  /// Reads the rows of a message, if it is the next one; a row is valid in the closure only.
  func read(_ number: Int64, _ body: (Row) throws -> Void) throws {
    while let row = pending, message == number {
      try body(row)
      try advance()
    }
  }

  private func advance() throws {
    pending = try rows.next()
    message = try pending?.number(0)
  }
}
