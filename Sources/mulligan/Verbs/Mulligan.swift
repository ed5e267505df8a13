import ArgumentParser
import Foundation
import TriageCore
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
    Undo.self, Redo.self, History.self, PlanVerb.self, Actions.self, Keys.self, ConfigVerb.self,
    EngineVerb.self, ManualVerb.self,
  ]

  @OptionGroup var global: GlobalOptions

  /// The arguments with all their bytes: names of folders need not be UTF-8.
  private static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { place in
      // As many as the system says, each ending in a zero.
      CommandLine.unsafeArgv[place].map { text in
        String(fileName: UnsafeRawBufferPointer(start: text, count: strlen(text)))
      }
    }
  }

  static func main() {
    let given = Array(Self.arguments.dropFirst())
    EngineProgram.runIfAsked(by: given)
    let arguments = ArgumentRewriting.rewritten(given)
    refuseUnknownVerb(arguments)
    main(arguments)
  }
}

/// The version of the program, as the handshake of screen and engine gives it too.
let version = "0.1.0"
