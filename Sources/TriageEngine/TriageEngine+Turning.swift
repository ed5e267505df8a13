package import TriageCore

extension TriageEngine {
  /// Finds the group that an undo (`on` false) or a redo (`on` true) is about.
  ///
  /// The title is the promise: if another group than the expected one is on top, nothing is done.
  /// Who only looks may ask what comes after other groups.
  func turning(_ request: UndoRequest, on: Bool, isLook: Bool) throws(TriageFailure) -> Job {
    var request = request
    if !isLook { request.after = [] }
    let target = try group(for: request, on: on)
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
      source: try source(
        toggles,
        after: try steps(request.after).flatMap { $0.toggles(on: on) },
        isStrict: request.strict
      )
    )
  }

  /// Returns the group that undo (`on` false) or redo (`on` true) would take, once those of
  /// `request.after` have been taken.
  package func group(
    for request: UndoRequest,
    on: Bool
  ) throws(TriageFailure) -> StepSummary? {
    let earlier = try steps(request.after)
    return request.any && !on
      ? try newestNotUndone(after: earlier) : try top(on, after: earlier)
  }

  private func steps(_ ids: [StepID]) throws(TriageFailure) -> [StepSummary] {
    var steps: [StepSummary] = []
    for id in ids { steps.append(try step(id)) }
    return steps
  }

  /// The plan of turning actions off and on.
  func source(
    _ toggles: [Toggle],
    after earlier: [Toggle] = [],
    isStrict: Bool
  ) throws(TriageFailure) -> TurnSource {
    let total = try history.messageCount(of: toggles.map(\.action))
    return TurnSource(toggles, after: earlier, total: total, isStrict: isStrict)
  }

  /// The group on top of the undo list, or the redo list, once the earlier ones are off it.
  private func top(
    _ on: Bool,
    after earlier: [StepSummary]
  ) throws(TriageFailure) -> StepSummary? {
    let groups = try history.groups(on: on ? .redo : .undo, limit: earlier.count + 1)
    return groups.first { group in !earlier.contains { $0.id == group.id } }
  }

  /// The newest group that stands, once the earlier ones have been taken back.
  private func newestNotUndone(
    after earlier: [StepSummary]
  ) throws(TriageFailure) -> StepSummary? {
    let steps = try history.steps(HistoryFilter(limit: nil, all: true))
    var turned: [StepID: Bool] = [:]
    for group in earlier {
      for toggle in group.toggles(on: false) { turned[toggle.action] = toggle.on }
      turned[group.id] = false
    }
    return steps.first {
      $0.kind.isGroup && turned[$0.id] ?? ($0.state == .live) && $0.context.origin != .automatic
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
