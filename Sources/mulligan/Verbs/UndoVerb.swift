import ArgumentParser
import TriageCore
import TriageUI

/// `undo [N]`.
struct Undo: ParsableCommand {
  static let configuration = verb("undo")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @Flag(help: help("option.any"))
  var any = false
  @Flag(help: help("option.strict"))
  var strict = false
  @Argument(help: help("argument.groups"))
  var count: Int = 1

  func validate() throws { try validateGroups(count) }

  func run() throws {
    try turn(.undo, count, change) { .undo(UndoRequest(any: any, strict: strict)) }
  }
}

/// `redo [N]`.
struct Redo: ParsableCommand {
  static let configuration = verb("redo")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @Flag(help: help("option.strict"))
  var strict = false
  @Argument(help: help("argument.groups"))
  var count: Int = 1

  func validate() throws { try validateGroups(count) }

  func run() throws {
    try turn(.redo, count, change) { .redo(UndoRequest(strict: strict)) }
  }
}

private func validateGroups(_ count: Int) throws {
  guard count < 1 else { return }
  throw ValidationError(words.string(Sentence("error.usage.groups", .number(count))))
}

/// Takes back, or brings back, so many groups, up to the first that is refused.
///
/// Running out of groups after the first one is no failure.
private func turn(
  _ kind: StepKind,
  _ count: Int,
  _ options: ChangeOptions,
  _ change: () -> Change
) throws {
  try Shell.run(result: options.json ? kind.rawValue : nil) { shell in
    let mailbox = try shell.mailbox()
    let run = ChangeRun(
      shell: shell,
      mailbox: mailbox,
      options: options,
      verb: kind.rawValue,
      kind: kind
    )
    var code = ExitCode.success
    // A dry run changes no list: the next group would be the same one again.
    for turn in 0..<(options.dryRun ? 1 : count) {
      if turn > 0, !mailbox.has(kind) { break }
      let result = try run.run(change(), context: shell.surroundings.context(.shell))
      code = Exit.worse(code, Exit.code(for: result))
      if result.failure != nil { break }
    }
    try shell.exit(code)
  }
}
