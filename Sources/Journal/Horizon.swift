import GRDB
package import TriageCore

/// Drops a beginning of a history that several machines have.
///
/// What the steps up to the new horizon came to is kept where it would be missed: of pairs about which a
/// machine has not heard all, and of those that younger claims lie upon. A kept answer always stands; of
/// two it is the one that knew more that counts.
struct Horizon {
  private let db: Database

  init(_ db: Database) {
    self.db = db
  }

  /// Raises the horizon to a clock, if it is not there yet.
  ///
  /// - Returns: What has gone.
  @discardableResult
  func raise(to clock: Int64) throws -> PruneResult {
    let old = try Int64.fetchOne(db, sql: "SELECT horizon FROM journal") ?? 0
    guard clock > old else { return PruneResult() }
    try noteGone(clock)
    let result = try counts()
    let answers = try answers()
    try removeGone()
    try db.execute(sql: "UPDATE journal SET horizon = ?", arguments: [clock])
    for (touched, claims) in answers { try keep(claims, touched: touched, horizon: clock) }
    try db.execute(sql: "DROP TABLE temp.gone")
    try HistoryFold(db).store(db)
    return result
  }

  private func counts() throws -> PruneResult {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*), ifnull(sum(kind IN ('action', 'switch') AND progress <> 'void'), 0) FROM step
        WHERE id IN (SELECT id FROM temp.gone) AND kind NOT IN ('kept', 'merge')
        """
    )
    guard let row else { return PruneResult() }
    return PruneResult(steps: Int(try row.number(0)), groups: Int(try row.number(1)))
  }

  /// The steps that go: not those that are being written, nor what is on its way out of this machine.
  private func noteGone(_ clock: Int64) throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE gone AS SELECT id, uid FROM step
        WHERE clock <= ?1 AND NOT (kind = 'kept' AND made >= ?1)
          AND progress NOT IN ('intent', 'tagged', 'inbox')
          AND id NOT IN (\(Departures.unfiled))
        """,
      arguments: [clock]
    )
    try db.execute(sql: "CREATE INDEX temp.gone_id ON gone (id)")
  }

  private struct Answer {
    let message: Int64
    let tag: Int64
    let value: Bool
  }

  /// What is kept, by the clock of the last step that touched it.
  private func answers() throws -> [Int64: [Answer]] {
    let rows = try Row.fetchCursor(db, sql: Self.keptSQL)
    var answers: [Int64: [Answer]] = [:]
    while let row = try rows.next() {
      let (message, tag) = (try row.number(0), try row.number(1))
      let value = try value(of: message, tag)
      answers[try row.number(2), default: []].append(
        Answer(message: message, tag: tag, value: value)
      )
    }
    return answers
  }

  /// What the claims that go have come to.
  private func value(of message: Int64, _ tag: Int64) throws -> Bool {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT c.found, c.wanted, coalesce(e.stands, s.standing) FROM claim AS c
          JOIN step AS s ON s.id = c.step AND s.progress = 'done'
          LEFT JOIN exception AS e ON e.step = c.step AND e.message = c.message AND e.tag = c.tag
          WHERE c.message = ?1 AND c.tag = ?2 AND c.step IN (SELECT id FROM temp.gone)
          ORDER BY s.clock, s.touched, s.uid
          """
      ),
      arguments: [message, tag]
    )
    if let last = try rows.last(where: { try $0.flag(2) }) { return try last.flag(1) }
    return try rows.first?.flag(0) ?? false
  }

  // Of each pair: the last step that touched it, by a claim that goes or by turning one; whether a machine
  // has not heard of one of those; whether younger claims lie upon it.
  private static let keptSQL = """
    WITH touch (message, tag, clock, step) AS (
      SELECT c.message, c.tag, s.touched, s.id FROM claim AS c JOIN step AS s ON s.id = c.step
      WHERE s.id IN (SELECT id FROM temp.gone) AND s.progress = 'done'
      UNION ALL
      SELECT c.message, c.tag, t.touched, t.id
      FROM (SELECT step, action FROM mark UNION SELECT step, action FROM lift) AS m
      JOIN temp.gone AS g ON g.uid = m.action
      JOIN step AS t ON t.id = m.step AND t.progress IN ('tagged', 'done')
      JOIN claim AS c ON c.step = g.id
    ), heard (step) AS (
      SELECT ifnull(min(heard), 0) FROM machine WHERE met IS NOT NULL
    )
    SELECT message, tag, max(clock) FROM touch
    WHERE EXISTS (SELECT 1 FROM claim AS g WHERE g.message = touch.message AND g.tag = touch.tag
      AND g.step IN (SELECT id FROM temp.gone))
    GROUP BY message, tag
    HAVING max(step > (SELECT step FROM heard)) OR EXISTS (
      SELECT 1 FROM claim AS y JOIN step AS s ON s.id = y.step AND s.progress IN ('tagged', 'done')
      WHERE y.message = touch.message AND y.tag = touch.tag
        AND y.step NOT IN (SELECT id FROM temp.gone))
    """

  private func removeGone() throws {
    let tables =
      ["claim", "effect", "move", "departure", "toggle", "filing", "mark", "lift", "seen"]
      + ClaimKind.allCases.flatMap { [$0.leftovers, $0.exceptions] }
    for table in tables {
      try db.execute(sql: "DELETE FROM \(table) WHERE step IN (SELECT id FROM temp.gone)")
    }
    for table in ["toggle"] + ClaimKind.allCases.map(\.leftovers) {
      try db.execute(sql: "DELETE FROM \(table) WHERE action IN (SELECT id FROM temp.gone)")
    }
    try db.execute(
      sql: """
        DELETE FROM effect WHERE action IN (SELECT id FROM temp.gone);
        DELETE FROM move WHERE action IN (SELECT id FROM temp.gone);
        DELETE FROM content WHERE NOT EXISTS (SELECT 1 FROM move AS v
          WHERE v.message = content.message AND v.copy = content.copy);
        UPDATE step SET target = NULL WHERE target IN (SELECT id FROM temp.gone);
        UPDATE step SET merge = NULL WHERE merge IN (SELECT id FROM temp.gone);
        DELETE FROM step WHERE id IN (SELECT id FROM temp.gone);
        UPDATE step SET messages = (SELECT count(*) FROM (
            SELECT message FROM claim WHERE step = id AND found <> wanted
            UNION SELECT message FROM effect WHERE step = id
            UNION SELECT message FROM move WHERE step = id AND found <> wanted))
          + (SELECT count(*) FROM departure WHERE step = id AND found <> wanted);
        """
    )
  }

  /// Makes a step of answers that always stand.
  private func keep(_ answers: [Answer], touched: Int64, horizon: Int64) throws {
    let id = try StepTable.nextID(db)
    try db.execute(
      sql: """
        INSERT INTO step (id, kind, progress, at, origin, background, session, host, pid, \
        uuid_before, revision_before, messages, uid, clock, made, touched)
        VALUES (?, 'kept', 'done', unixepoch(), 'automatic', 0, '', '', 0, '', 0, 0, ?, ?, ?, ?)
        """,
      arguments: [id.number, UniqueID.fresh().data, min(touched, horizon), horizon, touched]
    )
    var rows = try BulkInsert(db, into: "claim", columns: 5)
    for answer in answers {
      try rows.add(id.number, answer.message, answer.tag, answer.value, answer.value)
    }
    try rows.flush()
  }
}

extension StepJournal {
  package func raiseHorizon(to clock: Int64) throws(TriageFailure) -> Int {
    try connection.write { db in try Horizon(db).raise(to: clock).groups }
  }
}
