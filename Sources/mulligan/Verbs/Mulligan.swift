import ArgumentParser
import CLinux
import Foundation
import Screen
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
    Read.self, Triage.self, Demo.self, List.self, Show.self, Count.self, Apply.self, TagVerb.self,
    Move.self,
    Wake.self, Compose.self, Reply.self, Forward.self, Send.self, OutboxVerb.self, Unsubscribe.self,
    Undo.self,
    Redo.self,
    History.self, Sync.self, PlanVerb.self, Suggest.self, Actions.self, Keys.self, ConfigVerb.self,
    StringsVerb.self,
    EngineVerb.self, ManualVerb.self,
  ]

  @OptionGroup var global: GlobalOptions

  /// The arguments with all their bytes: names of folders need not be UTF-8.
  private static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      // As many as the system says, each ending in a zero.
      CommandLine.unsafeArgv[index].map { text in
        String(fileName: UnsafeRawBufferPointer(start: text, count: strlen(text)))
      }
    }
  }

  static func main() {
    clinux_hold_standard()
    DescriptorRoom.prepare()
    refuseWrongClock()
    let given = Array(Self.arguments.dropFirst())
    EngineProgram.runIfAsked(by: given)
    if given == ["--help"] || given == ["-h"] { return printHelp() }
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
        guard exitCode(for: error) == .success, !(error is ExitCode) else {
          exit(withError: error)
        }
        let message = fullMessage(for: error)
        return show(help: History.help(insteadOf: message) ?? message)
      }
      refuse(arguments, given: given)
    }
  }

  /// Prints a help text of the parser, or another message that it ends well with.
  private static func show(help: String) { print(ParserHelp.text(help, in: words)) }

  /// Prints the program's help, as wide as the terminal is or `COLUMNS` says.
  private static func printHelp() {
    let environment = ProcessEnvironment.current
    let columns =
      environment.value("COLUMNS").flatMap { Int($0) } ?? environment.outputColumns ?? 80
    guard let help = ProgramHelp.text(columns: columns, in: words) else {
      return show(help: helpMessage(columns: columns))
    }
    print(help)
  }

  /// Names the mistake in the arguments and ends the process.
  private static func refuse(_ arguments: [String], given: [String]) -> Never {
    let found = ArgumentDiagnosis(arguments, given: given)
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
  /// Plain arguments are read without the parser. All else is parsed without help and without the other verbs,
  /// which take longer than many a verb takes. What is wrong, and help, is for the whole parser.
  private static func runVerb(_ arguments: [String]) {
    let command = Help.$isRead.withValue(false) { () -> (any ParsableCommand)? in
      if let plain = plainVerb(arguments.first)?.reading(Array(arguments.dropFirst())) {
        return plain
      }
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

/// The configuration of a verb, with its help from the catalog.
func verb(_ name: String, hidden: Bool = false) -> CommandConfiguration {
  CommandConfiguration(
    commandName: name,
    abstract: helpText("verb.\(name)"),
    shouldDisplay: !hidden
  )
}

/// Stops with 64 if the first word is no verb, naming the nearest one and how to read a query; after
/// `help` it is the words that follow, each a verb below the one before.
func refuseUnknownVerb(_ arguments: [String]) {
  guard arguments.first != "help" else { return refuseUnknownHelp(Array(arguments.dropFirst())) }
  let known = Mulligan.verbs.verbNames + ["help"]
  guard let word = arguments.first, !word.hasPrefix("-"), !known.contains(word) else { return }
  let nearest = nearestName(to: word, in: known)
  let hints =
    [Sentence("hint.verbs")] + (nearest == nil ? [hint(insteadOf: word, arguments)] : [])
  refuse(.unknownVerb(word, nearest: nearest), hints)
}

/// Stops with 64 if help is asked of what is no verb.
private func refuseUnknownHelp(_ words: [String]) {
  var verbs = Mulligan.verbs
  var path: [String] = []
  for word in words where !word.hasPrefix("-") {
    // The parser minds no word behind a verb that has none below it.
    guard !verbs.isEmpty, path + [word] != ["help"] else { return }
    guard let verb = verbs.first(where: { $0.configuration.commandName == word }) else {
      let name = (path + [word]).joined(separator: " ")
      let nearest = nearestName(to: word, in: verbs.verbNames).map {
        (path + [$0]).joined(separator: " ")
      }
      let above = (["mulligan"] + path).joined(separator: " ")
      let hint = path.isEmpty ? Sentence("hint.verbs") : Sentence("hint.usage", .text(above))
      refuse(.unknownVerb(name, nearest: nearest), [hint])
    }
    path.append(word)
    verbs = verb.configuration.subcommands
  }
}

extension [any ParsableCommand.Type] {
  fileprivate var verbNames: [String] { compactMap { $0.configuration.commandName } }
}

extension Sentence {
  /// That there is no such verb, and the one that may be meant.
  static func unknownVerb(_ name: String, nearest: String?) -> Sentence {
    nearest.map { Sentence("error.usage.verb.nearest", .text(name), .text($0)) }
      ?? Sentence("error.usage.verb", .text(name))
  }
}

/// Says what is wrong with the arguments, and stops with 64.
private func refuse(_ sentence: Sentence, _ hints: [Sentence]) -> Never {
  let lines =
    [words.text(Sentence("status.error", .sentence(sentence))).text]
    + hints.map { words.text(Sentence("status.hint", .sentence($0))).text }
  FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
  Foundation.exit(Exit.usage.rawValue)
}

/// What would do what an unknown verb may have meant: an action, or else a query.
private func hint(insteadOf word: String, _ arguments: [String]) -> Sentence {
  // Options of all verbs stand before what is done, and before the “--”.
  let asked = arguments.dropFirst().filter { !["-h", "--help"].contains($0) }
  let (options, rest) = ArgumentRewriting.parted(asked)
  var query = rest.filter { $0 != "--" }
  var notation = word
  if case .argumentMissing? = mistake(in: word), let argument = query.first,
    mistake(in: "\(word):\(argument)") == nil
  {
    notation = "\(word):\(argument)"
    query.removeFirst()
  }
  // What lacks its argument is shown as the list of actions has it.
  let usage =
    mistake(in: notation) == nil
    ? notation : ActionListing.all(settings.config).first { $0.id == word }?.usage
  let words = options + (usage.map { [$0] } ?? [word] + rest)
  let text = Sentence.Argument.text(ShellWords.joined(words))
  guard usage != nil else { return Sentence("hint.read", text) }
  return Sentence("hint.apply", text, .text(query.isEmpty ? "QUERY" : ShellWords.joined(query)))
}

/// What is wrong with an action's notation; `nil` if it is one.
private func mistake(in notation: String) -> ActionError? {
  do throws(ActionError) {
    _ = try Lexicon.action(notation, in: settings.config.actions, words: Lexicon(words))
    return nil
  } catch {
    return error
  }
}

/// Stops with 64 if `MULLIGAN_CLOCK` is set to what is no time: nothing may be dated wrongly.
private func refuseWrongClock() {
  guard let text = WallClock.mistake else { return }
  let sentence = Sentence("error.usage.clock", .text(text))
  let line = words.text(Sentence("status.error", .sentence(sentence))).text
  FileHandle.standardError.write(Data((line + "\n").utf8))
  Foundation.exit(Exit.usage.rawValue)
}

/// `read [QUERY]`, and the program without a verb.
struct Read: ParsableCommand {
  static var configuration: CommandConfiguration { verb("read") }

  @OptionGroup var global: GlobalOptions
  @Argument(help: help("argument.query.screen"), completion: .custom(LiveValues.query))
  var query: [String] = []

  func run() throws {
    try openScreen(on: query)
  }
}

/// Opens the screen on a query, or on the start view; it may go through what it shows one by one.
private func openScreen(on query: [String], beginsRound: Bool = false) throws {
  try Shell.run(using: Set(SettingsArea.allCases)) { shell in
    let view = query.isEmpty ? nil : query.joined(separator: " ")
    let program = ScreenProgram(shell: shell, query: view, beginsRound: beginsRound)
    try shell.exit(ExitCode(try program.run()))
  }
}

/// `triage [QUERY]`: the screen that goes through what a query finds, one by one.
struct Triage: ParsableCommand {
  static var configuration: CommandConfiguration { verb("triage") }

  @OptionGroup var global: GlobalOptions
  @Argument(help: help("argument.query.screen"), completion: .custom(LiveValues.query))
  var query: [String] = []

  func run() throws {
    try openScreen(on: query, beginsRound: true)
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
      let demo = DemoProgram(shell: shell, keep: keep, language: global.language)
      try shell.exit(ExitCode(try demo.run()))
    }
  }
}

/// `engine [--counting]`: serves the screen over standard input and output.
struct EngineVerb: ParsableCommand {
  static var configuration: CommandConfiguration { verb("engine", hidden: true) }

  @OptionGroup var global: GlobalOptions
  /// Whether it only counts threads, for another engine.
  @Flag(help: .hidden)
  var counting = false

  func run() throws {
    // The screen would not have begun with mistakes; those made since are not its engine's concern.
    try Shell.run(despiteProblems: true) { shell in
      guard shell.environment.hasPipes else {
        throw shell.usage(Sentence("error.usage.engine"))
      }
      if counting { try CountingProgram(environment: shell.environment).run() }
      let settings = CurrentSettings(shell.settings, shell.environment)
      try EngineProgram(environment: shell.environment, settings: settings).run()
    }
  }
}
