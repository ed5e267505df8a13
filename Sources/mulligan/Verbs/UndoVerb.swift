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
  @Argument(help: help("argument.groups"))
  var count: Int = 1

  func run() throws {
    try turn(.undo, count, options, UndoRequest(any: any, strict: options.strict))
  }
}

/// `redo [N]`.
struct Redo: ParsableCommand {
  static var configuration: CommandConfiguration { verb("redo") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: TurnOptions
  @Argument(help: help("argument.groups"))
  var count: Int = 1

  func run() throws {
    try turn(.redo, count, options, UndoRequest(strict: options.strict))
  }
}

/// Takes back, or brings back, so many groups, up to the first that is refused.
///
/// Running out of groups after the first one is no failure. A dry run moves nothing off the lists:
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
      if turn > 0, group == nil { break }
      let result = try run.run(kind == .redo ? .redo(request) : .undo(request))
      code = Exit.worse(code, Exit.code(for: result))
      if result.failure?.code == .nothingToUndo {
        try run.shell.mentionOtherHistories(of: run.mailbox)
      }
      if result.failure != nil { break }
      if options.change.dryRun { request.after += result.targets }
    }
    return code
  }
}
