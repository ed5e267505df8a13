import Foundation
import TestSupport
import Testing
import TriageCore

/// Time zones that are told to another machine.
@Suite struct ZoneOffsetsTests {
  /// Central European time, by its rule: an hour ahead, and two from the last Sunday of March to that of
  /// October, each at one o'clock of UTC.
  @Sendable private static func europe(_ time: Timestamp) -> Int64 {
    let year = LocalDay(time).year
    guard year >= 1996 else { return 3_600 }
    let changes = [(3, 31), (10, 31)].compactMap { month, day -> Timestamp? in
      LocalDay(year: year, month: Int64(month), day: Int64(day)).map { last in
        (last.number - Int64((last.weekday + 1) % 7)) * 86_400 + 3_600
      }
    }
    return time >= changes[0] && time < changes[1] ? 7_200 : 3_600
  }

  private let now: Timestamp = 1_787_320_000

  @Test func `W10: a zone that was told shows the time of each moment as the one it was made of`()
    throws
  {
    let clock = LocalClock(now: now, offset: Self.europe)
    let sent = try JSONDecoder().decode(
      ZoneOffsets.self,
      from: JSONEncoder().encode(ZoneOffsets(clock))
    )
    var random = SplitMix(10)
    for _ in 0..<10_000 {
      let time = Timestamp.random(in: -86_400...now + 300 * 86_400, using: &random)
      #expect(sent.offset(time) == Self.europe(time), "\(time)")
    }
    // Summer time of 2026 begins at 01:00 UTC on the 29th of March.
    #expect(sent.offset(1_774_746_000) == 7_200 && sent.offset(1_774_745_999) == 3_600)
    #expect(sent.clock(now: 5).now == 5)
  }

  @Test func `a zone that never changes is told in one offset`() throws {
    let sent = ZoneOffsets(LocalClock(now: now) { _ in -34_200 })
    #expect(sent.offset(now) == -34_200 && sent.offset(.min) == -34_200)
    #expect(try JSONEncoder().encode(sent).count < 60)
  }
}
