import GRDB
import TriageCore

/// The rows of a step, read message by message in the order of the messages' numbers.
///
/// The first column is the number of the message, the second its id.
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

  /// Adds the rows of a message to what is known of it, if it is the next one.
  func take(
    _ number: Int64,
    into write: inout TagWrite,
    _ add: (Row, inout TagWrite) throws -> Void
  ) throws {
    while let row = pending, message == number {
      write.message = MessageID(try row.text(1))
      try add(row, &write)
      try advance()
    }
  }

  private func advance() throws {
    pending = try rows.next()
    message = try pending?.number(0)
  }
}

/// Reads the tags that a step writes, message by message.
final class TagWriteReader {
  private let rows: MessageRows
  private var tags: TagTable

  init(_ db: Database, _ step: StepID, after message: Int64) throws {
    tags = TagTable(db)
    rows = try MessageRows(db, Self.sql, step, after: message)
  }

  /// The number of the message that comes next, `nil` at the end.
  var message: Int64? { rows.message }

  /// Adds what is written of a message, if it is the next one.
  func take(_ number: Int64, into write: inout TagWrite) throws {
    guard message == number else { return }
    try rows.take(number, into: &write) { row, write in
      let tag = try tags.name(try row.number(2))
      if try row.flag(3) { write.add.append(tag) } else { write.remove.append(tag) }
    }
    write.add.sort()
    write.remove.sort()
  }

  // Only actions have claims, only what turns them has effects.
  private static let sql = """
    SELECT c.message, m.text, c.tag, c.wanted
    FROM claim AS c CROSS JOIN message AS m ON m.id = c.message
    WHERE c.step = ?1 AND c.message > ?2 AND c.found <> c.wanted
    UNION ALL
    SELECT e.message, m.text, e.tag, e.written
    FROM effect AS e CROSS JOIN message AS m ON m.id = e.message
    WHERE e.step = ?1 AND e.message > ?2 AND e.found <> e.written
    ORDER BY 1, 3
    """
}

/// Reads the copies that a step moves, message by message.
final class MoveReader {
  private let rows: MessageRows
  private var folders: FolderTable

  init(_ db: Database, _ step: StepID, after message: Int64) throws {
    folders = FolderTable(db)
    rows = try MessageRows(db, Self.sql, step, after: message)
  }

  /// The number of the message that comes next, `nil` at the end.
  var message: Int64? { rows.message }

  /// Adds what is moved of a message, if it is the next one.
  func take(_ number: Int64, into write: inout TagWrite) throws {
    try rows.take(number, into: &write) { row, write in
      write.moves.append(
        MoveClaim(
          write.message,
          CopyNumber(try row.number(2)),
          found: CopyPlace(try folders.name(row.number(3)), FileName(try row.text(4))),
          wanted: CopyPlace(try folders.name(row.number(5)), FileName(try row.text(6)))
        )
      )
    }
  }

  private static let sql = """
    SELECT v.message, m.text, v.copy, v.found, v.found_name, v.wanted, v.wanted_name
    FROM move AS v CROSS JOIN message AS m ON m.id = v.message
    WHERE v.step = ?1 AND v.message > ?2 AND v.found <> v.wanted
    ORDER BY v.message, v.copy
    """
}
