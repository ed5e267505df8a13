/// How far a time zone is from UTC, in a form that can be told to another machine.
///
/// It knows all changes from 1970 to the year after it was made; before and after that nothing changes.
package struct ZoneOffsets: Hashable, Sendable, Codable {
  /// From when on what holds; the first one holds before, too, and there always is one.
  private var changes: [Change]

  private struct Change: Hashable, Codable {
    var begin: Timestamp
    /// Seconds ahead of UTC.
    var offset: Int64
  }

  /// No zone keeps an offset for less than this.
  private static let step: Int64 = 14 * 86_400

  /// Describes a clock's zone.
  package init(_ clock: LocalClock) {
    changes = [Change(begin: 0, offset: clock.offset(0))]
    for end in stride(from: Self.step, through: clock.now + 366 * 86_400, by: Int(Self.step)) {
      let (before, after) = (changes[changes.count - 1].offset, clock.offset(end))
      guard before != after else { continue }
      // The first moment at which the later offset holds.
      var (low, high) = (end - Self.step, end)
      while low + 1 < high {
        let middle = (low + high) / 2
        if clock.offset(middle) == before { low = middle } else { high = middle }
      }
      changes.append(Change(begin: high, offset: after))
    }
  }

  /// Returns the seconds that the zone is ahead of UTC at a moment.
  package func offset(_ time: Timestamp) -> Int64 {
    (changes.last { $0.begin <= time } ?? changes.first)?.offset ?? 0
  }

  /// The zone's clock.
  package func clock(now: Timestamp) -> LocalClock { LocalClock(now: now, offset: offset) }
}
