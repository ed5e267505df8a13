package import TriageCore

/// Renders messages on a thread of their own; the answer goes to the screen from there.
package protocol TextRendering: AnyObject {
  /// Queues one message for rendering.
  ///
  /// What is sealed in it is tried without a question afterwards, and reported when it is known.
  func render(_ message: MessageSource, options: MessageOptions, for request: RequestID)

  /// Opens what is locked in a message with a question to the person, then others without one.
  func unlock(
    _ message: MessageSource,
    options: MessageOptions,
    others: [MessageSource],
    for request: RequestID
  )

  /// Ends a question that is being asked, or gives up a text.
  func cancel(_ request: RequestID)

  /// Forgets in a while what was decrypted of messages that are not shown any more.
  func leave(_ messages: [MessageID], keeping time: Duration)

  /// Forgets what was decrypted.
  func forgetUnlocked()

  /// Lets what is locked or had no answer be tried again when it is rendered next.
  func retrySeals()

  /// Queues a part to be sent in pieces.
  func send(part: PartReference, files: [String], _ seals: SealOptions, for request: RequestID)

  /// Queues the text of a part to be sent in pieces.
  func send(page: PartReference, files: [String], _ seals: SealOptions, for request: RequestID)
}
