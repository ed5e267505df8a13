import ArgumentParser
import TriageCore
import TriageUI

/// One writing verb: asks if it must, does the change, says what it came to.
struct ChangeRun {
  let shell: Shell
  let mailbox: Mailbox
  let options: ChangeOptions
  /// JSON's `verb`.
  let verb: String
  let kind: StepKind
  /// What the person asked for, if it was a query.
  var query: String?
  /// Whose mail of it, if that was said.
  var filter = SourceFilter()
  /// What the person asked for, if it was ids.
  var input: InputIDs?
  /// The commands that are reported one by one.
  var commands: [Command] = []
  /// Whether commands are resolved one after another.
  var inOrder = false

  /// Does the change and returns what it came to; everything has been said then.
  func run(_ change: Change, context: StepContext? = nil) throws -> ChangeResult {
    let result = try confirmed(change, context ?? shell.environment.context(.shell))
    try report(result, of: change)
    return result
  }

  /// Asks the engine; a signal that comes meanwhile ends the verb after the group in hand.
  private func change(_ request: ChangeRequest) throws -> ChangeResult {
    let interruption = Interruption()
    let control = shell.control(
      lockTimeout: options.lockTimeout,
      isQuiet: options.quiet,
      interruption
    )
    let result = mailbox.change(request, control)
    guard let signal = interruption.signal else { return result }
    try report(result, of: request.change)
    try shell.printer.flush()
    throw ExitCode(128 + signal)
  }

  /// Whether many messages are asked about.
  ///
  /// What can be redone need not be: without a terminal undo and redo act and report, unless messages
  /// of one's own would leave.
  private var mustAsk: Bool {
    !options.yes && !options.dryRun && (kind == .action || shell.canAsk)
  }

  private func confirmed(_ change: Change, _ context: StepContext) throws -> ChangeResult {
    var request = ChangeRequest(
      change,
      context: context,
      dryRun: options.dryRun,
      reportsChanges: options.patch || options.json,
      effects: shell.config.actions.effects,
      titles: shell.config.actions.titles(of: change.actions),
      confirmAbove: mustAsk ? shell.config.confirmAbove : nil
    )
    request.inOrder = inOrder
    if options.yes || options.dryRun { return try self.change(request) }
    switch change {
    case .wake: return try self.change(request)
    case .perform(_, let name): return try actionConfirmed(request, name)
    // What leaves is asked about before it is held.
    case .depart: return try self.change(request)
    case .undo, .redo:
      request.holdsBack = true
      if shell.canAsk { return try turnConfirmed(request) }
      let result = try self.change(request)
      if result.kind == .refused { try refuseToSend(result) }
      return result
    case .turn:
      request.holdsBack = true
      return try turnConfirmed(request)
    }
  }

  /// Says whom messages of one's own would go to, where nobody can be asked; nothing was done.
  private func refuseToSend(_ result: ChangeResult) throws {
    guard !result.leaving.isEmpty else { return }
    throw Refusal(
      sentence: Sentence(
        "error.would-send",
        .number(result.leaving.count),
        .text(try recipients(of: result))
      ),
      hint: Sentence("hint.yes"),
      code: .confirmationNeeded,
      exit: Exit.refused
    )
  }

  private func recipients(of result: ChangeResult) throws(TriageFailure) -> String {
    try mailbox.recipients(of: result.leaving).joined(separator: ", ")
  }

  /// Asks before an action changes many messages.
  private func actionConfirmed(
    _ request: ChangeRequest,
    _ name: ActionName?
  ) throws -> ChangeResult {
    let first = try change(request)
    guard first.failure?.code == .confirmationNeeded, shell.canAsk else { return first }
    let question = Sentence(
      "prompt.confirm",
      .sentence(.title(first.name ?? .custom(""))),
      .number(first.requested)
    )
    guard try shell.ask(question) else { return first.refused(TriageFailure(.declined)) }
    // The ids stay those that were counted; their tags are read afresh.
    var request = request
    request.change = .perform(first.resolved, name: name)
    request.confirmAbove = nil
    var result = try change(request)
    result.settled = first.settled + result.settled
    return result
  }

