import ArgumentParser
import TriageCore
import TriageUI

/// `apply ACTION… -- QUERY`.
struct Apply: ParsableCommand {
  static let configuration = verb("apply")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var act: ActOptions
  @Argument(help: help("argument.actions"))
  var words: [String]

  func run() throws {
    try Shell.run(result: change.json ? "apply" : nil) { shell in
      let actions = try words.prefix { $0 != "--" }.map { text in
        try shell.action { () throws(ActionError) in try shell.config.actions.parse(text) }
      }
      let query = words.drop { $0 != "--" }.dropFirst()
      try act.perform(actions, query: Array(query), verb: "apply", change, shell)
    }
  }
}

/// `tag +A -B [--] QUERY`.
struct TagVerb: ParsableCommand {
  static let configuration = verb("tag")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var act: ActOptions
  @Argument(help: help("argument.changes"))
  var words: [String]

  func run() throws {
    try Shell.run(result: change.json ? "tag" : nil) { shell in
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
      try act.perform([action], query: Array(query), verb: "tag", change, shell)
    }
  }
}

/// `move FOLDER -- QUERY`.
struct Move: ParsableCommand {
  static let configuration = verb("move")

  @OptionGroup var global: GlobalOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var act: ActOptions
  @Option(help: help("option.from"))
  var from: String?
  @Argument(help: help("argument.move"))
  var words: [String]

  func run() throws {
    try Shell.run(result: change.json ? "move" : nil) { shell in
      let action = try shell.action { () throws(ActionError) in
        try MailAction.parse("move:\(words.first ?? "")")
      }
      var query = words.dropFirst()
      if query.first == "--" { query = query.dropFirst() }
      let source = from.map { MailFolder(notation: $0) }
      try act.perform([action], query: Array(query), from: source, verb: "move", change, shell)
    }
  }
}

extension ActOptions {
  /// Does actions on what the query, or standard input, names.
  func perform(
    _ actions: [MailAction],
    query: [String],
    from folder: MailFolder? = nil,
    verb: String,
    _ options: ChangeOptions,
    _ shell: Shell
  ) throws {
    guard stdin != !query.isEmpty else {
      throw shell.usage(Sentence(stdin ? "error.usage.query-and-stdin" : "error.usage.no-query"))
    }
    let target: CommandTarget =
      stdin
      ? .messages(try shell.messagesFromInput())
      : .query(query.joined(separator: " "), limit: limit)
    let mailbox = try shell.mailbox()
    let run = ChangeRun(
      shell: shell,
      mailbox: mailbox,
      options: options,
      verb: verb,
      kind: .action,
      query: stdin ? nil : query.joined(separator: " ")
    )
    let result = try run.run(
      .perform([Command(actions, on: target, from: folder)], name: name.map(ActionName.custom)),
      context: shell.surroundings.context(
        .shell,
        background: background,
        view: stdin ? nil : query.joined(separator: " ")
      )
    )
    try shell.exit(Exit.code(for: result))
  }
}
