import Foundation
import GRDB
import Glibc
import TestSupport
import Testing
import TriageCore

@testable import Journal

@Suite struct FaultTests {
  private let site = JournalSite()

  @Test func `a journal that another process holds is locked, and can be read`() throws {
    let ours = try site.open()
    let theirs = try site.open()
    try ours.make(.action(), .removing(from: "a"))
    let record = try theirs.begin(.action())
    try record.append(.removing(from: "b"))
    let error = #expect(throws: TriageFailure.self) { try ours.begin(.action()) }
    #expect(error == TriageFailure(.locked, site.location().file))
    #expect(throws: TriageFailure(.locked, site.location().file)) {
      try ours.advance(1, from: .done, to: .void, revisionAfter: nil)
    }
    #expect(try ours.tops() == [1, nil])
    _ = try record.commit(as: .done)
    #expect(try ours.tops() == [2, nil])
  }

  @Test func `the counter tells of what others did and of nothing else`() throws {
    let ours = try site.open()
    let theirs = try site.open()
    let start = try ours.changeCounter()
    try ours.make(.action(), .removing(from: "a"))
    #expect(try ours.changeCounter() == start)
    try theirs.make(.action(), .removing(from: "b"))
    let after = try ours.changeCounter()
    #expect(after != start)
    _ = try theirs.head()
    #expect(try ours.changeCounter() == after)
  }

  @Test func `what is abandoned leaves nothing`() throws {
    let journal = try site.open()
    let record = try journal.begin(.action())
    try record.append(.removing(from: "a"))
    record.abandon()
    try journal.begin(.action()).append(.removing(from: "b"))
    #expect(try journal.steps(HistoryFilter(all: true)).isEmpty)
    #expect(try journal.make(.action(), .removing(from: "a")) == 1)
    #expect(try journal.verify() == [])
  }

  @Test(arguments: [true, false])
  func `a full disk records nothing and all is as before`(atOnce: Bool) throws {
    let journal = try site.open()
    try journal.make(.action(), .removing(from: "a"))
    try journal.limit(pages: atOnce ? 0 : 40)
    let record = try journal.begin(.action())
    let error = #expect(throws: TriageFailure.self) {
      for chunk in 0..<100 {
        let messages = (0..<500).map { MessageID("message-\(chunk)-\($0)@example.org") }
        try record.append(.removing(from: messages))
      }
      return try record.commit(as: .intent)
    }
    #expect(error == TriageFailure(.diskFull, site.location().file))
    // What comes after the failure is not recorded piece by piece.
    #expect(throws: TriageFailure.self) { try record.append(.removing(from: "b")) }
    #expect(throws: TriageFailure.self) { try record.commit(as: .done) }
    record.abandon()
    try journal.limit(pages: 1_000_000)
    #expect(try journal.tops() == [1, nil])
    #expect(try journal.make(.action(), .removing(from: "b")) == 2)
    #expect(try journal.verify() == [])
  }

  @Test func `a writer that is killed leaves no trace of its step`() async throws {
    try site.open().make(.action(), .removing(from: "a"))
    await #expect(processExitsWith: .signal(SIGKILL)) { [state = site.state as String] in
      let journal = try StepJournal.open(
        JournalLocation(state: state, lockFolder: "/mail/.notmuch/xapian")
      )
      let record = try journal.begin(.action())
      for chunk in 0..<40 {
        try record.append(.removing(from: (0..<500).map { MessageID("m\(chunk)-\($0)") }))
      }
      kill(getpid(), SIGKILL)
    }
    let journal = try site.open()
    #expect(try journal.steps(HistoryFilter(all: true)).map(\.id) == [1])
    #expect(try journal.verify() == [])
    #expect(try journal.make(.action(), .removing(from: "b")) == 2)
  }

  @Test func `what a killed writer has committed is there`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [state = site.state as String] in
      let journal = try StepJournal.open(
        JournalLocation(state: state, lockFolder: "/mail/.notmuch/xapian")
      )
      try journal.make(.action(), .removing(from: "a"), as: .intent)
      kill(getpid(), SIGKILL)
    }
    let journal = try site.open()
    #expect(try journal.openSteps().map(\.id) == [1])
    #expect(try journal.writes(of: 1, from: nil, limit: 10).writes.map(\.message) == ["a"])
  }

  @Test func `processes that share a journal number their steps in one row`() async throws {
    let state = site.state
    // Nobody has made the journal yet: all set it up at once.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["p", "q", "r"] {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [
              state = state as String, name = name as String
            ] in
            let place = JournalLocation(state: state, lockFolder: "/mail/.notmuch/xapian")
            let journal = try StepJournal.open(place)
            for number in 0..<20 {
              try journal.make(.action(), .removing(from: MessageID("\(name)\(number)"), "shared"))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let journal = try site.open()
    let steps = try journal.steps(HistoryFilter(limit: nil))
    #expect(steps.map(\.id.number) == (1...60).reversed())
    let shared = try journal.histories(of: [Pair("shared", .inbox)])[Pair("shared", .inbox)]
    #expect(shared?.claims.count == 60)
    #expect(try journal.tops() == [60, nil])
    #expect(try journal.verify() == [])
  }

  @Test func `a journal whose log is lost is what it was before the log, and whole`() throws {
    try site.open().make(.action(), .removing(from: "a"))
    try site.foldLog()
    try site.open().make(.action(), .removing(from: "b"))
    for suffix in ["-wal", "-shm"] { unlink(site.location().file + suffix) }
    #expect(try site.open().tops() == [1, nil])
    #expect(try site.open().verify() == [])
  }

  @Test func `a new journal is one without its log`() throws {
    _ = try site.open()
    for suffix in ["-wal", "-shm"] { unlink(site.location().file + suffix) }
    #expect(try DatabaseQueue(path: site.location().file).read { try $0.tableExists("step") })
  }

  @Test func `the log is kept short`() throws {
    for number in 0..<200 {
      try site.open().make(.action(), .removing(from: MessageID("m\(number)")))
    }
    let log = try FileManager.default.attributesOfItem(atPath: site.location().file + "-wal")
    #expect(log[.size] as? Int ?? 0 > 0)
    #expect(log[.size] as? Int ?? .max < 2_000_000)
  }

  @Test func `a second record stops the program`() async {
    // The process that stops removes no folder.
    let site = JournalSite()
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [state = site.state as String] in
      let journal = try StepJournal.open(
        JournalLocation(state: state, lockFolder: "/mail/.notmuch/xapian")
      )
      let record = try journal.begin(.action())
      _ = try journal.begin(.action())
      record.abandon()
    }
    withExtendedLifetime(site) {}
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("StepJournal.begin: a record is open"))
  }
}

extension StepJournal {
  /// Leaves room for so many more pages, as a full disk would.
  fileprivate func limit(pages: Int) throws {
    try connection.bare { db in
      let now = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(now + pages)")
    }
  }
}