  /// Looks first, without the lock, and asks if there is something to ask.
  private func turnConfirmed(_ request: ChangeRequest) throws -> ChangeResult {
    var look = request
    look.dryRun = true
    look.confirmAbove = nil
    look.reportsChanges = false
    let first = try change(look)
    var request = request
    request.confirmAbove = nil
    guard first.failure == nil, var question = question(about: first) else {
      return try change(request)
    }
    guard shell.canAsk else {
      try refuseToSend(first)
      return first.refused(TriageFailure(.confirmationNeeded, String(first.changed)))
    }
    if !first.leaving.isEmpty {
      question = Sentence(
        "prompt.turn.sends",
        .number(first.leaving.count),
        .text(try recipients(of: first)),
        .sentence(question)
      )
    }
    guard try shell.ask(question) else { return first.refused(TriageFailure(.declined)) }
    request.holdsBack = false
    request.change = request.change.expecting(first.target?.id)
    return try change(request)
  }

  /// What to ask before groups are turned; `nil` if nothing needs to be asked.
  private func question(about look: ChangeResult) -> Sentence? {
    let limit = shell.config.confirmAbove
    let isLarge = limit > 0 && look.requested > limit
    switch kind {
    case .undo, .redo:
      guard look.kind == .partial || isLarge || !look.leaving.isEmpty else { return nil }
    case .action, .switch, .external, .merge, .kept:
      guard look.requested > 0 else { return nil }
    }
    return .question(look, of: kind, isOthers: look.target != nil)
  }

  private func report(_ result: ChangeResult, of change: Change) throws {
    for step in result.settled { try shell.printer.note(shell.words.text(.settled(step))) }
    if options.patch { try patch(result) }
    if options.json {
      try shell.printer.line(
        result.json(verb: verb, dryRun: options.dryRun, words: shell.words)
      )
    }
    if result.requested == 0, let query {
      try shell.mentionUnknownNames(in: query, mailbox)
      try shell.mentionUnknownLists(of: filter, in: MailQuery(query), mailbox)
    }
    for complaint in input?.complaints(about: result) ?? [] {
      try shell.printer.note(shell.words.text(complaint))
    }
    if let failure = result.failure { return try shell.complain(failure) }
    guard !options.json, !options.quiet else { return }
    for line in Sentence.report(result, of: commands) {
      try shell.printer.text(shell.words.text(line))
    }
    try shell.printer.text(shell.words.text(sentence(result, of: change)))
    if result.isUnfinished {
      try shell.printer.note(shell.words.text(Sentence("status.unfinished")))
    }
    if result.step != nil, kind == .action, shell.environment.isErrorTerminal {
      try shell.printer.note(
        shell.words.text(Sentence("status.hint", .sentence(Sentence("hint.undo"))))
      )
    }
  }

  private func patch(_ result: ChangeResult) throws {
    for change in result.changes {
      guard options.json else {
        try shell.printer.text(shell.display(change.patch))
        continue
      }
      for line in change.json(of: result.step) { try shell.printer.line(line) }
    }
  }

  private func sentence(_ result: ChangeResult, of change: Change) -> Sentence {
    if kind == .action, result.requested == 0, let query {
      if filter.isEmpty { return Sentence("status.no-matches", .text(query)) }
      return query == "*"
        ? Sentence("status.no-matches", .text(filter.text))
        : Sentence("status.no-matches.of", .text(query), .text(filter.text))
    }
    if case .wake = change, result.requested == 0 { return Sentence("status.nothing-due") }
    if case .perform(let commands, _) = change, result.changed == 0,
      commands.allSatisfy({ $0.actions == [.wake] })
    {
      return Sentence("status.none-snoozed", .number(result.requested))
    }
    if kind == .switch, result.requested == 0, let goal = SwitchRequest.Goal(rawValue: verb) {
      return .alreadySo(goal)
    }
    if options.dryRun { return .preview(result, of: kind) }
    let said = Sentence.result(result, of: kind)
    guard let step = result.step else { return said }
    return Sentence("status.numbered", .sentence(said), .text(step.description))
  }
}

extension ChangeResult {
  /// What was looked at, refused.
  fileprivate func refused(_ failure: TriageFailure) -> ChangeResult {
    ChangeResult(
      kind: .refused,
      targets: targets,
      name: name,
      requested: requested,
      failure: failure,
      settled: settled
    )
  }
}

extension Change {
  /// The same undo or redo, of just the group that was asked about.
  fileprivate func expecting(_ step: StepID?) -> Change {
    switch self {
    case .undo(var request):
      request.expected = step
      return .undo(request)
    case .redo(var request):
      request.expected = step
      return .redo(request)
    case .perform, .depart, .turn, .wake: return self
    }
  }
}
