import TriageCore

// A change under way when the engine died may have been made: what it left open is settled, and
// only then the history is asked.

extension Shared {
  mutating func loseChange(_ change: PendingChange) {
    changes.endRun()
    changes.lost = ChangeQueue.Lost(change: change)
    settleOpenSteps()
  }

  /// Takes what was settled: it is reported, or asked after if a change of ours may be among it.
  mutating func settled(_ steps: [SettledStep]) {
    guard changes.lost != nil else { return report(settled: steps) }
    changes.lost?.settled = steps
    changes.lostTicket = ask(NewestStepQuestion(session: settings.context.session))
  }

  /// Reports what became of the change whose engine died, and of what others had left open.
  mutating func lostChangeFound(_ step: StepSummary?) {
    guard let lost = changes.lost else { return }
    changes.lost = nil
    let known = changes.newestStep?.number ?? 0
    let made = step.flatMap { $0.id.number > known ? $0 : nil }
    let outcome: Sentence
    if let made {
      changes.newestStep = made.id
      let key = made.progress == .intent ? "status.fate.open" : "status.fate.complete"
      outcome = Sentence(key, .sentence(.title(of: made)))
    } else {
      notify(.unmarked(lost.change))
      outcome = Sentence("status.fate.void")
    }
    report(.settled(others(in: lost, made: made), before: outcome), isError: made == nil)
    readHead()
    notify(.refresh)
    runNextChange()
  }

  /// What was settled beside the change whose engine died, which is reported as such.
  ///
  /// If it has come to nothing, it is the last one void that was named as it would have been.
  private func others(in lost: ChangeQueue.Lost, made: StepSummary?) -> [SettledStep] {
    var others = lost.settled
    let own = others.lastIndex { step in
      made.map { $0.id == step.step } ?? (!step.complete && isNamed(step, as: lost.change))
    }
    if let own { others.remove(at: own) }
    return others
  }

  private func isNamed(_ step: SettledStep, as change: PendingChange) -> Bool {
    guard step.kind == change.kind else { return false }
    return switch change.request {
    case .act(let action, _):
      step.name == ActionName(action, titles: config.actions.titles(of: [action]))
    case .undoRedo: true
    case .switch(_, let name): step.name == name
    case .outgoing(let change): step.name == change.name
    }
  }

  /// Reports what a dead process had left open and what it became.
  mutating func report(settled steps: [SettledStep]) {
    guard let last = steps.last else { return }
    report(.settled(steps.dropLast(), before: .settled(last)))
  }
}

extension Sentence {
  /// What there is to say of settled steps, and then something else.
  static func settled(_ steps: [SettledStep], before sentence: Sentence) -> Sentence {
    steps.reversed().reduce(sentence) {
      Sentence("status.both", .sentence(.settled($1)), .sentence($0))
    }
  }
}

// MARK: Names, and what is said on leaving

extension Shared {
  /// The title of a change, as a menu has it.
  func title(of request: PendingChange.Request) -> Sentence {
    switch request {
    case .act(let action, _): .title(ActionName(action))
    case .undoRedo(let direction): .menu(direction.rawValue, mailbox.group(for: direction))
    case .switch(_, let name): .title(name)
    case .outgoing(let change): .title(change.name)
    }
  }
}

extension State {
  /// What was asked for and is not done because the person has quit; `nil` if there is nothing.
  package var farewell: Sentence? {
    let changes = shared.changes
    let asked = changes.running.flatMap { $0.isPreview ? $0.change : nil }
    let waiting =
      [asked, changes.held].compactMap(\.self) + changes.waiting.filter { !$0.isAutomatic }
    let names =
      changes.dropped + waiting.map { shared.title(of: $0.request) } + changes.collecting
    guard let first = names.first else { return nil }
    let list =
      Sentence.list(names)
      ?? Sentence("name.many", .sentence(first), .number(names.count - 1))
    return Sentence("status.dropped", .sentence(list))
  }

  /// Whether the engine may be writing: a change, or what another process has left open.
  package var isWriting: Bool {
    shared.changes.running.map { !$0.isPreview } ?? false || shared.mailbox.settleTicket != nil
  }
}

// MARK: Giving up

extension Shared {
  /// Gives up what waits and asks the engine to stop what runs.
  mutating func cancelChanges() {
    let isWaiting = !changes.waiting.isEmpty || !changes.collecting.isEmpty
    dropWaitingChanges()
    changes.running?.change.repeats = 0
    if let id = changes.running?.id, requests.isAlive {
      send(.send(EngineRequest(id: requests.newID(), .cancel(id))))
    } else if isWaiting {
      report(TriageFailure(.cancelled))
    }
  }

  /// Takes the marks of what waits back.
  mutating func dropWaitingChanges() {
    for change in changes.waiting.reversed() { notify(.unmarked(change)) }
    changes.waiting = []
    notify(.collectingCancelled)
  }
}
