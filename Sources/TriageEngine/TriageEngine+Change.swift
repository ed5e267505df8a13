package import TriageCore

extension TriageEngine {
  /// Does what is asked, or says why not; every change of mail goes through here.
  ///
  /// A result of kind `.failed` or `.refused` means that nothing was changed.
  package func change(_ request: ChangeRequest, control: ChangeControl) -> ChangeResult {
    var result: ChangeResult
    do {
      result = try request.dryRun ? preview(request) : perform(request, control)
    } catch {
      result = ChangeResult(kind: error.code.resultKind, failure: error)
    }
    if let head = try? history.head() { result.head = head }
    return nameKeepers(of: result)
  }

  /// Plans without the lock and writes nothing; the counts are those of the real thing.
  private func preview(_ request: ChangeRequest) throws(TriageFailure) -> ChangeResult {
    let view = PlanView(history: history) { [store] messages throws(IndexError) in
      try store.states(of: messages)
    }
    var job = try job(for: request) { [store] query, limit throws(IndexError) in
      try store.ids(query, limit: limit)
    }
    var tally = Tally(of: job.kind, keepsChanges: request.reportsChanges)
    while let plan = try job.source.next(view) { tally.count(plan) }
    return job.result(tally)
  }

  private func perform(
    _ request: ChangeRequest,
    _ control: ChangeControl
  ) throws(TriageFailure) -> ChangeResult {
    let (writer, settled) = try openSettled(control)
    defer { writer.abandon() }
    let job = try job(for: request) { query, limit throws(IndexError) in
      try writer.ids(query, limit: limit)
    }
    if let limit = request.confirmAbove, limit > 0, job.source.total > limit {
      var refusal = ChangeResult(kind: .refused, requested: job.source.total, settled: settled)
      refusal.name = job.name
      refusal.resolved = job.resolved
      refusal.failure = TriageFailure(.confirmationNeeded, String(job.source.total))
      return refusal
    }
    var result = try write(job, request, with: writer, control)
    result.settled = settled
    return result
  }

  /// Finds out what a request is about: resolves queries, reads the head of the history.
  private func job(
    for request: ChangeRequest,
    ids: (MailQuery, Int?) throws(IndexError) -> [MessageID]
  ) throws(TriageFailure) -> Job {
    switch request.change {
    case .perform(let commands, let name):
      var resolved: [(edit: TagEdit, messages: [MessageID])] = []
      for command in commands {
        resolved.append((edit(of: command), try messages(of: command.target, ids)))
      }
      return Job(
        kind: .action,
        name: name ?? ActionName(commands.flatMap(\.actions)),
        resolved: zip(commands, resolved).map { Command($0.actions, on: .messages($1.messages)) },
        source: ActionSource(resolved)
      )
    case .undo(let undo): return try turning(undo, on: false)
    case .redo(let redo): return try turning(redo, on: true)
    }
  }

  private func edit(of command: Command) -> TagEdit {
    command.actions.reduce(TagEdit()) { $0.then($1.edit(under: settings.effects)) }
  }

  private func messages(
    of target: CommandTarget,
    _ ids: (MailQuery, Int?) throws(IndexError) -> [MessageID]
  ) throws(TriageFailure) -> [MessageID] {
    switch target {
    case .messages(let messages): messages
    case .query(let text, let limit):
      try reading { () throws(IndexError) in try ids(MailQuery(text), limit) }
    }
  }

  /// The names of the groups that keep a message's tags are for people: found once, at the end.
  private func nameKeepers(of result: ChangeResult) -> ChangeResult {
    var result = result
    var names: [StepID: ActionName?] = [:]
    for place in result.skipped.indices {
      guard let keeper = result.skipped[place].by else { continue }
      if names[keeper] == nil { names[keeper] = (try? history.step(keeper))?.name }
      result.skipped[place].byName = names[keeper] ?? nil
    }
    return result
  }
}

/// One change, ready to be planned.
struct Job {
  var kind: StepKind
  /// The group that an undo or redo is of.
  var target: StepSummary?
  var name: ActionName?
  var resolved: [Command] = []
  var toggles: [Toggle] = []
  var source: any PlanSource

  func result(_ tally: Tally) -> ChangeResult {
    var result = ChangeResult(
      kind: tally.kind,
      targets: target.map { [$0.id] } ?? [],
      name: name,
      target: target,
      requested: tally.requested,
      changed: tally.changed,
      skipped: tally.skipped,
      changes: tally.changes
    )
    if kind == .action, tally.requested > 0, tally.found == 0 {
      result.kind = .failed
      result.failure = TriageFailure(.nothingFound)
    }
    return result
  }
}

extension FailureCode {
  /// Returns whether the failure is a refusal: asked for, not tried.
  fileprivate var resultKind: ResultKind {
    switch self {
    case .confirmationNeeded, .declined, .headChanged: .refused
    default: .failed
    }
  }
}
