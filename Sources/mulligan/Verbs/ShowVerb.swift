import ArgumentParser
import TriageCore
import TriageUI

/// `show QUERY`.
struct Show: ParsableCommand {
  static let configuration = verb("show")

  @OptionGroup var global: GlobalOptions
  @Option(parsing: .unconditional, help: help("option.limit"))
  var limit: Int?
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String]

  func validate() throws { try validateLimit(limit) }

  func run() throws {
    try Shell.run { shell in
      let mailbox = try shell.mailbox()
      let reader = mailbox.reader()
      var isFirst = true
      let query = MailQuery(query.joined(separator: " "))
      try mailbox.eachMessage(query, sort: .oldestFirst, limit: limit) { facts in
        let content = reader.content(
          of: facts.id,
          files: facts.files,
          options: MessageOptions()
        )
        if json {
          var line = facts.json
          content.add(to: &line)
          try shell.printer.line(line)
        } else {
          if !isFirst { try shell.printer.line("") }
          try text(content, shell)
        }
        isFirst = false
      }
      if isFirst { throw TriageFailure(.nothingFound) }
    }
  }

  private func text(_ content: MessageContent, _ shell: Shell) throws {
    for field in content.headers where field.isShort {
      try shell.printer.text(shell.display("\(field.name): \(field.value)"))
    }
    try shell.printer.line("")
    for notice in content.notices {
      try shell.printer.text(shell.words.text(.notice(notice)))
    }
    for line in content.lines {
      try shell.printer.text(shell.words.displayBody(line.text))
    }
  }
}
