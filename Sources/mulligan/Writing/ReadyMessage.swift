import Foundation
import MailText
import Outbox
import TriageCore
import TriageUI

/// A message that has been checked: nothing in it keeps it from being saved.
struct ReadyMessage {
  /// What its writer gets to see, without the names of what is attached.
  private(set) var template: MessageTemplate
  var facts: OutgoingFacts
  let account: MailAccount
  /// The absolute names of files to attach.
  let attachments: [String]
  let carried: NewMessage.Carried
  /// The message in values, without what is attached.
  private(set) var mail: OutgoingMail
  /// The keys that it is sealed with, if it is.
  var keys: SealKeys?

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
    do throws(AttachError) {
      try AttachedFiles.check(attachments, carried.size, maxMebibytes: maxMebibytes)
    } catch {
      throw Refusal(error)
    }
    let draft = try Self.draft(template)
    do throws(WritingError) {
      var facts = OutgoingFacts(
        message: try MessageComposer.freshID(for: template.from),
        kind: template.kind,
        account: template.account,
        answers: template.answers
      )
      facts.link = message.link
      self.facts = facts
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

  /// Takes the subject of what it answers from inside its seal: this message is encrypted, too.
  mutating func takeSealedSubject(of message: NewMessage) {
    guard let subject = message.sealedSubject else { return }
    facts.sealing?.clearSubject = template.subject
    template.subject = subject
    mail.subject = subject
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
