import ArgumentParser
import TriageCore
import TriageUI

/// `outbox`, alone and with what it takes to look into it.
struct OutboxVerb: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "outbox",
      abstract: helpText("verb.outbox"),
      subcommands: [OutboxList.self, OutboxShow.self],
      defaultSubcommand: OutboxList.self
    )
  }

  @OptionGroup var global: GlobalOptions
}

/// `outbox list`.
struct OutboxList: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("list") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run { shell in
      for item in try shell.mailbox().outgoing() {
        if json {
          try shell.printer.line(item.json)
        } else {
          try shell.printer.text(shell.words.text(.outgoing(item)))
        }
      }
    }
  }
}

/// `outbox show ID`.
struct OutboxShow: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("show") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.outgoing"))
  var id: String

  func run() throws {
    try Shell.run { shell in
      let items = try shell.mailbox().outgoing()
      guard let item = items.first(where: { $0.record.id.description == id }) else {
        throw TriageFailure(.noSuchOutgoing, id)
      }
      if json { return try shell.printer.line(item.json) }
      try shell.printWritten(item.text)
    }
  }
}

private func outboxVerb(_ name: String) -> CommandConfiguration {
  CommandConfiguration(commandName: name, abstract: helpText("verb.outbox.\(name)"))
}

extension Shell {
  /// Prints a message as its writer has it.
  func printWritten(_ text: String) throws {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      // Another program gets the text as it is.
      if environment.isOutputTerminal {
        try printer.text(words.displayBody(String(line)))
      } else {
        try printer.line(String(line))
      }
    }
  }
}

extension Sentence {
  /// The line of a message that is being written or sent.
  fileprivate static func outgoing(_ item: OutgoingItem) -> Sentence {
    Sentence(
      "status.outgoing",
      .text(item.record.id.description),
      .sentence(Sentence("outgoing.state.\(item.record.state.rawValue)")),
      .sentence(Sentence("outgoing.recipients", .number(item.recipients))),
      .text(item.subject)
    )
  }
}
