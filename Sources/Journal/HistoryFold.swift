import GRDB
import TriageCore

/// What stands and where groups are listed, found by folding all finished steps in their order.
///
/// `Finishing` keeps the same in cached columns, step by step.
struct HistoryFold {
  /// What is cached of one step.
  struct Cached: Equatable {
    var isStanding = true
    var remaining = 0
    /// 0: on the undo list; else on the redo list, the next one last.
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
  /// The groups that redo would bring back, the next one last.
  private(set) var redoList: [StepID] = []
  private let isShared: Bool
  private let turns: TurnRecords
  private var marks = MarkSets()
  private var interactive: Set<StepID> = []
  private var switches: Set<StepID> = []
  /// The marks that switches have set, or what turned one.
  private var switchMarks: Set<UniqueID> = []

  /// Folds the journal's steps.
  init(_ db: Database) throws {
    isShared = try Shared.isShared(db)
    turns = try TurnRecords(db)
    for step in try StepTable.steps(db, "WHERE progress <> 'inbox' ORDER BY clock, touched, uid") {
      cached[step.id] = Cached()
      guard step.progress.isFinished else { continue }
      if step.kind == .switch { switches.insert(step.id) }
      if switches.contains(step.of ?? step.id) { switchMarks.insert(step.position.uid) }
      let left = try claimsLeft(by: step, db)
      for action in marks.add(turns.of(step.id), by: step.position.uid) {
        apply(action, left[action] ?? [])
      }
      try list(step, left, db)
    }
    for (step, claims) in try EchoFold(db).ignored() {
      exceptions[step] = Dictionary(uniqueKeysWithValues: claims.map { ($0, false) })
    }
    // Ranks only where numbers do not say the order: what is undone next has a larger number anyway.
    guard isShared else { return }
    for (rank, group) in redoList.enumerated() { cached[group]?.listed = Int64(rank + 1) }
  }

  /// Moves the lists on.
  private mutating func list(
    _ step: StepSummary,
    _ left: [StepID: Set<ClaimKey>],
    _ db: Database
  ) throws {
    switch (step.kind, step.of) {
    case (.action, _), (.switch, _):
      guard step.context.isInteractive else { return }
      interactive.insert(step.id)
      emptyRedoList()
      // A message that another machine let leave cannot be taken back here, and there is nothing else.
      let isElsewhere = step.received?.departed == true && step.messages == 0
      cached[step.id]?.listed = isElsewhere ? nil : 0
    case (.undo, let target?), (.redo, let target?):
      turn(target, on: step.kind == .redo, by: step.id)
      guard switches.contains(target) else { return }
      cached[target]?.isStanding = step.kind == .redo
      cached[target]?.remaining =
        step.kind == .redo ? 0 : left.values.reduce(0) { $0 + $1.count }
    case (.external, _):
      for group in try Departures(db).ended(by: step.id) {
        redoList.removeAll { $0 == group }
        cached[group]?.listed = nil
      }
    case (.undo, nil), (.redo, nil), (.merge, _), (.kept, _): return
    }
  }

  /// Moves a group from one list to the other, or from neither.
  ///
  /// A new group of another machine may have emptied the list. What another machine has taken back is not
  /// done again by a redo that did not know; what a switch has taken back stays among what can be undone, as
  /// if nothing had come between, for undoing the switch brings it back.
  private mutating func turn(_ target: StepID, on: Bool, by step: StepID) {
    guard cached[target] != nil else { return }
    if on, !switches.contains(target), !marks.left(on: target).isSubset(of: switchMarks) { return }
    redoList.removeAll { $0 == target }
    if !on { redoList.append(target) }
    cached[target]?.listed = on ? (interactive.contains(target) ? 0 : nil) : step.number
  }

  private mutating func emptyRedoList() {
    for step in redoList { cached[step]?.listed = nil }
    redoList = []
  }

  private mutating func apply(_ action: StepID, _ left: Set<ClaimKey>) {
    guard let old = cached[action]?.isStanding else { return }
    let stands = marks.stands(action)
    var next: [ClaimKey: Bool] = [:]
    for claim in left {
      let stood = exceptions[action]?[claim] ?? old
      if stood != stands { next[claim] = stood }
    }
    exceptions[action] = next.isEmpty ? nil : next
    cached[action]?.isStanding = stands
    cached[action]?.remaining = stands ? 0 : next.count
  }

  private func claimsLeft(
    by step: StepSummary,
    _ db: Database
  ) throws -> [StepID: Set<ClaimKey>] {
    guard !step.toggles.isEmpty else { return [:] }
    let leaving = Set(Outcome.leavingClaims(isShared).map(\.rawValue))
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
        guard leaving.contains(Int(try row.number(3))) else { continue }
        let claim = ClaimKey(kind: kind, message: try row.number(1), subject: try row.number(2))
        left[StepID(try row.number(0)), default: []].insert(claim)
      }
    }
    return left
  }
}

extension HistoryFold {
  /// Writes what was found into the cached columns: when steps of other machines come, and for the rare
  /// case that a finished step turns out never to have happened.
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

/// What steps did to the marks on actions, step by step.
struct TurnRecords {
  /// A mark that a step has set on an action, or lifted.
  struct Record {
    let action: StepID
    /// The mark that is lifted; `nil` if the step set its own.
    let lifted: UniqueID?
  }

  private var records: [StepID: [Record]] = [:]

  /// Reads all of them; what is about an action that is not here is left out.
  init(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT m.step, a.id, NULL FROM mark AS m JOIN step AS a ON a.uid = m.action
        UNION ALL
        SELECT l.step, a.id, l.mark FROM lift AS l JOIN step AS a ON a.uid = l.action
        """
    )
    while let row = try rows.next() {
      records[StepID(try row.number(0)), default: []].append(
        Record(action: StepID(try row.number(1)), lifted: try row.optionalUID(2))
      )
    }
  }

  func of(_ step: StepID) -> [Record] { records[step] ?? [] }
}

/// The marks on actions, as far as steps have been folded.
struct MarkSets {
  private var set: [StepID: Set<UniqueID>] = [:]
  private var lifted: [StepID: Set<UniqueID>] = [:]

  /// Adds what a step did; returns the actions that it turned, each once.
  mutating func add(_ records: [TurnRecords.Record], by step: UniqueID) -> Set<StepID> {
    for record in records {
      if let mark = record.lifted {
        lifted[record.action, default: []].insert(mark)
      } else {
        set[record.action, default: []].insert(step)
      }
    }
    return Set(records.map(\.action))
  }

  /// Whether no mark is left on an action.
  func stands(_ action: StepID) -> Bool {
    guard let marks = set[action] else { return true }
    guard let gone = lifted[action] else { return marks.isEmpty }
    return marks.isSubset(of: gone)
  }

  /// The marks on an action that nobody has lifted.
  func left(on action: StepID) -> Set<UniqueID> {
    (set[action] ?? []).subtracting(lifted[action] ?? [])
  }
}
