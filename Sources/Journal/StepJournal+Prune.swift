import GRDB
package import TriageCore

extension StepJournal {
  /// Removes the oldest steps as far as the policy asks for it.
  ///
  /// Only a beginning of the history goes, never an open step, nor one that a step which stays
  /// refers to; where other machines have the history, what is old waits for them. The index's write
  /// lock is held. `now` is remembered as the time of the last pruning;
  /// a dry run finds out what would go, but removes nothing.
  package func prune(
    _ policy: PrunePolicy,
    at now: Timestamp,
    dryRun: Bool = false
  ) throws(TriageFailure) -> PruneResult {
    let isShared = try isShared
    let result = try connection.write { db in
      var result = PruneResult()
      try db.inSavepoint {
        if isShared {
          try SharedPruning(db).run(policy, &result)
        } else {
          try Pruning(db).run(policy, &result)
        }
        try db.execute(sql: "UPDATE journal SET pruned_at = ?", arguments: [now])
        return dryRun ? .rollback : .commit
      }
      return result
    }
    if !dryRun, result.steps > 0 { shrink() }
    return result
  }

  /// Returns when the journal was last pruned, `nil` if never.
  package func lastPruning() throws(TriageFailure) -> Timestamp? {
    try connection.read { db in
      try Timestamp.fetchOne(db, sql: "SELECT pruned_at FROM journal")
    }
  }

  /// Returns the date of the newest step that is no younger than this, `nil` if there is none.
  package func newestStep(until time: Timestamp) throws(TriageFailure) -> Timestamp? {
    try connection.read { db in
      try Timestamp.fetchOne(db, sql: "SELECT max(at) FROM step WHERE at <= ?", arguments: [time])
    }
  }

