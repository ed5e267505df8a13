import GRDB
package import TriageCore

extension StepJournal {
  package func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> WritesPage {
    try connection.read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: Self.writesSQL),
        arguments: [step.number, cursor ?? 0]
      )
      var page = WritesPage(writes: [], next: nil)
      var tags = TagTable(db)
      var last: Int64?
      while let row = try rows.next() {
        let number = try row.number(0)
        if number != last {
          guard page.writes.count < limit else {
            page.next = last
            break
          }
          page.writes.append(TagWrite(message: MessageID(try row.text(1))))
          last = number
        }
        page.writes.add(try tags.tag(try row.number(2)), wanted: try row.flag(3))
      }
      for place in page.writes.indices { page.writes[place].sort() }
      return page
    }
  }

  // Only actions have claims, only what turns them has effects.
  private static let writesSQL = """
    SELECT c.message, m.text, c.tag, c.wanted
    FROM claim AS c CROSS JOIN message AS m ON m.id = c.message
    WHERE c.step = ?1 AND c.message > ?2 AND c.found <> c.wanted
    UNION ALL
    SELECT e.message, m.text, e.tag, e.written
    FROM effect AS e CROSS JOIN message AS m ON m.id = e.message
    WHERE e.step = ?1 AND e.message > ?2 AND e.found <> e.written
    ORDER BY 1, 3
    """

  package func changes(of step: StepID, limit: Int?) throws(JournalError) -> [TagChange] {
    try writes(of: step, from: nil, limit: limit ?? .max).writes.map {
      TagChange(message: $0.message, added: $0.add, removed: $0.remove)
    }
  }

  /// Returns what a switch, an undo or a redo left as it was, and why, in the order of messages.
  package func left(of step: StepID, limit: Int?) throws(JournalError) -> [LeftOut] {
    try connection.read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT l.action, m.text, l.tag, l.outcome, l.keeper
            FROM leftover AS l JOIN message AS m ON m.id = l.message
            WHERE l.step = ? ORDER BY l.message, l.tag, l.action LIMIT ?
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
    guard let outcome = Outcome(rawValue: Int(try row.number(3))) else {
      throw Inconsistency(detail: "unknown outcome: \(try row.number(3))")
    }
    return LeftOut(
      action: StepID(try row.number(0)),
      pair: Pair(MessageID(try row.text(1)), try tags.tag(try row.number(2))),
      outcome: outcome,
      by: try row.optionalNumber(4).map(StepID.init)
    )
  }
}

extension [TagWrite] {
  /// Adds a tag to the last write.
  fileprivate mutating func add(_ tag: MailTag, wanted: Bool) {
    if wanted { self[count - 1].add.append(tag) } else { self[count - 1].remove.append(tag) }
  }
}

extension TagWrite {
  fileprivate mutating func sort() {
    add.sort()
    remove.sort()
  }
}
