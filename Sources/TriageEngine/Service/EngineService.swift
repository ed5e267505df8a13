import TriageCore

/// The engine process's loop on its index thread: answers reads, does one change at a time.
package final class EngineService {
  let engine: TriageEngine
  private let transport: any EngineTransport
  private let text: any TextRendering
  /// How often it is looked whether others have changed something; `nil` for never.
  private let pace: Duration?
  private var waiting: [EngineRequest] = []
  private var cancelled: Set<RequestID> = []
  /// The change that is being made.
  private var current: RequestID?
  private var hasEnded = false
  /// Whether the running change waits for the index's lock.
  private var waitsForLock = false
  private var lastWord: LastWord?

  /// What the screen was last told of index and history.
  private struct LastWord: Equatable {
    var revision: IndexRevision
    var counter: Int64
  }

  /// Makes the service of one screen.
  package init(
    engine: TriageEngine,
    transport: any EngineTransport,
    text: any TextRendering,
    looksEvery pace: Duration? = .seconds(1)
  ) {
    self.pace = pace
    self.engine = engine
    self.transport = transport
    self.text = text
  }

  /// Serves until the input ends; changes that have come are finished or voided then, and nobody
  /// reads what was only asked.
  package func run() {
    tellIfChanged()
    var look = nextLook
    while true {
      if waiting.isEmpty, !hasEnded { receive(waiting: max(.zero, look - .now)) }
      receiveAll()
      // However much is asked, others' changes are seen in time.
      if look <= .now, !hasEnded {
        if pace != nil { tellIfChanged() }
        look = nextLook
      }
      guard let next = waiting.first else {
        if hasEnded { return }
        continue
      }
      waiting.removeFirst()
      serve(next)
    }
  }

  private var nextLook: ContinuousClock.Instant { .now + (pace ?? .seconds(3600)) }

  /// Takes in all that has come, so that what is cancelled by a later request is not begun.
  private func receiveAll() {
    while !hasEnded, receive(waiting: .zero) {}
    if hasEnded { waiting.removeAll(where: \.isRead) }
  }

  /// Takes one request in, if there is one: cancels count at once, all else queues.
  ///
  /// A read that has not begun is dropped; what has been answered already is left.
  @discardableResult
  private func receive(waiting time: Duration) -> Bool {
    switch transport.next(waiting: time) {
    case .nothing: return false
    case .ended: hasEnded = true
    case .request(let request):
      if case .cancel(let id) = request.body {
        cancel(id)
      } else {
        waiting.append(request)
      }
    }
    return true
  }

  private func cancel(_ id: RequestID) {
    if id == current { cancelled.insert(id) }
    guard let place = waiting.firstIndex(where: { $0.id == id }) else { return }
    if waiting[place].isRead {
      waiting.remove(at: place)
      reply(id, .failed(TriageFailure(.cancelled)))
    } else {
      cancelled.insert(id)
    }
  }

  private func serve(_ request: EngineRequest) {
    switch request.body {
    case .change(let change): reply(request.id, .changed(perform(change, request.id)))
    case .settle: reply(request.id, settle(request.id))
    default: serveRead(request)
    }
  }

  private func perform(_ change: ChangeRequest, _ id: RequestID) -> ChangeResult {
    current = id
    defer {
      current = nil
      cancelled.remove(id)
    }
    let result = engine.change(change, control: control(of: id))
    tellIfChanged()
    return result
  }

  private func settle(_ id: RequestID) -> EngineReply {
    do throws(TriageFailure) {
      let settled = try engine.settle(control: control(of: id))
      return .settled(
        settled,
        try engine.history.head()
      )
    } catch {
      return .failed(error)
    }
  }

  /// A change is watched from here: reads are served between its slices, other changes wait.
  ///
  /// When the screen has gone, a change that waits for the lock is dropped, and one that is being
  /// written is finished.
  private func control(of id: RequestID) -> ChangeControl {
    waitsForLock = true
    var control = ChangeControl(
      isCancelled: { [self] in cancelled.contains(id) || (hasEnded && waitsForLock) },
      progress: { [self] in transport.send(.progress(id, $0)) },
      serveReads: { [self] in serveWaitingReads(waiting: .zero) },
      pause: { [self] in
        waitsForLock = true
        serveWaitingReads(waiting: $0)
      }
    )
    control.didOpen = { [self] in waitsForLock = false }
    #if DEBUG
      control.reached = engine.settings.reached
    #endif
    return control
  }

  private func serveWaitingReads(waiting time: Duration) {
    receive(waiting: time)
    receiveAll()
    let reads = waiting.filter(\.isRead)
    waiting.removeAll(where: \.isRead)
    reads.forEach(serveRead)
  }

  private func serveRead(_ request: EngineRequest) {
    do throws(TriageFailure) {
      if let answer = try answer(request) { reply(request.id, answer) }
    } catch {
      reply(request.id, .failed(error))
    }
  }

  /// The answer to a read; `nil` if it comes from the text thread.
  private func answer(_ request: EngineRequest) throws(TriageFailure) -> EngineReply? {
    switch request.body {
    case .message(let message, let options):
      text.render(message, files: try files(of: message), options: options, for: request.id)
      return nil
    case .part(let message, let number):
      text.send(part: number, files: try files(of: message), for: request.id)
      return nil
    default: return try engine.answer(request.body)
    }
  }

  private func files(of message: MessageID) throws(TriageFailure) -> [String] {
    let metadata = try engine.store.metadata(of: [message])
    guard let files = metadata.first?.files else { throw TriageFailure(.nothingFound) }
    return files
  }

  private func reply(_ id: RequestID, _ reply: EngineReply) {
    transport.send(.reply(id, reply))
  }

  /// Tells the screen that index or history are not what they were, whoever changed them.
  private func tellIfChanged() {
    guard let revision = try? engine.store.revision(),
      let counter = try? engine.history.changeCounter()
    else { return }
    let word = LastWord(revision: revision, counter: counter)
    guard word != lastWord else { return }
    lastWord = word
    transport.send(.changed(revision, (try? engine.history.head()) ?? HistoryHead()))
  }
}

extension EngineRequest {
  /// Whether the request can be served between two slices of a write.
  fileprivate var isRead: Bool {
    switch body {
    case .change, .settle, .cancel: false
    default: true
    }
  }
}
