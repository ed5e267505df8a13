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
  /// Nothing else is to do, and threads can be counted.
  case counting
  /// So much time is over that the key that leaves is no longer the second of two.
  case leaving
  /// Nothing else is to do, and it can be asked what undo would come to.
  case outlook
}

/// The alarms that are set, each for one occasion, and those that have gone off.
struct TimerState: Sendable {
  /// What an alarm is set for; another occasion sets it anew.
  enum Occasion: Hashable, Sendable {
    case always
    case number(Int)
    case text(String)
  }

  private var set: [ScreenTimer: Occasion] = [:]
  private var overdue: Set<ScreenTimer> = []

  /// Whether an alarm has gone off and its occasion still lasts.
  func isDue(_ timer: ScreenTimer) -> Bool { overdue.contains(timer) }

  mutating func goOff(_ timer: ScreenTimer) {
    if set[timer] != nil { overdue.insert(timer) }
  }

  /// Sets an alarm for an occasion, or turns it off; returns what the loop is to do, if anything.
  mutating func follow(
    _ timer: ScreenTimer,
    _ occasion: Occasion?,
    after time: Duration
  ) -> Effect? {
    guard set[timer] != occasion else { return nil }
    set[timer] = occasion
    overdue.remove(timer)
    return .wake(timer, after: occasion == nil ? nil : time)
  }
}
