import TriageCore
import TriageUI

/// How long the engine may take: what is asked of it is waited for so long, and no longer.
///
/// The engine's index thread and its text thread each serve one request after the other; a wait
/// counts from the thread's last message. Waiting for the index's lock is reported again and again,
/// so it counts as progress.
struct EngineWatch {
  typealias Clock = SuspendingClock

  private enum Thread: CaseIterable {
    case index
    case text
  }

  private struct Wait {
    var thread: Thread
    var limit: Duration
  }

  private var waits: [RequestID: Wait] = [:]
  private var lastMessage: [Thread: Clock.Instant] = [:]

  /// Notes a request that is sent.
  mutating func sent(_ request: EngineRequest, at now: Clock.Instant) {
    guard let limit = request.body.timeLimit else { return }
    let thread: Thread = request.body.isMessage ? .text : .index
    if !waits.values.contains(where: { $0.thread == thread }) { lastMessage[thread] = now }
    waits[request.id] = Wait(thread: thread, limit: limit)
  }

  /// Notes a message from the engine.
  mutating func received(_ message: EngineMessage, at now: Clock.Instant) {
    switch message {
    // More of it is to come, and other texts wait behind it.
    case .reply(_, .partBytes): lastMessage[.text] = now
    case .reply(let id, _):
      if let wait = waits.removeValue(forKey: id) { lastMessage[wait.thread] = now }
    case .progress, .sorting, .changed: lastMessage[.index] = now
    case .counting, .sealed, .filled, .due: break
    }
  }

  /// How long it is until the engine has been waited for long enough; `nil` if it is not waited for.
  func untilOverdue(from now: Clock.Instant) -> Duration? {
    deadlines.map { max(.zero, $0.at - now) }.min()
  }

  /// Returns the time limit that is over, if one is.
  func overdue(at now: Clock.Instant) -> Duration? {
    deadlines.first { $0.at <= now }?.limit
  }

  /// It is not known which request a thread works on: the longest limit counts.
  private var deadlines: [(at: Clock.Instant, limit: Duration)] {
    Thread.allCases.compactMap { thread in
      let limits = waits.values.filter { $0.thread == thread }.map(\.limit)
      guard let limit = limits.max(), let last = lastMessage[thread] else { return nil }
      return (last + limit, limit)
    }
  }
}

extension EngineRequest.Body {
  /// How long the engine may be silent over it; `nil` if there is no answer.
  fileprivate var timeLimit: Duration? {
    switch self {
    // The engine itself sees to it that a count comes to an end.
    case .cancel, .threadCounts: nil
    // A person thinks about a passphrase for as long as they like.
    case .left, .unlock, .retrySeals, .draft(.keys), .draft(.seal), .draft(.unseal): nil
    case .rows, .thread, .trees, .message, .part, .page, .names: .seconds(10)
    case .history, .head, .step, .newestStep: .seconds(10)
    case .list, .sources, .habits, .counts, .change, .wake, .settle, .forgetUnlocked, .draft, .send:
      .seconds(30)
    }
  }

  fileprivate var isMessage: Bool {
    switch self {
    case .message, .part, .page: true
    case .list, .rows, .thread, .trees, .sources, .habits, .counts, .threadCounts, .names:
      false
    case .history, .head, .step, .newestStep: false
    case .change, .wake, .cancel, .settle, .unlock, .left, .forgetUnlocked, .retrySeals: false
    case .draft, .send: false
    }
  }
}

/// When the screen wants to be woken, by timer.
struct TimerDeadlines {
  private var moments: [ScreenTimer: ContinuousClock.Instant] = [:]

  /// Sets a timer, or turns it off.
  mutating func set(_ timer: ScreenTimer, for moment: ContinuousClock.Instant?) {
    moments[timer] = moment
  }

  /// How long it is until the next one; `nil` if none is set.
  func untilNext(from now: ContinuousClock.Instant) -> Duration? {
    moments.values.min().map { max(.zero, $0 - now) }
  }

  /// Removes and returns the timers that are due, the earliest first.
  mutating func removeDue(at now: ContinuousClock.Instant) -> [ScreenTimer] {
    let due = moments.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
    for timer in due { moments[timer] = nil }
    return due
  }
}
