import ArgumentParser
import Maildir
import TriageConfig
import TriageCore
import TriageEngine
import TriageUI

/// `plan`.
struct PlanVerb: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "plan",
      abstract: helpText("verb.plan"),
      subcommands: [PlanCheck.self, PlanRun.self]
    )
  }

  @OptionGroup var global: GlobalOptions
}

/// `plan check FILE`.
struct PlanCheck: ParsableCommand {
  static var configuration: CommandConfiguration { planVerb("check") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.plan"), completion: .file(extensions: ["toml", "json"]))
  var file: String

  func run() throws {
    try Shell.run(using: [.actions]) { shell in
      let plan = PlanFile(at: file, shell.config)
      try shell.list(plan.problems, json: json)
      guard plan.problems.isEmpty else { return try shell.exit(Exit.failed) }
      if !json {
        try shell.printer.text(shell.words.text(Sentence("status.checked", .text(file))))
      }
    }
  }
}

/// `plan run FILE`.
struct PlanRun: ParsableCommand {
  static var configuration: CommandConfiguration { planVerb("run") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var group: GroupOptions
  @Argument(help: help("argument.plan"), completion: .file(extensions: ["toml", "json"]))
  var file: String

  func run() throws {
    try Shell.run(result: change.json ? "plan" : nil, using: [.actions, .confirmation]) { shell in
      try PlanFile(at: file, shell.config).run("plan", group, change, shell)
    }
  }
}

private func planVerb(_ name: String) -> CommandConfiguration {
  CommandConfiguration(
    commandName: name,
    abstract: helpText("verb.plan.\(name)")
  )
}

/// A plan with the file it stands in.
struct PlanFile {
  let file: String
  let plan: Plan
  let problems: [PlacedProblem]
  private let queryPositions: [String: FilePosition]

  /// Longer plans than this, in bytes, are not read.
  private static let limit = 256 << 20

  /// Reads a file, `-` for standard input; `format` if it is not told by the file.
  init(at file: String, _ config: Config, as format: PlanFormat? = nil) {
    self.file = file
    do throws(FileProblem) {
      let text = try SmallFile.text(at: file, limit: Self.limit)
      let read = Plan.read(
        text,
        as: format ?? PlanFormat(file: file, text: text),
        config.actions,
        SnoozeCalendar(clock: .now, hours: config.snooze)
      )
      plan = read.plan
      queryPositions = read.queryPositions
      problems = read.problems.map { PlacedProblem(file: file, problem: $0) }
    } catch {
      plan = Plan([])
      queryPositions = [:]
      problems = [PlacedProblem(file: file, problem: error)]
    }
  }

  /// Runs the plan as one group, or names everything that is wrong in it.
  func run(
    _ verb: String,
    _ group: GroupOptions,
    _ options: ChangeOptions,
    _ shell: Shell
  ) throws {
    try shell.check(lockTimeout: options.lockTimeout)
    guard problems.isEmpty else {
      for problem in problems { try shell.printer.note(shell.words.text(problem.line)) }
      throw TriageFailure(.plan, file)
    }
    let mailbox = try shell.mailbox()
    try refuseBadQueries(mailbox, shell)
    var plan = plan
    plan.name = group.name ?? plan.name
    let run = ChangeRun(
      shell: shell,
      mailbox: mailbox,
      options: options,
      verb: verb,
      kind: .action,
      commands: verb == "plan" ? plan.commands : [],
      inOrder: verb == "tag"
    )
    let result = try run.run(
      plan.change,
      context: shell.environment.context(.shell, background: group.background, planned: true)
    )
    try shell.exit(Exit.code(for: result))
  }

  /// Names every query that the index does not understand, with its position.
  private func refuseBadQueries(_ mailbox: Mailbox, _ shell: Shell) throws {
    var failure: TriageFailure?
    for (query, position) in queryPositions.sorted(by: { $0.value < $1.value }) {
      do throws(TriageFailure) {
        _ = try mailbox.store.ids(MailQuery(query), limit: 0)
      } catch {
        guard error.code == .badQuery else { throw error }
        let location = "\(file):\(position.line):\(position.column)"
        try shell.printer.note(
          shell.words.text(
            Sentence("problem.line", .text(location), .sentence(.failure(error)))
          )
        )
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}

extension Mailbox {
  /// The commands with the messages that their queries match now.
  func resolved(_ commands: [Command]) throws(TriageFailure) -> [Command] {
    var result = commands
    for index in result.indices {
      switch result[index].target {
      case .messages: continue
      case .query(let query, let limit):
        result[index].target = .messages(try store.ids(MailQuery(query), limit: limit))
      case .sources(let filter, let query, let limit):
        result[index].target = .messages(
          try engine.messages(of: MailQuery(query), from: filter, limit: limit, in: store)
        )
      }
    }
    return result
  }
}

extension Plan {
  /// What saving the plan came to: nothing is changed.
  var saved: ChangeResult {
    let messages = commands.flatMap { command -> [MessageID] in
      if case .messages(let messages) = command.target { messages } else { [] }
    }
    return ChangeResult(
      kind: .done,
      name: name.map(ActionName.custom) ?? ActionName(commands.flatMap(\.actions)),
      requested: Set(messages).count
    )
  }

  /// Writes the plan to a new file, or to standard output; a file that is there is left alone.
  func save(to file: String, _ shell: Shell) throws {
    if file == "-" {
      for line in text(as: .toml).split(separator: "\n") { try shell.printer.line(String(line)) }
      return
    }
    do throws(FileError) {
      try write(to: file)
    } catch {
      if case .exists = error { throw TriageFailure(.fileExists, file) }
      throw Refusal(
        sentence: Sentence("error.plan-not-saved", .text(file), .text(error.reason)),
        code: .notWritable,
        exit: Exit.failed
      )
    }
  }

  /// Writes the plan to a new file of exactly this name; JSON if it ends in `.json`.
  ///
  /// - Throws: `FileError`: there is no file then, or it is the one that was there.
  func write(to path: String) throws(FileError) {
    let file = try NewFile(at: path)
    try file.write(Array(text(as: path.hasSuffix(".json") ? .json : .toml).utf8))
    try file.finish()
  }
}
