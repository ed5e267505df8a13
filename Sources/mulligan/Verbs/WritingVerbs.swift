import ArgumentParser
import TriageCore
import TriageUI

/// The options of what is written.
struct WritingOptions: ParsableArguments {
  @Option(help: help("option.to"))
  var to: [String] = []
  @Option(help: help("option.cc"))
  var cc: [String] = []
  @Option(help: help("option.bcc"))
  var bcc: [String] = []
  @Option(help: help("option.subject"))
  var subject: String?
  @Option(help: help("option.attach"), completion: .file())
  var attach: [String] = []
  @Option(help: help("option.account"), completion: .custom(LiveValues.accounts))
  var account: String?
  @OptionGroup var seal: SealFlags
  @Flag(help: help("option.edit"))
  var edit = false
  @Flag(help: help("option.draft"))
  var draft = false
  @Flag(help: help("option.send"))
  var send = false
  @OptionGroup var sending: SendOptions
  @Flag(help: help("option.yes"))
  var yes = false
  @Flag(help: help("option.json"))
  var json = false
  @Option(parsing: .unconditional, help: help("option.lock-timeout"))
  var lockTimeout: Double = 10

  /// Whether the messages are more than printed.
  var isKept: Bool { edit || draft || send }

  /// JSON's `verb`, if there is a result.
  func resultVerb(_ name: String) -> String? { (draft || send) && json ? name : nil }

  /// What of the configuration it depends on.
  func areas(_ areas: Set<SettingsArea>) -> Set<SettingsArea> {
    edit ? Set(SettingsArea.allCases) : areas
  }

  /// Refuses what does not go together.
  func check(_ shell: Shell, archives: Bool) throws {
    if send, draft { throw shell.usage(Sentence("error.usage.send-draft")) }
    if edit, send || draft || json { throw shell.usage(Sentence("error.usage.edit")) }
    if let option = seal.used, !send, !draft {
      throw shell.usage(Sentence("error.usage.seal", .text(option)))
    }
    if !send, sending.isUsed || archives { throw shell.usage(Sentence("error.usage.needs-send")) }
  }
}

/// The options of what is written about messages that are there.
struct AnswerOptions: ParsableArguments {
  @Flag(help: help("option.archive"))
  var archive = false
}

/// `compose [mailto:URI]`.
struct Compose: ParsableCommand {
  static var configuration: CommandConfiguration { verb("compose") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var writing: WritingOptions
  @Argument(help: help("argument.mailto"))
  var link: String?

  func run() throws {
    let areas = writing.areas([.writing])
    try Shell.run(result: writing.resultVerb("compose"), using: areas) { shell in
      let writer = try TemplateWriter(shell, writing, verb: "compose")
      try writer.compose(link)
    }
  }
}

/// `reply QUERY`.
struct Reply: ParsableCommand {
  static var configuration: CommandConfiguration { verb("reply") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.all.reply"))
  var all = false
  @Flag(help: help("option.sender"))
  var sender = false
  @Flag(help: help("option.list"))
  var list = false
  @OptionGroup var writing: WritingOptions
  @OptionGroup var answer: AnswerOptions
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String]

  func run() throws {
    let areas = writing.areas([.writing, .reading])
    try Shell.run(result: writing.resultVerb("reply"), using: areas) { shell in
      try shell.check(query: query, of: Reply.self)
      guard [all, sender, list].filter(\.self).count <= 1 else {
        throw shell.usage(Sentence("error.usage.reply-scope"))
      }
      let writer = try TemplateWriter(
        shell,
        writing,
        archives: answer.archive,
        verb: "reply"
      )
      let scope: ReplyScope = list ? .list : sender ? .sender : .all
      try writer.reply(to: MailQuery(query.joined(separator: " ")), scope)
    }
  }
}

/// `forward QUERY`.
struct Forward: ParsableCommand {
  static var configuration: CommandConfiguration { verb("forward") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.attached"))
  var attached = false
  @OptionGroup var writing: WritingOptions
  @OptionGroup var answer: AnswerOptions
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String]

  func run() throws {
    let areas = writing.areas([.writing, .reading])
    try Shell.run(result: writing.resultVerb("forward"), using: areas) { shell in
      try shell.check(query: query, of: Forward.self)
      let writer = try TemplateWriter(
        shell,
        writing,
        archives: answer.archive,
        verb: "forward"
      )
      let form = attached ? ComposeConfig.Forward.attached : shell.config.compose.forward
      try writer.forward(MailQuery(query.joined(separator: " ")), form)
    }
  }
}
