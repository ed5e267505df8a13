import Journal
import Outbox
import TriageCore
import TriageEngine

/// Lets what was sent become mail: what it answers counts as answered, one's own copy comes into the folder
/// of what was sent, the draft goes.
///
/// Each is a step on neither list, and each is found done if it is repeated.
struct SentFiler {
  let mailbox: Mailbox
  let context: StepContext
  let control: ChangeControl

  private static let name = ActionName.action(NamedAction(id: "file-sent"))

  /// Files a message.
  ///
  /// - Returns: Why it is not filed; its folder stays then.
  func file(
    _ record: OutgoingRecord,
    _ account: MailAccount?
  ) throws(TriageFailure) -> TriageFailure? {
    let place = account?.sent ?? MailAccount.usualSent
    if let failure = noteAnswer(record) { return failure }
    let files = try mailbox.history.files(of: record.id)
    if !place.isEmpty, !files.contains(where: { $0.role == .sent }) {
      let tags = account?.sentTags ?? MailAccount.usualSentTags
      if let failure = fileCopy(of: record, in: place, tags) { return failure }
    }
    if let failure = dropDrafts(record, files, keepsLast: place.isEmpty) { return failure }
    // The folder first: one that the history has done with would be a draft when its row is pruned.
    mailbox.outbox.folder(record.id).remove()
    try mailbox.history.noteFiled(record.id)
    return nil
  }

  /// What was answered, or forwarded, says so from now on.
  private func noteAnswer(_ record: OutgoingRecord) -> TriageFailure? {
    guard !record.answers.isEmpty else { return nil }
    return tag(TagEdit(add: [record.kind == .forward ? "passed" : "replied"]), record.answers)
  }

  private func fileCopy(
    of record: OutgoingRecord,
    in folder: String,
    _ tags: Set<MailTag>
  ) -> TriageFailure? {
    var request = FilingRequest(
      record.id,
      record.message,
      copyOf: mailbox.outbox.folder(record.id).sentCopy,
      to: MailFolder(folder),
      tags: tags,
      name: Self.name,
      context: context
    )
    (request.role, request.lostTags) = (.sent, lostTags(of: record.message, tags))
    let result = mailbox.engine.file(request, control: control)
    if let failure = result.failure { return failure }
    // The next writer lets the index learn the file; the draft goes when it has.
    return result.isUnfinished ? TriageFailure(.indexBusy) : nil
  }

  /// The tags that only the draft had: another program may have given it any.
  private func lostTags(of message: MessageID, _ kept: Set<MailTag>) -> Set<MailTag> {
    // What was no draft, such as one's own copy from a list, keeps what it has.
    guard let found = (try? mailbox.store.metadata(of: [message]))?.first?.tags,
      found.contains("draft")
    else { return Set(["draft"]).subtracting(kept) }
    return Set(found).subtracting(kept).subtracting(["attachment", "encrypted", "signed"])
  }

  /// Where the server keeps what was sent, the draft is the last file of its message: it only says what it is.
  private func dropDrafts(
    _ record: OutgoingRecord,
    _ files: [Filing],
    keepsLast: Bool
  ) -> TriageFailure? {
    let drafts = files.filter { $0.role == .draft }
    if keepsLast, !drafts.isEmpty {
      return tag(TagEdit(add: ["deleted"], remove: ["draft"]), [record.message])
    }
    for draft in drafts {
      let result = mailbox.engine.drop(draft, name: Self.name, context: context, control: control)
      if let failure = result.failure { return failure }
      if result.isUnfinished { return TriageFailure(.indexBusy) }
    }
    return nil
  }

  /// Tags messages, as far as they are there.
  private func tag(_ edit: TagEdit, _ messages: [MessageID]) -> TriageFailure? {
    let command = Command([.changeTags(edit)], on: .messages(messages))
    let request = ChangeRequest(.perform([command], name: nil), context: context)
    let result = mailbox.change(request, control)
    return result.failure?.code == .nothingFound ? nil : result.failure
  }
}
