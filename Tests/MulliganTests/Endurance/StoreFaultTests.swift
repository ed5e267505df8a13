import Foundation
import TestSupport
import Testing

/// Index and history that cannot be used, or not wholly.
@Suite struct StoreFaultTests {
  /// Runs a program without the powers of root, for whom nothing is forbidden.
  private static let powerless =
    geteuid() == 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : []

  private func mailbox(flags: Bool = false) throws -> TemporaryMail {
    let mail = try TemporaryMail(synchronizesFlags: flags)
    try mail.deliverMixedThread()
    if flags { try mail.notmuch("new") }
    try mail.mulligan("tag", "+made", "--", "*")
    return mail
  }

  /// Checks that mail can be read and that a change is refused and says why, with nothing changed.
  private func refuses(
    _ mail: TemporaryMail,
    naming word: String,
    status: Int32 = 1,
    error: String,
    under runner: [String] = [],
    during fault: (() throws -> Void) throws -> Void = { try $0() }
  ) throws {
    let before = try mail.dump()
    try fault {
      try refusesNow(mail, naming: word, status: status, error: error, under: runner)
    }
    #expect(try mail.dump() == before)
  }

  /// Every writing verb refuses; what the mail is then, is looked at by who calls.
  private func refusesNow(
    _ mail: TemporaryMail,
    naming word: String,
    status: Int32,
    error: String,
    under runner: [String]
  ) throws {
    #expect(try mail.mulligan(["list"], under: runner).output.contains("A cottage"))
    for verb in [["apply", "archive", "--json", "--", "*"], ["undo", "--json"]] {
      let run = try mail.mulligan(verb, under: runner)
      #expect(run.status == status && run.errors.contains(word), "\(run)")
      #expect(run.objects.last?["error"] as? String == error, "\(run)")
    }
  }

  @Test func `F18 a busy journal refuses with 75, and nothing is changed`() throws {
    let mail = try mailbox()
    let journal = try mail.journal()
    let keeper = mail.process(["sqlite3", journal])
    let feed = Pipe()
    let answer = Pipe()
    keeper.standardInput = feed
    keeper.standardOutput = answer
    try keeper.run()
    feed.fileHandleForWriting.write(Data("BEGIN IMMEDIATE; SELECT 'held';\n".utf8))
    #expect(answer.fileHandleForReading.availableData == Data("held\n".utf8))
    try refuses(
      mail,
      naming: "The undo history \(journal) is locked by another program",
      status: 75,
      error: "locked"
    )
    try feed.fileHandleForWriting.close()
    keeper.waitUntilExit()
    #expect(try mail.mulligan("undo").status == 0)
  }

  @Test func `F19 a history that is missing is made anew`() throws {
    let mail = try mailbox()
    try mail.run(["rm", "-r", mail.state])
    #expect(try mail.mulligan("undo").errors.contains("Nothing to undo"))
    #expect(try mail.mulligan("apply", "archive", "--", "*").status == 0)
    #expect(try mail.mulligan("undo").status == 0)
  }

