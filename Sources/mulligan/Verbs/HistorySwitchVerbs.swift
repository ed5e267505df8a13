import ArgumentParser
import TriageCore
import TriageUI

/// `history revert ID…`.
struct HistoryRevert: ParsableCommand {
  static let configuration = historyVerb("revert")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @Flag(help: help("option.strict"))
  var strict = false
  @Argument(help: help("argument.steps"), transform: StepReference.parse)
  var steps: [StepReference]

  func run() throws {
    try turnGroups(SwitchRequest(.revert, [], strict: strict), steps, change)
  }
}

/// `history reapply ID…`.
struct HistoryReapply: ParsableCommand {
  static let configuration = historyVerb("reapply")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @Flag(help: help("option.strict"))
  var strict = false
  @Argument(help: help("argument.steps"), transform: StepReference.parse)
  var steps: [StepReference]

  func run() throws {
    try turnGroups(SwitchRequest(.reapply, [], strict: strict), steps, change)
  }
}

/// `history restore ID`.
struct HistoryRestore: ParsableCommand {
  static let configuration = historyVerb("restore")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @Flag(help: help("option.any.restore"))
  var any = false
  @Flag(help: help("option.strict"))
  var strict = false
  @Argument(help: help("argument.step"), transform: StepReference.parse)
  var step: StepReference

  func run() throws {
    try turnGroups(SwitchRequest(.restore, [], any: any, strict: strict), [step], change)
  }
}

/// Turns groups, as one new group.
private func turnGroups(
  _ request: SwitchRequest,
  _ steps: [StepReference],
  _ options: ChangeOptions
) throws {
  try Shell.run(result: options.json ? request.goal.rawValue : nil) { shell in
    let mailbox = try shell.mailbox()
    var request = request
    request.steps = try steps.map(mailbox.resolve)
    let run = ChangeRun(
      shell: shell,
      mailbox: mailbox,
      options: options,
      verb: request.goal.rawValue,
      kind: .switch
    )
    let result = try run.run(.turn(request), context: shell.surroundings.context(.shell))
    try shell.exit(Exit.code(for: result))
  }
}
