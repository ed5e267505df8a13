import ArgumentParser
import TriageCore
import TriageUI

/// `unsubscribe QUERY`: how the list of a message can be left; nothing is sent or opened.
struct Unsubscribe: ParsableCommand {
  static var configuration: CommandConfiguration { verb("unsubscribe") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.query"), completion: .custom(LiveValues.query))
  var query: [String]

  func run() throws {
    try Shell.run { shell in
      try shell.check(query: query, of: Unsubscribe.self)
      let text = query.joined(separator: " ")
      let mailbox = try shell.mailbox()
      let found = try mailbox.store.messages(
        MailQuery(text),
        sort: .newestFirst,
        skip: 0,
        limit: 2
      )
      guard let message = found.first else { throw TriageFailure(.nothingFound) }
      guard found.count == 1 else { throw try several(text, mailbox) }
      let methods = UnsubscribeMethod.all(in: message)
      for method in methods {
        if json {
          try shell.printer.line(method.json(shell.words))
        } else {
          try shell.printer.text(shell.words.text(.method(method)))
        }
      }
      // Who asks in a script must not take silence for a way.
      guard !methods.isEmpty else {
        throw Refusal(
          sentence: Sentence("unsubscribe.none"),
          code: .nothingFound,
          exit: Exit.failed
        )
      }
    }
  }
}

extension Unsubscribe {
  /// The refusal of a query that finds more than one message, with how many, and how to name one.
  private func several(_ query: String, _ mailbox: Mailbox) throws -> Refusal {
    let count = try mailbox.store.count(MailQuery(query), .messages)
    let list = ShellWords.joined(["mulligan", "list", "--output", "messages", "--", query])
    return Refusal(
      sentence: Sentence("error.usage.several-messages", .number(count)),
      hint: Sentence("hint.one-message", .text(list), .text("mulligan unsubscribe"))
    )
  }
}

extension UnsubscribeMethod {
  fileprivate func json(_ words: Wording) -> JSONLine {
    var line = JSONLine(type: "method")
    line.add("kind", .string(kind.rawValue))
    line.add("uri", .string(uri))
    line.add("host", .optional(host))
    line.add("reason", .optional(refusal?.rawValue))
    return line
  }
}
