/// Tells a shake of the pointer from other movement: four turns of at least five columns each
/// within 0.8 seconds.
///
/// ```
///  →→→→→→╮        a stretch counts as soon as it is five columns long,
///  ╭←←←←←╯        a turn as soon as the stretch after it is
///  ╰→→→→→→╮
/// ```
package struct ShakeDetector: Sendable {
  private static let stretch = 5
  private static let turns = 4
  private static let time = Duration.milliseconds(800)

  /// Where the pointer was farthest in the direction it goes.
  private var farthest: Int?
  /// 1 for the right, -1 for the left, 0 as long as no stretch was long enough.
  private var direction = 0
  /// When the latest turns were.
  private var turned: [Duration] = []

  /// Makes a detector of a pointer that has not moved.
  package init() {}

  /// Takes that the pointer moved, with no button held.
  ///
  /// - Parameters:
  ///   - column: Where it is now.
  ///   - moment: When, from any beginning.
  /// - Returns: Whether that completes a shake.
  package mutating func move(to column: Int, at moment: Duration) -> Bool {
    guard let from = farthest else {
      farthest = column
      return false
    }
    let distance = column - from
    if direction == 0 || distance * direction > 0 {
      guard direction != 0 || abs(distance) >= Self.stretch else { return false }
      direction = distance.signum()
      farthest = column
      return false
    }
    guard abs(distance) >= Self.stretch else { return false }
    direction = -direction
    farthest = column
    turned = turned.suffix(Self.turns - 1) + [moment]
    guard turned.count == Self.turns, let first = turned.first, moment - first <= Self.time else {
      return false
    }
    reset()
    return true
  }

  /// Forgets what was: a button was pressed, or a shake is over.
  package mutating func reset() { self = ShakeDetector() }
}
