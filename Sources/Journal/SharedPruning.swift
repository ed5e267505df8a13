import GRDB
import TriageCore

/// Removes a beginning of a history that several machines have, in the order that they all have.
///
/// What is old waits until the machines that come back have heard of it; what is too much does not.
struct SharedPruning {
  private let db: Database
  /// The groups, as far as there is anything to be said of them.
  private static let groups = "kind IN ('action', 'switch') AND \(Shared.counts)"

  init(_ db: Database) {
    self.db = db
  }

  func run(_ policy: PrunePolicy, _ result: inout PruneResult) throws {
    var last = try lastBefore(policy.before)
    for (machine, first) in try firstUnheard(since: policy.patience) where first <= last {
      result.waitsFor.append(machine)
      last = min(last, first - 1)
    }
    // No further than what goes: a machine that comes back may have done something since.
    last =
      try number("SELECT max(clock) FROM step WHERE \(Shared.counts) AND clock <= ?", [last]) ?? 0
    let end = try lastBeforeSending()
    result.add(try Horizon(db).raise(to: min(end, max(last, try lastBeyond(policy.groups)))))
    guard let limit = policy.bytes else { return }
    // An estimate, so in several rounds; the last one that frees nothing ends them.
    while let last = try lastOfExcess(over: limit) {
      let gone = try Horizon(db).raise(to: min(end, last))
      result.add(gone)
      if gone.steps == 0 { return }
    }
  }

  /// The clock before the first step that is young enough.
  private func lastBefore(_ time: Timestamp?) throws -> Int64 {
    guard let time else { return 0 }
    return try number("SELECT min(clock) - 1 FROM step WHERE \(Shared.counts) AND at >= ?", [time])
      ?? number("SELECT max(clock) FROM step WHERE \(Shared.counts)") ?? 0
  }

  /// The clock before the first step whose message has not come to its end, and into the mail.
  private func lastBeforeSending() throws -> Int64 {
    try number("SELECT min(clock) - 1 FROM step WHERE id IN (\(Departures.unfiled))") ?? .max
  }

  private func lastBeyond(_ groups: Int?) throws -> Int64 {
    guard let groups else { return 0 }
    return try number(
      """
      SELECT clock FROM step WHERE \(Self.groups)
      ORDER BY clock DESC, touched DESC, uid DESC LIMIT 1 OFFSET ?
      """,
      [max(0, groups)]
    ) ?? 0
  }

  /// The machines that are waited for, and the clock of the first step that each has not heard of.
  private func firstUnheard(since patience: Timestamp?) throws -> [(machine: String, clock: Int64)]
  {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT m.name, (SELECT min(clock) FROM step
          WHERE id > m.heard AND kind <> 'kept' AND \(Shared.counts)) AS first
        FROM machine AS m WHERE m.met >= ? AND first IS NOT NULL ORDER BY m.name
        """,
      arguments: [patience ?? .min]
    )
    return try rows.map { (try $0.text(0), try $0.number(1)) }
  }

  /// The clock of the last of so many steps as the file is too large for, by the messages they name.
  private func lastOfExcess(over limit: Int64) throws -> Int64? {
    guard let excess = try db.excess(over: limit) else { return nil }
    return try number(
      """
      SELECT clock FROM (
        SELECT clock, sum(messages + 1) OVER (ORDER BY clock, touched, uid) AS weight
        FROM step WHERE \(Shared.counts)
      ) WHERE weight >= (SELECT sum(messages + 1) FROM step WHERE \(Shared.counts)) * ?
      ORDER BY clock LIMIT 1
      """,
      [excess]
    )
  }

  private func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64? {
    try Int64.fetchOne(db, sql: sql, arguments: arguments)
  }
}

extension Database {
  /// Returns the share of the file that is beyond so many bytes; `nil` if none is.
  func excess(over limit: Int64) throws -> Double? {
    func number(_ name: String) throws -> Int64 {
      try Int64.fetchOne(self, sql: "PRAGMA \(name)") ?? 0
    }
    let size = (try number("page_count") - number("freelist_count")) * (try number("page_size"))
    guard size > limit, size > 0 else { return nil }
    return Double(size - limit) / Double(size)
  }
}
