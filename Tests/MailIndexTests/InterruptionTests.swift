import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// A writer that is killed leaves all of its section or nothing.
@Suite struct InterruptionTests {
  /// The moment at which a process is killed.
  enum Moment: String, Codable, CaseIterable, Sendable {
    case inSection
    case afterEnd
    case afterClose
  }

  @Test(arguments: Moment.allCases)
  func `a killed writer leaves all or nothing, and the lock free`(_ moment: Moment) async throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(60, seed: 31)
    let before = try mail.dump()
    let (file, folder) = (mail.location.configuration, mail.location.database)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [file = file as String, folder = folder as String, moment] in
      let location = IndexLocation(configuration: file, database: folder)
      let index = try NotmuchIndex(at: location, now: { 1_700_000_000 })
      let ids = try index.ids("*", limit: nil)
      let writer = try index.openForWriting()
      try writer.begin()
      for id in ids { _ = try writer.write(TagWrite(message: id, add: ["killed"])) }
      if moment != .inSection { _ = try writer.end() }
      if moment == .afterClose { try writer.close() }
      kill(getpid(), SIGKILL)
    }
    if moment == .afterClose {
      #expect(try mail.count("tag:killed") == mail.count("*"))
    } else {
      #expect(try mail.dump() == before)
    }
    try mail.tag("+free", "*")
    #expect(try mail.count("tag:free") > 0)
    try mail.run(["xapian-check", mail.location.indexFolder])
  }

  @Test func `a commit that finds no room is reported and changes nothing`() async throws {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(60, seed: 32)
    let before = try mail.dump()
    let (file, folder) = (mail.location.configuration, mail.location.database)
    await #expect(processExitsWith: .success) {
      [file = file as String, folder = folder as String] in
      let location = IndexLocation(configuration: file, database: folder)
      let index = try NotmuchIndex(at: location, now: { 1_700_000_000 })
      let ids = try index.ids("*", limit: nil)
      let writer = try index.openForWriting()
      try writer.begin()
      for id in ids { _ = try writer.write(TagWrite(message: id, add: ["lost"])) }
      _ = try writer.end()
      var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
      signal(SIGXFSZ, SIG_IGN)
      setrlimit(__rlimit_resource_t(1), &limit)
      #expect(throws: TriageFailure(.diskFull, location.database)) { try writer.close() }
    }
    #expect(try mail.dump() == before)
    try mail.run(["xapian-check", mail.location.indexFolder])
  }
}
