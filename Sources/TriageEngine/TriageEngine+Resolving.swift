package import TriageCore

// Resolving: what a request is about. Queries become messages, "the last one" becomes a group.

extension TriageEngine {
  /// Finds out what a change is about, and who plans it.
  func resolve(_ change: inout EngineChange, in mail: any MailLookup) throws(TriageFailure) {
    switch change.request.change {
    case .perform(let commands, let name):
      try resolve(change.ordered ?? commands, name, &change, in: mail)
    case .depart(let request): try resolve(request, &change, in: mail)
    case .undo(let request): try resolve(request, on: false, &change)
    case .redo(let request): try resolve(request, on: true, &change)
    case .turn(let request): try resolve(request, &change)
    case .wake: try resolveWaking(&change, in: mail)
    }
  }

  private func resolve(
    _ commands: [Command],
    _ name: ActionName?,
    _ change: inout EngineChange,
    in mail: any MailLookup
  ) throws(TriageFailure) {
    var edits: [(edit: MessageEdit, messages: [MessageID])] = []
    let duties = FileDuties(self)
    for command in commands {
      let edit = command.edit(under: change.request.effects)
      let folders = [edit.move?.folder, edit.move?.from].compactMap(\.self)
      if let failure = folders.lazy.compactMap(duties.failure).first { throw failure }
      var messages = try messages(of: command.target, in: mail)
      if command.actions.contains(where: \.snoozes) {
        messages = try snoozed(of: messages, in: mail)
      }
      edits.append((edit, messages))
    }
    let actions = commands.flatMap(\.actions)
    change.name = name ?? ActionName(actions, titles: change.request.titles)
    change.actions = actions.map(\.notation).unique
    change.commands = zip(commands, edits).map {
      Command($0.actions, on: .messages($1.messages), from: $0.from)
    }
    change.planner = ActionPlanner(edits)
  }

  /// Finds the messages of one's own, and what is done beside them.
  private func resolve(
    _ request: DepartureRequest,
    _ change: inout EngineChange,
    in mail: any MailLookup
  ) throws(TriageFailure) {
    try resolve(request.commands, request.name, &change, in: mail)
    let goal = NamedAction(id: request.goal.rawValue)
    change.name =
      request.name
      ?? ActionName(goal, with: request.commands.flatMap(\.actions), change.request.titles)
    change.actions.insert(goal.notation, at: 0)
    guard let planner = change.planner else { return }
    change.planner = DeparturePlanner(request, with: planner)
  }

  private func messages(
    of target: CommandTarget,
    in mail: any MailLookup
  ) throws(TriageFailure) -> [MessageID] {
    switch target {
    case .messages(let messages): messages
    case .query(let text, let limit): try mail.ids(MailQuery(text), limit: limit)
    case .sources(let filter, let text, let limit):
      try self.messages(of: MailQuery(text), from: filter, limit: limit, in: mail)
    }
  }

  /// Finds the group that an undo (`on` false) or a redo (`on` true) is about.
  ///
  /// The title is the promise: if another group than the expected one is on top, nothing is done.
  /// Who only looks may ask what comes after other groups.
  private func resolve(
    _ request: UndoRequest,
    on: Bool,
    _ change: inout EngineChange
  ) throws(TriageFailure) {
    var request = request
    if !change.request.dryRun { request.after = [] }
    let target = try group(for: request, on: on)
    if let expected = request.expected, target?.id != expected {
      if let left = try history.step(expected)?.left, left.isAll {
        throw TriageFailure(.alreadySent, String(left.at))
      }
      throw TriageFailure(.headChanged)
    }
    guard let target else { throw TriageFailure(on ? .nothingToRedo : .nothingToUndo) }
    let earlier = try steps(request.after).flatMap { $0.toggles(on: on) }
    change.target = target
    change.name = target.name
    change.toggles = target.toggles(on: on)
    let staying = on ? [] : try history.stayingOff(without: target.id)
    change.planner = try planner(
      of: change.toggles.filter { !$0.on || !staying.contains($0.action) },
      after: earlier,
      isStrict: request.strict
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
      ? try newestNotUndone(after: earlier, here: request.here)
      : try top(on, after: earlier, here: request.here)
  }

  private func steps(_ ids: [StepID]) throws(TriageFailure) -> [StepSummary] {
    var steps: [StepSummary] = []
    for id in ids { steps.append(try step(id)) }
    return steps
  }

  /// Who plans the turning of actions off and on.
  func planner(
    of toggles: [Toggle],
    after earlier: [Toggle] = [],
    isStrict: Bool
  ) throws(TriageFailure) -> UndoPlanner {
    let total = try history.messageCount(of: toggles.map(\.action))
    return UndoPlanner(
      toggles,
      after: earlier,
      total: total,
      isStrict: isStrict,
      isShared: try history.isShared
    )
  }

  /// The group on top of the undo list, or the redo list, once the earlier ones are off it.
  private func top(
    _ on: Bool,
    after earlier: [StepSummary],
    here: Bool
  ) throws(TriageFailure) -> StepSummary? {
    let limit = here ? .max : earlier.count + 1
    let groups = try history.groups(on: on ? .redo : .undo, limit: limit)
    return groups.first { group in
      !earlier.contains { $0.id == group.id } && (!here || group.received == nil)
    }
  }

  /// The newest group that stands, once the earlier ones have been taken back.
  private func newestNotUndone(
    after earlier: [StepSummary],
    here: Bool
  ) throws(TriageFailure) -> StepSummary? {
    let steps = try history.steps(HistoryFilter(limit: nil, all: true))
    var turned: [StepID: Bool] = [:]
    for group in earlier {
      for toggle in group.toggles(on: false) { turned[toggle.action] = toggle.on }
      turned[group.id] = false
    }
    return steps.first {
      $0.kind.isGroup && turned[$0.id] ?? ($0.state == .live) && $0.context.origin != .automatic
        && $0.left?.isAll != true && (!here || $0.received == nil)
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

extension [String] {
  /// The texts in their order, each once.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
