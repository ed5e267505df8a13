import ArgumentParser
import TriageCore
import TriageEngine
import TriageUI

/// `undo [N]`.
struct Undo: ParsableCommand {
  static var configuration: CommandConfiguration { verb("undo") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: TurnOptions
  @Flag(help: help("option.any"))
  var any = false
  @Flag(help: help("option.here"))
  var here = false
  @Argument(help: help("argument.groups"))
  var count: Int = 1

  func run() throws {
    try turn(.undo, count, options, UndoRequest(any: any, strict: options.strict, here: here))
  }
}

/// `redo [N]`.
struct Redo: ParsableCommand {
  static var configuration: CommandConfiguration { verb("redo") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: TurnOptions
  @Flag(help: help("option.here"))
  var here = false
  @Argument(help: help("argument.groups"))
  var count: Int = 1

  func run() throws {
    try turn(.redo, count, options, UndoRequest(strict: options.strict, here: here))
  }
}

/// Takes back, or brings back, so many groups, up to the first that is refused.
///
/// Running out of groups after the first one is no failure, but is said. A dry run moves nothing off the lists:
/// what it has told of is taken to be done.
private func turn(
  _ kind: StepKind,
  _ count: Int,
  _ options: TurnOptions,
  _ request: UndoRequest
) throws {
  try runTurn(kind.rawValue, kind, options) { run in
    guard count > 0 else {
      throw run.shell.usage(Sentence("error.usage.groups", .number(count)))
    }
    var request = request
    var code = ExitCode.success
    for turn in 0..<count {
      let group = try run.mailbox.engine.group(for: request, on: kind == .redo)
      if turn > 0, group == nil {
        let key = kind == .redo ? "status.redo.fewer" : "status.undo.fewer"
        let fewer = Sentence(key, .number(turn))
        if !options.change.quiet { try run.shell.printer.note(run.shell.words.text(fewer)) }
        break
      }
      let result = try run.run(kind == .redo ? .redo(request) : .undo(request))
      code = Exit.worse(code, Exit.code(for: result))
      if result.failure?.code == .nothingToUndo {
        if kind == .undo { try run.shell.mentionDeparture(of: run.mailbox) }
        try run.shell.mentionOtherHistories(of: run.mailbox)
      }
      if result.failure != nil { break }
      if options.change.dryRun { request.after += result.targets }
    }
    return code
  }
}

/// `history revert ID…`.
struct HistoryRevert: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("revert") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: TurnOptions
  @Argument(help: help("argument.steps"))
  var steps: [String]

  func run() throws {
    try turnGroups(SwitchRequest(.revert, [], strict: options.strict), steps, options)
  }
}

/// `history reapply ID…`.
struct HistoryReapply: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("reapply") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: TurnOptions
  @Argument(help: help("argument.steps"))
  var steps: [String]

  func run() throws {
    try turnGroups(SwitchRequest(.reapply, [], strict: options.strict), steps, options)
  }
}

/// `history restore ID`, or `history restore --at WHEN`.
struct HistoryRestore: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("restore") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: TurnOptions
  @Flag(help: help("option.any.restore"))
  var any = false
  @Option(help: help("option.at"))
  var at: String?
  @Argument(help: help("argument.step"))
  var step: String?

  func run() throws {
    let request = SwitchRequest(.restore, [], any: any, strict: options.strict)
    guard (at == nil) != (step == nil) else {
      return try Shell.run(result: options.change.json ? "restore" : nil) { shell in
        throw shell.usage(Sentence("error.usage.restore"))
      }
    }
    try turnGroups(request, step.map { [$0] } ?? [], at: at, options)
  }
}

/// Turns groups, as one new group.
private func turnGroups(
  _ request: SwitchRequest,
  _ steps: [String],
  at moment: String? = nil,
  _ options: TurnOptions
) throws {
  try runTurn(request.goal.rawValue, .switch, options) { run in
    var request = request
    request.moment = try moment.map { try Moment.parse($0).time }
    request.steps = try steps.map { try run.mailbox.resolve(StepReference.parse($0)) }
    return Exit.code(for: try run.run(.turn(request)))
  }
}

/// The options of the verbs that take groups back or bring them back.
struct TurnOptions: ParsableArguments {
  @OptionGroup var change: ChangeOptions
  @Flag(help: help("option.strict"))
  var strict = false
}

/// Runs a verb that turns groups, with what makes and reports its changes.
func runTurn(
  _ verb: String,
  _ kind: StepKind,
  _ options: TurnOptions,
  _ body: (ChangeRun) throws -> ExitCode
) throws {
  try Shell.run(result: options.change.json ? verb : nil, using: [.confirmation]) { shell in
    try shell.check(lockTimeout: options.change.lockTimeout)
    let run = ChangeRun(
      shell: shell,
      mailbox: try shell.mailbox(),
      options: options.change,
      verb: verb,
      kind: kind
    )
    try shell.exit(try body(run))
  }
}
