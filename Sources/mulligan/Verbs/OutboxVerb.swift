import ArgumentParser
import Journal
import MailText
import Outbox
import TriageCore
import TriageUI

/// `outbox`, alone and with what can be done about what is in it.
struct OutboxVerb: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "outbox",
      abstract: helpText("verb.outbox"),
      subcommands: [
        OutboxList.self, OutboxShow.self, OutboxRun.self, OutboxRelease.self, OutboxCancel.self,
        OutboxDiscard.self, OutboxRetry.self, OutboxSent.self,
      ],
      defaultSubcommand: OutboxList.self
    )
  }

  @OptionGroup var global: GlobalOptions
}

/// `outbox list`.
struct OutboxList: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("list") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.all.outbox"))
  var all = false
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run { shell in
      let mailbox = try shell.mailbox()
      let items = try mailbox.outgoing(done: all)
      if shell.environment.isOutputTerminal { mailbox.noteSeen(items) }
      for item in items where all || !item.isDone {
        try shell.print(item.isDone ? filed(item, mailbox, shell) : item, asJSON: json)
      }
      mailbox.startSender()
    }
  }

  /// What has left and is filed, or was thrown away, as the mail has it; as it is if the mail does not.
  private func filed(_ item: OutgoingItem, _ mailbox: Mailbox, _ shell: Shell) -> OutgoingItem {
    guard item.people.isEmpty || item.record.state == .sent,
      let message = try? mailbox.filed(item),
      let original = try? mailbox.reader(shell).original(message)
    else { return item }
    return item.described(by: original)
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
      let mailbox = try shell.mailbox()
      let item = try mailbox.outgoing(id)
      if json { return try shell.printer.line(item.json) }
      // The folder goes when the mail has it.
      if item.text.isEmpty, item.record.state == .sent, let message = try mailbox.filed(item) {
        return try printFiled(message, mailbox, shell)
      }
      try shell.printWritten(try opened(item, mailbox, shell) ?? item.text)
    }
  }

  /// The text of what lies there encrypted; a person on a terminal may be asked for a passphrase.
  private func opened(
    _ item: OutgoingItem,
    _ mailbox: Mailbox,
    _ shell: Shell
  ) throws(TriageFailure) -> String? {
    let folder = mailbox.outbox.folder(item.record.id)
    guard let facts = (try? folder.facts()) ?? nil, facts.sealing?.isClosed == true else {
      return nil
    }
    if shell.environment.isErrorTerminal { GnuPG.askHere() }
    let attempt: SealAttempt = shell.environment.isErrorTerminal ? .asking(cancel: nil) : .quiet
    return try mailbox.vault.read(folder, attempt).map { draft in
      OutgoingItem.text(draft.text, draft.facts.attachments, in: folder)
    }
  }

  /// Prints one's own copy of what was sent, as `show` does.
  private func printFiled(_ message: MessageMetadata, _ mailbox: Mailbox, _ shell: Shell) throws {
    let columns = shell.environment.outputColumns
    var options = MessageOptions(filter: shell.config.reading.html.arguments)
    if let columns { options.columns = Wording.measure(ofPaper: columns) }
    let content = mailbox.reader(shell)
      .content(of: message.id, files: message.files, options: options)
    for row in shell.words.paper(content, columns: columns) { try shell.printer.text(row) }
  }
}

/// `outbox run`.
struct OutboxRun: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("run") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.wait.outbox"))
  var wait = false
  @Flag(help: help("option.json"))
  var json = false

  func run() throws {
    try Shell.run(using: [.writing]) { shell in
      let interruption = Interruption()
      var code = ExitCode.success
      let sender = SenderProgram(
        shell: shell,
        waits: wait,
        interruption: interruption,
        report: { record, failure in
          // Whoever hears nothing, because his output is gone, has sent all the same.
          if let failure {
            try? shell.complain(failure)
            return
          }
          code = Exit.worse(code, Exit.code(for: record))
          guard let item = try? shell.mailbox().outgoing(record.id.description) else { return }
          try? shell.print(item, asJSON: json)
          try? shell.printer.flush()
        }
      )
      try sender.run()
      if let signal = interruption.signal { code = ExitCode(128 + signal) }
      try shell.exit(code)
    }
  }
}

/// `outbox release ID…`.
struct OutboxRelease: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("release") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.outgoing.several"))
  var ids: [String]

  func run() throws {
    try Shell.run { shell in
      let mailbox = try shell.mailbox()
      for item in try mailbox.outgoing(ids) {
        let place = mailbox.outbox.folder(item.record.id).place(on: Machine.id)
        guard try mailbox.history.release(item.record.id, at: place) else {
          throw TriageFailure.state(of: item.record, wanted: .held)
        }
      }
      for item in try mailbox.outgoing(ids) { try shell.print(item, asJSON: json) }
      mailbox.startSender()
    }
  }
}

