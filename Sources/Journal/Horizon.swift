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
    for (touched, kept) in answers { try keep(kept, touched: touched, horizon: clock) }
    try db.execute(
      sql: """
        DELETE FROM content WHERE NOT EXISTS (SELECT 1 FROM move AS v
          WHERE v.message = content.message AND v.copy = content.copy);
        DROP TABLE temp.gone;
        """
    )
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

  /// What is kept of one step, as the tables have it: of a tag whether it is there, of a file its folder.
  private struct Answers {
    var tags: [(message: Int64, tag: Int64, value: Int64)] = []
    var copies: [(message: Int64, copy: Int64, folder: Int64, name: String)] = []
  }

  /// What is kept, by the clock of the last step that touched it.
  private func answers() throws -> [Int64: Answers] {
    var answers: [Int64: Answers] = [:]
    for kind in [ClaimKind.tag, .copy] {
      let rows = try Row.fetchCursor(db, sql: Self.keptSQL(kind))
      while let row = try rows.next() {
        let (message, subject) = (try row.number(0), try row.number(1))
        let value = try value(of: message, subject, kind)
        if kind == .tag {
          answers[try row.number(2), default: Answers()].tags.append((message, subject, value))
        } else {
          let name = try name(ofCopy: subject, of: message, in: value)
          answers[try row.number(2), default: Answers()].copies
            .append((message, subject, value, name))
        }
      }
    }
    return answers
  }

  /// What the claims that go have come to.
  private func value(of message: Int64, _ subject: Int64, _ kind: ClaimKind) throws -> Int64 {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT c.found, c.wanted, coalesce(e.stands, s.standing) FROM \(Self.claims(kind)) AS c
          JOIN step AS s ON s.id = c.step AND s.progress = 'done'
          LEFT JOIN \(kind.exceptions) AS e
            ON e.step = c.step AND e.message = c.message AND e.\(kind.subject) = c.\(kind.subject)
          WHERE c.message = ?1 AND c.\(kind.subject) = ?2 AND c.step IN (SELECT id FROM temp.gone)
          ORDER BY s.clock, s.touched, s.uid
          """
      ),
      arguments: [message, subject]
    )
    if let last = try rows.last(where: { try $0.flag(2) }) { return try last.number(1) }
    return try rows.first?.number(0) ?? 0
  }

  /// The name of this machine's file in a folder, if it has last been put there: without one it is looked for by
  /// what is in it.
  private func name(ofCopy copy: Int64, of message: Int64, in folder: Int64) throws -> String {
    let last = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT v.wanted, v.wanted_name FROM move AS v
          JOIN step AS s ON s.id = v.step AND s.progress = 'done'
          WHERE v.message = ?1 AND v.copy = ?2 AND v.wanted_name <> ''
            AND v.step IN (SELECT id FROM temp.gone)
          ORDER BY s.clock DESC, s.touched DESC, s.uid DESC LIMIT 1
          """
      ),
      arguments: [message, copy]
    )
    guard let last, try last.number(0) == folder else { return "" }
    return try last.text(1)
  }

  /// The claims of actions: what turning one has moved is none.
  private static func claims(_ kind: ClaimKind) -> String {
    kind == .tag ? "claim" : "(SELECT * FROM move WHERE action IS NULL)"
  }

  // Of each pair: the last step that touched it, by a claim that goes or by turning one; whether a machine
  // has not heard of one of those; whether younger claims lie upon it.
  private static func keptSQL(_ kind: ClaimKind) -> String {
    let (claims, subject) = (claims(kind), kind.subject)
    return """
      WITH touch (message, subject, clock, step) AS (
        SELECT c.message, c.\(subject), s.touched, s.id FROM \(claims) AS c
        JOIN step AS s ON s.id = c.step
        WHERE s.id IN (SELECT id FROM temp.gone) AND s.progress = 'done'
        UNION ALL
        SELECT c.message, c.\(subject), t.touched, t.id
        FROM (SELECT step, action FROM mark UNION SELECT step, action FROM lift) AS m
        JOIN temp.gone AS g ON g.uid = m.action
        JOIN step AS t ON t.id = m.step AND t.progress IN ('tagged', 'done')
        JOIN \(claims) AS c ON c.step = g.id
      ), heard (step) AS (
        SELECT ifnull(min(heard), 0) FROM machine WHERE met IS NOT NULL
      )
      SELECT message, subject, max(clock) FROM touch
      WHERE EXISTS (SELECT 1 FROM \(claims) AS g WHERE g.message = touch.message
        AND g.\(subject) = touch.subject AND g.step IN (SELECT id FROM temp.gone))
      GROUP BY message, subject
      HAVING max(step > (SELECT step FROM heard)) OR EXISTS (
        SELECT 1 FROM \(claims) AS y JOIN step AS s ON s.id = y.step AND s.progress IN ('tagged', 'done')
        WHERE y.message = touch.message AND y.\(subject) = touch.subject
          AND y.step NOT IN (SELECT id FROM temp.gone))
      """
  }

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
  private func keep(_ answers: Answers, touched: Int64, horizon: Int64) throws {
    let id = try StepTable.nextID(db)
    try db.execute(
      sql: """
        INSERT INTO step (id, kind, progress, at, origin, background, session, host, pid, \
        uuid_before, revision_before, messages, uid, clock, made, touched)
        VALUES (?, 'kept', 'done', unixepoch(), 'automatic', 0, '', '', 0, '', 0, 0, ?, ?, ?, ?)
        """,
      arguments: [id.number, UniqueID.fresh().data, min(touched, horizon), horizon, touched]
    )
    var claims = try BulkInsert(db, into: "claim", columns: 5)
    for (message, tag, value) in answers.tags {
      try claims.add(id.number, message, tag, value, value)
    }
    try claims.flush()
    var moves = try BulkInsert(db, into: "move", columns: 8)
    for (message, copy, folder, name) in answers.copies {
      try moves.add(id.number, message, copy, Int64?.none, folder, name, folder, name)
    }
    try moves.flush()
  }
}

extension StepJournal {
  package func raiseHorizon(to clock: Int64) throws(TriageFailure) -> Int {
    try connection.write { db in try Horizon(db).raise(to: clock).groups }
  }
}
