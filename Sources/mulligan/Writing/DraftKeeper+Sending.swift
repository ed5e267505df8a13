import Foundation
import Journal
import MailText
import Outbox
import TriageCore
import TriageEngine
import TriageUI

// What the engine does when a message is about to leave, or is put among the drafts of the mail.

extension DraftKeeper {
  func prepare(
    _ id: OutgoingID,
    version: Int64,
    control: ChangeControl
  ) throws(TriageFailure) {
    renewSettings()
    let folder = mailbox.outbox.folder(id)
    let (facts, text, _) = try content(of: folder)
    let record = try history.outgoing(id)
    guard (record?.version ?? 0) == version else {
      throw TriageFailure(.draftChanged, id.description)
    }
    if let record, record.state == .unknown { return try prepareAgain(record) }
    if let state = record?.state, state != .draft {
      throw TriageFailure(.notInState, id.description, state.rawValue)
    }
    let attachments = facts.attachments.map { OutgoingMail.Attachment($0, in: folder) }
    let (mail, account) = try self.mail(text, facts, attachments: attachments)
    let envelope = try envelope(of: mail, account)
    if record == nil { try add(facts, in: folder, control) }
    if facts.sealing?.wish.isAny != true {
      try write(mail, envelope, in: folder)
    } else if !mailbox.vault.isSealed(id, version: version) {
      // Nothing leaves in clear that is to be sealed.
      throw TriageFailure(.keyLocked)
    }
    try closeCopies(of: folder, facts, control)
    let hold = Int64(settings.config.compose.hold)
    _ = try history.prepare(id, hold: hold, at: folder.place(on: Machine.id))
  }

  /// Writes a message as it leaves, in clear.
  private func write(
    _ mail: OutgoingMail,
    _ envelope: OutgoingEnvelope,
    in folder: OutgoingFolder
  ) throws(TriageFailure) {
    let failure: FileError?
    do throws(WritingError) {
      failure = try MessageMaker(shell: shell(), mailbox: mailbox).write(mail, in: folder)
    } catch {
      throw TriageFailure(error)
    }
    if let failure { throw TriageFailure(failure) }
    try inFolder { () throws(FileError) in try folder.write(envelope) }
  }

  /// The message as it is now, and in whose name.
  func mail(
    _ text: String,
    _ facts: OutgoingFacts,
    attachments: [OutgoingMail.Attachment]
  ) throws(TriageFailure) -> (OutgoingMail, MailAccount) {
    let draft: DraftText
    do { draft = try DraftText(text) } catch { throw TriageFailure(error) }
    if let name = draft.attachments.first { throw TriageFailure(.nothingFound, name) }
    return try mail(draft, facts, attachments: attachments)
  }

  private func mail(
    _ draft: DraftText,
    _ facts: OutgoingFacts,
    attachments: [OutgoingMail.Attachment]
  ) throws(TriageFailure) -> (OutgoingMail, MailAccount) {
    let shell = shell()
    let writer = try failing {
      let own = try OwnAddresses(shell, mailbox)
      let named = own.all.first { $0.account.name == facts.account }
      return try own.writer(draft.from.flatMap { own.own($0.address) } ?? named, named: nil)
    }
    var mail = OutgoingMail(
      draft,
      facts.message,
      from: writer.mailbox,
      date: .now,
      offset: shell.words.clock.offset(.now)
    )
    mail.attachments = attachments
    mail.format = writer.account.delivery(settings.config.compose.delivery).format
    return (mail, writer.account)
  }

  private func envelope(
    of mail: OutgoingMail,
    _ account: MailAccount
  ) throws(TriageFailure) -> OutgoingEnvelope {
    let envelope: OutgoingEnvelope
    do throws(WritingError) { envelope = try LeavingMessage.envelope(mail) } catch {
      throw TriageFailure(error)
    }
    guard !envelope.recipients.isEmpty else { throw TriageFailure(.noRecipient) }
    guard MessageSender.canBeNamed(envelope.recipients) else { throw TriageFailure(.tooLarge) }
    let delivery = account.delivery(settings.config.compose.delivery)
    let program = environment.command(delivery.sendmail).first ?? ""
    guard mailbox.deliveryFolder != nil || environment.canStart(program) else {
      throw TriageFailure(.noSendmail, program)
    }
    return envelope
  }

  /// Puts a message among the drafts of the mail; earlier copies go.
  func file(
    _ id: OutgoingID,
    _ context: StepContext,
    _ control: ChangeControl
  ) throws(TriageFailure) -> Bool {
    let folder = mailbox.outbox.folder(id)
    guard try history.outgoing(id) != nil else {
      // Nobody has written anything: the first text can be made again.
      folder.remove()
      return false
    }
    let (facts, text, _) = try content(of: folder)
    let attachments = try mailbox.vault.attachments(of: facts, in: folder, .quiet)
    // What could not leave is found again all the same; here it stays as it was written.
    let draft = (try? DraftText(text)) ?? DraftText(body: text)
    let (mail, account) = try mail(draft, facts, attachments: attachments)
    try MessageMaker(shell: shell(), mailbox: mailbox).writeCopy(mail, facts, in: folder)
    defer { folder.removeCopy() }
    let earlier = try history.files(of: id).filter { $0.role == .draft }
    let name = ActionName.action(NamedAction(id: "save-draft"))
    let request = FilingRequest(
      id,
      facts.message,
      copyOf: folder.copy,
      to: MailFolder(account.drafts),
      tags: ["draft"],
      name: name,
      context: context
    )
    let result = mailbox.engine.file(request, control: control)
    if let failure = result.failure { throw failure }
    guard !result.isUnfinished else { return true }
    for draft in earlier {
      _ = mailbox.engine.drop(draft, name: name, context: context, control: control)
    }
    return true
  }
}