/// `outbox cancel ID…`.
struct OutboxCancel: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("cancel") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: ChangeOptions
  @Argument(help: help("argument.outgoing.several"))
  var ids: [String]

  func run() throws {
    try depart(.cancel, "cancel", ids, options)
  }
}

/// `outbox retry ID…`.
struct OutboxRetry: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("retry") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: ChangeOptions
  @Argument(help: help("argument.outgoing.several"))
  var ids: [String]

  func run() throws {
    try depart(.retry, "retry", ids, options)
  }
}

/// Lets messages leave again, or stay, as one group.
private func depart(
  _ goal: DepartureRequest.Goal,
  _ verb: String,
  _ ids: [String],
  _ options: ChangeOptions
) throws {
  try Shell.run(result: options.json ? verb : nil, using: [.writing]) { shell in
    try shell.check(lockTimeout: options.lockTimeout)
    let mailbox = try shell.mailbox()
    let records = try mailbox.outgoing(ids).map(\.record)
    // What the history does not know yet is a draft all the same.
    for record in records where try mailbox.history.outgoing(record.id) == nil {
      throw TriageFailure.state(of: record, wanted: goal.found)
    }
    if goal == .retry, !options.dryRun {
      let wanted = records.filter { $0.state == goal.found }
      if !options.yes, !wanted.isEmpty {
        let people = try mailbox.recipients(of: wanted.map(\.id)).joined(separator: ", ")
        try shell.confirm(
          Sentence("prompt.send-again", .number(wanted.count), .text(people)),
          orSay: Sentence("error.send-again", .number(wanted.count)),
          hint: Sentence("hint.yes")
        )
      }
      // It leaves from where its folder is now.
      for record in wanted {
        let place = mailbox.outbox.folder(record.id).place(on: Machine.id)
        _ = try mailbox.history.prepare(record.id, hold: record.hold, at: place)
      }
    }
    let run = ChangeRun(shell: shell, mailbox: mailbox, options: options, verb: verb, kind: .action)
    let result = try run.run(.depart(DepartureRequest(goal, records.map(\.id))))
    try shell.exit(Exit.code(for: result))
  }
}

/// `outbox sent ID…`.
struct OutboxSent: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("sent") }

  @OptionGroup var global: GlobalOptions
  @Flag(help: help("option.yes"))
  var yes = false
  @Flag(help: help("option.json"))
  var json = false
  @Argument(help: help("argument.outgoing.several"))
  var ids: [String]

  func run() throws {
    try Shell.run { shell in
      let mailbox = try shell.mailbox()
      let records = try mailbox.outgoing(ids).map(\.record)
      if let other = records.first(where: { $0.state != .unknown }) {
        throw TriageFailure.state(of: other, wanted: .unknown)
      }
      if !yes {
        try shell.confirm(
          Sentence("prompt.had-left", .number(records.count)),
          orSay: Sentence("error.had-left", .number(records.count)),
          hint: Sentence("hint.yes")
        )
      }
      let context = shell.environment.context(.shell)
      for record in records {
        _ = try mailbox.history.declareSent(record.id, context: context)
      }
      for item in try mailbox.outgoing(ids) { try shell.print(item, asJSON: json) }
      mailbox.startSender()
    }
  }
}

/// How a verb of the outbox is called, and what is said of it.
func outboxVerb(_ name: String) -> CommandConfiguration {
  CommandConfiguration(commandName: name, abstract: helpText("verb.outbox.\(name)"))
}

extension Mailbox {
  /// The message of the mail that something sent has become, if it has.
  fileprivate func filed(_ item: OutgoingItem) throws(TriageFailure) -> MessageMetadata? {
    try store.metadata(of: [item.record.message]).first
  }

  /// The messages of these numbers, each once.
  func outgoing(_ ids: [String]) throws(TriageFailure) -> [OutgoingItem] {
    var items: [OutgoingItem] = []
    for id in ids {
      let item = try outgoing(id)
      if !items.contains(where: { $0.record.id == item.record.id }) { items.append(item) }
    }
    return items
  }
}

extension Shell {
  /// Asks before something is done; where nobody can be asked, it is said that it was not done.
  func confirm(_ question: Sentence, orSay refusal: Sentence, hint: Sentence) throws {
    guard canAsk else {
      throw Refusal(
        sentence: refusal,
        hint: hint,
        code: .confirmationNeeded,
        exit: Exit.refused
      )
    }
    guard try ask(question) else { throw TriageFailure(.declined) }
  }

  /// Prints a message that is being written or sent.
  func print(_ item: OutgoingItem, asJSON: Bool) throws {
    if asJSON {
      try printer.line(item.json)
    } else {
      try printer.text(words.text(.outgoing(item)))
    }
  }

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
