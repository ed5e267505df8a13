import TriageUI

/// When the screen wants to be woken, by alarm.
struct Alarms {
  private var moments: [ScreenTimer: ContinuousClock.Instant] = [:]

  /// Sets an alarm, or turns it off.
  mutating func set(_ timer: ScreenTimer, for moment: ContinuousClock.Instant?) {
    moments[timer] = moment
  }

  /// How long it is until the next alarm; `nil` if none is set.
  func untilNext(from now: ContinuousClock.Instant) -> Duration? {
    moments.values.min().map { max(.zero, $0 - now) }
  }

  /// Takes out the alarms that are due, the earliest first.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [ScreenTimer] {
    let due = moments.filter { $0.value <= now }.sorted { $0.value < $1.value }.map(\.key)
    for timer in due { moments[timer] = nil }
    return due
  }
}
