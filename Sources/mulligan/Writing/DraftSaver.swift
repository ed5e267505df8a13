import ArgumentParser
import Foundation
import Journal
import Outbox
import TriageCore
import TriageEngine
import TriageUI

/// Saves messages as drafts: each in a folder of its own beside the history, then in the mail.
struct DraftSaver {
  let shell: Shell
  let mailbox: Mailbox
  let options: WritingOptions
  /// JSON's `verb`.
  let verb: String

  private var maker: MessageMaker { MessageMaker(shell: shell, mailbox: mailbox) }

  /// Saves messages, all with the text of standard input if there is one.
  ///
  /// Whatever is wrong with one of them is found before the first is saved.
  func save(_ messages: [NewMessage]) throws {
    try shell.check(lockTimeout: options.lockTimeout)
    if messages.count > 1, !options.yes {
      try shell.confirm(
        Sentence("prompt.drafts", .number(messages.count)),
        orSay: Sentence("error.drafts", .number(messages.count)),
        hint: Sentence("hint.drafts")
      )
    }
    let input = try WrittenText(locale: shell.environment.charset)
    if let notice = input.notice { try note(notice) }
    let most = shell.config.compose.maxMebibytes
    let sealing = SealPlanner(sealer: mailbox.vault.sealer, flags: options.seal, isDraft: true)
    let ready = try messages.map { message in
      let ready = try ReadyMessage(message, input.text, shell.words.clock, most)
      return try sealing.planned(ready, message)
    }
    var worst = ExitCode.success
    for message in ready { worst = Exit.worse(worst, try saveOne(message)) }
    try shell.exit(worst)
  }

  private func saveOne(_ message: ReadyMessage) throws -> ExitCode {
    let (folder, facts) = try maker.begin(message)
    let interruption = Interruption()
    let result = file(message, facts, in: folder, interruption)
    var record = OutgoingRecord(folder.id, facts)
    record.isFiled = result.kind == .done
    try report(OutgoingItem(folder, record), result)
    if let signal = interruption.signal {
      try shell.printer.flush()
      throw ExitCode(128 + signal)
    }
    return Exit.code(for: result)
  }

  private func report(_ item: OutgoingItem, _ result: ChangeResult) throws {
    for step in result.settled { try note(.settled(step)) }
    if options.json {
      try shell.printer.line(item.json)
      try shell.printer.line(result.json(verb: verb, dryRun: false, words: shell.words))
    }
    if let failure = result.failure {
      try shell.complain(failure)
      return try note(Sentence("status.draft.kept", .text(item.record.id.description)))
    }
    if !options.json {
      let id = Sentence.Argument.text(item.record.id.description)
      try shell.printer.text(shell.words.text(Sentence("status.draft.saved", id)))
    }
    if result.isUnfinished { try note(Sentence("status.unfinished")) }
  }

  private func note(_ sentence: Sentence) throws {
    try shell.printer.note(shell.words.text(sentence))
  }
}

extension DraftSaver {
  /// Puts the message among the drafts of the mail.
  private func file(
    _ message: ReadyMessage,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder,
    _ interruption: Interruption
  ) -> ChangeResult {
    let name = ActionName.action(NamedAction(id: "save-draft"))
    do throws(TriageFailure) {
      try mailbox.history.add(OutgoingRecord(folder.id, facts))
      try maker.writeCopy(of: message, facts, in: folder)
    } catch {
      return ChangeResult(kind: .failed, name: name, requested: 1, failure: error)
    }
    defer { folder.removeCopy() }
    let request = FilingRequest(
      folder.id,
      facts.message,
      copyOf: folder.copy,
      to: MailFolder(message.account.drafts),
      tags: ["draft"],
      name: name,
      context: shell.environment.context(.shell)
    )
    return mailbox.engine.file(
      request,
      control: shell.control(
        lockTimeout: options.lockTimeout,
        isQuiet: false,
        interruption
      )
    )
  }
}
