package import TriageCore

extension TriageEngine {
  /// Does what is asked, or says why not; every change of mail goes through here.
  ///
  /// A result of kind `.failed` or `.refused` means that nothing was changed.
  package func change(_ request: ChangeRequest, control: ChangeControl) -> ChangeResult {
    var settled: [SettledStep] = []
    var result: ChangeResult
    do {
      result = try request.dryRun ? preview(request) : perform(request, control, &settled)
    } catch {
      result = ChangeResult(kind: error.code.resultKind, failure: error)
    }
    result.settled = settled
    if result.step != nil { upkeep() }
    if let head = try? history.head() { result.head = head }
    result.revision = try? store.revision()
    return nameKeepers(of: result)
  }

  /// Plans without the lock and writes nothing; the counts are those of the real thing.
  private func preview(_ request: ChangeRequest) throws(TriageFailure) -> ChangeResult {
    let view = PlanView(history: history, mail: store, files: FileDuties(self))
    var job = try job(for: request, in: store)
    var tally = Tally(of: job.kind, keepsChanges: request.reportsChanges)
    while let plan = try job.source.next(view) { tally.count(plan) }
    return job.result(tally)
  }

  private func perform(
    _ request: ChangeRequest,
    _ control: ChangeControl,
    _ settled: inout [SettledStep]
  ) throws(TriageFailure) -> ChangeResult {
    let writer = try openSettled(control, &settled)
    defer { writer.abandon() }
    control.reach(.settled)
    let job = try job(for: request, in: writer)
    if let limit = request.confirmAbove, limit > 0, job.source.total > limit {
      return refusal(of: job)
    }
    return try write(job, request, with: writer, control, &settled)
  }

  private func refusal(of job: Job) -> ChangeResult {
    var refusal = ChangeResult(
      kind: .refused,
      name: job.name,
      requested: job.source.total,
      failure: TriageFailure(.confirmationNeeded, String(job.source.total))
    )
    refusal.resolved = job.resolved
    return refusal
  }

  /// Finds out what a request is about: resolves queries, reads the head of the history.
  private func job(
    for request: ChangeRequest,
    in mail: any MailLookup
  ) throws(TriageFailure) -> Job {
    switch request.change {
    case .perform(let commands, let name): try action(commands, name, request, mail)
    case .undo(let undo): try turning(undo, on: false, isLook: request.dryRun)
    case .redo(let redo): try turning(redo, on: true, isLook: request.dryRun)
    case .turn(let turn): try switching(turn)
    }
  }

  private func action(
    _ commands: [Command],
    _ name: ActionName?,
    _ request: ChangeRequest,
    _ mail: any MailLookup
  ) throws(TriageFailure) -> Job {
    var resolved: [(edit: MessageEdit, messages: [MessageID])] = []
    let duties = FileDuties(self)
    for command in commands {
      let edit = command.edit(under: request.effects)
      let folders = [edit.move?.folder, edit.move?.from].compactMap(\.self)
      if let failure = folders.lazy.compactMap(duties.failure).first { throw failure }
      resolved.append((edit, try messages(of: command.target, mail)))
    }
    let actions = commands.flatMap(\.actions)
    var title = name ?? ActionName(actions)
    title.titles.merge(request.titles) { first, _ in first }
    return Job(
      kind: .action,
      name: title,
      actions: actions.map(\.notation).unique,
      resolved: zip(commands, resolved).map {
        Command($0.actions, on: .messages($1.messages), from: $0.from)
      },
      source: ActionSource(resolved)
    )
  }

  private func messages(
    of target: CommandTarget,
    _ mail: any MailLookup
  ) throws(TriageFailure) -> [MessageID] {
    switch target {
    case .messages(let messages): messages
    case .query(let text, let limit):
      try mail.ids(MailQuery(text), limit: limit)
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

extension FailureCode {
  /// Returns whether the failure is a refusal: asked for, not tried.
  fileprivate var resultKind: ResultKind {
    switch self {
    case .confirmationNeeded, .declined, .headChanged: .refused
    default: .failed
    }
  }
}

extension [String] {
  /// The texts in their order, each once.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
