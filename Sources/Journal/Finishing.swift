import GRDB
import TriageCore

/// What it means for the groups before a step that the step has passed its commit point: which claims stand, and
/// where groups are on the undo and redo lists.
///
/// Only cached columns change; `HistoryFold` finds the same from the facts.
struct Finishing {
  private let db: Database
  private let isShared: Bool

  init(_ db: Database) throws {
    self.db = db
    isShared = try Shared.isShared(db)
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
    case .external:
      try delist(by: id)
      if try Shared.isEcho(id, db) { try HistoryFold(db).store(db) }
    case .merge: try HistoryFold(db).store(db)
    case .kept: break
    }
  }

  /// What has left cannot be taken back: groups that did nothing else are on no list any more.
  private func delist(by step: StepID) throws {
    guard try Departures(db).endsAny(step) else { return }
    for group in try Departures(db).ended(by: step) {
      try run("UPDATE step SET listed = NULL WHERE id = ?", [group.number])
    }
  }

  /// Turns all claims of an action but those that could not be turned, which stand as they stood, by name;
  /// nothing else differs from its action.
  private func apply(_ toggle: Toggle, by step: StepID) throws {
    let action = toggle.action.number
    // A mark that another machine has set may be left on it.
    let toggle = Toggle(toggle.action, on: try Marks(db).stands(toggle.action))
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
          AND l.\(subject) = \(exception).\(subject) AND \(leavesClaim)
      )
      """,
      [action, step.number]
    )
    try run(
      """
      INSERT OR IGNORE INTO \(exception) (step, message, \(subject), stands)
      SELECT ?1, l.message, l.\(subject), s.standing
      FROM \(leftover) AS l JOIN step AS s ON s.id = ?1
      WHERE l.step = ?2 AND l.action = ?1 AND \(leavesClaim)
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
        WHERE l.step = ?3 AND NOT ?2 AND \(leavesClaim))
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
  /// on no list before is on none again, and an action that another machine has taken back stays.
  private func move(_ target: StepID, by step: StepSummary) throws {
    if try step.kind == .redo && !Marks(db).stands(target) { return }
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

  /// Whether a leftover `l` left its claim as it stood.
  private var leavesClaim: String {
    "l.outcome IN (\(Outcome.leavingClaims(isShared).map { "\($0.rawValue)" }.joined(separator: ", ")))"
  }

  private func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
