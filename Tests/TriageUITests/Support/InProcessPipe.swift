import TriageCore
import TriageEngine

/// The pipe between screen and engine inside the tests' process, and the texts of messages.
final class InProcessPipe: EngineTransport, TextRendering {
  /// What the screen has sent and the engine has not taken.
  var requests: [EngineRequest] = []
  /// What the engine has said.
  var messages: [EngineMessage] = []
  /// What is read of each message.
  var texts: [MessageID: MessageContent] = [:]

  func next(waiting time: Duration) -> EngineInput {
    requests.isEmpty ? .nothing : .request(requests.removeFirst())
  }

  func send(_ message: EngineMessage) { messages.append(message) }

  func unlock(
    _ message: MessageSource,
    options: MessageOptions,
    others: [MessageSource],
    for request: RequestID
  ) {
    render(message, options: options, for: request)
  }

  func cancel(_ request: RequestID) {}

  func leave(_ messages: [MessageID], keeping time: Duration) {}

  func forgetUnlocked() {}

  func retrySeals() {}

  func render(_ message: MessageSource, options: MessageOptions, for request: RequestID) {
    let reply = texts[message.id].map { EngineReply.message($0) }
    send(.reply(request, reply ?? .failed(TriageFailure(.nothingFound))))
  }

  func send(part: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {}
  func send(page: PartReference, files: [String], _ seals: SealOptions, for request: RequestID) {}
}
