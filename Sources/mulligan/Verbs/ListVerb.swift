import ArgumentParser
import Screen
import TriageCore
import TriageUI

/// `list [QUERY]`.
struct List: ParsableCommand {
  static var configuration: CommandConfiguration { verb("list") }

  @OptionGroup var global: GlobalOptions
  @Option(parsing: .unconditional, help: help("option.limit"))
  var limit: Int?
  @Option(help: help("option.sort"))
  var sort: Sort = .newestFirst
  @Option(help: help("option.output"))
  var output: Output = .threads
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String] = []

  enum Output: String, ExpressibleByArgument, CaseIterable {
    case threads
    case messages
  }

  enum Sort: String, ExpressibleByArgument, CaseIterable {
    case newestFirst = "newest-first"
    case oldestFirst = "oldest-first"

    var order: SortOrder { self == .newestFirst ? .newestFirst : .oldestFirst }
  }

  func run() throws {
    try Shell.run(using: query.isEmpty ? [.views] : []) { shell in
      try shell.check(limit: limit)
      try shell.check(query: query, of: List.self)
      let mailbox = try shell.mailbox()
      let query = MailQuery(
        self.query.isEmpty ? shell.config.startView.query : self.query.joined(separator: " ")
      )
      switch output {
      case .threads: try threads(query, mailbox, shell)
      case .messages: try messages(query, mailbox, shell)
      }
    }
  }

  private func threads(_ query: MailQuery, _ mailbox: Mailbox, _ shell: Shell) throws {
    try mailbox.eachThread(query, sort: sort.order, limit: limit) { row in
      if json {
        try shell.printer.line(row.json)
      } else {
        try shell.printer.text(shell.display(row.line))
      }
    }
  }

  private func messages(_ query: MailQuery, _ mailbox: Mailbox, _ shell: Shell) throws {
    try mailbox.eachMessage(query, sort: sort.order, limit: limit) { message in
      if json {
        try shell.printer.line(message.json)
      } else {
        try shell.printer.text(shell.display(MailQuery.listed(message.id)))
      }
    }
  }
}
