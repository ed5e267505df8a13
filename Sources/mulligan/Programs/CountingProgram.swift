import EngineLink
import Foundation
import MailIndex
import TriageCore

/// `mulligan engine --counting`: the process that counts threads for an engine, and does nothing else.
///
/// Its main thread waits for the engine, another one counts. So it ends with the engine at once,
/// whatever the index is busy with: it only reads, and there is nothing to finish.
struct CountingProgram {
  let environment: ProcessEnvironment

  /// The words after the program's name with which an engine starts it.
  static let arguments = ["engine", "--counting"]

  /// Whoever presses a key, and whoever serves it, goes before.
  private static let niceness: Int32 = 5

  func run() throws -> Never {
    signal(SIGPIPE, SIG_IGN)
    EngineProgram.limitMemory()
    _ = nice(Self.niceness)
    let server = try EngineProgram.server()
    let counter = try QueryCounter(server, environment)
    while true {
      switch server.requests.popFirst(within: nil) {
      case nil: continue
      case .ended: _exit(0)
      case .request(let request): counter.handle(request)
      }
    }
  }
}

/// The thread that counts, one query after the other.
private final class QueryCounter {
  private struct Job: Sendable {
    let request: RequestID
    let query: MailQuery
  }

  private let server: ScreenServer
  private let jobs: WorkQueue<Job>
  private let cancelled: WorkQueue<RequestID>

  init(_ server: ScreenServer, _ environment: ProcessEnvironment) throws(LinkError) {
    self.server = server
    let (jobs, cancelled) = (try WorkQueue<Job>(), try WorkQueue<RequestID>())
    self.jobs = jobs
    self.cancelled = cancelled
    BackgroundThread.start {
      let index = Result { () throws(TriageFailure) in try Self.index(environment) }
      while let job = jobs.popFirst(within: nil) {
        let reply = Self.reply(to: job, index, server) {
          cancelled.popFirst { $0 == job.request } == nil
        }
        server.answer(.reply(job.request, reply))
      }
    }
  }

  func handle(_ request: EngineRequest) {
    switch request.body {
    case .threadCounts(let query): jobs.append(Job(request: request.id, query: query))
    case .cancel(let id): cancelled.append(id)
    case .list, .rows, .thread, .trees, .message, .part, .page, .sources, .habits, .counts, .names,
      .history,
      .head, .step, .newestStep, .change, .wake, .settle, .unlock, .left, .forgetUnlocked,
      .retrySeals, .draft, .send:
      server.answer(.reply(request.id, .failed(TriageFailure(.internalError, "counting"))))
    }
  }

  /// Counts, and says every second that it does.
  private static func reply(
    to job: Job,
    _ index: Result<NotmuchIndex, TriageFailure>,
    _ server: ScreenServer,
    while isWanted: () -> Bool
  ) -> EngineReply {
    var lastMessage = ContinuousClock.now
    do throws(TriageFailure) {
      let counted = try index.get().countThreads(job.query) {
        if .now - lastMessage > .seconds(1) {
          lastMessage = .now
          server.answer(.counting(job.request))
        }
        return isWanted()
      }
      return .threadCounts(counted)
    } catch {
      return .failed(error)
    }
  }

  private static func index(
    _ environment: ProcessEnvironment
  ) throws(TriageFailure) -> NotmuchIndex {
    let location = try IndexLocation.find(
      environment: environment.variables,
      home: environment.home
    )
    return try NotmuchIndex(at: location) { .now }
  }
}
