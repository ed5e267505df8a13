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

  /// Does the change and returns what it came to; everything has been said then.
  func run(_ change: Change, context: StepContext) throws -> ChangeResult {
    let result = try confirmed(change, context)
    try report(result)
    return result
  }

  /// Asks the engine; a signal that comes meanwhile ends the verb after the group in hand.
  private func change(_ request: ChangeRequest) throws -> ChangeResult {
    let interruption = Interruption()
    let result = mailbox.change(request, shell.control(options, interruption))
    guard let signal = interruption.signal else { return result }
    try report(result)
    try shell.printer.flush()
    throw ExitCode(128 + signal)
  }

  /// Whether many messages are asked about.
  ///
  /// What can be redone need not be: without a terminal undo and redo act and report.
  private var mustAsk: Bool {
    !options.yes && !options.dryRun && (kind == .action || shell.canAsk)
  }

  private func confirmed(_ change: Change, _ context: StepContext) throws -> ChangeResult {
    var request = ChangeRequest(
      change,
      context: context,
      dryRun: options.dryRun,
      reportsChanges: options.patch || options.json,
      confirmAbove: mustAsk ? shell.configuration.confirmAbove : nil
    )
    let first = try self.change(request)
    guard first.failure?.code == .confirmationNeeded, shell.canAsk else { return first }
    let question = Sentence(
      "prompt.confirm",
      .sentence(.title(first.name ?? .custom(""))),
      .number(first.requested)
    )
    guard try shell.ask(question) else {
      return ChangeResult(
        kind: .refused,
        name: first.name,
        requested: first.requested,
        failure: TriageFailure(.declined)
      )
    }
    // The ids stay those that were counted; their tags are read afresh.
    if case .perform(_, let name) = change {
      request.change = .perform(first.resolved, name: name)
    }
    request.confirmAbove = nil
    return try self.change(request)
  }

  private func report(_ result: ChangeResult) throws {
    for step in result.settled { try shell.printer.note(shell.words.text(.settled(step))) }
    if options.patch { try patch(result) }
    if options.json {
      try shell.printer.line(
        result.json(verb: verb, dryRun: options.dryRun, words: shell.words)
      )
    }
    if let failure = result.failure { return try shell.complain(failure) }
    guard !options.json, !options.quiet else { return }
    try shell.printer.text(shell.words.text(sentence(result)))
    if result.step != nil, kind == .action, shell.surroundings.isErrorTerminal {
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
      try shell.printer.line(change.json(of: result.step))
    }
  }

  private func sentence(_ result: ChangeResult) -> Sentence {
    if kind == .action, result.requested == 0, let query {
      return Sentence("status.no-matches", .text(query))
    }
    if options.dryRun { return .preview(result, of: kind) }
    let said = Sentence.result(result, of: kind)
    guard let step = result.step else { return said }
    return Sentence("status.numbered", .sentence(said), .text(step.description))
  }
}
