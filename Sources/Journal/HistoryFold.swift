import GRDB
import TriageCore

/// What it means for the groups before a step that the step has passed its commit point: which claims stand, and
/// where groups are on the undo and redo lists.
///
/// Only cached columns change; `HistoryFold` finds the same from the facts.
struct Finishing {
  private let db: Database

  init(_ db: Database) {
    self.db = db
  }

  /// Lets the step's toggles take effect and moves the lists on.
  func finish(_ id: StepID) throws {
    guard let step = try StepTable.steps(db, "WHERE id = ?", [id.number]).first else { return }
    for toggle in step.toggles { try apply(toggle, by: id) }
    switch step.kind {
    case .action, .switch:
      if step.context.isInteractive { try enlist(id) }
    case .undo, .redo:
      guard let target = step.of else { return }
      try applySwitch(target, on: step.kind == .redo, by: id)
      try move(target, by: step)
    case .external: try delist(by: id)
    }
  }

  /// What has left cannot be taken back: groups that did nothing else are on no list any more.
  private func delist(by step: StepID) throws {
    guard try Departures(db).endsAny(step) else { return }
    for group in try Departures(db).ended(by: step) {
      try run("UPDATE step SET listed = NULL WHERE id = ?", [group.number])
    }
  }

  /// Turns all claims of an action but those whose message or folder was not there: what could not
  /// be turned stands as it stood, by name; nothing else differs from its action.
  private func apply(_ toggle: Toggle, by step: StepID) throws {
    let action = toggle.action.number
    for kind in ClaimKind.allCases { try applyExceptions(kind, toggle, by: step) }
    let remaining = ClaimKind.allCases.map { kind in
      "(SELECT count(*) FROM \(kind.exceptions) AS e WHERE e.step = ?1 AND e.stands AND NOT ?2)"
    }
    try run(
      """
      UPDATE step SET standing = ?2, remaining = \(remaining.joined(separator: " + "))
      WHERE id = ?1
      """,
      [action, toggle.on]
    )
  }

  private func applyExceptions(_ kind: ClaimKind, _ toggle: Toggle, by step: StepID) throws {
    let (exception, leftover, subject) = (kind.exceptions, kind.leftovers, kind.subject)
    let action = toggle.action.number
    try run(
      """
      DELETE FROM \(exception) WHERE step = ?1 AND NOT EXISTS (
        SELECT 1 FROM \(leftover) AS l
        WHERE l.step = ?2 AND l.action = ?1 AND l.message = \(exception).message
          AND l.\(subject) = \(exception).\(subject) AND \(Self.leavesClaim)
      )
      """,
      [action, step.number]
    )
    try run(
      """
      INSERT OR IGNORE INTO \(exception) (step, message, \(subject), stands)
      SELECT ?1, l.message, l.\(subject), s.standing
      FROM \(leftover) AS l JOIN step AS s ON s.id = ?1
      WHERE l.step = ?2 AND l.action = ?1 AND \(Self.leavesClaim)
      """,
      [action, step.number]
    )
    try run("DELETE FROM \(exception) WHERE step = ? AND stands = ?", [action, toggle.on])
  }

  /// A switch has no claims: it counts until an undo of its own takes it back.
  private func applySwitch(_ target: StepID, on: Bool, by step: StepID) throws {
    let remaining = ClaimKind.allCases.map { kind in
      """
      (SELECT count(*) FROM \(kind.leftovers) AS l
        WHERE l.step = ?3 AND NOT ?2 AND \(Self.leavesClaim))
      """
    }
    try run(
      """
      UPDATE step SET standing = ?2, remaining = \(remaining.joined(separator: " + "))
      WHERE id = ?1 AND kind = 'switch'
      """,
      [target.number, on, step.number]
    )
  }

  /// A new group of a person: redo would bring back what it was not made upon.
  private func enlist(_ id: StepID) throws {
    try run("UPDATE step SET listed = NULL WHERE listed > 0")
    try run("UPDATE step SET listed = 0 WHERE id = ?", [id.number])
  }

  /// An undo moves its group to the top of the redo list; a redo moves it back, but a group that was
  /// on no list before is on none again.
  private func move(_ target: StepID, by step: StepSummary) throws {
    if step.kind == .undo {
      try run("UPDATE step SET listed = ? WHERE id = ?", [step.id.number, target.number])
    } else {
      try run(
        """
        UPDATE step SET listed = CASE WHEN origin = 'automatic' OR background THEN NULL ELSE 0 END
        WHERE id = ?
        """,
        [target.number]
      )
    }
  }

  private static let leavesClaim =
    "l.outcome IN (\(Outcome.leavingClaims.map { "\($0.rawValue)" }.joined(separator: ", ")))"

