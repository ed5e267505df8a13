import ArgumentParser
import TriageCore
import TriageUI

/// `read [QUERY]`, and the program without a verb.
struct Read: ParsableCommand {
  static var configuration: CommandConfiguration { verb("read") }

  @OptionGroup var global: GlobalOptions
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String] = []

  func run() throws {
    try Shell.run(using: Set(SettingsArea.allCases)) { shell in
      let view = query.isEmpty ? nil : query.joined(separator: " ")
      try shell.exit(ExitCode(try ScreenProgram(shell: shell, query: view).run()))
    }
  }
}

/// `demo [--keep DIR]`.
struct Demo: ParsableCommand {
  static var configuration: CommandConfiguration { verb("demo") }

  @OptionGroup var global: GlobalOptions
  @Option(help: help("option.keep"))
  var keep: String?

  func run() throws {
    try Shell.run(using: Set(SettingsArea.allCases)) { shell in
      try shell.exit(ExitCode(try DemoProgram(shell: shell, keep: keep).run()))
    }
  }
}

/// `engine`: serves the screen over standard input and output.
struct EngineVerb: ParsableCommand {
  static var configuration: CommandConfiguration { verb("engine", hidden: true) }

  @OptionGroup var global: GlobalOptions
  func run() throws {
    // The screen would not have begun with mistakes; those made since are not its engine's concern.
    try Shell.run(despiteProblems: true) { shell in
      guard shell.surroundings.hasPipes else {
        throw shell.usage(Sentence("error.usage.engine"))
      }
      try EngineProgram(surroundings: shell.surroundings, settings: shell.settings).run()
    }
  }
}
