import TriageCore

extension Mailbox {
  /// The message that an answer to another one is about: instead of a draft, the newest message of its
  /// thread that is none; `nil` if the message is not there.
  func answered(_ id: MessageID) throws(TriageFailure) -> MessageMetadata? {
    guard let message = try store.metadata(of: [id]).first else { return nil }
    guard message.tags.contains("draft") else { return message }
    let others = MailQuery("thread:\(message.thread) and not tag:draft")
    return try store.messages(others, sort: .newestFirst, skip: 0, limit: 1).first ?? message
  }
}
