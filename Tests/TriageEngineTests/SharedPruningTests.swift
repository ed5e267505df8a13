import Journal
import MachineSupport
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// A beginning of the history goes, and machines that have not heard of it come back.
@Suite struct SharedPruningTests {
  private let clock = BoxClock()
  private let laptop: MachineBox
  private let desk: MachineBox
  private static let day: Timestamp = 86_400

  init() throws {
    let mail: [MessageID: Set<MailTag>] = ["m": ["inbox"], "n": ["inbox"], "o": ["inbox"]]
    laptop = try MachineBox("laptop", clock, mail)
    desk = try MachineBox("desk", clock, mail)
    TagReplica.carry(laptop, desk)
  }

  private func sync(_ one: MachineBox, _ other: MachineBox) throws -> MergeSummary {
    clock.now += 10
    let summary = try BoxSync(one: one, other: other).run()
    clock.now += 10
    return summary
  }

  private func archive(_ message: MessageID, on box: MachineBox) {
    clock.now += 10
    box.act(TagEdit(remove: ["inbox"]), on: [message])
  }

  private func groups(_ box: MachineBox) throws -> Int {
    try box.journal.steps(HistoryFilter(limit: nil)).count
  }

  @Test
  func `M19 what is old waits for a machine that lacks a step, unless it stays away too long`()
    throws
  {
    archive("m", on: laptop)
    _ = try sync(laptop, desk)
    archive("n", on: laptop)
    clock.now += 100 * Self.day
    let policy = PrunePolicy(before: clock.now, patience: clock.now - 400 * Self.day)
    let first = try laptop.journal.prune(policy, at: clock.now)
    #expect(first.groups == 1)
    #expect(first.waitsFor == ["desk"])
    #expect(try groups(laptop) == 1)
    #expect(try laptop.journal.prune(policy, at: clock.now).groups == 0)
    let impatient = PrunePolicy(before: clock.now, patience: clock.now - 50 * Self.day)
    let second = try laptop.journal.prune(impatient, at: clock.now)
    #expect(second == PruneResult(steps: 1, groups: 1))
    #expect(try laptop.journal.verify() == [])
  }

  @Test func `M19 more groups than are kept go, whoever lacks them, and a dry run says so`() throws
  {
    archive("m", on: laptop)
    _ = try sync(laptop, desk)
    for message in ["n", "o"] { archive(MessageID(message), on: laptop) }
    let policy = PrunePolicy(groups: 1)
    #expect(try laptop.journal.prune(policy, at: clock.now, dryRun: true).groups == 2)
    #expect(try groups(laptop) == 3)
    #expect(try laptop.journal.prune(policy, at: clock.now).groups == 2)
    #expect(try groups(laptop) == 1)
    #expect(try laptop.journal.verify() == [])
    _ = try sync(desk, laptop)
    #expect(try desk.lists() == laptop.lists())
    #expect(desk.tags == ["m": [], "n": [], "o": []])
  }

  @Test func `M19 a machine that was forgotten holds nothing up`() throws {
    archive("m", on: laptop)
    _ = try sync(laptop, desk)
    archive("n", on: laptop)
    #expect(try laptop.journal.forget("desk"))
    let policy = PrunePolicy(before: clock.now + 1)
    #expect(try laptop.journal.prune(policy, at: clock.now) == PruneResult(steps: 2, groups: 2))
  }

  @Test func `M20 after half a year away what was undone stays undone, and old groups are counted`()
    throws
  {
    archive("m", on: laptop)
    archive("n", on: laptop)
    _ = try sync(laptop, desk)
    // The laptop takes one back while the desk is away, and the desk does something of its own.
    laptop.undo()
    clock.now += 180 * Self.day
    desk.act(TagEdit(add: ["later"]), on: ["o"])
    archive("o", on: laptop)
    let policy = PrunePolicy(
      before: clock.now - 90 * Self.day,
      patience: clock.now - 100 * Self.day
    )
    #expect(try laptop.journal.prune(policy, at: clock.now).groups == 2)
    let summary = try sync(desk, laptop)
    #expect(summary.pruned == 2)
    #expect(laptop.tags == ["m": [], "n": ["inbox"], "o": ["later"]])
    #expect(desk.tags == laptop.tags)
    #expect(try desk.lists() == laptop.lists())
    #expect(try groups(desk) == 2)
    for box in [laptop, desk] { #expect(try box.journal.verify() == []) }
  }

  @Test func `M18 what came with a merge that the index has lost is turned off`() throws {
    archive("m", on: laptop)
    _ = try sync(laptop, desk)
    let before = desk.mail.content
    archive("n", on: laptop)
    _ = try sync(laptop, desk)
    #expect(desk.tags["n"] == [])
    desk.mail.content = before
    clock.now += 10
    desk.act(TagEdit(add: ["later"]), on: ["o"])
    #expect(try desk.journal.verify() == [])
    _ = try sync(desk, laptop)
    #expect(laptop.tags == ["m": [], "n": ["inbox"], "o": ["inbox", "later"]])
    #expect(desk.tags == laptop.tags)
  }
}
