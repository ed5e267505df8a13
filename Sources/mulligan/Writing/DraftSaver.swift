import ArgumentParser
import Foundation
import Journal
import MailText
import Outbox
import TriageCore
import TriageEngine
import TriageUI

/// A message that is about to be written, with what goes along from the message it was made from.
struct NewMessage {
  var template: MessageTemplate
  /// Whose name it is written in.
  let account: MailAccount
  /// What of the original goes along.
  var carried = Carried.nothing

  /// What a message that forwards another one takes along.
  enum Carried {
    case nothing
    /// The message itself, whole.
    case message(MessageMetadata)
    /// These parts of it.
    case parts([PartInfo], of: MessageMetadata)
  }
}

/// Saves messages as drafts: each in a folder of its own beside the history, then in the mail.
struct DraftSaver {
  let shell: Shell
  let mailbox: Mailbox
  let options: WritingOptions
  /// JSON's `verb`.
  let verb: String

  /// Saves messages, all with the text of standard input if there is one.
  ///
  /// Whatever is wrong with one of them is found before the first is saved.
  func save(_ messages: [NewMessage]) throws {
    try shell.check(lockTimeout: options.lockTimeout)
    try confirm(messages.count)
    let input = try WrittenText()
    if input.isLatin { try note(Sentence("status.text.latin")) }
    let most = shell.config.compose.maxMebibytes
    let ready = try messages.map { try ReadyMessage($0, input.text, shell.words.clock, most) }
    var worst = ExitCode.success
    for message in ready { worst = Exit.worse(worst, try saveOne(message)) }
    try shell.exit(worst)
  }

  /// Asks before several messages are made.
  private func confirm(_ count: Int) throws {
    guard count > 1, !options.yes else { return }
    guard shell.canAsk else {
      throw Refusal(
        sentence: Sentence("error.drafts", .number(count)),
        hint: Sentence("hint.drafts"),
        code: .confirmationNeeded,
        exit: Exit.refused
      )
    }
    guard try shell.ask(Sentence("prompt.drafts", .number(count))) else {
      throw TriageFailure(.declined)
    }
  }

  private func saveOne(_ message: ReadyMessage) throws -> ExitCode {
    let (folder, facts) = try begin(message)
    let interruption = Interruption()
    let result = file(message, facts, in: folder, interruption)
    try report(OutgoingItem(folder, facts, isFiled: result.kind == .done), result)
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
  /// Makes the message's folder; when its text is there, nothing of it is lost any more.
  private func begin(_ message: ReadyMessage) throws -> (OutgoingFolder, OutgoingFacts) {
    let last = try mailbox.history.outgoing().last?.id
    var facts = message.facts
    do throws(FileError) {
      let folder = try mailbox.outbox.make(above: last)
      do throws(FileError) {
        facts.attachments = try attach(message, in: folder)
        try folder.write(facts)
        try folder.write(draft: message.template.text)
      } catch {
        folder.removeUnlessWritten()
        throw error
      }
      return (folder, facts)
    } catch {
      throw TriageFailure(error)
    }
  }

  /// Copies what is attached: what becomes of the files afterwards does not count.
  private func attach(
    _ message: ReadyMessage,
    in folder: OutgoingFolder
  ) throws(FileError) -> [OutgoingFacts.Part] {
    var parts: [OutgoingFacts.Part] = []
    let types = MediaTypes(shell.environment)
    for path in message.attachments {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let file = try folder.attach(path, as: parts.count + 1)
      parts.append(OutgoingFacts.Part(file: file, name: name, type: types.type(of: name)))
    }
    switch message.carried {
    case .nothing: break
    case .message(let original):
      let file = try folder.attach(read(0, of: original), as: parts.count + 1)
      parts.append(OutgoingFacts.Part(file: file, name: nil, type: "message/rfc822"))
    case .parts(let infos, of: let original):
      for info in infos {
        let file = try folder.attach(read(info.number, of: original), as: parts.count + 1)
        let type = info.type.hasPrefix("multipart/") ? MediaTypes.unknown : info.type
        parts.append(OutgoingFacts.Part(file: file, name: info.filename, type: type))
      }
    }
    return parts
  }

  /// Reads a part of a message that goes along; 0 is the message itself.
  private func read(_ part: Int, of original: MessageMetadata) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(MessageFileError) {
      _ = try mailbox.reader(shell).readPart(part, files: original.files) { piece in
        bytes += piece
        return true
      }
    } catch {
      throw .missing(original.files.first ?? original.id.text)
    }
    return bytes
  }

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
      try compose(message, facts, in: folder)
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

  private func compose(
    _ message: ReadyMessage,
    _ facts: OutgoingFacts,
    in folder: OutgoingFolder
  ) throws(TriageFailure) {
    var mail = message.mail
    mail.attachments = facts.attachments.map { part in
      OutgoingMail.Attachment(name: part.name, type: part.type, .file(folder.file(of: part)))
    }
    let failure: FileError?
    do throws(WritingError) {
      failure = try folder.writeCopy { file throws(WritingError) in
        try MessageComposer.write(mail, includesBcc: true, to: file)
      }
    } catch {
      throw TriageFailure(error)
    }
    if let failure { throw TriageFailure(failure) }
  }
}

/// A message that has been checked: nothing in it keeps it from being saved.
private struct ReadyMessage {
  /// What its writer gets to see, without the names of what is attached.
  let template: MessageTemplate
  let facts: OutgoingFacts
  let account: MailAccount
  /// The absolute names of files to attach.
  let attachments: [String]
  let carried: NewMessage.Carried
  /// The message in values, without what is attached.
  let mail: OutgoingMail

  /// Checks a message; a text that is given stands in place of the template's, or above what is
  /// forwarded.
  init(
    _ message: NewMessage,
    _ text: String,
    _ clock: LocalClock,
    _ maxMebibytes: Int
  ) throws {
    var template = message.template
    attachments = template.attachments
    template.attachments = []
    if !text.isEmpty { template.body = template.kind == .forward ? text + template.body : text }
    self.template = template
    account = message.account
    carried = message.carried
    try AttachedFiles.check(attachments, carried.size, maxMebibytes: maxMebibytes)
    let draft = try Self.draft(template)
    do throws(WritingError) {
      facts = OutgoingFacts(
        message: try MessageComposer.freshID(for: template.from),
        kind: template.kind,
        account: template.account,
        answers: template.answers
      )
      mail = OutgoingMail(
        draft,
        facts.message,
        from: template.from,
        date: .now,
        offset: clock.offset(.now)
      )
      _ = try MessageComposer.bytes(of: mail, includesBcc: true)
    } catch {
      throw TriageFailure(error)
    }
  }

  private static func draft(_ template: MessageTemplate) throws(TriageFailure) -> DraftText {
    do { return try DraftText(template.text) } catch { throw TriageFailure(error) }
  }
}

extension NewMessage.Carried {
  /// How many bytes go along.
  fileprivate var size: Int {
    switch self {
    case .nothing: 0
    case .message(let original):
      original.files.lazy.compactMap { path -> Int? in
        var status = stat()
        return path.withFileName { stat($0, &status) } == 0 ? Int(status.st_size) : nil
      }.first ?? 0
    case .parts(let parts, of: _): parts.reduce(0) { $0 + $1.size }
    }
  }
}
