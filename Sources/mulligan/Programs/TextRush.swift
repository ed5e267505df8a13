/// Texts that a screen asks for one after the other, as it lacks them: each next one soon after the last.
struct TextRush: Sendable {
  /// How long a try of seals waits for such texts at most.
  static let longest: Duration = .milliseconds(50)
  /// How soon the next text is asked for, if it is.
  static let pause: Duration = .milliseconds(20)
  /// How soon the last text of several is painted.
  static let painting: Duration = .milliseconds(4)

  /// When the next text is there, or not to be expected any more; `nil` if none is.
  private var end: ContinuousClock.Instant?
  /// Whether the text before led others.
  private var isOn = false

  /// A text is asked for.
  mutating func ask(at now: ContinuousClock.Instant) { end = now + Self.longest }

  /// A text has been sent; a single one holds up nothing.
  mutating func send(leadsOthers: Bool, at now: ContinuousClock.Instant) {
    end = leadsOthers ? now + Self.pause : isOn ? now + Self.painting : nil
    isOn = leadsOthers
  }

  /// How long the next text may still take; `nil` if there is none to wait for.
  func rest(at now: ContinuousClock.Instant) -> Duration? {
    guard let end, end > now else { return nil }
    return end - now
  }
}