  /// Gives free pages back to the file system, as far as nobody is reading them.
  private func shrink() {
    try? connection.bare { db in
      try db.execute(sql: "PRAGMA incremental_vacuum")
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}

/// Removes a beginning of the history.
private struct Pruning {
  private let db: Database

  init(_ db: Database) {
    self.db = db
  }

  func run(_ policy: PrunePolicy, _ result: inout PruneResult) throws {
    let last = max(try lastBefore(policy.before), try lastBeyond(policy.groups))
    try remove(upTo: last, &result)
    guard let limit = policy.bytes else { return }
    // An estimate, so in several rounds; the last one that frees nothing ends them.
    while let last = try lastOfExcess(over: limit), try remove(upTo: last, &result) {}
  }

  /// The last step before the first that is young enough: times may jump back, ids never do.
  private func lastBefore(_ time: Timestamp?) throws -> Int64 {
    guard let time else { return 0 }
    return try number("SELECT min(id) - 1 FROM step WHERE at >= ?", [time])
      ?? number("SELECT max(id) FROM step") ?? 0
  }

  private func lastBeyond(_ groups: Int?) throws -> Int64 {
    guard let groups else { return 0 }
    return try number(
      """
      SELECT id FROM step WHERE kind IN ('action', 'switch') AND progress <> 'void'
      ORDER BY id DESC LIMIT 1 OFFSET ?
      """,
      [max(0, groups)]
    ) ?? 0
  }

  /// The last of so many steps as the file is too large for, by the messages they name.
  private func lastOfExcess(over limit: Int64) throws -> Int64? {
    guard let excess = try db.excess(over: limit) else { return nil }
    return try number(
      """
      SELECT id FROM (
        SELECT id, sum(messages + 1) OVER (ORDER BY id) AS weight FROM step
      ) WHERE weight >= (SELECT sum(messages + 1) FROM step) * ? ORDER BY id LIMIT 1
      """,
      [excess]
    )
  }

  /// Returns whether anything went.
  @discardableResult
  private func remove(upTo wanted: Int64, _ result: inout PruneResult) throws -> Bool {
    let last = try lastUnneeded(upTo: wanted)
    let steps = try number("SELECT count(*) FROM step WHERE id <= ?", [last]) ?? 0
    guard steps > 0 else { return false }
    result.steps += Int(steps)
    result.groups += Int(
      try number(
        """
        SELECT count(*) FROM step
        WHERE id <= ? AND kind IN ('action', 'switch') AND progress <> 'void'
        """,
        [last]
      ) ?? 0
    )
    try deleteRows(upTo: last)
    return true
  }

  /// Steps back from what is wanted until nothing that stays refers to what goes.
  private func lastUnneeded(upTo wanted: Int64) throws -> Int64 {
    var last = wanted
    if let open = try number("SELECT min(id) FROM step WHERE progress IN ('intent', 'tagged')") {
      last = min(last, open - 1)
    }
    if let waiting = try number("SELECT min(step) FROM (\(Departures.unfiled))") {
      last = min(last, waiting - 1)
    }
    var checked = Int64.max
    while let needed = try oldestNeeded(after: last, upTo: checked), needed <= last {
      checked = last
      last = needed - 1
    }
    return last
  }

  private func oldestNeeded(after first: Int64, upTo last: Int64) throws -> Int64? {
    try number(
      """
      SELECT min(needed) FROM (
        SELECT min(action) AS needed FROM toggle WHERE step > ?1 AND step <= ?2
        UNION ALL SELECT min(target) FROM step WHERE id > ?1 AND id <= ?2
      )
      """,
      [first, last]
    )
  }

  /// Nothing but claims is needed to know which messages and tags are still named: whatever else
  /// names them is about the claim of an action that stays.
  private func deleteRows(upTo last: Int64) throws {
    try db.execute(
      sql: """
        DELETE FROM content WHERE NOT EXISTS (SELECT 1 FROM move AS m WHERE m.message = content.message
          AND m.copy = content.copy AND m.step > ?)
        """,
      arguments: [last]
    )
    try db.execute(
      sql: """
        DELETE FROM message WHERE id IN (
            SELECT message FROM claim WHERE step <= ?1 UNION SELECT message FROM move WHERE step <= ?1
            UNION SELECT message FROM departure WHERE step <= ?1)
          AND NOT EXISTS (SELECT 1 FROM claim AS c WHERE c.message = message.id AND c.step > ?1)
          AND NOT EXISTS (SELECT 1 FROM move AS m WHERE m.message = message.id AND m.step > ?1)
          AND NOT EXISTS (SELECT 1 FROM departure AS d WHERE d.message = message.id AND d.step > ?1)
        """,
      arguments: [last]
    )
    let tables =
      ["claim", "effect", "move", "departure", "toggle", "filing", "mark", "lift", "seen"]
      + ClaimKind.allCases.flatMap { [$0.leftovers, $0.exceptions] }
    for table in tables {
      try db.execute(sql: "DELETE FROM \(table) WHERE step <= ?", arguments: [last])
    }
    // Other machines may have these steps still: they are told that they are gone.
    try db.execute(
      sql: """
        UPDATE journal
        SET horizon = max(horizon, ifnull((SELECT max(clock) FROM step WHERE id <= ?), 0))
        """,
      arguments: [last]
    )
    try db.execute(sql: "DELETE FROM step WHERE id <= ?", arguments: [last])
    try db.execute(sql: "DELETE FROM tag WHERE id NOT IN (SELECT tag FROM claim)")
    try db.execute(
      sql:
        "DELETE FROM folder WHERE id NOT IN (SELECT found FROM move UNION SELECT wanted FROM move)"
    )
  }

  private func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64? {
    try Int64.fetchOne(db, sql: sql, arguments: arguments)
  }
}

/// How much history is kept.
package struct PrunePolicy: Hashable, Sendable {
  /// Steps before this time go.
  package var before: Timestamp?
  /// The most groups to keep.
  package var groups: Int?
  /// The most bytes the journal's file may have.
  package var bytes: Int64?
  /// Machines that have not been met since this time are not waited for; `nil` if all are.
  package var patience: Timestamp?

  /// Makes a policy; what is `nil` sets no limit.
  package init(
    before: Timestamp? = nil,
    groups: Int? = nil,
    bytes: Int64? = nil,
    patience: Timestamp? = nil
  ) {
    self.before = before
    self.groups = groups
    self.bytes = bytes
    self.patience = patience
  }
}

/// What pruning has removed.
package struct PruneResult: Hashable, Sendable {
  /// Rows of history, groups included.
  package var steps: Int
  /// Steps that could have been taken back.
  package var groups: Int
  /// The machines that have not heard of the rest yet.
  package var waitsFor: [String] = []

  /// Makes a result.
  package init(steps: Int = 0, groups: Int = 0) {
    self.steps = steps
    self.groups = groups
  }

  mutating func add(_ more: PruneResult) {
    steps += more.steps
    groups += more.groups
  }
}
