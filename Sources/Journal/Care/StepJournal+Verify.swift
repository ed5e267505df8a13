import GRDB
package import TriageCore

extension StepJournal {
  /// Returns what is wrong inside the journal; nothing if it is whole.
  ///
  /// Everything is read: the file's structure, that rows name rows that are there, and that the
  /// cached columns are what folding the steps gives.
  ///
  /// - Throws: Whatever keeps the journal from being read; damage is a problem, not an error.
  package func verify() throws(JournalError) -> [JournalProblem] {
    do {
      return try connection.read { db in
        let structure = try structureProblems(db)
        guard structure.isEmpty else { return structure }
        return try referenceProblems(db) + cacheProblems(db) + countProblems(db)
      }
    } catch .damaged(_, let detail) {
      return [JournalProblem(.structure, detail: detail)]
    }
  }

  private func structureProblems(_ db: Database) throws -> [JournalProblem] {
    try String.fetchAll(db, sql: "PRAGMA integrity_check")
      .filter { $0 != "ok" }
      .map { JournalProblem(.structure, detail: $0) }
  }

  private func referenceProblems(_ db: Database) throws -> [JournalProblem] {
    try Row.fetchAll(
      db,
      sql: "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2"
    ).map { row in
      let detail = "\(try row.text(0)) → \(try row.text(1)): \(try row.number(2))"
      return JournalProblem(.reference, detail: detail)
    }
  }

  private func cacheProblems(_ db: Database) throws -> [JournalProblem] {
    let fold = try HistoryFold(db)
    var problems: [JournalProblem] = []
    let rows = try Row.fetchCursor(db, sql: "SELECT id, standing, remaining, listed FROM step")
    while let row = try rows.next() {
      let id = StepID(try row.number(0))
      guard let expected = fold.cached[id] else { continue }
      let isStanding = try row.flag(1)
      let remaining = Int(try row.number(2))
      if (isStanding, remaining) != (expected.isStanding, expected.remaining) {
        problems.append(JournalProblem(.standing, step: id, detail: "step"))
      }
      if try row.optionalNumber(3) != expected.listed {
        problems.append(JournalProblem(.list, step: id, detail: "step"))
      }
    }
    return problems + (try exceptionProblems(fold, db))
  }

  private func exceptionProblems(
    _ fold: HistoryFold,
    _ db: Database
  ) throws -> [JournalProblem] {
    var stored: [StepID: [HistoryFold.ClaimKey: Bool]] = [:]
    let rows = try Row.fetchCursor(db, sql: "SELECT step, message, tag, stands FROM exception")
    while let row = try rows.next() {
      let claim = HistoryFold.ClaimKey(message: try row.number(1), tag: try row.number(2))
      stored[StepID(try row.number(0)), default: [:]][claim] = try row.flag(3)
    }
    return Set(stored.keys).union(fold.exceptions.keys).sorted()
      .filter { stored[$0] != fold.exceptions[$0] }
      .map { JournalProblem(.standing, step: $0, detail: "exception") }
  }

  private func countProblems(_ db: Database) throws -> [JournalProblem] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM step WHERE messages <> CASE WHEN kind IN ('action', 'external')
          THEN (SELECT count(DISTINCT message) FROM claim WHERE step = id)
          ELSE (SELECT count(*) FROM (
            SELECT message FROM effect WHERE step = id
            UNION SELECT message FROM leftover WHERE step = id))
          END
        """
    ).map { JournalProblem(.count, step: StepID($0), detail: "step") }
  }
}
