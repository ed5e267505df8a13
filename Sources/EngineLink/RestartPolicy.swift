/// Whether an engine that died is started again.
///
/// One death is an accident; several in a short time have a cause that a restart does not remove.
package struct RestartPolicy: Hashable, Sendable {
  private static let limit = 3
  private static let span = Duration.seconds(60)

  private var deaths: [ContinuousClock.Instant] = []

  /// Makes a policy that has seen no death.
  package init() {}

  /// Notes a death.
  ///
  /// - Returns: Whether to start again at once: not after the third death in a minute.
  package mutating func mayRestart(afterDeathAt now: ContinuousClock.Instant) -> Bool {
    deaths = deaths.filter { $0.duration(to: now) < Self.span }
    deaths.append(now)
    return deaths.count < Self.limit
  }

  /// Forgets the deaths: somebody wants to try again.
  package mutating func reset() {
    deaths = []
  }
}
