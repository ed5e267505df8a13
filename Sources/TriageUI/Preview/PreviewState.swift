import TriageCore

/// One message of the thread under the cursor: the first unread one, else the newest.
struct PreviewState: Sendable {
  let thread: ThreadID
  /// `nil` until the thread has been read.
  var message: MessageFacts?
  /// `nil` until the text has been read.
  var text: ReadingText?
  var failure: TriageFailure?
  /// The first line shown.
  var top = 0

  init(_ thread: ThreadID) {
    self.thread = thread
  }

  /// Whether the text has not come, or was laid out for another width.
  func lacksText(for columns: Int) -> Bool {
    guard let text else { return true }
    return text.content?.columns.map { $0 != columns } ?? false
  }
}
