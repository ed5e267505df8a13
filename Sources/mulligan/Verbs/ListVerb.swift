import ArgumentParser
import Screen
import TriageCore
import TriageEngine
import TriageUI

/// `list [QUERY]`.
struct List: ParsableCommand {
  static var configuration: CommandConfiguration { verb("list") }

  @OptionGroup var global: GlobalOptions
  @Option(parsing: .unconditional, help: help("option.limit"))
  var limit: Int?
  @Option(help: help("option.sort"))
  var sort: TriageCore.SortOrder = .newestFirst
  @Option(help: help("option.output"))
  var output: Output = .threads
  @Flag(help: help("option.json"))
  var json = false
  @OptionGroup var sources: SourceOptions
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String] = []

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case threads
    case messages
  }

  func run() throws {
    try Shell.run(using: query.isEmpty ? [.views] : []) { shell in
      try shell.check(limit: limit)
      try shell.check(query: query, of: List.self)
      let mailbox = try shell.mailbox()
      let filter = try sources.filter(shell)
      let start = filter.isEmpty ? shell.config.startView.query : "*"
      let text = self.query.isEmpty ? start : self.query.joined(separator: " ")
      let query = MailQuery(text)
      let count =
        switch output {
        case .threads: try threads(query, filter, mailbox, shell)
        case .messages: try messages(query, filter, mailbox, shell)
        }
      guard count == 0, limit != 0 else { return }
      if !json {
        let asked = filter.isEmpty || text != "*" ? text : filter.text
        try shell.printer.note(shell.words.text(Sentence("status.no-matches", .text(asked))))
      }
      try shell.mentionUnknownNames(in: text, mailbox)
      try shell.mentionUnknownLists(of: filter, in: query, mailbox)
    }
  }

  /// Prints the threads; returns how many.
  private func threads(
    _ query: MailQuery,
    _ filter: SourceFilter,
    _ mailbox: Mailbox,
    _ shell: Shell
  ) throws -> Int {
    var count = 0
    try mailbox.eachThread(query, from: filter, sort: sort, limit: limit) { row in
      count += 1
      if json {
        try shell.printer.line(row.json)
      } else {
        try shell.printer.text(shell.display(row.line(shell.words)))
      }
    }
    return count
  }

  /// Prints the messages; returns how many.
  private func messages(
    _ query: MailQuery,
    _ filter: SourceFilter,
    _ mailbox: Mailbox,
    _ shell: Shell
  ) throws -> Int {
    guard sort.value == nil else {
      throw Refusal(
        sentence: Sentence("error.sort-threads", .text(sort.rawValue)),
        code: .usage,
        exit: Exit.usage
      )
    }
    var count = 0
    try mailbox.eachMessage(query, from: filter, sort: sort.dates, limit: limit) { message in
      count += 1
      if json {
        try shell.printer.line(message.json)
      } else {
        try shell.printer.text(shell.display(MailQuery.listed(message.id)))
      }
    }
    return count
  }
}

extension Shell {
  /// Says of fields and tags in a query that has found nothing that there are none such.
  func mentionUnknownNames(in query: String, _ mailbox: Mailbox) throws {
    let (own, tags) = (try mailbox.store.ownFields(), try mailbox.store.allTags())
    for note in QueryWords.notes(on: query, fields: own, tags: tags) {
      try printer.note(words.text(Sentence("status.hint", .sentence(note))))
    }
  }

  /// Says of lists of which a query has found nothing that nothing there is from them, and which was
  /// meant if one is like it.
  func mentionUnknownLists(
    of filter: SourceFilter,
    in query: MailQuery,
    _ mailbox: Mailbox
  ) throws {
    guard !filter.lists.isEmpty else { return }
    let messages = try mailbox.store.ids(query, limit: nil)
    // Where the query alone finds nothing the lists are not to blame.
    guard !messages.isEmpty else { return }
    let known = Set(try mailbox.engine.lists(of: messages).values).sorted()
    for list in filter.lists where !known.contains(list) {
      let near = nearestName(to: list, in: known) ?? known.first { $0.contains(list) }
      let hint =
        near.map { Sentence("hint.no-such-list.nearest", .text(list), .text($0)) }
        ?? Sentence("hint.no-such-list", .text(list))
      try printer.note(words.text(Sentence("status.hint", .sentence(hint))))
    }
  }
}

/// `count QUERY`.
struct Count: ParsableCommand {
  static var configuration: CommandConfiguration { verb("count") }

  @OptionGroup var global: GlobalOptions
  @Option(help: help("option.output"))
  var output: Output = .messages
  @Flag(help: help("option.json"))
  var json = false
  @OptionGroup var sources: SourceOptions
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String] = []

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case messages
    case threads
  }

  func run() throws {
    try Shell.run(using: query.isEmpty ? [.views] : []) { shell in
      try shell.check(query: query, of: Count.self)
      let mailbox = try shell.mailbox()
      let what: CountedThing = output == .messages ? .messages : .threads
      let filter = try sources.filter(shell)
      let start = filter.isEmpty ? shell.config.startView.query : "*"
      let text = query.isEmpty ? start : query.joined(separator: " ")
      let count = try mailbox.count(MailQuery(text), from: filter, what)
      if count == 0 {
        try shell.mentionUnknownNames(in: text, mailbox)
        try shell.mentionUnknownLists(of: filter, in: MailQuery(text), mailbox)
      }
      guard json else { return try shell.printer.line(String(count)) }
      var line = JSONLine(type: "count")
      line.add("output", .string(output.rawValue))
      line.add("count", .int(count))
      try shell.printer.line(line)
    }
  }
}

extension ThreadRow {
  /// The line of `list`: `thread:ID  YYYY-MM-DD HH:MM  [M/T]  AUTHORS; SUBJECT  (TAGS)`.
  func line(_ words: Wording) -> String {
    let counts = "[\(matched.count)/\(messages.count)]"
    let people = authors.joined(separator: ", ")
    let tags = tags.sorted().map(\.text).joined(separator: " ")
    let subject = subject.isEmpty ? words.string(Sentence("status.no-subject")) : subject
    return
      "thread:\(thread)  \(TimeText.minutes(date))  \(counts)  \(people); \(subject)  (\(tags))"
  }
}

extension TriageCore.SortOrder: ExpressibleByArgument {}

extension MailQuery {
  /// A message as lists name it and `--stdin` takes it: `id:…`.
  static func listed(_ message: MessageID) -> String { "id:\(message)" }

  /// An id without the `id:` that may stand before it.
  static func bareID(_ word: String) -> String {
    word.hasPrefix("id:") ? String(word.dropFirst(3)) : word
  }
}
