import GRDB
package import TriageCore

extension StepJournal {
  package func revisions(
    of messages: [MessageID]
  ) throws(JournalError) -> [MessageID: IndexRevision] {
    try connection.read { db in
      let numbers = try MessageTable(db, seed: seed).numbers(of: messages)
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: Self.revisionsSQL),
        arguments: [jsonList(numbers.values)]
      )
      let names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
      var revisions: [MessageID: IndexRevision] = [:]
      while let row = try rows.next() {
        guard let message = names[try row.number(0)] else { continue }
        revisions[message] = IndexRevision(
          uuid: try row.text(1),
          number: UInt64(bitPattern: try row.number(2))
        )
      }
      return revisions
    }
  }

  // The columns beside `max` are those of the row that has the maximum.
  private static let revisionsSQL = """
    SELECT w.message, s.uuid_after, s.revision_after, max(s.id)
    FROM (
      SELECT message, step FROM claim INDEXED BY claim_pair
      WHERE message IN (SELECT value FROM json_each(?1)) AND found <> wanted
      UNION ALL
      SELECT message, step FROM effect WHERE message IN (SELECT value FROM json_each(?1))
      UNION ALL
      SELECT message, step FROM move INDEXED BY move_copy
      WHERE message IN (SELECT value FROM json_each(?1)) AND found <> wanted
    ) AS w JOIN step AS s ON s.id = w.step
    WHERE s.progress IN ('tagged', 'done') AND s.uuid_after IS NOT NULL
    GROUP BY w.message
    """
}
