import ArgumentParser
import TriageCore
import TriageUI

/// The options that every verb takes, before or after it.
struct GlobalOptions: ParsableArguments {
  @Option(help: help("option.config"))
  var config: String?

  @Option(help: help("option.language"))
  var language: String?

  @Option(help: help("option.color"))
  var color: ColorChoice = .auto

  @Option(help: help("option.log-level"))
  var logLevel: LogLevel = .notice
}

/// When the screen uses colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

/// What the log keeps.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case debug
  case info
  case notice
  case warning
  case error
}

/// The options of the verbs that change mail.
struct ChangeOptions: ParsableArguments {
  @Flag(help: help("option.dry-run"))
  var dryRun = false

  @Flag(help: help("option.yes"))
  var yes = false

  @Flag(help: help("option.patch"))
  var patch = false

  @Flag(help: help("option.json"))
  var json = false

  @Flag(help: help("option.quiet"))
  var quiet = false

  @Option(parsing: .unconditional, help: help("option.lock-timeout"))
  var lockTimeout: Double = 10
}

/// The options of `apply`, `tag` and `move`.
struct ActOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: help("option.limit.newest"))
  var limit: Int?

  @Flag(help: help("option.stdin"))
  var stdin = false

  @Option(
    parsing: .unconditional,
    help: help("option.save-plan"),
    completion: .file(extensions: ["toml", "json"])
  )
  var savePlan: String?
}

/// The options that narrow a query to whole senders and lists.
struct SourceOptions: ParsableArguments {
  @Option(help: help("option.from-sender"))
  var sender: [String] = []

  @Option(name: .customLong("list"), help: help("option.from-list"))
  var lists: [String] = []

  /// Whose mail is meant.
  func filter(_ shell: Shell) throws -> SourceFilter {
    let filter = SourceFilter(senders: sender, lists: lists)
    guard !(filter.senders + filter.lists).contains("") else {
      throw shell.usage(Sentence("error.usage.empty-source"))
    }
    return filter
  }
}

/// The options of what becomes a group of its own.
struct GroupOptions: ParsableArguments {
  @Option(help: help("option.name"))
  var name: String?

  @Flag(help: help("option.background"))
  var background = false
}

extension Shell {
  /// Refuses a limit that is negative.
  func check(limit: Int?) throws {
    guard let limit, limit < 0 else { return }
    throw usage(Sentence("error.usage.limit", .number(limit)))
  }

  /// Refuses a time to wait that is none.
  func check(lockTimeout seconds: Double) throws {
    guard seconds >= 0, seconds < 1_000_000 else {
      throw usage(Sentence("error.usage.lock-timeout"))
    }
  }

  /// Refuses an option of the verb that stands where its query is: there it would be looked for in
  /// the mail, and a forgotten dry run would be a real change.
  func check(query words: some Sequence<String>, of verb: any ParsableCommand.Type) throws {
    let suspects = words.filter { $0.hasPrefix("-") && !$0.contains(where: \.isWhitespace) }
    guard !suspects.isEmpty else { return }
    let options = (ArgumentTable.of(verb).arguments ?? []).flatMap(\.options)
    for word in suspects where options.contains(String(word.prefix { $0 != "=" })) {
      throw Refusal(
        sentence: Sentence("error.usage.option-in-query", .text(word)),
        hint: Sentence("hint.option-in-query", .text("'… \(word)'"))
      )
    }
  }
}

private let chosen = Language.chosen(
  arguments: Array(CommandLine.arguments.dropFirst()),
  environment: .current
)

/// The words of this run, in the person's language; nothing is read for them before the first one.
let words: Wording = chosen.words

/// The settings of this run, and what is wrong with them.
let settings: Settings = chosen.settings

/// The help of a verb or an option, from the catalog; empty where nobody reads it.
func help(_ key: String) -> ArgumentHelp { ArgumentHelp(helpText(key)) }

/// The text of a verb's help, from the catalog; empty where nobody reads it.
func helpText(_ key: String) -> String {
  Help.isRead ? words.string(Sentence("help.\(key)")) : ""
}

/// Whether the help of verbs and options can come to be read while they are parsed.
///
/// The catalog is the largest thing that a start can do without.
enum Help {
  @TaskLocal static var isRead = true
}
