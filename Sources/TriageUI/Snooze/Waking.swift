import TriageCore

/// Bring back what is due, if the lock is free.
///
/// It is never asked for again: the engine that died may have done it.
struct WakeQuestion: Question {
  static var isAskedAgain: Bool { false }
  static var isAside: Bool { true }

  var request: ChangeRequest

  var body: EngineRequest.Body { .wake(request) }

  func answer(in reply: EngineReply) -> ChangeResult? {
    if case .woken(let result) = reply { result } else { nil }
  }
}

/// What is known of mail that was put away and comes back.
struct WakeWatch: Hashable, Sendable {
  fileprivate(set) var ticket: Ticket<WakeQuestion>?
  /// Whether there was a reason to ask once more while it was asked.
  fileprivate var isStale = false
}

extension Shared {
  /// Has the engine bring back what is due.
  ///
  /// The engine says by itself when the next time has come; who starts, refreshes or comes back does
  /// not wait for that.
  mutating func wakeDue() {
    guard requests.isAlive, !changes.isQuitting else { return }
    guard mailbox.waking.ticket == nil else { return mailbox.waking.isStale = true }
    var context = settings.context
    context.background = true
    let request = ChangeRequest(.wake, context: context, effects: config.actions.effects)
    mailbox.waking.isStale = false
    mailbox.waking.ticket = ask(WakeQuestion(request: request))
  }

  /// Says what has come back.
  mutating func receiveWaking(_ arrival: Arrival) {
    guard let answered = arrival.redeem(&mailbox.waking.ticket) else { return }
    if mailbox.waking.isStale { wakeDue() }
    guard case .answer(let result) = answered, result.changed > 0 else { return }
    mailbox.head = result.head
    report(Sentence("status.woken", .number(result.changed)))
    notify(.historyChanged)
  }
}
