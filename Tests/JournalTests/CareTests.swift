import Foundation
import GRDB
import TestSupport
import Testing
import TriageCore

@testable import Journal

@Suite struct CareTests {
  private let site = JournalSite()

  private struct Tampering {
    let sql: String
    let code: JournalProblem.Code
    var step: StepID?

    init(_ sql: String, _ code: JournalProblem.Code, _ step: StepID? = nil) {
      self.sql = sql
      self.code = code
      self.step = step
    }
  }

  @Test(arguments: [
    Tampering("UPDATE step SET standing = 1 WHERE id = 1", .standing, 1),
    Tampering("UPDATE step SET remaining = 7 WHERE id = 1", .standing, 1),
    Tampering("UPDATE step SET listed = 0 WHERE id = 1", .list, 1),
    Tampering("UPDATE step SET listed = NULL WHERE id = 2", .list, 2),
    Tampering("UPDATE step SET messages = 3 WHERE id = 2", .count, 2),
    Tampering("DELETE FROM exception", .standing, 1),
    Tampering("DELETE FROM message WHERE text = 'b'", .reference),
    Tampering("UPDATE claim SET tag = 99 WHERE step = 2", .reference),
  ])
  private func `verifying finds what was tampered with`(tampering: Tampering) throws {
    let journal = try site.open()
    let group = try journal.make(.action(), .removing(from: "a", "b"))
    try journal.make(.action(.background), .removing(from: "c"))
    var plan = StepPlan()
    plan.left = [LeftOut(action: group, "a", .tag(.inbox), outcome: .gone)]
    try journal.make(.undo(group), plan)
    try journal.make(.undo(2))
    #expect(try journal.verify() == [])
    try journal.connection.write { db in try db.execute(sql: tampering.sql) }
    let problems = try journal.verify()
    #expect(problems.map(\.code).contains(tampering.code))
    #expect(problems.contains { $0.step == tampering.step })
  }

  @Test(arguments: [
    Tampering("DELETE FROM move_exception", .standing, 1),
    Tampering("UPDATE move_exception SET stands = 0", .standing, 1),
    Tampering("DELETE FROM move WHERE step = 1", .reference),
    Tampering("DELETE FROM move WHERE step = 1", .count, 1),
    Tampering("UPDATE move SET wanted = found WHERE step = 2", .count, 2),
    Tampering("UPDATE move SET copy = 9 WHERE step = 1", .reference),
    Tampering("DELETE FROM move_leftover", .standing, 1),
    Tampering("DELETE FROM folder WHERE path = 'Archive'", .reference),
  ])
  private func `verifying finds what was tampered with of moves`(tampering: Tampering) throws {
    let journal = try site.open()
    var plan = StepPlan()
    plan.moves = [.moving("a"), .moving("b")]
    let group = try journal.make(.action(), plan)
    plan.moves = [.moving("c")]
    try journal.make(.action(), plan)
    var undo = StepPlan()
    undo.left = [LeftOut(action: group, "a", .copy(CopyNumber(1)), outcome: .gone)]
    try journal.make(.undo(group), undo)
    #expect(try journal.verify() == [])
    try journal.connection.write { db in try db.execute(sql: tampering.sql) }
    let problems = try journal.verify()
    #expect(problems.map(\.code).contains(tampering.code), "\(problems)")
    #expect(problems.contains { $0.step == tampering.step })
  }

  @Test func `verifying finds a broken page`() throws {
    var journal: StepJournal? = try site.open()
    try journal?.make(.action(), .removing(from: (0..<3_000).map { MessageID("m\($0)@x") }))
    journal = nil
    try site.foldLog()
    let handle = try #require(FileHandle(forUpdatingAtPath: site.location().file))
    let size = try handle.seekToEnd()
    // Behind the pages that say which tables there are.
    try handle.seek(toOffset: size / 4096 * 3 / 4 * 4096)
    try handle.write(contentsOf: Data(repeating: 0, count: 4096))
    try handle.close()
    let problems = try site.open().verify()
    #expect(!problems.isEmpty)
    #expect(problems.allSatisfy { $0.code == .structure })
  }

  @Test func `pruning keeps the newest groups and forgets what nobody names`() throws {
    let journal = try site.open()
    for number in 0..<10 {
      let tag = MailTag("tag\(number)")
      try journal.make(.action(), .removing(tag, from: MessageID("m\(number)"), "all"))
    }
    let dry = try journal.prune(PrunePolicy(groups: 3), at: 5, dryRun: true)
    #expect(dry == PruneResult(steps: 7, groups: 7))
    #expect(try journal.lastPruning() == nil)
    #expect(try journal.steps(HistoryFilter()).count == 10)
    #expect(try journal.prune(PrunePolicy(groups: 3), at: 5) == dry)
    #expect(try journal.steps(HistoryFilter()).map(\.id) == [10, 9, 8])
    #expect(try journal.count("message") == 4)
    #expect(try journal.count("tag") == 3)
    #expect(try journal.verify() == [])
    // Numbers only grow, even if nothing is left.
    #expect(try journal.prune(PrunePolicy(groups: 0), at: 6).groups == 3)
    #expect(try journal.count("message") == 0)
    #expect(try journal.make(.action(), .removing(from: "a")) == 11)
  }

