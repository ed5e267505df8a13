import GRDB
import TriageCore

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
    /// The number of a tag, or of a copy.
    let subject: Int64
  }

  private(set) var cached: [StepID: Cached] = [:]
  /// The claims that stand otherwise than their action.
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
      for toggle in step.toggles { turn(toggle, left[toggle.action] ?? []) }
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
      case (.undo, nil), (.redo, nil), (.external, _): continue
      }
    }
  }

  private mutating func emptyRedoList() {
    for step in redoList { cached[step]?.listed = nil }
    redoList = []
  }

  private mutating func turn(_ toggle: Toggle, _ left: Set<ClaimKey>) {
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
