import Foundation
import GRDB
import Testing
import TestSupport
import TriageCore

@testable import Journal

@Suite struct OpeningTests {
  @Test func `a journal is named after the folder of the index's lock`() {
    // The published test value of 64-bit FNV-1a.
    #expect(
      JournalLocation(state: "/s", lockFolder: "foobar").file
        == "/s/mulligan/journal/85944171f73967e8/journal.sqlite"
    )
    let location = JournalLocation(state: "/s", lockFolder: "/mail/.notmuch/xapian")
    #expect(location.folder.utf8.count == 36)
  }

  @Test func `a missing journal is made and found again`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "a"))
    #expect(try site.open().tops() == [1, nil])
    try FileManager.default.removeItem(atPath: site.location().folder)
    #expect(try site.open().tops() == [nil, nil])
  }

  @Test func `commits are durable and readers do not wait`() throws {
    let site = JournalSite()
    let journal = try site.open()
    let settings = try journal.connection.bare { db in
      try ["synchronous", "journal_mode", "auto_vacuum"].map {
        try String.fetchOne(db, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == ["2", "wal", "2"])
  }

  @Test func `journals of two indexes are apart`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "a"))
    let other = try StepJournal.open(site.location("/other/.notmuch/xapian"))
    #expect(try other.tops() == [nil, nil])
  }

  @Test func `another index's journal in the place of ours is refused and named`() throws {
    let site = JournalSite()
    let theirs = site.location("/theirs")
    try StepJournal.open(theirs).make(.action(), .removing(from: "a"))
    try FileManager.default.moveItem(atPath: theirs.folder, toPath: site.location().folder)
    let error = #expect(throws: TriageFailure.self) { try site.open() }
    #expect(
      error == TriageFailure(.journalDamaged, site.location().file, "it is the journal of /theirs")
    )
  }

  @Test(arguments: [
    Data(repeating: 0x5A, count: 4096), Data("SQLite format 3\u{0}".utf8), Data("garbage".utf8),
  ])
  func `garbage is damage and is left alone`(garbage: Data) throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "a"))
    try site.foldLog()
    try garbage.write(to: URL(fileURLWithPath: site.location().file))
    #expect { try site.open() } throws: { isDamage($0, site) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: site.location().file)) == garbage)
  }

  @Test func `a journal cut short is damage`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: (0..<500).map { MessageID("m\($0)") }))
    try site.foldLog()
    let handle = try #require(FileHandle(forWritingAtPath: site.location().file))
    try handle.truncate(atOffset: 8192)
    do {
      #expect(try !site.open().verify().isEmpty)
    } catch {
      #expect(isDamage(error, site))
    }
  }

  @Test func `another program's database is damage`() throws {
    let site = JournalSite()
    try site.open().make(.action(), .removing(from: "a"))
    try FileManager.default.removeItem(atPath: site.location().file)
    let stranger = try DatabaseQueue(path: site.location().file)
    try stranger.write { db in try db.execute(sql: "CREATE TABLE cookies (id INTEGER)") }
    #expect { try site.open() } throws: { isDamage($0, site) }
  }

  @Test func `what a newer program writes into the open journal is no damage`() throws {
    let site = JournalSite()
    let journal = try site.open()
    try journal.make(.action(), .removing(from: "a"))
    try DatabaseQueue(path: site.location().file).write { db in
      try db.execute(
        sql: "INSERT INTO grdb_migrations VALUES ('v99'); ALTER TABLE step RENAME TO steps;"
      )
    }
    let error = #expect(throws: TriageFailure.self) { try journal.tops() }
    #expect(error == TriageFailure(.journalNewer, site.location().file))
  }

  @Test func `a newer program's journal is not touched`() throws {
    let site = JournalSite()
    try site.open().connection.write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')")
    }
    let error = #expect(throws: TriageFailure.self) { try site.open() }
    #expect(error == TriageFailure(.journalNewer, site.location().file))
  }

  @Test func `a folder in the journal's place is refused`() throws {
    let site = JournalSite()
    try FileManager.default.createDirectory(
      atPath: site.location().file,
      withIntermediateDirectories: true
    )
    let error = #expect(throws: TriageFailure.self) { try site.open() }
    #expect(
      error == TriageFailure(.journalUnwritable, site.location().file, "not a regular file")
    )
  }

  @Test func `a state folder that is a file is refused`() throws {
    let site = JournalSite()
    try Data().write(to: URL(fileURLWithPath: site.state + "/mulligan"))
    let error = #expect(throws: TriageFailure.self) { try site.open() }
    #expect(
      error == TriageFailure(.journalUnwritable, site.location().file, "Not a directory")
    )
  }

  @Test func `nothing is recorded in a file that was moved away`() throws {
    let site = JournalSite()
    let journal = try site.open()
    try journal.make(.action(), .removing(from: "a"))
    let aside = try #require(try site.location().reset())
    #expect(throws: TriageFailure.self) { try journal.begin(.action()) }
    _ = try site.open()
    let error = #expect(throws: TriageFailure.self) { try journal.begin(.action()) }
    #expect(
      error == TriageFailure(.journalUnwritable, site.location().file, "it was moved or replaced")
    )
    #expect(aside.hasSuffix("/aside-1"))
  }

  @Test func `an empty file left by a dead process becomes a journal`() throws {
    let site = JournalSite()
    _ = try site.open()
    try FileManager.default.removeItem(atPath: site.location().file)
    try Data().write(to: URL(fileURLWithPath: site.location().file))
    try site.open().make(.action(), .removing(from: "a"))
    #expect(try site.open().tops() == [1, nil])
  }

  private func isDamage(_ error: any Error, _ site: JournalSite) -> Bool {
    let failure = error as? TriageFailure
    return failure?.code == .journalDamaged && failure?.arguments.first == site.location().file
  }
}
