import TriageCore

extension TriageEngine {
  /// Finds the group that an undo (`on` false) or a redo (`on` true) is about.
  ///
  /// The title is the promise: if another group than the expected one is on top, nothing is done.
  func turning(_ request: UndoRequest, on: Bool) throws(TriageFailure) -> Job {
    let head = try recording { () throws(JournalError) in try history.head() }
    var target = on ? head.redo : head.undo
    if request.any, !on { target = try newestNotUndone() }
    if let expected = request.expected, target?.id != expected {
      throw TriageFailure(.headChanged)
    }
    guard let target else { throw TriageFailure(on ? .nothingToRedo : .nothingToUndo) }
    let toggles = target.toggles(on: on)
    return Job(
      kind: on ? .redo : .undo,
      target: target,
      name: target.name,
      toggles: toggles,
      source: try source(toggles, isStrict: request.strict)
    )
  }

  /// The plan of turning actions off and on.
  func source(_ toggles: [Toggle], isStrict: Bool) throws(TriageFailure) -> TurnSource {
    let total = try recording { () throws(JournalError) in
      try history.messageCount(of: toggles.map(\.action))
    }
    return TurnSource(toggles, total: total, isStrict: isStrict)
  }

  private func newestNotUndone() throws(TriageFailure) -> StepSummary? {
    let steps = try recording { () throws(JournalError) in
      try history.steps(HistoryFilter(limit: nil, all: true))
    }
    return steps.first {
      $0.kind.isGroup && $0.state == .live && $0.context.origin != .automatic
    }
  }
}

extension StepSummary {
  /// What bringing a group back, or taking it back, turns.
  ///
  /// An action is turned itself; a switch runs its toggles, in reverse when it is taken back.
  func toggles(on: Bool) -> [Toggle] {
    guard kind == .switch else { return [Toggle(id, on: on)] }
    guard !on else { return toggles }
    return toggles.reversed().map { Toggle($0.action, on: !$0.on) }
  }
}
