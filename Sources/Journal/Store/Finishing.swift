import GRDB
import TriageCore

/// What the passing of a step's commit point means for the groups before it: which claims stand, and
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
    for toggle in step.toggles { try turn(toggle, by: id) }
    switch step.kind {
    case .action, .switch:
      if step.context.isInteractive { try enlist(id) }
    case .undo, .redo:
      guard let target = step.of else { return }
      try turnSwitch(target, on: step.kind == .redo, by: id)
      try move(target, by: step)
    case .external: break
    }
  }

  /// Turns all claims of an action but those whose message or folder was not there: what could not
  /// be turned stands as it stood, by name; nothing else differs from its action.
  private func turn(_ toggle: Toggle, by step: StepID) throws {
    let action = toggle.action.number
    for kind in ClaimKind.allCases { try turnExceptions(kind, toggle, by: step) }
    try run(
      """
      UPDATE step SET standing = ?2, remaining =
        (SELECT count(*) FROM exception AS e WHERE e.step = ?1 AND e.stands AND NOT ?2)
        + (SELECT count(*) FROM move_exception AS e WHERE e.step = ?1 AND e.stands AND NOT ?2)
      WHERE id = ?1
      """,
      [action, toggle.on]
    )
  }

  private func turnExceptions(_ kind: ClaimKind, _ toggle: Toggle, by step: StepID) throws {
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
  private func turnSwitch(_ target: StepID, on: Bool, by step: StepID) throws {
    try run(
      """
      UPDATE step SET standing = ?2, remaining =
        (SELECT count(*) FROM leftover AS l WHERE l.step = ?3 AND NOT ?2 AND \(Self.leavesClaim))
        + (SELECT count(*) FROM move_leftover AS l
          WHERE l.step = ?3 AND NOT ?2 AND \(Self.leavesClaim))
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
    "l.outcome IN (\(Outcome.gone.rawValue), \(Outcome.folderMissing.rawValue))"

  private func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
