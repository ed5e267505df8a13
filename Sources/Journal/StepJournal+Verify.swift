import GRDB
package import TriageCore

extension StepJournal {
  /// Returns what is wrong inside the journal; nothing if it is whole.
  ///
  /// Everything is read: the file's structure, that rows name rows that are there, and that the
  /// cached columns are what folding the steps gives.
  ///
  /// - Throws: Whatever keeps the journal from being read; damage is a problem, not an error.
  package func verify() throws(TriageFailure) -> [JournalProblem] {
    do {
      return try connection.read { db in
        let structure = try structureProblems(db)
        guard structure.isEmpty else { return structure }
        return try referenceProblems(db) + copyProblems(db) + cacheProblems(db) + countProblems(db)
      }
    } catch  where error.code == .journalDamaged {
      return [JournalProblem(.structure, detail: error.arguments.last ?? "")]
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

  /// Copies have no table of their own: what names one must be about a claim of it.
  private func copyProblems(_ db: Database) throws -> [JournalProblem] {
    try ["move_leftover", "move_exception"].flatMap { table in
      let action = table == "move_leftover" ? "action" : "step"
      let count = try Int64.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM \(table) AS t WHERE NOT EXISTS (
            SELECT 1 FROM move AS m
            WHERE m.step = t.\(action) AND m.message = t.message AND m.copy = t.copy
              AND m.action IS NULL)
          """
      )
      guard let count, count > 0 else { return [] as [JournalProblem] }
      return [JournalProblem(.reference, detail: "\(table) → move: \(count)")]
    }
  }

  private func cacheProblems(_ db: Database) throws -> [JournalProblem] {
    let fold = try HistoryFold(db)
    var problems: [JournalProblem] = []
    var redo: [(listed: Int64, step: StepID)] = []
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT id, standing, remaining, listed FROM step WHERE progress <> 'inbox'"
    )
    while let row = try rows.next() {
      let id = StepID(try row.number(0))
      guard let expected = fold.cached[id] else { continue }
      let isStanding = try row.flag(1)
      let remaining = Int(try row.number(2))
      if (isStanding, remaining) != (expected.isStanding, expected.remaining) {
        problems.append(JournalProblem(.standing, step: id, detail: "step"))
      }
      let listed = try row.optionalNumber(3)
      if let listed, listed > 0 { redo.append((listed, id)) }
      // Where groups are on the redo list only their order tells.
      if listed.map({ min($0, 1) }) != expected.listed.map({ min($0, 1) }) {
        problems.append(JournalProblem(.list, step: id, detail: "step"))
      }
    }
    let order = redo.sorted { $0.listed < $1.listed }.map(\.step)
    for (step, expected) in zip(order, fold.redoList) where step != expected {
      problems.append(JournalProblem(.list, step: step, detail: "step"))
    }
    return problems + (try exceptionProblems(fold, db))
  }

  private func exceptionProblems(
    _ fold: HistoryFold,
    _ db: Database
  ) throws -> [JournalProblem] {
    var stored: [StepID: [HistoryFold.ClaimKey: Bool]] = [:]
    for kind in ClaimKind.allCases {
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT step, message, \(kind.subject), stands FROM \(kind.exceptions)"
      )
      while let row = try rows.next() {
        let claim = HistoryFold.ClaimKey(
          kind: kind,
          message: try row.number(1),
          subject: try row.number(2)
        )
        stored[StepID(try row.number(0)), default: [:]][claim] = try row.flag(3)
      }
    }
    return Set(stored.keys).union(fold.exceptions.keys).sorted()
      .filter { stored[$0] != fold.exceptions[$0] }
      .map { JournalProblem(.standing, step: $0, detail: "exception") }
  }

  private func countProblems(_ db: Database) throws -> [JournalProblem] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM step
        WHERE (machine IS NULL OR kind NOT IN ('undo', 'redo', 'switch')) AND messages <> (SELECT count(*) FROM (
          SELECT message FROM claim WHERE step = id AND found <> wanted
          UNION SELECT message FROM effect WHERE step = id
          UNION SELECT message FROM move WHERE step = id AND found <> wanted))
          + (SELECT count(*) FROM departure WHERE step = id AND found <> wanted)
        """
    ).map { JournalProblem(.count, step: StepID($0), detail: "step") }
  }
}

/// Something that is wrong inside a journal.
package struct JournalProblem: Hashable, Sendable {
  /// What kinds of problems there are.
  package enum Code: String, Sendable, CaseIterable {
    /// The file's own structure is broken.
    case structure
    /// A row names a row that is not there.
    case reference
    /// What is cached of which groups stand is not what the steps come to.
    case standing
    /// A group is on the wrong list, or at the wrong position.
    case list
    /// A step's count of messages is wrong.
    case count
  }

  /// What kind of problem it is.
  package var code: Code
  /// The step it is about, if it is about one.
  package var step: StepID?
  /// Names of tables, or the words of SQLite.
  package var detail: String

  /// Makes the record of one problem.
  package init(_ code: Code, step: StepID? = nil, detail: String) {
    self.code = code
    self.step = step
    self.detail = detail
  }
}
