import ArgumentParser
import TriageCore

/// A verb that is read without the parser where its arguments are plain: those that scripts and timers call.
protocol PlainVerb: ParsableCommand {
  /// The options it has besides the global ones.
  static var names: PlainWords.Names { get }
  /// Makes the verb that the parser would make of the same arguments.
  init(_ words: PlainWords) throws(PlainWords.Unusual)
}

extension PlainVerb {
  /// The verb with these arguments; `nil` if they are for the parser.
  static func reading(_ arguments: [String]) -> Self? {
    try? Self(PlainWords(arguments, GlobalOptions.names + names))
  }
}

/// The verb of a name, if it is one of those.
func plainVerb(_ name: String?) -> (any PlainVerb.Type)? {
  switch name {
  case "count": Count.self
  case "list": List.self
  case "show": Show.self
  case "apply": Apply.self
  case "tag": TagVerb.self
  case "move": Move.self
  case "wake": Wake.self
  case "reply": Reply.self
  case "undo": Undo.self
  case "redo": Redo.self
  default: nil
  }
}

extension GlobalOptions {
  static var names: PlainWords.Names {
    PlainWords.Names(options: ["--config", "--language", "--color", "--log-level"])
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    config = try words.text("--config")
    language = try words.text("--language")
    color = try words.choice("--color") ?? .auto
    logLevel = try words.choice("--log-level") ?? .notice
  }
}

extension SourceOptions {
  static var names: PlainWords.Names { PlainWords.Names(options: ["--sender", "--list"]) }

  init(_ words: PlainWords) {
    self.init()
    sender = words.all("--sender")
    lists = words.all("--list")
  }
}

extension ChangeOptions {
  static var names: PlainWords.Names {
    PlainWords.Names(
      options: ["--lock-timeout"],
      flags: ["--dry-run", "--yes", "--patch", "--json", "--quiet"]
    )
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    dryRun = words.has("--dry-run")
    yes = words.has("--yes")
    patch = words.has("--patch")
    json = words.has("--json")
    quiet = words.has("--quiet")
    lockTimeout = try words.number("--lock-timeout").map(Double.init) ?? 10
  }
}

extension ActOptions {
  static var names: PlainWords.Names {
    PlainWords.Names(options: ["--limit", "--save-plan"], flags: ["--stdin"])
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    limit = try words.number("--limit")
    stdin = words.has("--stdin")
    savePlan = try words.text("--save-plan")
  }
}

extension GroupOptions {
  static var names: PlainWords.Names {
    PlainWords.Names(options: ["--name"], flags: ["--background"])
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    name = try words.text("--name")
    background = words.has("--background")
  }
}

extension TurnOptions {
  static var names: PlainWords.Names { ChangeOptions.names + .init(flags: ["--strict"]) }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    change = try ChangeOptions(words)
    strict = words.has("--strict")
  }
}

extension Count: PlainVerb {
  static var names: PlainWords.Names {
    SourceOptions.names + .init(options: ["--output"], flags: ["--json"])
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    output = try words.choice("--output") ?? .messages
    json = words.has("--json")
    sources = SourceOptions(words)
    query = words.rest
  }
}

extension List: PlainVerb {
  static var names: PlainWords.Names {
    SourceOptions.names + .init(options: ["--limit", "--sort", "--output"], flags: ["--json"])
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    limit = try words.number("--limit")
    sort = try words.choice("--sort") ?? .newestFirst
    output = try words.choice("--output") ?? .threads
    json = words.has("--json")
    sources = SourceOptions(words)
    query = words.rest
  }
}

extension Show: PlainVerb {
  static var names: PlainWords.Names {
    PlainWords.Names(
      options: ["--limit", "--part", "--duplicate", "--decrypt"],
      flags: ["--json", "--raw", "--no-verify"]
    )
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    limit = try words.number("--limit")
    json = words.has("--json")
    raw = words.has("--raw")
    part = try words.number("--part")
    duplicate = try words.number("--duplicate")
    decrypt = try words.choice("--decrypt")
    noVerify = words.has("--no-verify")
    query = words.rest
    if query.isEmpty { throw PlainWords.Unusual() }
  }
}

