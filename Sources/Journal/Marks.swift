import Foundation
import GRDB
package import TriageCore

/// What steps that turn actions leave behind: a mark on each action that is turned off, and the names of
/// the marks that are lifted where one is turned on.
///
/// An action stands if no mark is left. The order of the steps means nothing: nobody brings back what
/// another machine took back unseen.
struct Marks {
  private let db: Database

  init(_ db: Database) {
    self.db = db
  }

  /// A mark, or the lifting of one, with the step that did it.
  private struct Item {
    let step: Int64
    let kind: StepKind
    let target: Int64?
    /// The mark's name: that of the step that set it.
    let mark: UniqueID
  }

  // MARK: Writing

  /// Notes what a step does to the actions that it turns.
  func note(_ toggles: [Toggle], by step: StepID, _ draft: StepDraft) throws {
    let mark = try db.cachedStatement(sql: "INSERT OR IGNORE INTO mark VALUES (?, ?)")
    let lift = try db.cachedStatement(sql: "INSERT OR IGNORE INTO lift VALUES (?, ?, ?)")
    let undone = draft.kind == .undo ? draft.of.flatMap { $0.number } : nil
    for toggle in toggles {
      guard let action = try uid(of: toggle.action) else { continue }
      if toggle.on {
        for id in try lifted(of: action, undoing: undone) {
          try lift.execute(arguments: [step.number, action.data, id.data])
        }
      } else {
        try mark.execute(arguments: [step.number, action.data])
      }
    }
  }

  // MARK: Reading

  /// Whether an action stands: no finished step's mark on it is left.
  func stands(_ action: StepID) throws -> Bool {
    guard let uid = try uid(of: action) else { return true }
    return try remaining(of: uid).isEmpty
  }

