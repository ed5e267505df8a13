import TriageCore

/// What a step comes to, added up while it is planned.
struct Tally {
  private(set) var requested = 0
  private(set) var changed = 0
  private(set) var skipped: [Skip] = []
  private(set) var changes: [MessageChange] = []
  private(set) var isPartial = false
  private(set) var found = 0
  private(set) var outcomes = OutcomeCounts()
  private let keepsChanges: Bool
  /// Whether messages that are so already are named: for an undo they are worth a word.
  private let keepsSkips: Bool

  init(of kind: StepKind, keepsChanges: Bool) {
    self.keepsChanges = keepsChanges
    keepsSkips = keepsChanges || kind != .action
  }

  mutating func count(_ plan: StepPlan) {
    for item in plan.outcomes {
      requested += 1
      outcomes[item.outcome] += 1
      if item.outcome != .gone { found += 1 }
      if item.changed { changed += 1 }
      isPartial = isPartial || item.outcome.isPartial
      if let reason = item.outcome.reason, keepsSkips || item.outcome.isPartial {
        skipped.append(
          Skip(message: item.message, reason: reason, tags: item.tags, by: item.by)
        )
      }
    }
    if keepsChanges { changes += MessageChange.grouped(plan.written, plan.moved) }
  }

  /// Notes messages whose files could not follow.
  mutating func add(_ left: [Skip]) {
    skipped += left
    isPartial = isPartial || !left.isEmpty
  }

  var kind: ResultKind {
    if isPartial { return .partial }
    return changed == 0 ? .nothing : .done
  }
}

extension MessageChange {
  /// Groups written pairs and moved copies by message, keeping the order of the messages.
  static func grouped(_ claims: [Claim], _ moves: [MoveClaim]) -> [MessageChange] {
    var places: [MessageID: Int] = [:]
    var changes: [MessageChange] = []
    func place(of message: MessageID) -> Int {
      if let place = places[message] { return place }
      places[message] = changes.count
      changes.append(MessageChange(message: message))
      return changes.count - 1
    }
    for claim in claims {
      let place = place(of: claim.pair.message)
      if claim.wanted {
        changes[place].added.append(claim.pair.tag)
      } else {
        changes[place].removed.append(claim.pair.tag)
      }
    }
    for move in moves {
      let folders = FolderChange(from: move.found.folder, to: move.wanted.folder)
      changes[place(of: move.message)].moves.append(folders)
    }
    return changes
  }
}
