import GRDB
package import TriageCore

extension StepJournal {
  package func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> WritesPage {
    try connection.read { db in
      let tags = try TagWriteReader(db, step, after: cursor ?? 0)
      let moves = try MoveReader(db, step, after: cursor ?? 0)
      var page = WritesPage(writes: [], next: nil)
      var last: Int64?
      while let number = [tags.message, moves.message].compactMap(\.self).min() {
        guard page.writes.count < limit else {
          page.next = last
          break
        }
        last = number
        var write = TagWrite(message: MessageID(""))
        try tags.take(number, into: &write)
        try moves.take(number, into: &write)
        page.writes.append(write)
      }
      return page
    }
  }

  package func changes(of step: StepID, limit: Int?) throws(JournalError) -> [MessageChange] {
    try writes(of: step, from: nil, limit: limit ?? .max).writes.map { write in
      MessageChange(
        message: write.message,
        added: write.add,
        removed: write.remove,
        moves: write.moves.map { FolderChange(from: $0.found.folder, to: $0.wanted.folder) }
      )
    }
  }

  /// Returns what a switch, an undo or a redo left as it was, and why, in the order of messages.
  package func left(of step: StepID, limit: Int?) throws(JournalError) -> [LeftOut] {
    try connection.read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT l.action, m.text, l.tag, l.copy, l.outcome, l.keeper
            FROM (
              SELECT message, tag, NULL AS copy, action, outcome, keeper FROM leftover
              WHERE step = ?1
              UNION ALL
              SELECT message, NULL, copy, action, outcome, keeper FROM move_leftover
              WHERE step = ?1
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
    guard let outcome = Outcome(rawValue: Int(try row.number(4))) else {
      throw Inconsistency(detail: "unknown outcome: \(try row.number(4))")
    }
    let copy = try row.optionalNumber(3).map(CopyNumber.init)
    return LeftOut(
      action: StepID(try row.number(0)),
      MessageID(try row.text(1)),
      try copy.map(ClaimSubject.copy) ?? .tag(tags.name(try row.number(2))),
      outcome: outcome,
      by: try row.optionalNumber(5).map(StepID.init)
    )
  }
}
