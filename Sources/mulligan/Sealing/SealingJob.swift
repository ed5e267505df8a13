import MailText
import Outbox
import TriageCore

/// A thread on which GnuPG is waited for, and a person with it.
protocol SealingLane: AnyObject {
  /// Queues something to be done; the answer is the request's.
  func append(_ job: SealingJob, for request: RequestID)
}

/// What is done with GnuPG about a message of one's own, beside all else.
struct SealingJob: Sendable {
  /// What is done.
  enum Work: Sendable {
    /// Find the keys of those who get it.
    case find(OutgoingMail, ownKey: String?)
    /// Make all that leaves of this version.
    case seal(OutgoingMail, OutgoingFacts, OutgoingEnvelope, ownKey: String?, version: Int64)
    /// Open its text.
    case open
  }

  let work: Work
  let folder: OutgoingFolder
  let vault: DraftVault
  /// Whether a person may be asked.
  let asks: Bool

  /// Does it.
  ///
  /// - Parameter attempt: How a person is asked, if they may be.
  /// - Returns: The answer.
  func reply(asking attempt: SealAttempt) -> EngineReply {
    do throws(TriageFailure) {
      return .draft(try done(asks ? attempt : .quiet))
    } catch {
      return .failed(error)
    }
  }

  private func done(_ attempt: SealAttempt) throws(TriageFailure) -> DraftReply {
    switch work {
    case .find(let mail, let ownKey):
      return .keys(try vault.sealer.keys(for: mail, ownKey: ownKey))
    case .open:
      _ = try vault.read(folder, attempt)
    case .seal(var mail, let facts, let envelope, let ownKey, let version):
      let keys = try vault.sealer.keys(for: mail, ownKey: ownKey)
      mail.attachments = try vault.attachments(of: facts, in: folder, attempt)
      let wish = facts.sealing?.wish ?? SealWish()
      let sealed = try vault.sealer.seal(mail, wish, with: keys, attempt)
      try vault.inFolder { () throws(FileError) in
        try folder.write(sealed)
        try folder.write(envelope)
      }
      vault.note(sealed: folder.id, version: version)
    }
    return .sealed
  }
}
