import ArgumentParser
import CLinux
import Foundation
import TriageCore
import TriageUI

/// The program: a screen without a verb, a batch tool with one.
@main
struct Mulligan: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "mulligan",
      abstract: helpText("mulligan"),
      version: version,
      subcommands: verbs
    )
  }

  /// The verbs in the order of help.
  static let verbs: [any ParsableCommand.Type] = [
    Read.self, Demo.self, List.self, Show.self, Count.self, Apply.self, TagVerb.self, Move.self,
    Undo.self, Redo.self, History.self, PlanVerb.self, Actions.self, Keys.self, ConfigVerb.self,
    StringsVerb.self, EngineVerb.self, ManualVerb.self,
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
    clinux_hold_standard()
    DescriptorRoom.prepare()
    let given = Array(Self.arguments.dropFirst())
    EngineProgram.runIfAsked(by: given)
    let arguments = ArgumentRewriting.rewritten(given)
    if let script = CompletionScript.requested(by: arguments) { return print(script) }
    runVerb(arguments)
    refuseUnknownVerb(arguments)
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      // Help and version come as errors, too; only what is wrong is said in our own words.
      guard exitCode(for: error) == .validationFailure, !(error is ExitCode) else {
        exit(withError: error)
      }
      refuse(arguments)
    }
  }

  /// Names the mistake in the arguments and ends the process.
  private static func refuse(_ arguments: [String]) -> Never {
    let found = ArgumentDiagnosis(arguments)
    do {
      try Shell.run(
        result: ArgumentDiagnosis.resultVerb(of: arguments),
        despiteProblems: true
      ) { _ in throw Refusal(sentence: found.sentence, hint: found.hint) }
      exit(withError: Exit.usage)
    } catch {
      exit(withError: error)
    }
  }

  /// Runs a verb that has none below it and ends the process, if its arguments are right.
  ///
  /// They are parsed without help and without the other verbs, which take longer than many a verb
  /// takes. What is wrong, and help, is for the whole parser.
  private static func runVerb(_ arguments: [String]) {
    let command = Help.$isRead.withValue(false) { () -> (any ParsableCommand)? in
      let verb = verbs.first { $0.configuration.commandName == arguments.first }
      guard let verb, verb.configuration.subcommands.isEmpty,
        let command = try? verb.parseAsRoot(Array(arguments.dropFirst())),
        // Asked for help, the parser returns another one.
        type(of: command) == verb
      else { return nil }
      return command
    }
    guard var command else { return }
    do { try command.run() } catch { exit(withError: error) }
    exit()
  }
}

/// The version of the program, as the handshake of screen and engine gives it too.
let version = "0.1.0"
