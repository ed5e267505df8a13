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
  @Argument(help: help("argument.actions"), completion: .custom(LiveValues.actionsAndQuery))
  var words: [String]

  func run() throws {
    try Shell.run(result: change.json ? "apply" : nil) { shell in
      let actions = try words.prefix { $0 != "--" }.map { text in
        try shell.action { () throws(ActionError) in try shell.config.actions.parse(text) }
      }
      let query = words.drop { $0 != "--" }.dropFirst()
      try act.perform(actions, query: Array(query), verb: "apply", group, change, shell)
    }
  }
}

/// `tag +A -B [--] QUERY`.
struct TagVerb: ParsableCommand {
  static var configuration: CommandConfiguration { verb("tag") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var group: GroupOptions
  @OptionGroup var act: ActOptions
  @Flag(help: help("option.batch"))
  var batch = false
  @Argument(help: help("argument.changes"), completion: .custom(LiveValues.changesAndQuery))
  var words: [String] = []

  func run() throws {
    try Shell.run(result: change.json ? "tag" : nil) { shell in
      if batch { return try runBatch(shell) }
      guard !words.isEmpty else { throw shell.usage(Sentence("error.usage.no-changes")) }
      let changes = words.prefix { $0 != "--" && ($0.hasPrefix("+") || $0.hasPrefix("-")) }
      var query = words.dropFirst(changes.count)
      if query.first == "--" { query = query.dropFirst() }
      // A forgotten dry run would be a tag to remove, and a real change.
      if let option = changes.first(where: { $0.hasPrefix("--") }) {
        throw shell.usage(Sentence("error.usage.late-option", .text(option)))
      }
      let action = try shell.action { () throws(ActionError) in
        try MailAction.changing(Array(changes))
      }
      try act.perform([action], query: Array(query), verb: "tag", group, change, shell)
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
  @Option(help: help("option.from"), completion: .custom(LiveValues.folders))
  var from: String?
  @Argument(help: help("argument.move"), completion: .custom(LiveValues.folderAndQuery))
  var words: [String]

  func run() throws {
    try Shell.run(result: change.json ? "move" : nil) { shell in
      let action = try shell.action { () throws(ActionError) in
        try MailAction.parse("move:\(words.first ?? "")")
      }
      var query = words.dropFirst()
      if query.first == "--" { query = query.dropFirst() }
      let source = from.map { MailFolder(notation: $0) }
      try act.perform(
        [action],
        query: Array(query),
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
    guard words.isEmpty, !act.stdin, act.limit == nil, act.savePlan == nil else {
      throw shell.usage(Sentence("error.usage.batch"))
    }
    try PlanFile(at: "-", shell.config.actions, as: .batch).run("tag", group, change, shell)
  }
}

extension ActOptions {
  /// Does actions on what the query, or standard input, names.
  func perform(
    _ actions: [MailAction],
    query: [String],
    from folder: MailFolder? = nil,
    verb: String,
    _ group: GroupOptions,
    _ options: ChangeOptions,
    _ shell: Shell
  ) throws {
    guard stdin != !query.isEmpty else {
      throw shell.usage(Sentence(stdin ? "error.usage.query-and-stdin" : "error.usage.no-query"))
    }
    guard !stdin || limit == nil else {
      throw shell.usage(Sentence("error.usage.limit-and-stdin"))
    }
    let input = stdin ? try InputIDs() : nil
    let query = stdin ? nil : query.joined(separator: " ")
    let target = query.map { CommandTarget.query($0, limit: limit) }
    let plan = Plan(
      name: group.name,
      [Command(actions, on: target ?? .messages(input?.messages ?? []), from: folder)]
    )
    let mailbox = try shell.mailbox()
    if let savePlan {
      // A plan's file does not say from which folder.
      guard folder == nil else { throw shell.usage(Sentence("error.usage.from-and-plan")) }
      let resolved = Plan(name: plan.name, try mailbox.resolved(plan.commands))
      return try resolved.save(to: savePlan, shell)
    }
    let run = ChangeRun(
      shell: shell,
      mailbox: mailbox,
      options: options,
      verb: verb,
      kind: .action,
      query: query,
      input: input
    )
    let result = try run.run(
      plan.change,
      context: shell.surroundings.context(.shell, background: group.background, view: query)
    )
    try shell.exit(Exit.code(for: result))
  }
}
