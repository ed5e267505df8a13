import ArgumentParser
import TriageUI

/// The program: a screen without a verb, a batch tool with one.
@main
struct Mulligan: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mulligan",
    abstract: words.string(Sentence("help.mulligan")),
    version: version,
    subcommands: verbs
  )

  /// The verbs in the order of help.
  static let verbs: [any ParsableCommand.Type] = [
    Read.self, Demo.self, List.self, Show.self, Count.self, Apply.self, TagVerb.self, Move.self,
    Undo.self, Redo.self, History.self, Actions.self, Keys.self,
    ConfigVerb.self, EngineVerb.self,
  ]

  @OptionGroup var global: GlobalOptions

  static func main() {
    let given = Array(CommandLine.arguments.dropFirst())
    EngineProgram.runIfAsked(by: given)
    let arguments = ArgumentRewriting.rewritten(given)
    refuseUnknownVerb(arguments)
    main(arguments)
  }
}

/// The version of the program, as the handshake of screen and engine gives it too.
let version = "0.1.0"
