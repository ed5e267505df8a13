/// What the loop wakes the screen for.
package enum ScreenTimer: String, CaseIterable, Sendable {
  /// Something has been loading for so long that it is said.
  case loading
  /// A change has been running for so long that it is shown how far it is.
  case progress
  /// Another second of that change is over.
  case second
  /// Keys have been half typed for so long that it is shown what can follow.
  case keys
  /// A message has been shown for so long that it counts as read.
  case reading
  /// A long text is not laid out to its end.
  case layout
  /// What is looked for has not been counted in all texts that have come.
  case finding
  /// The list is there and nothing is being changed, and threads can be counted.
  case counting
  /// So much time is over that the key that leaves is no longer the second of two.
  case leaving
  /// Nothing else is to do, and it can be asked what undo would come to.
  case outlook
  /// It is time to fetch mail.
  case poll
  /// Another second is over of the time in which a message can be taken back.
  case sending
  /// Another second is over of the times that the outbox shows.
  case outbox
  /// A letter typed alone in a list of times has waited for more and chooses now.
  case letter
}

/// What a timer is set for; another key sets it anew.
enum TimerKey: Hashable, Sendable {
  case number(Int)
  case text(String)
}

/// The timers that are set, each for one key, and those that have gone off.
///
/// Whoever wants a timer says so after every event; one that nobody wants any more is turned off.
struct TimerQueue: Sendable {
  private struct Request: Sendable {
    let key: TimerKey
    let delay: Duration
  }

  private var set: [ScreenTimer: TimerKey] = [:]
  private var overdue: Set<ScreenTimer> = []
  private var wanted: [ScreenTimer: Request] = [:]

  /// Whether a timer has gone off and what it was set for still lasts.
  func isDue(_ timer: ScreenTimer) -> Bool { overdue.contains(timer) }

  mutating func goOff(_ timer: ScreenTimer) {
    if set[timer] != nil { overdue.insert(timer) }
  }

  /// Sets a timer for as long as it is wanted with the same key.
  mutating func want(_ timer: ScreenTimer, for key: TimerKey, after delay: Duration) {
    wanted[timer] = Request(key: key, delay: delay)
  }

  /// Turns off what nobody wants any more, and sets what is wanted for something new; returns what
  /// the loop is to do.
  mutating func update() -> [Effect] {
    defer { wanted = [:] }
    return ScreenTimer.allCases.compactMap { timer in
      let request = wanted[timer]
      guard set[timer] != request?.key else { return nil }
      set[timer] = request?.key
      overdue.remove(timer)
      return .wake(timer, after: request?.delay)
    }
  }
}

extension State {
  /// Sets the timers as panes and changes want them; called after every event.
  mutating func setTimers() {
    shared.changes.wantTimers(&shared.timers)
    shared.wantUndoPreview()
    wantPoll()
    shared.wantCountdown()
    if shared.status.subject == .leaving {
      shared.timers.want(.leaving, for: .text("leaving"), after: .seconds(2))
    }
    if !keys.chords.isEmpty {
      let key = TimerKey.text(keys.chords.joined(separator: " "))
      shared.timers.want(.keys, for: key, after: .milliseconds(500))
    }
    for effect in shared.timers.update() { shared.send(effect) }
  }

  /// Handles a timer that has gone off.
  mutating func handle(_ timer: ScreenTimer) {
    shared.timers.goOff(timer)
    switch timer {
    case .second: shared.changes.seconds += 1
    case .outlook: shared.askUndoPreview()
    case .poll: pollByItself()
    case .sending: shared.countDown()
    case .leaving: if shared.status.subject == .leaving { shared.report(nil) }
    case .reading, .layout, .finding, .counting, .outbox, .letter: notify(.due(timer))
    case .loading, .progress, .keys: break
    }
  }
}
