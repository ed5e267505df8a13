import ArgumentParser
import TriageCore
import TriageUI

/// `show QUERY`.
struct Show: ParsableCommand {
  static var configuration: CommandConfiguration { verb("show") }

  @OptionGroup var global: GlobalOptions
  @Option(parsing: .unconditional, help: help("option.limit"))
  var limit: Int?
  @Flag(help: help("option.json"))
  var json = false
  @Flag(help: help("option.raw"))
  var raw = false
  @Option(parsing: .unconditional, help: help("option.part"))
  var part: Int?
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String]

  private var text: MailQuery { MailQuery(query.joined(separator: " ")) }

  func run() throws {
    try Shell.run(using: [.reading]) { shell in
      try shell.check(limit: limit)
      try shell.check(query: query, of: Show.self)
      if [json, raw, part != nil].filter(\.self).count > 1 {
        throw shell.usage(Sentence("error.usage.one-form"))
      }
      if raw { return try sendPart(0, of: "--raw", shell) }
      if let part { return try sendPart(part, of: "--part", shell) }
      try showAll(shell)
    }
  }

  private func showAll(_ shell: Shell) throws {
    let mailbox = try shell.mailbox()
    let reader = mailbox.reader(shell)
    let columns = shell.environment.outputColumns
    var isFirst = true
    try mailbox.eachShown(text, limit: limit) { metadata in
      var options = MessageOptions(filter: shell.config.reading.html.arguments)
      if let columns { options.columns = Wording.measure(ofPaper: columns) }
      let content = reader.content(of: metadata.id, files: metadata.files, options: options)
      if json {
        var line = metadata.json
        content.add(to: &line)
        try shell.printer.line(line)
      } else {
        if !isFirst { try shell.printer.line("") }
        for row in shell.words.paper(content, columns: columns) { try shell.printer.text(row) }
      }
      isFirst = false
    }
    if isFirst { throw TriageFailure(.nothingFound) }
  }

  /// Writes a part of the one message that matches, as it is.
  private func sendPart(_ number: Int, of option: String, _ shell: Shell) throws {
    let mailbox = try shell.mailbox()
    var found: [MessageMetadata] = []
    try mailbox.eachMessage(text, sort: .oldestFirst, limit: 2) { found.append($0) }
    guard let message = found.first else { throw TriageFailure(.nothingFound) }
    guard found.count == 1 else {
      let count = try mailbox.store.count(text, .messages)
      throw shell.usage(Sentence("error.one-message", .text(option), .number(count)))
    }
    var failure: (any Error)?
    do throws(MessageFileError) {
      _ = try mailbox.reader(shell).readPart(number, files: message.files) { bytes in
        do { try shell.printer.bytes(Array(bytes)) } catch { failure = error }
        return failure == nil
      }
    } catch {
      throw TriageFailure(error)
    }
    if let failure { throw failure }
  }
}
