import Foundation
import Journal
import MailText
import Outbox
import TriageCore
import TriageEngine
import TriageUI

// How a message that is being written on the screen is sealed.

extension DraftKeeper {
  /// What is done on another thread for a request; `nil` if it is none of these.
  func job(for request: DraftRequest) throws(TriageFailure) -> SealingJob? {
    switch request {
    case .keys(let id):
      let (_, mail, _, account) = try message(id)
      return job(.find(mail, ownKey: account.key), id, asks: false)
    case .seal(let id, let version, let asks):
      let (facts, mail, envelope, account) = try message(id)
      let record = try history.outgoing(id)
      guard record?.version ?? 0 == version else {
        throw TriageFailure(.draftChanged, id.description)
      }
      if let state = record?.state, state != .draft {
        throw TriageFailure(.notInState, id.description, state.rawValue)
      }
      let work = SealingJob.Work.seal(
        mail,
        facts,
        envelope,
        ownKey: account.key,
        version: version
      )
      return job(work, id, asks: asks)
    case .unseal(.open(let id), let asks): return job(.open, id, asks: asks)
    case .unseal(.find(let message), let asks):
      guard let record = try history.outgoing(message: message) else {
        throw TriageFailure(.notADraft)
      }
      return job(.open, record.id, asks: asks)
    case .begin, .open, .find, .save, .file, .leaving, .people, .outbox, .release, .declareSent,
      .ways,
      .unseal:
      return nil
    }
  }

  private func job(_ work: SealingJob.Work, _ id: OutgoingID, asks: Bool) -> SealingJob {
    let folder = mailbox.outbox.folder(id)
    return SealingJob(work: work, folder: folder, vault: mailbox.vault, asks: asks)
  }

  /// A message as it is now, without what is attached.
  private func message(
    _ id: OutgoingID
  ) throws(TriageFailure) -> (OutgoingFacts, OutgoingMail, OutgoingEnvelope, MailAccount) {
    let draft = try content(of: mailbox.outbox.folder(id))
    let (mail, account) = try mail(draft.text, draft.facts, attachments: [])
    let envelope: OutgoingEnvelope
    do throws(WritingError) { envelope = try LeavingMessage.envelope(mail) } catch {
      throw TriageFailure(error)
    }
    return (draft.facts, mail, envelope, account)
  }

  /// Puts a message that is kept encrypted among the drafts of the mail instead of what lies there in clear.
  func closeCopies(
    of folder: OutgoingFolder,
    _ facts: OutgoingFacts,
    _ control: ChangeControl
  ) throws(TriageFailure) {
    guard facts.sealing?.isClosed == true,
      try history.files(of: folder.id).contains(where: { $0.role == .draft }),
      let copy = try mailbox.store.metadata(of: [facts.message]).first,
      !copy.files.allSatisfy(Self.isEncrypted)
    else { return }
    _ = try file(folder.id, environment.context(.automatic), control)
  }

  /// Whether a file says at its head that what it holds is encrypted.
  private static func isEncrypted(_ file: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: file) else { return true }
    defer { try? handle.close() }
    let head = (try? handle.read(upToCount: 1 << 16)) ?? Data()
    return String(decoding: head, as: UTF8.self).lowercased().contains("multipart/encrypted")
  }

  /// How a message that is begun is sealed: as what it answers was, else as its account says.
  ///
  /// Without a key of one's own nothing can be kept encrypted; then what was encrypted is not quoted.
  func seal(_ message: inout NewMessage, _ ready: ReadyMessage) throws -> ReadyMessage {
    var ready = ready
    let account = message.account
    guard message.answersEncrypted || account.signs else { return ready }
    var keys = SealKeys()
    if message.answersEncrypted {
      keys = (try? mailbox.vault.sealer.keys(for: ready.mail, ownKey: account.key)) ?? keys
    }
    let isEncrypted = message.answersEncrypted && keys.own.fingerprint != nil
    if message.answersEncrypted, !isEncrypted {
      let body = DraftText.withoutQuotes(message.template.body)
      message.template.body = message.template.kind == .forward ? "" : body
      ready = try ReadyMessage(message, "", .now, settings.config.compose.maxMebibytes)
    }
    let wish = SealWish(signs: account.signs || isEncrypted, encrypts: isEncrypted)
    ready.facts.sealing = OutgoingFacts.Sealing(
      wish,
      key: keys.own.fingerprint,
      answersEncrypted: message.answersEncrypted
    )
    if isEncrypted { ready.takeSealedSubject(of: message) }
    return ready
  }
}
