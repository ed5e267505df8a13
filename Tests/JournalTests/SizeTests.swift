import Foundation
import Journal
import TestSupport
import Testing
import TriageCore

@Suite struct SizeTests {
  /// 10,000 groups of 10 messages, or 100 groups of 10,000, stay under what is kept by default.
  ///
  /// A fiftieth of each is recorded, and the rest is multiplication, since a row costs what it costs;
  /// all of it with `MULLIGAN_FULL_SWEEP`.
  @Test(arguments: [(groups: 200, messages: 10), (groups: 100, messages: 200)])
  func `a full history fits into its limit and its newest steps are listed at once`(
    groups: Int,
    messages: Int
  ) throws {
    let factor = sweepsAreWhole ? 50 : 1
    let (groups, messages) =
      groups > messages * 5 ? (groups * factor, messages) : (groups, messages * factor)
    let site = JournalSite()
    let empty = try size(of: site) { _ in }
    let full = try size(of: site) { journal in
      for group in 0..<groups { try journal.make(.action(.shell), plan(group, count: messages)) }
    }
    #expect((full - empty) * (50 / factor) + empty < 256 << 20)
    let times = try (0..<5).map { _ in
      let start = processorTime()
      let journal = try site.open()
      #expect(try journal.steps(HistoryFilter(limit: 20)).count == 20)
      #expect(try journal.head().undo != nil)
      return processorTime() - start
    }
    #expect(times.min() ?? .zero < .milliseconds(50), "\(times)")
    guard sweepsAreWhole else { return }
    print("\(groups) groups of \(messages): \(full) bytes, listed in \(times)")
  }

  /// Returns the size of the journal after something was recorded and it was closed.
  private func size(
    of site: JournalSite,
    after record: (StepJournal) throws -> Void
  ) throws -> Int {
    do { try record(try site.open()) }
    let attributes = try FileManager.default.attributesOfItem(atPath: site.location().file)
    return attributes[.size] as? Int ?? 0
  }

  /// Two claims on each of some messages nobody has named before, with ids as long as most are.
  private func plan(_ group: Int, count: Int) -> StepPlan {
    var plan = StepPlan()
    for number in 0..<count {
      let scattered = UInt64(group * 10_000 + number) &* 0x9E37_79B9_7F4A_7C15
      let message = MessageID("CAF\(scattered).\(scattered.byteSwapped)@mail.gmail.com")
      plan.claims.append(Claim(Pair(message, .inbox), found: true, wanted: false))
      plan.claims.append(Claim(Pair(message, .unread), found: true, wanted: false))
    }
    return plan
  }
}
