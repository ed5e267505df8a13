import TriageCore

/// When the screen is told that mail is due.
///
/// It is a time of the clock on the wall, compared with that clock now and then: so it does not
/// matter whether the machine has slept meanwhile or somebody has set the clock.
struct WakeAlarm {
  private var time: Timestamp?
  /// Whether the index was changed since it was looked at.
  private var isStale = true
  /// What the screen lets wake.
  private var effects = ActionEffects()
  /// After how many seconds the screen is told once more of what it could not wake.
  private var patience = Self.leastPatience

  private static let leastPatience: Timestamp = 30
  /// The longest time between two looks, in seconds: somebody may set the clock.
  private static let longestInterval: Timestamp = 60
  private static let mostPatience: Timestamp = 3_600

  /// Has the alarm set anew: something else may sleep now.
  mutating func indexChanged() { isStale = true }

  /// Notes what the screen lets wake.
  mutating func note(_ effects: ActionEffects) {
    guard effects != self.effects else { return }
    self.effects = effects
    isStale = true
  }

  /// How long after a look the next one is.
  func interval(_ engine: TriageEngine) -> Duration {
    guard !isStale, let time else { return .seconds(isStale ? 1 : Self.longestInterval) }
    return .seconds(max(1, min(Self.longestInterval, time - engine.settings.now())))
  }

  /// Whether something is due that the screen is to wake.
  mutating func goesOff(_ engine: TriageEngine) -> Bool {
    let now = engine.settings.now()
    let isTime = time.map { $0 <= now } ?? false
    guard isStale || isTime else { return false }
    isStale = false
    // A history that cannot be used wakes nothing.
    guard let sleepers = try? engine.sleepers(effects) else {
      time = later(than: now)
      return false
    }
    guard sleepers.due.isEmpty else {
      time = later(than: now)
      return true
    }
    time = sleepers.next
    patience = Self.leastPatience
    return false
  }

  /// When to look again after something was in the way: each time twice as late.
  private mutating func later(than now: Timestamp) -> Timestamp {
    defer { patience = min(2 * patience, Self.mostPatience) }
    return now + patience
  }
}
