import TestSupport

/// Which worlds schedules of the model are about.
package enum ScheduleKind: String, CaseIterable, Sendable {
  case plain, skewed, turned, pruned
  /// People act while syncs are under way, too.
  case busy
  /// Plain muchsync runs between syncs, too.
  case mixed

  /// The kinds that take turns.
  package static let turns: [ScheduleKind] = [.plain, .skewed, .turned, .pruned, .busy]

  private var options: ModelOptions {
    var options = ModelOptions()
    options.isSkewed = self == .skewed
    options.turns = self == .turned
    options.prunes = self == .pruned
    options.isMixed = self == .mixed
    options.isBusy = self == .busy
    return options
  }

  /// Runs the schedule of a seed with real journals over mail in memory, and compares at each step.
  ///
  /// - Returns: What does not agree with the model, after which events.
  package func difference(seed: UInt64) -> String? {
    let schedule = ModelSchedule(seed: seed, options)
    do {
      let player = try ModelPlayer(schedule)
      try player.replay(schedule.events)
      schedule.observe = { try player.follow($0) }
      try schedule.run()
      return nil
    } catch is ModelFailure where self == .mixed {
      // Plain muchsync may carry a state that knew less over one that knew more: both have agreed that far.
      return nil
    } catch {
      let events = schedule.events.map(\.description).joined(separator: "\n  ")
      return "\(self), seed \(seed): \(error)\n  \(events)"
    }
  }
}
