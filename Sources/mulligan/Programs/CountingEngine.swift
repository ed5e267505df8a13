import CLinux
import ChildProcesses
import EngineLink
import Foundation
import TriageCore
import TriageEngine

/// Counts threads by another engine of this program, which does nothing else.
///
/// To count takes seconds of a processor, so it is not done between what a person waits for. The
/// process is started when there is something to count, and ended when there has been nothing for a
/// moment; a thread of its own waits for it.
final class CountingEngine: ThreadCounting {
  /// What is awaited of the process, and for how long.
  struct Limits: Sendable {
    /// How long it may say nothing over a count: while it looks at messages, it says so every second,
    /// but it cannot while the index finds them.
    var silence = Duration.seconds(60)
    /// How long a count that is not wanted any more may go on until the process is ended.
    var cancelling = Duration.milliseconds(500)
    /// How long it is kept with nothing to count.
    var idle = Duration.milliseconds(250)
    /// How often in a row it may fail before it is not started again.
    var failures = 3
  }

  private let launch: ChildLaunch
  private let limits: Limits
  private let answer: @Sendable (EngineMessage) -> Void
  private var jobs: WorkQueue<CountingJob>?

  /// Makes a counter that has started nothing; `answer` is called on its thread.
  init(
    _ launch: ChildLaunch,
    limits: Limits = Limits(),
    answer: @escaping @Sendable (EngineMessage) -> Void
  ) {
    self.launch = launch
    self.limits = limits
    self.answer = answer
  }

  func count(_ query: MailQuery, for request: RequestID) {
    guard let jobs = jobs ?? start() else {
      return answer(.reply(request, .failed(TriageFailure(.notCounted))))
    }
    jobs.append(.count(request, query))
  }

  func cancel(_ request: RequestID) { jobs?.append(.cancel(request)) }

  private func start() -> WorkQueue<CountingJob>? {
    guard let queue = try? WorkQueue<CountingJob>() else { return nil }
    let (launch, limits, answer) = (launch, limits, answer)
    let isStarted = BackgroundThread.start {
      var worker = CountingWorker(jobs: queue, launch: launch, limits: limits, answer: answer)
      while true { worker.step() }
    }
    guard isStarted else { return nil }
    jobs = queue
    return queue
  }
}

extension ChildLaunch {
  /// This program as one that counts, on the host and in the environment of this process.
  static var ofThisProgram: ChildLaunch {
    ChildLaunch(
      [EngineProgram.file] + CountingProgram.arguments,
      input: .pipe,
      output: .pipe,
      errors: .descriptor(STDERR_FILENO)
    )
  }
}

private enum CountingJob: Sendable {
  case count(RequestID, MailQuery)
  case cancel(RequestID)
}

/// What is done on the counter's thread.
private struct CountingWorker {
  private struct Count {
    let request: RequestID
    let query: MailQuery
    /// Whether a process has died over it.
    var wasRepeated = false
    var isCancelled = false
  }

  let jobs: WorkQueue<CountingJob>
  let launch: ChildLaunch
  let limits: CountingEngine.Limits
  let answer: @Sendable (EngineMessage) -> Void
  private var waiting: [Count] = []
  private var running: Count?
  private var engine: EngineProcess?
  /// When the process is ended: nothing is to be counted, or it does not answer.
  private var deadline = ContinuousClock.now
  private var failures = 0

  init(
    jobs: WorkQueue<CountingJob>,
    launch: ChildLaunch,
    limits: CountingEngine.Limits,
    answer: @escaping @Sendable (EngineMessage) -> Void
  ) {
    self.jobs = jobs
    self.launch = launch
    self.limits = limits
    self.answer = answer
  }

  /// Waits for something to do, and does it.
  mutating func step() {
    wait()
    while let job = jobs.popFirst() { handle(job) }
    engine?.connection.writable()
    for event in engine?.readable() ?? [] { handle(event) }
    if engine != nil, deadline <= .now { endEngine() }
    startNext()
  }

  private func wait() {
    // A negative descriptor is passed over.
    var entries = [
      pollfd(fd: jobs.readFD, events: Int16(POLLIN), revents: 0),
      pollfd(fd: engine?.connection.readFD ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: engine?.connection.writeFD ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    let rest = ContinuousClock.now.duration(to: deadline).components
    let timeout = engine == nil ? -1 : clinux_poll_timeout(rest.seconds, rest.attoseconds)
    _ = poll(&entries, nfds_t(entries.count), timeout)
  }

  private mutating func handle(_ job: CountingJob) {
    switch job {
    case .count(let request, let query): waiting.append(Count(request: request, query: query))
    case .cancel(let request): cancel(request)
    }
  }

  private mutating func cancel(_ request: RequestID) {
    if let index = waiting.firstIndex(where: { $0.request == request }) {
      waiting.remove(at: index)
      fail(request, .cancelled)
    } else if running?.request == request {
      running?.isCancelled = true
      deadline = .now + limits.cancelling
      try? engine?.connection.send(EngineRequest(id: request, .cancel(request)))
    }
  }

  // MARK: What the process says

  private mutating func handle(_ event: EngineProcess.Event) {
    switch event {
    case .ready: break
    case .message(.counting): if running?.isCancelled == false { expectWord() }
    case .message(.reply(let request, let reply)): receive(reply, to: request)
    case .message(.progress), .message(.sorting), .message(.changed), .message(.sealed),
      .message(.filled), .message(.due):
      break
    case .ended(let end): engineEnded(end)
    }
  }

  private mutating func expectWord() { deadline = .now + limits.silence }

  private mutating func receive(_ reply: EngineReply, to request: RequestID) {
    guard running?.request == request else { return }
    failures = 0
    finish(with: reply)
  }

  /// Answers what is running; the process waits for the next.
  private mutating func finish(with reply: EngineReply) {
    if let running { answer(.reply(running.request, reply)) }
    running = nil
    deadline = .now + limits.idle
  }

  private func fail(_ request: RequestID, _ code: FailureCode) {
    answer(.reply(request, .failed(TriageFailure(code))))
  }

  /// Counts a query once more if its process has died: that may have been an accident.
  private mutating func engineEnded(_ end: EngineEnd) {
    engine = nil
    guard var count = running else { return }
    running = nil
    if count.isCancelled { return fail(count.request, .cancelled) }
    failures = end.mayRestart ? failures + 1 : limits.failures
    if count.wasRepeated || failures >= limits.failures {
      return fail(count.request, .notCounted)
    }
    count.wasRepeated = true
    waiting.insert(count, at: 0)
  }

  // MARK: Its start and its end

  /// Ends a process that has nothing to count, does not stop counting, or hangs.
  private mutating func endEngine() {
    _ = engine?.kill()
    engine = nil
    guard let count = running else { return }
    if !count.isCancelled { failures += 1 }
    finish(with: .failed(TriageFailure(count.isCancelled ? .cancelled : .notCounted)))
  }

  private mutating func startNext() {
    while running == nil, !waiting.isEmpty {
      let count = waiting.removeFirst()
      running = count
      do {
        guard failures < limits.failures else { throw TriageFailure(.notCounted) }
        try ask(count)
      } catch {
        failures += 1
        finish(with: .failed(TriageFailure(.notCounted)))
      }
    }
  }

  private mutating func ask(_ count: Count) throws {
    let engine = try engine ?? EngineProcess(starting: launch, as: greeting)
    self.engine = engine
    try engine.connection.send(EngineRequest(id: count.request, .threadCounts(count.query)))
    expectWord()
  }
}