  @Test func `F19 a history of a newer program is left alone`() throws {
    let mail = try mailbox()
    let journal = try mail.journal()
    try mail.run(["sqlite3", journal, "INSERT INTO grdb_migrations VALUES ('v99')"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    try refuses(mail, naming: journal, error: "journal-newer")
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal)) == bytes)
  }

  @Test func `F19 a history that may only be read can be browsed`() throws {
    let mail = try mailbox()
    let journal = try mail.journal()
    let folder = URL(fileURLWithPath: journal).deletingLastPathComponent().path
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      chmod("\(folder)/\(file)", 0o400)
    }
    chmod(folder, 0o500)
    defer { chmod(folder, 0o700) }
    try refuses(mail, naming: journal, error: "journal-unwritable", under: Self.powerless)
    let history = try mail.mulligan(["history"], under: Self.powerless)
    #expect(history.output.contains("Add Tag “made”"), "\(history)")
  }

  @Test func `F19 a folder in the history's place is named`() throws {
    let mail = try mailbox()
    let journal = try mail.journal()
    try mail.run(["sh", "-c", "rm '\(journal)'* && mkdir '\(journal)'"])
    try refuses(mail, naming: journal, error: "journal-unwritable")
  }

  @Test func `F20 without the files beside it the history is whole or refused, never wrong`() throws
  {
    // What the log alone held is gone with it; what was recorded before is not.
    for (suffix, groups) in [("-wal", 2), ("-shm", 3)] {
      let mail = try mailbox()
      let journal = try mail.journal()
      try mail.run(["sqlite3", journal, "PRAGMA wal_checkpoint(TRUNCATE)"])
      let run = try mail.mulligan(
        ["apply", "archive", "--", "*"],
        with: ["FAILPOINT": "tagged:kill"]
      )
      try #require(run.status == 9)
      try FileManager.default.removeItem(atPath: journal + suffix)
      let next = try mail.mulligan("apply", "star", "--", "*")
      #expect(next.status == 0, "\(suffix): \(next)")
      #expect(try mail.mulligan("history").output.lines.count == groups, "\(suffix)")
      #expect(try mail.mulligan("history", "verify").status == 0, "\(suffix)")
      #expect(try mail.mulligan("list").status == 0)
    }
  }

  @Test func `F13 a damaged index is said to be damaged and is not written`() throws {
    for name in ["iamglass", "postlist.glass"] {
      let mail = try mailbox()
      let file = "\(mail.root)/.notmuch/xapian/\(name)"
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      try Data(repeating: 0, count: whole.count).write(to: URL(fileURLWithPath: file))
      let run = try mail.mulligan("apply", "archive", "--json", "--", "*")
      #expect(run.status == 1 && !run.errors.isEmpty, "\(name): \(run)")
      #expect(run.objects.last?["result"] as? String == "failed", "\(name): \(run)")
      try whole.write(to: URL(fileURLWithPath: file))
      #expect(try mail.count("tag:inbox") == 3)
      #expect(try mail.mulligan("undo").status == 0)
    }
  }

  @Test func `F21 an index that may not be written is read, and changes are refused`() throws {
    let mail = try mailbox()
    let folder = "\(mail.root)/.notmuch/xapian"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    // The `notmuch` program writes even to dump: it looks before and after.
    try refuses(
      mail,
      naming: "cannot be written",
      error: "read-only",
      under: Self.powerless
    ) { look in
      for file in files { chmod("\(folder)/\(file)", 0o444) }
      chmod(folder, 0o555)
      defer {
        chmod(folder, 0o755)
        for file in files { chmod("\(folder)/\(file)", 0o644) }
      }
      try look()
    }
  }

  @Test func `F22 mail whose files cannot be renamed is refused, and an undo leaves it out`() throws
  {
    let mail = try mailbox(flags: true)
    let before = try mail.dump()
    try mail.mulligan("apply", "mark-read", "star", "--", "*")
    let after = try mail.dump()
    for folder in ["cur", "new"] { chmod("\(mail.root)/inbox/\(folder)", 0o555) }
    defer { for folder in ["cur", "new"] { chmod("\(mail.root)/inbox/\(folder)", 0o755) } }
    let refused = try mail.mulligan(
      ["apply", "unstar", "--json", "--", "*"],
      under: Self.powerless
    )
    #expect(refused.status == 1 && refused.errors.contains("inbox/cur"), "\(refused)")
    #expect(refused.objects.last?["error"] as? String == "not-writable")
    #expect(try mail.dump() == after)
    let partial = try mail.mulligan(["undo", "--json"], under: Self.powerless)
    #expect(partial.status == 3, "\(partial)")
    #expect(try mail.dump() == after)
    for folder in ["cur", "new"] { chmod("\(mail.root)/inbox/\(folder)", 0o755) }
    #expect(try mail.mulligan("history", "revert", "2", "--yes").status == 0)
    #expect(try mail.dump() == before)
  }

  @Test func `F11 a compacted index keeps its undo`() throws {
    let mail = try TemporaryMail(synchronizesFlags: true)
    try mail.deliverMixedThread()
    try mail.notmuch("new")
    let before = try mail.picture()
    try mail.mulligan("apply", "mark-read-and-archive", "--", "*")
    try mail.notmuch("compact")
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.picture() == before)
    try mail.notmuch("compact")
    #expect(try mail.mulligan("redo").status == 0)
  }
}
