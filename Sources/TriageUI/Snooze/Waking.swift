import TriageCore

/// Bring back what is due, if the lock is free, and say when the next is.
///
/// It is never asked for again: the engine that died may have done it.
struct WakeQuestion: Question {
  struct Answer: Sendable {
    let result: ChangeResult
    /// Seconds until the next is due; `nil` if nothing sleeps.
    let next: Int?
  }

  static var isAskedAgain: Bool { false }
  static var isAside: Bool { true }

  var request: ChangeRequest

  var body: EngineRequest.Body { .wake(request) }

  func answer(in reply: EngineReply) -> Answer? {
    if case .woken(let result, let next) = reply { Answer(result: result, next: next) } else { nil }
  }
}

/// When it is looked whether mail that was put away comes back.
struct WakeWatch: Hashable, Sendable {
  fileprivate(set) var ticket: Ticket<WakeQuestion>?
  /// Whether the index was changed since it was asked.
  fileprivate var isStale = false
  /// Seconds until the next is due.
  fileprivate var next: Int?
  /// How often it was asked: each time the alarm is set anew.
  fileprivate var count = 0
}

extension Shared {
  /// The longest alarm, in seconds: the clock on the wall may be set meanwhile.
  private static let longestAlarm = 3_600

  /// Has the engine bring back what is due.
  mutating func wakeDue() {
    guard requests.isAlive, !changes.isQuitting else { return }
    guard mailbox.waking.ticket == nil else { return mailbox.waking.isStale = true }
    var context = settings.context
    context.background = true
    let request = ChangeRequest(.wake, context: context, effects: config.actions.effects)
    mailbox.waking.isStale = false
    mailbox.waking.count += 1
    mailbox.waking.next = nil
    mailbox.waking.ticket = ask(WakeQuestion(request: request))
  }

  /// Sets the alarm for what is due next.
  func wantWaking(_ timers: inout TimerQueue) {
    guard let next = mailbox.waking.next, requests.isAlive else { return }
    let seconds = min(max(1, next), Self.longestAlarm)
    timers.want(.wake, for: .number(mailbox.waking.count), after: .seconds(seconds))
  }

  /// Says what has come back.
  mutating func receiveWaking(_ arrival: Arrival) {
    guard let answered = arrival.redeem(&mailbox.waking.ticket) else { return }
    if mailbox.waking.isStale { wakeDue() }
    guard case .answer(let answer) = answered else { return }
    mailbox.waking.next = answer.next
    guard answer.result.changed > 0 else { return }
    mailbox.head = answer.result.head
    report(Sentence("status.woken", .number(answer.result.changed)))
    notify(.historyChanged)
  }
}

extension ChangeResult {
  /// Whether mail may sleep now for which no alarm is set.
  var putsAway: Bool {
    guard step != nil, case .action(let action)? = name else { return false }
    return action.id == ArgumentAction.snooze.rawValue
  }
}
