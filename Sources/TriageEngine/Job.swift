import TriageCore

/// One change, ready to be planned.
struct Job {
  var kind: StepKind
  /// The group that an undo or redo is of.
  var target: StepSummary?
  var name: ActionName?
  /// What an action is made of, in its order and notation.
  var actions: [String] = []
  var resolved: [Command] = []
  var toggles: [Toggle] = []
  var source: any PlanSource

  /// Whether a plan that comes to this leaves a row in the history: the lists move on even if an
  /// undo writes nothing, but an action has effects, and a switch turns something.
  func isWorthARow(_ tally: Tally) -> Bool {
    switch kind {
    case .action: tally.changed > 0
    case .switch: tally.requested > 0
    case .undo, .redo, .external: true
    }
  }

  func result(_ tally: Tally) -> ChangeResult {
    var result = ChangeResult(
      kind: tally.kind,
      targets: target.map { [$0.id] } ?? toggles.map(\.action),
      name: name,
      target: target,
      requested: tally.requested,
      changed: tally.changed,
      skipped: tally.skipped,
      changes: tally.changes
    )
    result.outcomes = tally.outcomes
    result.commands = source.counts
    if kind == .action, tally.requested > 0, tally.found == 0 {
      result.kind = .failed
      result.failure = TriageFailure(.nothingFound)
    }
    return result
  }
}
