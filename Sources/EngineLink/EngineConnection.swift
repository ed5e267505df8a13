/// What comes from the engine.
package enum LinkEvent<Message: Sendable>: Sendable {
  /// The engine is there and speaks our protocol.
  case ready(Greeting)
  case message(Message)
  /// The engine has stopped sending, or what it sent was given up; nothing comes after this.
  case ended(LinkEnd)
}

extension LinkEvent: Equatable where Message: Equatable {}

/// How a connection ended.
package struct LinkEnd: Hashable, Sendable {
  /// Why it was given up, if the engine did not end it by itself.
  package var cause: LinkError?
  /// The engine's greeting, if it came that far.
  package var greeting: Greeting?

  /// Whether a new start of the same program may help: `RestartPolicy` says how often.
  package var mayRestart: Bool { cause?.mayPass ?? true }

  /// Makes a record of an end.
  package init(cause: LinkError? = nil, greeting: Greeting? = nil) {
    self.cause = cause
    self.greeting = greeting
  }
}

// MARK: - The connection

/// The screen's side: what is sent to an engine and received from it, over two descriptors.
///
/// It is used by one thread and never waits: the thread's `poll` has `readFD` for reading and,
/// while `wantsWrite`, `writeFD` for writing, and calls `readable` and `writable` when they are
/// ready (or at any other time, to no effect).
package final class EngineConnection<Request: Encodable & Sendable, Message: Decodable & Sendable> {
  /// Both are closed with the connection's end.
  private var reader: OwnedDescriptor?
  private var writer: OwnedDescriptor?
  private var input: LinkInput
  private var output = FrameQueue()
  /// Requests made before the greeting has come: what is no engine must not read them.
  private var held: [[UInt8]] = []
  private var isFinishing = false

  /// Takes over the streams and greets the engine.
  ///
  /// - Throws: `.system`.
  package init(over streams: consuming FrameStreams, as ours: Greeting) throws(LinkError) {
    try streams.input.makeNonblocking()
    try streams.output.makeNonblocking()
    reader = .some(streams.input)
    writer = .some(streams.output)
    input = LinkInput(expecting: ours)
    output.add(ours.frame)
    writable()
  }

  /// What to poll for reading; `nil` when the connection has ended.
  package var readFD: Int32? { reader?.number }

  /// What to poll for writing while `wantsWrite`.
  package var writeFD: Int32? { wantsWrite ? writer?.number : nil }

  /// Whether something waits until the engine reads.
  package var wantsWrite: Bool { !output.isEmpty && writer?.number != nil }

  /// How many bytes the engine has not accepted yet.
  package var unsent: Int { output.waiting + held.reduce(0) { $0 + $1.count } }

  /// Sends a request after those before it; after the engine's end it is lost.
  ///
  /// - Throws: `.unencodable`, `.frameTooLong`: nothing was sent.
  package func send(_ request: Request) throws(LinkError) {
    let frame = try MessageCoding.frame(of: request)
    guard isOpen, !isFinishing else { return }
    guard input.theirs != nil else { return held.append(frame) }
    output.add(frame)
    writable()
  }

  /// Writes what the engine accepts.
  package func writable() {
    guard let descriptor = writer?.number else { return }
    do {
      try output.write(to: descriptor)
    } catch {
      // Its input is broken: its output says why, or ends.
      output.removeAll()
      writer = nil
    }
    if isFinishing, output.isEmpty, held.isEmpty { writer = nil }
  }

  /// Returns what has come from the engine since, in order; also writes what it accepts.
  package func readable() -> [LinkEvent<Message>] {
    guard isOpen else { return [] }
    if wantsWrite { writable() }
    var events: [LinkEvent<Message>] = []
    do {
      let isAtEnd = try reader?.drain { bytes throws(LinkError) in
        try receive(bytes, &events)
      }
      guard isAtEnd == true else { return events }
      try input.finish()
      events.append(.ended(end(because: nil)))
    } catch {
      events.append(.ended(end(because: error)))
    }
    return events
  }

  /// Gives the connection up: a request has taken too long.
  ///
  /// - Returns: Its end; `nil` if that was already returned.
  package func close() -> LinkEnd? {
    guard isOpen else { return nil }
    // A prompt without a line's end that was waited for is the best explanation there is.
    var cause: LinkError?
    do { try input.finish() } catch { cause = error.mayPass ? nil : error }
    return end(because: cause)
  }

  /// Closes the engine's input, once all is sent: it finishes or voids its group, and exits.
  package func finish() {
    isFinishing = true
    writable()
  }

  private var isOpen: Bool { readFD != nil }

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

  private func end(because cause: LinkError?) -> LinkEnd {
    output.removeAll()
    held = []
    reader = nil
    writer = nil
    return LinkEnd(cause: cause, greeting: input.theirs)
  }
}

/// Whether an engine that died is started again.
///
/// One death is an accident; several in a short time have a cause that a restart does not remove.
package struct RestartPolicy: Hashable, Sendable {
  private static let limit = 3
  private static let span = Duration.seconds(60)

  private var deaths: [ContinuousClock.Instant] = []

  /// Makes a policy that has seen no death.
  package init() {}

  /// Notes a death.
  ///
  /// - Returns: Whether to start again at once: not after the third death in a minute.
  package mutating func mayRestart(afterDeathAt now: ContinuousClock.Instant) -> Bool {
    deaths = deaths.filter { $0.duration(to: now) < Self.span }
    deaths.append(now)
    return deaths.count < Self.limit
  }

  /// Forgets the deaths: somebody wants to try again.
  package mutating func reset() {
    deaths = []
  }
}