  /// The actions that a switch has turned off and that stay off though it is taken back.
  func stayingOff(without group: StepID) throws -> Set<StepID> {
    var staying: Set<StepID> = []
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT a.id, a.uid FROM mark AS m JOIN step AS a ON a.uid = m.action WHERE m.step = ?
          """
      ),
      arguments: [group.number]
    )
    for row in rows {
      let action = try row.uid(1)
      let lifted = Set(try lifted(of: action, undoing: group.number))
      if try !remaining(of: action).subtracting(lifted).isEmpty {
        staying.insert(StepID(try row.number(0)))
      }
    }
    return staying
  }

  /// The actions that stood right after a step, by the marks that were set and lifted until then.
  func standing(after position: StepPosition) throws -> Set<StepID> {
    func isUntil(_ step: String) -> String {
      "\(step).progress IN ('tagged', 'done') AND (\(step).clock, \(step).touched, \(step).uid) <= (?1, ?2, ?3)"
    }
    let ids = try Int64.fetchAll(
      db,
      sql: """
        SELECT a.id FROM step AS a WHERE a.kind = 'action' AND \(isUntil("a"))
          AND NOT EXISTS (
            SELECT 1 FROM mark AS m JOIN step AS s ON s.id = m.step AND \(isUntil("s"))
            WHERE m.action = a.uid AND NOT EXISTS (
              SELECT 1 FROM lift AS l JOIN step AS t ON t.id = l.step AND \(isUntil("t"))
              WHERE l.action = a.uid AND l.mark = s.uid))
        """,
      arguments: [position.clock, position.touched, position.uid.data]
    )
    return Set(ids.map { StepID($0) })
  }

  private func uid(of step: StepID) throws -> UniqueID? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT uid FROM step WHERE id = ?"),
      arguments: [step.number]
    ).map { try $0.uid(0) }
  }

  private func remaining(of action: UniqueID) throws -> Set<UniqueID> {
    Set(try marks(on: action).map(\.mark)).subtracting(try lifts(of: action).map(\.mark))
  }

  /// The marks that turning an action on lifts: all that are known, but only its own where a switch is
  /// taken back.
  private func lifted(of action: UniqueID, undoing group: Int64?) throws -> [UniqueID] {
    let marks = try marks(on: action)
    let lifts = try lifts(of: action)
    guard let group, try isSwitch(group) else {
      let gone = Set(lifts.map(\.mark))
      return marks.map(\.mark).filter { !gone.contains($0) }
    }
    return Self.own(group, marks, lifts).sorted()
  }

  private func isSwitch(_ group: Int64) throws -> Bool {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT kind FROM step WHERE id = ?"),
      arguments: [group]
    ) == StepKind.switch.rawValue
  }

  /// The marks that a switch has set, itself or by being done again; and those that say that the lifting of
  /// its own marks, and of no others, was taken back.
  private static func own(_ group: Int64, _ marks: [Item], _ lifts: [Item]) -> Set<UniqueID> {
    func isOf(_ item: Item, _ group: Int64) -> Bool {
      item.step == group || (item.kind == .redo && item.target == group)
    }
    var own = Set(marks.filter { isOf($0, group) }.map(\.mark))
    let others = Set(lifts.compactMap { $0.kind == .switch ? $0.step : $0.target })
    while true {
      var larger = own
      for other in others where other != group {
        let restored = Set(
          marks.filter { $0.kind == .undo && $0.target == other }.map(\.mark)
        )
        let lifted = Set(lifts.filter { isOf($0, other) }.map(\.mark)).subtracting(restored)
        if !lifted.isEmpty, lifted.isSubset(of: own) { larger.formUnion(restored) }
      }
      if larger == own { return own }
      own = larger
    }
  }

  private func marks(on action: UniqueID) throws -> [Item] {
    try items(
      """
      SELECT s.id, s.kind, s.target, s.uid FROM mark AS m JOIN step AS s ON s.id = m.step
      WHERE m.action = ? AND s.progress IN ('tagged', 'done')
      """,
      action
    )
  }

  private func lifts(of action: UniqueID) throws -> [Item] {
    try items(
      """
      SELECT s.id, s.kind, s.target, l.mark FROM lift AS l JOIN step AS s ON s.id = l.step
      WHERE l.action = ? AND s.progress IN ('tagged', 'done')
      """,
      action
    )
  }

  private func items(_ sql: String, _ action: UniqueID) throws -> [Item] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [action.data]).map { row in
      Item(
        step: try row.number(0),
        kind: try row.choice(1),
        target: try row.optionalNumber(2),
        mark: try row.uid(3)
      )
    }
  }
}

extension StepJournal {
  package var isShared: Bool {
    get throws(TriageFailure) { try connection.read(Shared.isShared) }
  }

  package func standing(after position: StepPosition) throws(TriageFailure) -> Set<StepID> {
    try connection.read { db in try Marks(db).standing(after: position) }
  }

  package func stayingOff(without group: StepID) throws(TriageFailure) -> Set<StepID> {
    try connection.read { db in try Marks(db).stayingOff(without: group) }
  }
}

/// What the journal's own row says of the history of several machines.
enum Shared {
  /// Whether other machines have this history, too.
  static func isShared(_ db: Database) throws -> Bool {
    try Bool.fetchOne(db.cachedStatement(sql: "SELECT shared FROM journal")) ?? false
  }

  /// The last clock that was heard of or given.
  static func clock(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT max(clock, horizon, (SELECT ifnull(max(clock), 0) FROM step)) FROM journal
          """
      )
    ) ?? 0
  }

  /// Whether a step is a change by other programs that muchsync may have brought.
  static func isEcho(_ step: StepID, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT echo FROM step WHERE id = ?"),
      arguments: [step.number]
    ) ?? false
  }
}

/// Gives steps their names and their clocks.
package struct StepNaming: Sendable {
  /// Returns the time of day in milliseconds; without it the steps say what time it is.
  package var wall: (@Sendable () -> Int64)?
  /// Returns a name that no step has had.
  package var uid: @Sendable () -> UniqueID

  /// Makes names by chance.
  package init(
    wall: (@Sendable () -> Int64)? = nil,
    uid: @escaping @Sendable () -> UniqueID = UniqueID.fresh
  ) {
    self.wall = wall
    self.uid = uid
  }

  /// The clock of the next step: more than every clock that was heard of, and at least the time of day.
  func clock(_ db: Database, at time: Timestamp) throws -> Int64 {
    let seconds = min(max(0, time), StepPosition.clocks.upperBound / 1000)
    return max(try Shared.clock(db) + 1, wall?() ?? seconds * 1000)
  }
}
