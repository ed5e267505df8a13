import ArgumentParser
import TriageConfig
import TriageCore
import TriageUI

/// `apply ACTION… -- QUERY`.
struct Apply: ParsableCommand {
  static var configuration: CommandConfiguration { verb("apply") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var group: GroupOptions
  @OptionGroup var act: ActOptions
  @OptionGroup var sources: SourceOptions
  @Argument(help: help("argument.actions"), completion: .custom(LiveValues.actionsAndQuery))
  var words: [String] = []

  func run() throws {
    try Shell.run(
      result: change.json ? "apply" : nil,
      using: [.actions, .confirmation]
    ) { shell in
      let actions = try actions(shell)
      let query = Array(words.drop { $0 != "--" }.dropFirst())
      try shell.check(query: query, of: Apply.self)
      try act.perform(actions, query: query, sources, verb: "apply", group, change, shell)
    }
  }

  /// The actions before the `--`; without one, a word that is no action is the query.
  private func actions(_ shell: Shell) throws -> [MailAction] {
    let notations = words.prefix { $0 != "--" }
    guard !notations.isEmpty else { throw shell.usage(Sentence("error.usage.no-action")) }
    let isSeparated = notations.count < words.count
    var actions: [MailAction] = []
    for (index, notation) in notations.enumerated() {
      do throws(ActionError) {
        let (table, words) = (shell.config.actions, shell.words)
        actions.append(try Lexicon.action(notation, in: table, words: Lexicon(words)))
      } catch {
        guard !isSeparated, index > 0 else { throw shell.refusal(of: error) }
        let query = words[index...].joined(separator: " ")
        throw shell.usage(Sentence("error.usage.separator", .text(query)))
      }
    }
    return actions
  }
}

/// `tag +A -B [--] QUERY`.
struct TagVerb: ParsableCommand {
  /// `-h` removes the tag `h`.
  static var configuration: CommandConfiguration {
    var configuration = verb("tag")
    configuration.helpNames = .long
    return configuration
  }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var group: GroupOptions
  @OptionGroup var act: ActOptions
  @OptionGroup var sources: SourceOptions
  @Flag(help: help("option.batch"))
  var batch = false
  @Argument(help: help("argument.changes"), completion: .custom(LiveValues.changesAndQuery))
  var words: [String] = []

  func run() throws {
    try Shell.run(result: change.json ? "tag" : nil, using: [.confirmation]) { shell in
      if batch { return try runBatch(shell) }
      guard !words.isEmpty else { throw shell.usage(Sentence("error.usage.no-changes")) }
      let changes = words.prefix { $0 != "--" && ($0.hasPrefix("+") || $0.hasPrefix("-")) }
      let end = words.firstIndex(of: "--") ?? (changes.isEmpty ? 1 : 0)
      if let unsigned = words[..<end].dropFirst(changes.count).first {
        throw shell.usage(Sentence("error.usage.change-sign", .text(unsigned)))
      }
      var query = words.dropFirst(changes.count)
      if query.first == "--" { query = query.dropFirst() }
      // A forgotten dry run would be a tag to remove, and a real change.
      if let option = changes.first(where: { $0.hasPrefix("--") }) {
        throw shell.usage(Sentence("error.usage.late-option", .text(option)))
      }
      try shell.check(query: query, of: TagVerb.self)
      let action = try shell.action { () throws(ActionError) in
        try MailAction.changing(Array(changes))
      }
      try act.perform([action], query: Array(query), sources, verb: "tag", group, change, shell)
    }
  }
}

/// `move FOLDER -- QUERY`.
struct Move: ParsableCommand {
  static var configuration: CommandConfiguration { verb("move") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var group: GroupOptions
  @OptionGroup var act: ActOptions
  @OptionGroup var sources: SourceOptions
  @Option(help: help("option.from"), completion: .custom(LiveValues.folders))
  var from: String?
  @Argument(help: help("argument.move"), completion: .custom(LiveValues.folderAndQuery))
  var words: [String] = []

  func run() throws {
    try Shell.run(result: change.json ? "move" : nil, using: [.confirmation]) { shell in
      guard let folder = words.first, folder != "--" else {
        throw shell.usage(Sentence("error.usage.no-folder"))
      }
      let action = try shell.action { () throws(ActionError) in
        try MailAction.parse("move:\(folder)")
      }
      var query = words.dropFirst()
      if query.first == "--" { query = query.dropFirst() }
      try shell.check(query: query, of: Move.self)
      let source = from.map { MailFolder(notation: $0) }
      try act.perform(
        [action],
        query: Array(query),
        sources,
        from: source,
        verb: "move",
        group,
        change,
        shell
      )
    }
  }
}

extension TagVerb {
  /// The lines of standard input, as one group.
  private func runBatch(_ shell: Shell) throws {
    guard words.isEmpty, !act.stdin, act.limit == nil, act.savePlan == nil,
      try sources.filter(shell).isEmpty
    else {
      throw shell.usage(Sentence("error.usage.batch"))
    }
    try PlanFile(at: "-", shell.config, as: .batch).run("tag", group, change, shell)
  }
}

extension ActOptions {
  /// Does actions on what the query, or standard input, names.
  func perform(
    _ actions: [MailAction],
    query: [String],
    _ sources: SourceOptions,
    from folder: MailFolder? = nil,
    verb: String,
    _ group: GroupOptions,
    _ options: ChangeOptions,
    _ shell: Shell
  ) throws {
    try shell.check(limit: limit)
    try shell.check(lockTimeout: options.lockTimeout)
    let filter = try sources.filter(shell)
    let words = query.isEmpty && !filter.isEmpty ? ["*"] : query
    guard stdin != !words.isEmpty else {
      throw shell.usage(Sentence(stdin ? "error.usage.query-and-stdin" : "error.usage.no-query"))
    }
    guard !stdin || limit == nil else {
      throw shell.usage(Sentence("error.usage.limit-and-stdin"))
    }
    let input = stdin ? try InputIDs() : nil
    let query = stdin ? nil : words.joined(separator: " ")
    let target = query.map {
      filter.isEmpty
        ? CommandTarget.query($0, limit: limit) : .sources(filter, query: $0, limit: limit)
    }
    let plan = Plan(
      name: group.name,
      [
        Command(
          try shell.resolved(actions),
          on: target ?? .messages(input?.messages ?? []),
          from: folder
        )
      ]
    )
    let mailbox = try shell.mailbox()
    if let savePlan {
      // A plan's file does not say from which folder.
      guard folder == nil else { throw shell.usage(Sentence("error.usage.from-and-plan")) }
      guard savePlan != "-" || !options.json else {
        throw shell.usage(Sentence("error.usage.plan-and-json"))
      }
      let resolved = Plan(name: plan.name, try mailbox.resolved(plan.commands))
      try resolved.save(to: savePlan, shell)
      guard options.json else { return }
      return try shell.printer.line(
        resolved.saved.json(verb: verb, dryRun: options.dryRun, words: shell.words)
      )
    }
    let run = ChangeRun(
      shell: shell,
      mailbox: mailbox,
      options: options,
      verb: verb,
      kind: .action,
      query: query,
      filter: filter,
      input: input
    )
    let result = try run.run(
      plan.change,
      context: shell.environment.context(.shell, background: group.background, view: query)
    )
    try shell.exit(Exit.code(for: result))
  }
}
