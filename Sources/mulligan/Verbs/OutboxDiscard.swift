import ArgumentParser
import MailText
import Outbox
import TriageCore
import TriageUI

/// `outbox discard ID…`.
struct OutboxDiscard: ParsableCommand {
  static var configuration: CommandConfiguration { outboxVerb("discard") }

  @OptionGroup var global: GlobalOptions
  @OptionGroup var options: ChangeOptions
  @Argument(help: help("argument.outgoing.several"))
  var ids: [String]

  /// Takes back what waits, puts all of it among the drafts of the mail, and deletes it there, where it
  /// is found again.
  func run() throws {
    try Shell.run(result: options.json ? "discard" : nil, using: [.writing]) { shell in
      try shell.check(lockTimeout: options.lockTimeout)
      let mailbox = try shell.mailbox()
      let items = try mailbox.outgoing(ids)
      for item in items {
        guard [.draft, .held].contains(item.record.state) else {
          throw TriageFailure.state(of: item.record, wanted: .draft)
        }
        try WorkingFiles.checkIsFree(item.record.id, item.record.message, shell.environment)
      }
      if options.dryRun {
        for item in items { try shell.print(item, asJSON: options.json) }
        return
      }
      let keeper = DraftKeeper(mailbox, environment: shell.environment)
      try open(items, keeper, shell)
      try takeBack(items.map(\.record).filter { $0.state == .held }.map(\.id), mailbox, shell)
      let messages = try file(items, keeper, shell)
      guard !messages.isEmpty else {
        return try shell.printer.text(shell.words.text(Sentence("status.draft.discarded")))
      }
      let change = Change.perform(
        [Command([.addTag("deleted")], on: .messages(messages))],
        name: .action(NamedAction(id: "discard-draft"))
      )
      let result = try changeRun("discard", mailbox, shell).run(change)
      try shell.exit(Exit.code(for: result))
    }
  }

  private func changeRun(_ verb: String, _ mailbox: Mailbox, _ shell: Shell) -> ChangeRun {
    ChangeRun(shell: shell, mailbox: mailbox, options: options, verb: verb, kind: .action)
  }

  /// Finds out that all of it can be read, before anything is done.
  ///
  /// A person on a terminal may be asked for a passphrase.
  private func open(_ items: [OutgoingItem], _ keeper: DraftKeeper, _ shell: Shell) throws {
    let mayAsk = shell.environment.isErrorTerminal
    if mayAsk { GnuPG.askHere() }
    for item in items {
      let folder = keeper.mailbox.outbox.folder(item.record.id)
      _ = try keeper.mailbox.vault.read(folder, mayAsk ? .asking(cancel: nil) : .quiet)
      _ = try keeper.content(of: folder)
    }
  }

  private func takeBack(_ held: [OutgoingID], _ mailbox: Mailbox, _ shell: Shell) throws {
    guard !held.isEmpty else { return }
    let run = changeRun("cancel", mailbox, shell)
    let result = try run.run(.depart(DepartureRequest(.cancel, held)))
    guard result.kind == .done else {
      try shell.printer.flush()
      throw Exit.code(for: result)
    }
  }

  /// Puts the messages among the drafts of the mail; what nobody has written anything in goes.
  private func file(
    _ items: [OutgoingItem],
    _ keeper: DraftKeeper,
    _ shell: Shell
  ) throws -> [MessageID] {
    let control = shell.control(
      lockTimeout: options.lockTimeout,
      isQuiet: options.quiet,
      Interruption()
    )
    let context = shell.environment.context(.shell)
    return try items.filter { item in
      try keeper.file(item.record.id, context, control)
    }.map(\.record.message)
  }
}
