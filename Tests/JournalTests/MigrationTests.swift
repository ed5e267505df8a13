import Foundation
import GRDB
import Journal
import TestSupport
import Testing
import TriageCore

/// Journals that released versions have made, kept as files.
@Suite struct MigrationTests {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "fixtures/journal")

  /// Puts a journal of an older version where the usual one lies.
  private func site(
    version: some CustomStringConvertible & Sendable,
    at folder: String? = nil
  ) throws -> JournalSite {
    let site = JournalSite()
    let location = folder.map { site.location($0) } ?? site.location()
    try FileManager.default.createDirectory(
      atPath: location.folder,
      withIntermediateDirectories: true
    )
    try FileManager.default.copyItem(
      atPath: Self.fixtures.appending(path: "\(version).sqlite").path,
      toPath: location.file
    )
    return site
  }

  private func numbers(of steps: [StepSummary]) -> [Int64] { steps.map(\.id.number) }

  @Test func `a journal of version 1 is whole after it is brought up to date`() throws {
    let site = try site(version: 1)
    let journal = try site.open()
    #expect(try journal.verify() == [])
    let steps = try journal.steps(HistoryFilter(limit: nil, all: true))
    #expect(numbers(of: steps) == Array((1...10).reversed()))
    let states: [GroupState] = [.undone, .undone, .partial, .live]
    #expect(steps.compactMap(\.state) == states)
    // Version 1 counted what was claimed, or left, as well.
    #expect(steps.map(\.messages) == [41, 1, 4, 2, 2, 2, 2, 4, 43, 1])
    #expect(try journal.tops() == [1, 2])
    #expect(try journal.changes(of: 2, limit: nil).count == 43)
    #expect(try journal.left(of: 10, limit: nil).count { $0.outcome == .gone } == 4)
  }

  @Test func `a journal of version 2 keeps the names of its groups, and new ones keep more`() throws
  {
    let site = try site(version: 2)
    let journal = try site.open()
    #expect(try journal.verify() == [])
    let steps = try journal.steps(HistoryFilter(limit: nil, all: true))
    #expect(
      steps.reversed().map(\.name) == [
        ActionName(.fixed(.archive)), nil, .several(NamedAction(.fixed(.star)), others: 2),
        .custom("Tidy"), .revert(of: .custom("Tidy")), ActionName(.move("Archive")),
      ]
    )
    #expect(steps.allSatisfy { $0.actions == [] })
    let name = ActionName.action(NamedAction(id: "finish", titles: ["en": "Finish"]))
    var draft = StepDraft.action(name: name)
    draft.actions = ["finish", "add-tag:a b"]
    let step = try journal.make(draft, .removing(from: "m"))
    #expect(try journal.step(step)?.name == name)
    #expect(try site.open().step(step)?.actions == draft.actions)
  }

  @Test func `a journal of version 1 that lies elsewhere is found, and is not touched`() throws {
    let site = try site(version: 1, at: "/old/mail")
    let file = URL(fileURLWithPath: site.location("/old/mail").file)
    let bytes = try Data(contentsOf: file)
    let uuid = try DatabaseQueue(path: file.path).read { db in
      try String.fetchOne(db, sql: "SELECT uuid_before FROM step")
    }
    #expect(site.location().others(of: try #require(uuid)).count == 1)
    #expect(site.location().others(of: "another") == [])
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `what a journal of version 1 says can be undone, and moves recorded after it`() throws
  {
    let site = try site(version: 1)
    let journal = try site.open()
    var plan = StepPlan()
    plan.moves = [.moving("m")]
    let step = try journal.make(.action(), plan)
    #expect(step == 11)
    #expect(try journal.tops() == [11, nil])
    #expect(
      try journal.changes(of: step, limit: nil)
        == [MessageChange(message: "m", moves: [FolderChange(from: "INBOX", to: "Archive")])]
    )
    #expect(try journal.verify() == [])
    let again = try site.open()
    #expect(try again.copies(of: ["m"])["m"]?.map(\.location) == [CopyLocation("Archive", "new")])
  }

  @Test
  func
    `a journal of before there was anything to write keeps its groups, and learns what is written`()
    throws
  {
    let site = try site(version: "16-names")
    let journal = try site.open()
    #expect(try journal.verify() == [])
    let steps = try journal.steps(HistoryFilter(limit: nil, all: true))
    #expect(steps.compactMap(\.state) == [.live, .live, .undone, .undone])
    #expect(try journal.outgoing() == [] && journal.filings(of: StepID(1)) == [])
    let facts = OutgoingFacts(message: "m@example.org", kind: .new, account: "home")
    try journal.add(OutgoingRecord(OutgoingID(1), facts))
    #expect(try site.open().outgoing().map(\.message) == ["m@example.org"])
  }

  @Test func `a journal of before anything was sent keeps its drafts, and learns what leaves`()
    throws
  {
    let site = try site(version: "14-outgoing")
    let journal = try site.open()
    #expect(try journal.verify() == [])
    let drafts = try journal.outgoing()
    #expect(drafts.map(\.id.number) == [1, 2])
    #expect(drafts.map(\.answers.count) == [0, 1])
    #expect(drafts.allSatisfy { $0.state == .draft && $0.isFiled && $0.waiting == nil })
    #expect(try journal.files(of: OutgoingID(1)).map(\.role) == [.draft])
    #expect(try journal.filings(of: StepID(2)).allSatisfy(\.comes))
    #expect(try journal.prepare(OutgoingID(1), hold: 0, at: nil))
    var plan = StepPlan()
    plan.departures = [Departure(drafts[0], wanted: .held)]
    try journal.make(.action(), plan)
    #expect(try journal.leave(OutgoingID(1))?.state == .leaving)
    #expect(try site.open().verify() == [])
  }

  @Test
  func `a journal of before there were suggestions keeps its groups, and learns what is dismissed`()
    throws
  {
    let site = try site(version: "19-departures")
    let journal = try site.open()
    #expect(try journal.verify() == [])
    let steps = try journal.steps(HistoryFilter(limit: nil, all: true))
    #expect(steps.compactMap(\.state) == [.live, .undone, .live])
    #expect(steps.allSatisfy { !$0.context.planned })
    #expect(try journal.dismissals() == [])
    try journal.dismiss(["0123abcd"], true)
    #expect(try site.open().dismissals() == ["0123abcd"])
    var messages = 0
    try journal.eachDeed { _ in messages += 1 }
    #expect(messages == 3)
  }

  @Test
  func `a journal of before there were machines keeps its order, and what was turned is marked`()
    throws
  {
    let site = try site(version: "15-later")
    let journal = try site.open()
    #expect(try journal.verify() == [])
    let steps = try journal.steps(HistoryFilter(limit: nil, all: true))
    #expect(numbers(of: steps) == (1...Int64(steps.count)).reversed())
    #expect(steps.map(\.position) == steps.map(\.position).sorted().reversed())
    #expect(Set(steps.map(\.position.uid)).count == steps.count)
    #expect(try journal.stayingOff(without: StepID(3)) == [])
    // The revert of the first group was taken back, done again and taken back: no mark is left.
    #expect(try journal.step(StepID(1))?.state == .live)
    #expect(try journal.tops() == [2, 3])
    try journal.make(.turning(.redo, of: 3, [Toggle(1, on: false)]))
    #expect(try journal.step(StepID(1))?.state == .undone)
    #expect(try journal.verify() == [])
    #expect(try journal.isShared == false)
  }

  @Test func `a journal of 10,000 groups of before there were machines is soon brought up to date`()
    throws
  {
    let site = try site(version: "15-later")
    try DatabaseQueue(path: site.location().file).write { try Self.multiply($0, by: 3_334) }
    var journal: StepJournal?
    let time = try ContinuousClock().measure { journal = try site.open() }
    #expect(time < .seconds(10), "\(time)")
    let opened = try #require(journal)
    let steps = try opened.steps(HistoryFilter(limit: nil, all: true))
    let groups = steps.filter { $0.kind == .action || $0.kind == .switch }
    #expect(groups.count == 3 * 3_334)
    #expect(try opened.verify() == [])
  }

  /// Repeats all steps of a journal, with ten messages for each group.
  private static func multiply(_ db: Database, by count: Int) throws {
    let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info('step')")
    let values = columns.map { column in
      switch column {
      case "id": "id + 6 * i"
      case "target": "target + 6 * i"
      case "listed": "iif(kind = 'switch', NULL, listed)"
      default: column
      }
    }
    try db.execute(
      sql: """
        CREATE TEMP TABLE series AS WITH RECURSIVE numbers (i) AS (
          SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < \(count - 1)
        ) SELECT i FROM numbers;
        INSERT INTO step (\(columns.joined(separator: ", ")))
          SELECT \(values.joined(separator: ", ")) FROM series, step ORDER BY i, id;
        INSERT INTO toggle SELECT step + 6 * i, place, action + 6 * i, turned_on FROM series, toggle;
        INSERT INTO effect SELECT step + 6 * i, message, tag, action + 6 * i, found, written
          FROM series, effect;
        INSERT INTO message (hash, text) SELECT 0, 'm' || i FROM series WHERE i <= 10;
        DELETE FROM claim;
        INSERT INTO claim SELECT s.id, m.id, (SELECT min(id) FROM tag), 1, 0
          FROM step AS s, message AS m WHERE s.kind = 'action';
        UPDATE step SET listed = NULL WHERE kind = 'switch';
        UPDATE step SET listed = 6 * \(count) WHERE id = 6 * \(count) - 3;
        UPDATE step SET messages = (SELECT count(*) FROM message) WHERE kind = 'action';
        DROP TABLE series;
        """
    )
  }

  @Test func `two copies of a journal of before give their steps the same names`() throws {
    let names = try (0..<2).map { _ in
      try site(version: "15-later").open().steps(HistoryFilter(limit: nil, all: true))
        .map(\.position)
    }
    #expect(names[0] == names[1])
  }

  @Test func `of several processes that bring a journal up to date one does it`() async throws {
    let site = try site(version: 1)
    let location = site.location()
    let problems = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { (try? StepJournal.open(location).verify().isEmpty) ?? false }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(problems == [true, true, true, true])
  }
}

extension MoveClaim {
  /// A move of a message's only copy from the inbox to the archive.
  static func moving(_ message: MessageID) -> MoveClaim {
    MoveClaim(
      message,
      CopyNumber(1),
      found: CopyLocation("INBOX", "old"),
      wanted: CopyLocation("Archive", "new")
    )
  }
}
