private import CLinux
private import Glibc
private import Synchronization

/// What comes from the screen.
package enum Delivery<Request: Sendable>: Sendable {
  case request(Request)
  /// Nothing more will come: the screen has gone (`nil`), or what it sent could not be understood.
  case ended(LinkError?)
}

extension Delivery: Equatable where Request: Equatable {}

/// The engine's side: a thread that reads requests into a queue and writes what is sent.
///
/// Nobody who sends ever waits for the screen to read; what it does not accept is kept, without
/// bound, and progress that has not gone out is replaced by later progress.
package final class EngineServer<Request: Decodable & Sendable, Message: Encodable & Sendable>:
  Sendable
{
  /// What the screen asks, in order; `.ended` is the last.
  package let requests: WorkQueue<Delivery<Request>>

  private let ours: Greeting
  private let streams: FrameStreams
  private let state: Mutex<Output>
  private let wake: EventCounter
  private let done: EventCounter
  /// The screen has read something, or will read nothing more.
  private let drained: EventCounter

  private struct Output {
    var frames = FrameQueue()
    /// Nothing more is to be sent: the thread ends when all is written.
    var isFinishing = false
    /// Why nobody reads any more.
    var failure: LinkError?

    mutating func fail(_ error: LinkError) {
      failure = error
      frames.removeAll()
    }
  }

  /// Takes over the streams, sends the greeting and starts the thread.
  ///
  /// - Throws: `.system`.
  package init(
    over streams: consuming FrameStreams,
    as ours: Greeting
  ) throws(LinkError) {
    try streams.input.makeNonblocking()
    try streams.output.makeNonblocking()
    requests = try WorkQueue()
    wake = try EventCounter()
    done = try EventCounter()
    drained = try EventCounter()
    var frames = Output()
    frames.frames.add(ours.frame)
    state = Mutex(frames)
    self.ours = ours
    self.streams = streams
    guard BackgroundThread.start({ [self] in run() }) else {
      throw .system(call: "pthread_create", errno: EAGAIN)
    }
  }

  /// Sends a message after those before it, from any thread; it is lost if the screen has gone.
  ///
  /// - Parameters:
  ///   - message: The message; it is encoded on the calling thread.
  ///   - key: An earlier message with the same key that has not gone out is replaced by this one.
  /// - Throws: `.unencodable`, `.frameTooLong`: nothing was sent.
  package func send(_ message: Message, replacing key: UInt64? = nil) throws(LinkError) {
    let frame = try MessageCoding.frame(of: message)
    state.withLock { output in
      guard output.failure == nil, !output.isFinishing else { return }
      output.frames.add(frame, replacing: key)
    }
    wake.signal()
  }

  /// How many bytes the screen has not accepted yet.
  package var unsent: Int { state.withLock { $0.frames.waiting } }

  /// Waits until the screen has drained all but so many bytes, or nobody reads; only one thread may.
  package func waitUntilUnsent(isAtMost bytes: Int) {
    while true {
      // Cleared before looking: what is drained after the look signals again.
      drained.clear()
      if unsent <= bytes { return }
      drained.wait(atMost: nil)
    }
  }

  /// Sends no more, and waits until all is written or nobody reads.
  ///
  /// - Parameter time: How long to wait at most; what is unsent then is lost.
  package func finish(within time: Duration) {
    state.withLock { $0.isFinishing = true }
    wake.signal()
    done.wait(atMost: time)
    state.withLock { $0.fail(.cutOff) }
    wake.signal()
  }
}

// MARK: - The thread

extension EngineServer {
  private func run() {
    var incoming: LinkInput? = LinkInput(expecting: ours)
    while true {
      let rest = write()
      drained.signal()
      if rest.isDone { break }
      if let failure = rest.failure, incoming != nil {
        // What was asked before it went is there.
        read(&incoming)
        if incoming != nil { requests.append(.ended(failure)) }
        incoming = nil
      }
      waitUntilReady(reading: incoming != nil, writing: rest.isWaiting)
      wake.clear()
      if incoming != nil { read(&incoming) }
    }
    done.signal()
  }

  /// Writes what the screen accepts.
  private func write() -> (isWaiting: Bool, isDone: Bool, failure: LinkError?) {
    state.withLock { output in
      do throws(LinkError) {
        try output.frames.write(to: streams.output.number)
      } catch {
        output.fail(error)
      }
      let isWaiting = !output.frames.isEmpty
      return (isWaiting, output.isFinishing && !isWaiting, output.failure)
    }
  }

  private func waitUntilReady(reading: Bool, writing: Bool) {
    // A negative descriptor is passed over.
    var entries = [
      pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reading ? streams.input.number : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: writing ? streams.output.number : -1, events: Int16(POLLOUT), revents: 0),
    ]
    _ = poll(&entries, nfds_t(entries.count), -1)
  }

  /// Reads what there is; sets the input to `nil` when it has ended.
  private func read(_ incoming: inout LinkInput?) {
    guard var link = incoming else { return }
    do {
      let isAtEnd = try streams.input.drain { bytes throws(LinkError) in
        try link.feed(bytes)
        while let request = try link.next(Request.self) { requests.append(.request(request)) }
      }
      incoming = link
      guard isAtEnd else { return }
      try link.finish()
      requests.append(.ended(nil))
    } catch {
      requests.append(.ended(error))
    }
    incoming = nil
  }
}
