import ArgumentParser
import TriageCore
import TriageUI

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
