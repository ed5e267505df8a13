package import TriageCore

/// The pipe to the screen, as the index thread sees it: it never waits for the screen to read.
package protocol EngineTransport: AnyObject {
  /// Returns the next request, waiting for it at most so long.
  func next(waiting time: Duration) -> EngineInput
  /// Queues a message for the screen.
  func send(_ message: EngineMessage)
}

/// What comes from the screen.
package enum EngineInput: Sendable {
  case request(EngineRequest)
  /// Nothing came in time.
  case nothing
  /// The screen has closed the pipe, or is broken: finish the change in hand and end.
  case ended
}