  private func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

/// What stands and where groups are listed, found by folding all finished steps, oldest first.
///
/// `Finishing` keeps the same in cached columns, step by step.
struct HistoryFold {
  /// What is cached of one step.
  struct Cached: Equatable {
    var isStanding = true
    var remaining = 0
    /// 0: on the undo list; else on the redo list.
    var listed: Int64?
  }

  /// One claim of an action that the fold follows by name.
  struct ClaimKey: Hashable {
    let kind: ClaimKind
    let message: Int64
    /// The number of a tag, of a copy, or of a message that leaves.
    let subject: Int64
  }

  private(set) var cached: [StepID: Cached] = [:]
  /// The claims that stand differently from their action.
  private(set) var exceptions: [StepID: [ClaimKey: Bool]] = [:]
  private var redoList: [StepID] = []

  /// Folds the journal's steps.
  init(_ db: Database) throws {
    var interactive: Set<StepID> = []
    var switches: Set<StepID> = []
    for step in try StepTable.steps(db, "ORDER BY id") {
      cached[step.id] = Cached()
      guard step.progress.isFinished else { continue }
      if step.kind == .switch { switches.insert(step.id) }
      let left = try Self.claimsLeft(by: step, db)
      for toggle in step.toggles { apply(toggle, left[toggle.action] ?? []) }
      switch (step.kind, step.of) {
      case (.action, _), (.switch, _):
        guard step.context.isInteractive else { continue }
        interactive.insert(step.id)
        emptyRedoList()
        cached[step.id]?.listed = 0
      case (.undo, let target?), (.redo, let target?):
        let on = step.kind == .redo
        redoList.removeAll { $0 == target }
        if !on { redoList.append(target) }
        cached[target]?.listed = on ? (interactive.contains(target) ? 0 : nil) : step.id.number
        guard switches.contains(target) else { continue }
        cached[target]?.isStanding = on
        cached[target]?.remaining = on ? 0 : left.values.reduce(0) { $0 + $1.count }
      case (.external, _): try delist(by: step.id, db)
      case (.undo, nil), (.redo, nil): continue
      }
    }
  }

  private mutating func delist(by step: StepID, _ db: Database) throws {
    for group in try Departures(db).ended(by: step) {
      redoList.removeAll { $0 == group }
      cached[group]?.listed = nil
    }
  }

  private mutating func emptyRedoList() {
    for step in redoList { cached[step]?.listed = nil }
    redoList = []
  }

  private mutating func apply(_ toggle: Toggle, _ left: Set<ClaimKey>) {
    guard let old = cached[toggle.action]?.isStanding else { return }
    var next: [ClaimKey: Bool] = [:]
    for claim in left {
      let stood = exceptions[toggle.action]?[claim] ?? old
      if stood != toggle.on { next[claim] = stood }
    }
    exceptions[toggle.action] = next.isEmpty ? nil : next
    cached[toggle.action]?.isStanding = toggle.on
    cached[toggle.action]?.remaining = toggle.on ? 0 : next.count
  }

  private static func claimsLeft(
    by step: StepSummary,
    _ db: Database
  ) throws -> [StepID: Set<ClaimKey>] {
    guard !step.toggles.isEmpty else { return [:] }
    var left: [StepID: Set<ClaimKey>] = [:]
    for kind in ClaimKind.allCases {
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT action, message, \(kind.subject), outcome FROM \(kind.leftovers) WHERE step = ?
            """
        ),
        arguments: [step.id.number]
      )
      while let row = try rows.next() {
        guard Outcome(rawValue: Int(try row.number(3)))?.leavesClaim == true else { continue }
        let claim = ClaimKey(kind: kind, message: try row.number(1), subject: try row.number(2))
        left[StepID(try row.number(0)), default: []].insert(claim)
      }
    }
    return left
  }
}

extension HistoryFold {
  /// Writes what was found into the cached columns: for the rare case that a finished step turns
  /// out never to have happened.
  func store(_ db: Database) throws {
    for kind in ClaimKind.allCases { try db.execute(sql: "DELETE FROM \(kind.exceptions)") }
    let step = try db.cachedStatement(
      sql: "UPDATE step SET standing = ?, remaining = ?, listed = ? WHERE id = ?"
    )
    for (id, item) in cached {
      try step.execute(arguments: [item.isStanding, item.remaining, item.listed, id.number])
    }
    for (id, claims) in exceptions {
      for (claim, stands) in claims {
        try db.cachedStatement(sql: "INSERT INTO \(claim.kind.exceptions) VALUES (?, ?, ?, ?)")
          .execute(arguments: [id.number, claim.message, claim.subject, stands])
      }
    }
  }
}