extension Apply: PlainVerb {
  static var names: PlainWords.Names {
    ChangeOptions.names + GroupOptions.names + ActOptions.names + SourceOptions.names
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    change = try ChangeOptions(words)
    group = try GroupOptions(words)
    act = try ActOptions(words)
    sources = SourceOptions(words)
    self.words = words.rest
  }
}

extension TagVerb: PlainVerb {
  static var names: PlainWords.Names { Apply.names + .init(flags: ["--batch"]) }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    change = try ChangeOptions(words)
    group = try GroupOptions(words)
    act = try ActOptions(words)
    sources = SourceOptions(words)
    batch = words.has("--batch")
    self.words = words.rest
  }
}

extension Move: PlainVerb {
  static var names: PlainWords.Names { Apply.names + .init(options: ["--from"]) }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    change = try ChangeOptions(words)
    group = try GroupOptions(words)
    act = try ActOptions(words)
    sources = SourceOptions(words)
    from = try words.text("--from")
    self.words = words.rest
  }
}

extension SealFlags {
  init(sign: Bool?, encrypt: Bool?) {
    self.init()
    self.sign = sign
    self.encrypt = encrypt
    reveal = false
  }
}

extension SendOptions {
  init(hold: Int?, group: GroupOptions) {
    self.init()
    self.hold = hold
    wait = false
    dryRun = false
    self.group = group
  }
}

extension AnswerOptions {
  init(_ words: PlainWords) {
    self.init()
    archive = words.has("--archive")
  }
}

extension WritingOptions {
  /// Those of a template: how a message is sealed, and when it leaves, is for the parser.
  static var names: PlainWords.Names {
    PlainWords.Names(
      options: ["--to", "--cc", "--bcc", "--subject", "--attach", "--account"],
      flags: ["--edit", "--draft", "--send", "--yes", "--json"]
    )
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    to = words.all("--to")
    cc = words.all("--cc")
    bcc = words.all("--bcc")
    subject = try words.text("--subject")
    attach = words.all("--attach")
    account = try words.text("--account")
    seal = SealFlags(sign: nil, encrypt: nil)
    edit = words.has("--edit")
    draft = words.has("--draft")
    send = words.has("--send")
    sending = SendOptions(hold: nil, group: try GroupOptions(words))
    yes = words.has("--yes")
    json = words.has("--json")
    lockTimeout = 10
  }
}

extension Reply: PlainVerb {
  static var names: PlainWords.Names {
    WritingOptions.names + .init(flags: ["--all", "--sender", "--list", "--archive"])
  }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    all = words.has("--all")
    sender = words.has("--sender")
    list = words.has("--list")
    writing = try WritingOptions(words)
    answer = AnswerOptions(words)
    query = words.rest
    if query.isEmpty { throw PlainWords.Unusual() }
  }
}

extension Wake: PlainVerb {
  static var names: PlainWords.Names { ChangeOptions.names + .init(flags: ["--next"]) }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    change = try ChangeOptions(words)
    next = words.has("--next")
    if !words.rest.isEmpty { throw PlainWords.Unusual() }
  }
}

extension Undo: PlainVerb {
  static var names: PlainWords.Names { TurnOptions.names + .init(flags: ["--any", "--here"]) }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    options = try TurnOptions(words)
    any = words.has("--any")
    here = words.has("--here")
    count = try words.onlyNumber ?? 1
  }
}

extension Redo: PlainVerb {
  static var names: PlainWords.Names { TurnOptions.names + .init(flags: ["--here"]) }

  init(_ words: PlainWords) throws(PlainWords.Unusual) {
    self.init()
    global = try GlobalOptions(words)
    options = try TurnOptions(words)
    here = words.has("--here")
    count = try words.onlyNumber ?? 1
  }
}

extension PlainWords {
  /// The number that is the only word, if there is a word.
  fileprivate var onlyNumber: Int? {
    get throws(Unusual) {
      guard let word = rest.first else { return nil }
      guard rest.count == 1, let number = Int(word) else { throw Unusual() }
      return number
    }
  }
}
