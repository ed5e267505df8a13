import TriageCore

extension TriageEngine {
  /// Turns off the actions that an index copied back from before them does not have.
  ///
  /// Nothing is repeated by itself: the person sees which actions are off now, and can bring them
  /// back. One automatic switch records it, on neither list.
  func turnOffLostSteps(
    with writer: any MailWriter,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) {
    let now = try writer.revision()
    var lost: [StepSummary] = []
    for step in try stepsAfter(now) where step.isStandingAction {
      if try hasNothing(of: step, writer) { lost.append(step) }
    }
    guard let newest = lost.first else { return }
    var context = newest.context
    context.origin = .automatic
    let draft = StepDraft(
      kind: .switch,
      name: .lost(lost.count),
      context: context,
      at: settings.now(),
      revisionBefore: now,
      toggles: lost.map { Toggle($0.id, on: false) }
    )
    try record(draft, lost)
    quietLook = nil
    settled += lost.map { step in
      var report = SettledStep(step, complete: false)
      report.isLost = true
      return report
    }
  }

  /// The steps that have seen a newer index than this one, newest first.
  ///
  /// There are none if the index is as new as the newest step left it. Other machines' steps were seen with
  /// the merge that they came with.
  private func stepsAfter(_ now: IndexRevision) throws(TriageFailure) -> [StepSummary] {
    let newest = try history.steps(HistoryFilter(limit: 5, all: true))
    guard newest.first(where: { $0.seen != nil })?.isAfter(now) == true else { return [] }
    let all = try history.steps(HistoryFilter(limit: nil, all: true))
    return all.filter { $0.isAfter(now) }
  }

  /// Returns whether the index holds no effect of a step, but all it had found.
  private func hasNothing(
    of step: StepSummary,
    _ writer: any MailWriter
  ) throws(TriageFailure) -> Bool {
    var isSomethingThere = false
    var pages = WritePages(of: step.id, in: try history)
    while let writes = try pages.next() {
      let states = try writer.states(of: writes.map(\.message))
      for write in writes {
        guard let state = states[write.message] else { continue }
        isSomethingThere = true
        guard state.holdsFound(write), isUnmoved(write, state) else { return false }
      }
    }
    return isSomethingThere
  }

  /// Returns whether all copies that a step moved lie where it found them, not only in the index.
  private func isUnmoved(_ write: TagWrite, _ state: MessageState) -> Bool {
    write.moves.allSatisfy { move in
      state.files.contains { files.location(of: $0) == move.found && files.exists($0) }
    }
  }

  /// Records the switch; no claim of another program comes of it, since the index is what it was.
  private func record(_ draft: StepDraft, _ lost: [StepSummary]) throws(TriageFailure) {
    let recorder = try history.begin(draft)
    defer { recorder.abandon() }
    var plan = StepPlan()
    for step in lost {
      for change in try history.changes(of: step.id, limit: nil) {
        plan.left += (change.added + change.removed).map {
          LeftOut(action: step.id, change.message, .tag($0), outcome: .alreadySo)
        }
      }
      // An older index says nothing of what leaves.
      plan.left += try history.departures(of: step.id).map {
        LeftOut(action: step.id, $0.message, .departure($0.outgoing), outcome: .alreadySent)
      }
    }
    try recorder.append(plan)
    _ = try recorder.commit(as: .done)
  }
}

extension MessageState {
  /// Returns whether no tag is as a step wrote it.
  fileprivate func holdsFound(_ write: TagWrite) -> Bool {
    tags.isDisjoint(with: write.add) && tags.isSuperset(of: write.remove)
  }
}

extension StepSummary {
  /// The index as the step left it, if it says so: another machine's step, as the merge that it came with.
  fileprivate var seen: IndexRevision? {
    if received != nil { return revisionAfter }
    return revisionAfter ?? (progress == .done && kind != .external ? revisionBefore : nil)
  }

  fileprivate func isAfter(_ now: IndexRevision) -> Bool {
    guard let seen else { return false }
    return seen.uuid == now.uuid && seen.number > now.number
  }

  fileprivate var isStandingAction: Bool {
    kind == .action && (state == .live || state == .partial)
  }
}
