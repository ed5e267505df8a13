import TriageCore

extension TriageEngine {
  /// Finds the actions that a revert, a reapply or a restore turns, and names the new group.
  func resolve(_ request: SwitchRequest, _ change: inout EngineChange) throws(TriageFailure) {
    let turned: [StepSummary]
    switch request.goal {
    case .revert, .reapply:
      turned = try groups(request.steps)
      change.toggles = try effective(
        try merged(turned.flatMap { $0.toggles(on: request.goal == .reapply) })
      )
    case .restore where request.moment != nil:
      let moment = request.moment ?? 0
      let steps = try history.steps(HistoryFilter(limit: nil, all: true))
      // Without a step since then all stands as it stood.
      if let later = steps.lastIndex(where: { $0.at >= moment }) {
        let last = steps[(later + 1)...].first
        change.toggles = try restoring(among: steps, any: request.any, after: last)
      }
      change.name = .restore(to: moment)
      change.planner = try planner(of: change.toggles, isStrict: request.strict)
      return
    case .restore:
      let step = try step(request.steps.first)
      let steps = try history.steps(HistoryFilter(limit: nil, all: true))
      change.toggles = try restoring(among: steps, any: request.any, after: step)
      turned = [step]
    }
    change.name = ActionName(request.goal, of: turned)
    change.planner = try planner(of: change.toggles, isStrict: request.strict)
  }

  /// A step that must be there.
  func step(_ id: StepID?) throws(TriageFailure) -> StepSummary {
    guard let id else { throw TriageFailure(.noSuchStep, "") }
    let step = try history.step(id)
    guard let step else { throw TriageFailure(.noSuchStep, id.description) }
    return step
  }

  /// The groups to be turned, newest first: of two that turn the same action the older decides, as
  /// when one is taken back after the other.
  private func groups(_ ids: [StepID]) throws(TriageFailure) -> [StepSummary] {
    var groups: [StepSummary] = []
    for id in Set(ids) {
      let group = try step(id)
      guard group.kind.isGroup, group.progress != .intent else {
        // What only turns an action is named with that action; of all else there is none.
        throw TriageFailure(.noSuchStep, id.description, group.of?.description ?? "")
      }
      groups.append(group)
    }
    return groups.sorted { $0.position > $1.position }
  }

  /// Each action once, by the last word on it: off newest first, then on oldest first.
  private func merged(_ toggles: [Toggle]) throws(TriageFailure) -> [Toggle] {
    let wanted = toggles.reduce(into: [StepID: Bool]()) { $0[$1.action] = $1.on }
    let actions = try ordered(wanted.keys)
    return actions.reversed().filter { wanted[$0] == false }.map { Toggle($0, on: false) }
      + actions.filter { wanted[$0] == true }.map { Toggle($0, on: true) }
  }

  /// Actions in the order of the history, which their numbers have unless other machines share it.
  private func ordered(_ actions: some Collection<StepID>) throws(TriageFailure) -> [StepID] {
    guard try history.isShared else { return actions.sorted() }
    var positions: [(StepPosition, StepID)] = []
    for action in actions { positions.append((try step(action).position, action)) }
    return positions.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Leaves out what is so already: taking the switch back must not turn it.
  private func effective(_ toggles: [Toggle]) throws(TriageFailure) -> [Toggle] {
    var effective: [Toggle] = []
    for toggle in toggles {
      let state = try step(toggle.action).state
      if state == .partial || state == (toggle.on ? .undone : .live) { effective.append(toggle) }
    }
    return effective
  }

  /// What makes exactly those actions stand that stood right after a step; without one, none.
  ///
  /// The steps are all there are, the newest first.
  private func restoring(
    among steps: [StepSummary],
    any: Bool,
    after step: StepSummary?
  ) throws(TriageFailure) -> [Toggle] {
    guard let newest = steps.first else { return [] }
    let now = try history.standing(after: newest.position)
    let then = if let step { try history.standing(after: step.position) } else { Set<StepID>() }
    let movable = steps.reversed().filter {
      $0.kind == .action && $0.progress != .intent && $0.context.isMovable(any)
    }
    return try merged(
      movable.compactMap { action in
        let (stood, stands) = (then.contains(action.id), now.contains(action.id))
        // What was taken back only in part is tried again.
        guard stood != stands || (!stood && action.state == .partial) else { return nil }
        return Toggle(action.id, on: stood)
      }
    )
  }
}

extension StepContext {
  /// Whether restoring turns actions of this kind of origin.
  fileprivate func isMovable(_ any: Bool) -> Bool {
    isInteractive || (any && origin != .automatic)
  }
}
