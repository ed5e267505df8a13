import ArgumentParser
import TriageCore
import TriageUI

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

/// `history restore ID`.
struct HistoryRestore: ParsableCommand {
  static var configuration: CommandConfiguration { historyVerb("restore") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: TurnOptions
  @Flag(help: help("option.any.restore"))
  var any = false
  @Argument(help: help("argument.step"))
  var step: String

  func run() throws {
    try turnGroups(SwitchRequest(.restore, [], any: any, strict: options.strict), [step], options)
  }
}

/// Turns groups, as one new group.
private func turnGroups(
  _ request: SwitchRequest,
  _ steps: [String],
  _ options: TurnOptions
) throws {
  try runTurn(request.goal.rawValue, .switch, options) { run in
    var request = request
    request.steps = try steps.map { try run.mailbox.resolve(StepReference.parse($0)) }
    return Exit.code(for: try run.run(.turn(request)))
  }
}
