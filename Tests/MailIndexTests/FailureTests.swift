import Foundation
import MailIndex
import TestSupport
import Testing
import TriageCore

/// What is said when the index is missing, damaged, newer or not ours to write.
@Suite struct FailureTests {
  private let mail: TemporaryMail

  init() throws {
    mail = try TemporaryMail()
    try mail.deliverCorpus(40, seed: 21)
  }

  private var folder: String { mail.location.indexFolder }

  @Test func `a folder without an index is named, and none is made`() throws {
    try FileManager.default.removeItem(atPath: "\(mail.root)/.notmuch")
    #expect(throws: TriageFailure(.noIndex, mail.root)) { try mail.index() }
    #expect(!FileManager.default.fileExists(atPath: "\(mail.root)/.notmuch"))
  }

  @Test func `an index that goes away while it is open is named, and one that comes back is read`()
    throws
  {
    let index = try mail.index()
    let count = try index.count("*", .messages)
    let aside = "\(mail.folder)/aside"
    try FileManager.default.moveItem(atPath: "\(mail.root)/.notmuch", toPath: aside)
    #expect(throws: TriageFailure(.noIndex, mail.root)) { try index.count("*", .messages) }
    #expect(throws: TriageFailure(.noIndex, mail.root)) { try index.openForWriting() }
    try FileManager.default.moveItem(atPath: aside, toPath: "\(mail.root)/.notmuch")
    #expect(try index.count("*", .messages) == count)
  }

  @Test(arguments: ["iamglass", "postlist.glass", "termlist.glass"])
  func `a damaged index is said to be damaged`(_ file: String) throws {
    let path = "\(folder)/\(file)"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let zeros = Data(repeating: 0, count: data.count)
    try zeros.write(to: URL(fileURLWithPath: path))
    #expect {
      let index = try mail.index()
      _ = try index.list("tag:inbox", sort: .newestFirst, skip: 0, limit: 10)
    } throws: { error in
      let failure = error as? TriageFailure
      return failure?.code == .indexDamaged && failure?.arguments.first == folder
        && failure?.arguments.last?.isEmpty == false
    }
  }

  @Test func `an index of a newer notmuch is not read`() throws {
    try setFeatures(adding: "a future of mail\trw\n")
    #expect(throws: TriageFailure(.indexNewer, folder)) { try mail.index() }
  }

  @Test func `an index with features that only readers may ignore is read and not written`() throws
  {
    try setFeatures(adding: "a future of mail\tw\n")
    let index = try mail.index()
    #expect(try index.count("*", .messages) > 0)
    let before = try mail.contents(of: folder)
    #expect(throws: TriageFailure(.indexNewer, folder)) { try index.openForWriting() }
    #expect(try mail.contents(of: folder) == before)
  }

  @Test func `an index of an old notmuch is not written`() throws {
    try mail.run(["xapian-metadata", "set", folder, "features", ""])
    try mail.run(["xapian-metadata", "set", folder, "version", "1"])
    #expect {
      try mail.index().openForWriting()
    } throws: { error in
      let failure = error as? TriageFailure
      return failure?.code == .internalError && failure?.arguments[0].contains("upgrade") == true
    }
  }

  private func setFeatures(adding line: String) throws {
    let features = try mail.run(["xapian-metadata", "get", folder, "features"])
    try mail.run(["xapian-metadata", "set", folder, "features", features + line])
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is forbidden to root"))
  func `an index that may not be written is read, and refused for writing`() throws {
    try mail.run(["chmod", "-R", "a-w", folder])
    defer { _ = try? mail.run(["chmod", "-R", "u+w", folder]) }
    let index = try mail.index()
    #expect(try index.count("*", .messages) > 0)
    #expect(throws: TriageFailure(.readOnly, folder)) { try index.openForWriting() }
  }

  @Test(
    arguments: [
      ("date:nonsense..2020", "Didn't understand date specification 'nonsense'"),
      ("from:/(/", "Regexp error: Unmatched ( or \\("),
      ("subject:\"/[/\"", "Regexp error: Invalid regular expression"),
      ("tag:inbox and", "Syntax: <expression> AND <expression>"),
    ]
  )
  func `a query that is not understood is named with the library's words`(
    _ text: String,
    _ words: String
  ) throws {
    let index = try mail.index()
    let query = MailQuery(text)
    let expected = TriageFailure(.badQuery, text, words)
    for _ in 0..<2 {
      #expect(throws: expected) { try index.count(query, .messages) }
      #expect(throws: expected) { try index.list(query, sort: .newestFirst, skip: 0, limit: 9) }
      #expect(throws: expected) { try index.ids(query, limit: nil) }
      #expect(throws: expected) { try index.rows([ThreadID("1")], of: query, sort: .oldestFirst) }
    }
    #expect(try index.count("*", .messages) > 0)
    let writer = try index.openForWriting()
    #expect(throws: expected) { try writer.ids(query, limit: nil) }
    writer.abandon()
  }

  @Test func `a second writer in this process is a broken promise`() async throws {
    // The process that stops removes no folder.
    let mail = try TemporaryMail()
    let (file, folder) = (mail.location.configuration, mail.location.database)
    await #expect(processExitsWith: .failure) {
      [file = file as String, folder = folder as String] in
      let location = IndexLocation(configuration: file, database: folder)
      let index = try NotmuchIndex(at: location, now: { 1_700_000_000 })
      let first = try index.openForWriting()
      let second = try index.openForWriting()
      first.abandon()
      second.abandon()
    }
    withExtendedLifetime(mail) {}
  }
}

extension TemporaryMail {
  /// The bytes of all files of a folder.
  fileprivate func contents(of folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      contents[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
    }
    return contents
  }
}
