import TriageCore

extension State {
  /// The queries whose threads are counted, the most wanted first.
  private var countedQueries: [String] {
    [list.query] + (isSidebarShown ? views.map(\.query) : [])
  }

  /// Whether nothing is asked for or done that a person waits for.
  var isIdle: Bool {
    engine.isAlive && engine.reads.isEmpty && !changes.isBusy && list.phase == .ready
  }

  /// Whether there is something to count, and time for it.
  var countingOccasion: TimerState.Occasion? {
    guard isIdle, let revision = engine.revision,
      counting.walk != nil
        || countedQueries.contains(where: { counting.isDue($0, at: revision) })
    else { return nil }
    return .number(counting.step)
  }

  /// Takes the next step of counting.
  mutating func countOn() -> [Effect] {
    guard isIdle, let revision = engine.revision else { return [] }
    counting.begin(countedQueries, at: revision)
    return counting.walk.map { [request($0.request, for: .counting)] } ?? []
  }

  /// Takes how many messages a query has.
  mutating func takeCounts(unread: Int, total: Int) {
    let isShown = counting.walk?.query == list.query && list.next == nil
    counting.take(
      messages: CountingState.Counts(unread: unread, total: total),
      known: isShown ? list.order.count - list.struck.count : nil
    )
  }
}
