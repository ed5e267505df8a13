/// What comes from the engine.
package enum LinkEvent<Message: Sendable>: Sendable {
  /// The engine is there and speaks our protocol.
  case ready(Greeting)
  case message(Message)
  /// The engine is gone; nothing comes after this.
  case ended(EngineEnd)
}

extension LinkEvent: Equatable where Message: Equatable {}

/// How an engine ended.
package struct EngineEnd: Hashable, Sendable {
  /// Why the connection was given up, if that came first.
  package var cause: LinkError?
  /// What became of its process.
  package var status: ChildEnd
  /// The engine's greeting, if it came that far.
  package var greeting: Greeting?

  /// Whether a new start of the same program may help: `RestartPolicy` says how often.
  package var mayRestart: Bool { cause?.mayPass ?? true }

  /// Makes a record of an end.
  package init(cause: LinkError? = nil, status: ChildEnd, greeting: Greeting? = nil) {
    self.cause = cause
    self.status = status
    self.greeting = greeting
  }
}

// MARK: - The connection

/// The screen's side: an engine that was started, the requests to it and the messages from it.
///
/// It is used by one thread and never waits: the thread's `poll` has `readFD` for reading and,
/// while `wantsWrite`, `writeFD` for writing, and calls `readable` and `writable` when they are
/// ready (or at any other time, to no effect).
package final class EngineConnection<Request: Encodable & Sendable, Message: Decodable & Sendable> {
  /// How long a dying engine is waited for before it is ended, and after: about a frame.
  private static var grace: Duration { .milliseconds(25) }

  private let child: EngineChild
  private var input: LinkInput
  private var output = FrameQueue()
  /// Requests made before the greeting has come: what is no engine must not read them.
  private var held: [[UInt8]] = []
  private var isFinishing = false
  private var end: EngineEnd?

  /// Starts an engine and greets it.
  ///
  /// - Throws: `.cannotStart`, `.system`.
  package init(starting launch: EngineLaunch, as ours: Greeting) throws(LinkError) {
    child = try EngineChild(launch)
    input = LinkInput(expecting: ours)
    output.add(ours.frame)
    writable()
  }

  /// The engine's process.
  package var process: Int32 { child.process }

  /// What to poll for reading; `nil` when the engine has ended.
  package var readFD: Int32? { end == nil ? child.readFD : nil }

  /// What to poll for writing while `wantsWrite`.
  package var writeFD: Int32? { wantsWrite ? child.writeFD : nil }

  /// Whether something waits until the engine reads.
  package var wantsWrite: Bool { !output.isEmpty && child.writeFD != nil }

  /// How many bytes the engine has not accepted yet.
  package var unsent: Int { output.waiting + held.reduce(0) { $0 + $1.count } }

  /// Sends a request after those before it; after the engine's end it is lost.
  ///
  /// - Throws: `.unencodable`, `.frameTooLong`: nothing was sent.
  package func send(_ request: Request) throws(LinkError) {
    let frame = try MessageCoding.frame(of: request)
    guard end == nil, !isFinishing else { return }
    guard input.theirs != nil else { return held.append(frame) }
    output.add(frame)
    writable()
  }

  /// Writes what the engine accepts.
  package func writable() {
    guard let descriptor = child.writeFD else { return }
    do {
      try output.write(to: descriptor)
    } catch {
      // Its input is broken: its output says why, or ends.
      output.removeAll()
      child.closeInput()
    }
    if isFinishing, output.isEmpty, held.isEmpty { child.closeInput() }
  }

  /// Returns what has come from the engine since, in order; also writes what it accepts.
  package func readable() -> [LinkEvent<Message>] {
    guard end == nil else { return [] }
    if wantsWrite { writable() }
    var events: [LinkEvent<Message>] = []
    do {
      let isAtEnd = try child.read { bytes throws(LinkError) in
        try receive(bytes, &events)
      }
      guard isAtEnd else { return events }
      try input.finish()
      events.append(.ended(close(cause: nil)))
    } catch {
      child.kill()
      events.append(.ended(close(cause: error)))
    }
    return events
  }

  /// Ends the engine at once: a request has taken too long.
  ///
  /// - Returns: Its end; `nil` if that was already returned.
  package func kill() -> EngineEnd? {
    guard end == nil else { return nil }
    // A prompt without a line's end that was waited for is the best explanation there is.
    var cause: LinkError?
    do { try input.finish() } catch { cause = error.mayPass ? nil : error }
    child.kill()
    return close(cause: cause)
  }

  /// Closes the engine's input, once all is sent: it finishes or voids its group, and exits.
  package func finish() {
    isFinishing = true
    writable()
  }

  private func receive(
    _ bytes: ArraySlice<UInt8>,
    _ events: inout [LinkEvent<Message>]
  ) throws(LinkError) {
    let wasReady = input.theirs != nil
    try input.feed(bytes)
    if !wasReady, let theirs = input.theirs {
      events.append(.ready(theirs))
      for frame in held { output.add(frame) }
      held = []
      writable()
    }
    while let message = try input.next(Message.self) { events.append(.message(message)) }
  }

  private func close(cause: LinkError?) -> EngineEnd {
    output.removeAll()
    held = []
    let status = child.reap(within: Self.grace)
    let end = EngineEnd(cause: cause, status: status, greeting: input.theirs)
    self.end = end
    return end
  }
}