  @Test func `old steps go, up to the first that is young`() throws {
    let journal = try site.open()
    for time in [10, 20, 5, 40, 15] as [Timestamp] {
      try journal.make(.action(at: time), .removing(from: "a"))
    }
    #expect(try journal.prune(PrunePolicy(before: 20), at: 50).steps == 1)
    #expect(try journal.prune(PrunePolicy(before: 30), at: 50).steps == 2)
    #expect(try journal.steps(HistoryFilter()).map(\.id) == [5, 4])
    #expect(try journal.prune(PrunePolicy(before: 99), at: 50).steps == 2)
  }

  @Test func `what a step that stays refers to, and what is open, is kept`() throws {
    let journal = try site.open()
    try journal.make(.action(), .removing(from: "a"))
    let kept = try journal.make(.action(), .removing(from: "b"))
    try journal.make(.action(), .removing(from: "c"))
    try journal.make(.action(), .removing(from: "d"))
    try journal.make(.turning(.switch, [Toggle(kept, on: false)]))
    #expect(try journal.prune(PrunePolicy(groups: 1), at: 1).steps == 1)
    #expect(try journal.steps(HistoryFilter()).map(\.id) == [5, 4, 3, 2])
    let open = try journal.make(.action(), .removing(from: "e"), as: .intent)
    try journal.make(.action(), .removing(from: "f"))
    #expect(try journal.prune(PrunePolicy(groups: 0), at: 1).steps == 4)
    #expect(try journal.openSteps().map(\.id) == [open])
  }

  @Test func `what is kept for one step keeps what its own steps refer to`() throws {
    let journal = try site.open()
    for message in ["a", "b", "c", "d"] as [MessageID] {
      try journal.make(.action(), .removing(from: message))
    }
    try journal.make(.turning(.switch, [Toggle(2, on: false)]))
    try journal.make(.action(), .removing(from: "e"))
    try journal.make(.turning(.switch, [Toggle(4, on: false)]))
    #expect(try journal.prune(PrunePolicy(groups: 1), at: 1).steps == 1)
    #expect(try journal.verify() == [])
  }

  @Test func `a claim that could not be turned where it stands already is no exception`() throws {
    let journal = try site.open()
    let group = try journal.make(.action(), .removing(from: "a", "b"))
    var plan = StepPlan()
    plan.left = [LeftOut(action: group, "a", .tag(.inbox), outcome: .gone)]
    try journal.make(.undo(group), plan)
    try journal.make(.redo(group), plan)
    #expect(try journal.verify() == [])
    try journal.make(.undo(group))
    #expect(try journal.step(group)?.state == .undone)
  }

  @Test func `pruning by size makes the file smaller`() throws {
    do {
      let journal = try site.open()
      for group in 0..<20 {
        let messages = (0..<500).map { MessageID("message-\(group)-\($0)@example.org") }
        try journal.make(.action(), .removing(from: messages))
      }
    }
    let journal = try site.open()
    let size = try journal.size()
    let result = try journal.prune(PrunePolicy(bytes: Int64(size / 2)), at: 1)
    #expect((10...15).contains(result.groups))
    #expect(try journal.size() <= size / 2)
    #expect(try journal.verify() == [])
    #expect(try journal.prune(PrunePolicy(bytes: Int64(size / 2)), at: 1).steps == 0)
  }

  @Test func `resetting moves the journal aside, whole, and never overwrites`() throws {
    #expect(try site.location().reset() == nil)
    for round in 1...2 {
      var journal: StepJournal? = try site.open()
      try journal?.make(.action(), .removing(from: "a"))
      let aside = try #require(try site.location().reset())
      #expect(aside == site.location().folder + "/aside-\(round)")
      journal = nil
      let moved = try DatabaseQueue(path: aside + "/journal.sqlite")
      let steps = try moved.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM step") }
      #expect(steps == 1)
      #expect(try site.open().tops() == [nil, nil])
    }
  }

  @Test func `a damaged journal can be moved aside`() throws {
    try site.open().make(.action(), .removing(from: "a"))
    try site.foldLog()
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: site.location().file))
    #expect(throws: TriageFailure.self) { try site.open() }
    #expect(try site.location().reset() != nil)
    #expect(try site.open().make(.action(), .removing(from: "a")) == 1)
  }

  @Test func `another place's journal of the same index is found, not used`() throws {
    let old = try StepJournal.open(site.location("/old/mail"))
    try old.make(.action(), .removing(from: "a"))
    let empty = try StepJournal.open(site.location("/empty/mail"))
    #expect(try empty.tops() == [nil, nil])
    #expect(site.location().others(of: "4cd0b6ab") == ["/old/mail"])
    #expect(site.location().others(of: "another") == [])
    #expect(site.location("/old/mail").others(of: "4cd0b6ab") == [])
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: site.location("/empty/mail").file))
    #expect(site.location().others(of: "4cd0b6ab") == ["/old/mail"])
    #expect(try site.open().tops() == [nil, nil])
  }
}

extension StepJournal {
  fileprivate func count(_ table: String) throws -> Int? {
    try connection.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") }
  }

  fileprivate func size() throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: location.file)
    return attributes[.size] as? Int ?? 0
  }
}
