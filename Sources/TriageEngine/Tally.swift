import TriageCore

/// What a step comes to, added up while it is planned.
struct Tally {
  private(set) var requested = 0
  private(set) var changed = 0
  private(set) var skipped: [Skip] = []
  private(set) var changes: [TagChange] = []
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
    if keepsChanges { changes += TagChange.grouped(plan.written) }
  }

  /// Notes messages whose file names could not follow their tags.
  mutating func addFlagsNotWritten(_ messages: [MessageID]) {
    skipped += messages.map { Skip(message: $0, reason: .flagsNotWritten) }
    isPartial = isPartial || !messages.isEmpty
  }

  var kind: ResultKind {
    if isPartial { return .partial }
    return changed == 0 ? .nothing : .done
  }
}

extension Outcome {
  fileprivate var reason: SkipReason? {
    switch self {
    case .restored: nil
    case .alreadySo: .alreadySo
    case .kept: .kept
    case .changedSince: .changedSince
    case .gone: .gone
    case .folderMissing: .folderMissing
    }
  }
}

extension TagChange {
  /// Groups written pairs by message, keeping the order of the messages.
  static func grouped(_ claims: [Claim]) -> [TagChange] {
    var places: [MessageID: Int] = [:]
    var changes: [TagChange] = []
    for claim in claims {
      let message = claim.pair.message
      let place = places[message] ?? changes.count
      if place == changes.count {
        places[message] = place
        changes.append(TagChange(message: message, added: [], removed: []))
      }
      if claim.wanted {
        changes[place].added.append(claim.pair.tag)
      } else {
        changes[place].removed.append(claim.pair.tag)
      }
    }
    return changes
  }
}
