import Foundation
import MailText
import Outbox
import TriageCore

/// A message that has been checked and may leave.
enum LeavingMessage {
  /// One that was written here.
  case written(ReadyMessage)
  /// One that another program has made.
  case foreign(ForeignMessage, MailAccount)

  /// Whose name it is written in.
  var account: MailAccount {
    switch self {
    case .written(let message): message.account
    case .foreign(_, let account): account
    }
  }

  /// What stays the same of it, without what is attached.
  var facts: OutgoingFacts {
    switch self {
    case .written(let message): return message.facts
    case .foreign(let message, let account):
      var facts = OutgoingFacts(message: message.id, kind: .new, account: account.name)
      facts.isForeign = true
      return facts
    }
  }

  /// From whom and to whom it leaves.
  func envelope() throws(WritingError) -> OutgoingEnvelope {
    switch self {
    case .written(let message): return try Self.envelope(message.mail)
    case .foreign(let message, _):
      var mail = OutgoingMail(id: message.id, date: 0, offset: 0, from: message.from)
      (mail.to, mail.cc, mail.bcc) = (message.to, message.cc, message.bcc)
      return try Self.envelope(mail)
    }
  }

  static func envelope(_ mail: OutgoingMail) throws(WritingError) -> OutgoingEnvelope {
    OutgoingEnvelope(
      sender: mail.from.address,
      recipients: try MessageComposer.recipients(of: mail)
    )
  }

  /// The exact bytes that would leave; what is attached is read now.
  func wire(_ maker: MessageMaker, _ format: TextFormat) throws(WritingError) -> [UInt8] {
    switch self {
    case .written(let message):
      return try MessageComposer.bytes(of: maker.mail(of: message, format), includesBcc: false)
    case .foreign(let message, _): return message.wire
    }
  }

  /// The message sealed, if it is to be; nothing is kept of it yet.
  func sealed(
    _ maker: MessageMaker,
    _ format: TextFormat,
    _ attempt: SealAttempt
  ) throws(TriageFailure) -> SealedMail? {
    guard case .written(let message) = self, let wish = message.facts.sealing?.wish, wish.isAny,
      let keys = message.keys
    else { return nil }
    let mail = maker.mail(of: message, format)
    return try maker.mailbox.vault.sealer.seal(mail, wish, with: keys, attempt)
  }
}

extension MessageMaker {
  /// Makes the message's folder; when its text is there, nothing of it is lost any more.
  func begin(_ message: LeavingMessage) throws -> (OutgoingFolder, OutgoingFacts) {
    switch message {
    case .written(let ready): return try begin(ready)
    case .foreign(let foreign, _):
      let facts = message.facts
      let folder = try begin(facts) { folder throws(FileError) in
        try folder.write(draft: foreign.own)
      }
      return (folder, facts)
    }
  }

  /// A message in values with what is attached, read from where it is now.
  fileprivate func mail(of message: ReadyMessage, _ format: TextFormat) -> OutgoingMail {
    var mail = message.mail
    mail.format = format
    mail.attachments = attachments(of: message)
    return mail
  }

  /// Writes what is handed over: the exact bytes, and from whom and to whom they go; `sealed` is the message
  /// as it leaves, if it was sealed.
  func writeWire(
    of message: LeavingMessage,
    _ facts: OutgoingFacts,
    _ format: TextFormat,
    _ sealed: SealedMail?,
    in folder: OutgoingFolder
  ) throws(TriageFailure) {
    if let sealed {
      let envelope: OutgoingEnvelope
      do throws(WritingError) { envelope = try message.envelope() } catch {
        throw TriageFailure(error)
      }
      return try mailbox.vault.inFolder { () throws(FileError) in
        try folder.write(sealed)
        try folder.write(envelope)
      }
    }
    var failure: FileError?
    let envelope: OutgoingEnvelope
    do throws(WritingError) {
      envelope = try message.envelope()
      failure = try writeWire(of: message, facts, format, to: folder)
    } catch {
      throw TriageFailure(error)
    }
    if failure == nil {
      do throws(FileError) { try folder.write(envelope) } catch { failure = error }
    }
    if let failure { throw TriageFailure(failure) }
  }

  private func writeWire(
    of message: LeavingMessage,
    _ facts: OutgoingFacts,
    _ format: TextFormat,
    to folder: OutgoingFolder
  ) throws(WritingError) -> FileError? {
    switch message {
    case .foreign(let message, _):
      let own = message.own == message.wire ? nil : message.own
      do throws(FileError) { try folder.write(wire: message.wire, own: own) } catch { return error }
      return nil
    case .written(let ready):
      var mail = Self.mail(of: ready, facts, in: folder)
      mail.format = format
      return try write(mail, in: folder)
    }
  }

  /// Writes a message as it leaves, and one's own copy if that is another.
  func write(
    _ mail: OutgoingMail,
    in folder: OutgoingFolder
  ) throws(WritingError) -> FileError? {
    let own: ((Int32) throws(WritingError) -> Int32)? =
      mail.bcc.isEmpty
      ? nil
      : { file throws(WritingError) in
        try MessageComposer.write(mail, includesBcc: true, to: file)
      }
    return try folder.writeWire(
      { file throws(WritingError) in
        try MessageComposer.write(mail, includesBcc: false, to: file)
      },
      own: own
    )
  }
}
