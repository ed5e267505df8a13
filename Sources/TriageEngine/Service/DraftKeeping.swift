package import TriageCore

/// Keeps messages that are being written: what it has answered for is durable.
///
/// Calls are made on the index thread.
package protocol DraftKeeping: AnyObject {
  /// Does what is asked about a message that is being written; returns `nil` if the answer comes from
  /// another thread, since GnuPG is waited for.
  func answer(
    _ request: DraftRequest,
    for id: RequestID,
    control: ChangeControl
  ) throws(TriageFailure) -> DraftReply?

  /// Makes durable all that leaves of a message.
  ///
  /// - Throws: Why it cannot leave; also if it has another version by now.
  func prepare(
    _ message: OutgoingID,
    version: Int64,
    control: ChangeControl
  ) throws(TriageFailure)

  /// Whom messages go to, each once.
  func recipients(of messages: [OutgoingID]) throws(TriageFailure) -> [String]
}

extension ChangeResult {
  /// Names whom the messages would go to that a look has found to leave.
  mutating func nameRecipients(by drafts: (any DraftKeeping)?) {
    guard !leaving.isEmpty else { return }
    recipients = (try? drafts?.recipients(of: leaving)) ?? []
  }
}
