import Foundation
import TestSupport
import Testing

/// Calls that fail as they do on a full or failing disk, and a program that must not call it done.
@Suite(.serialized) struct DiskFaultTests {
  private static let action = [
    "apply", "--yes", "mark-read", "star", "move:archive", "--", "*",
  ]

  /// Where a disk fails while a group is written.
  enum Place: String, CaseIterable {
    case indexCommit
    case journalCommit
    case rename

    var calls: [String] {
      switch self {
      case .indexCommit: ["fdatasync", "pwrite64", "rename"]
      case .journalCommit: ["fdatasync", "pwrite64"]
      case .rename: ["renameat2", "fsync"]
      }
    }

    /// The files that are meant; all if there are none.
    func files(of call: String, _ mail: TemporaryMail) throws -> [String] {
      switch self {
      // Only the index's commit renames in this way.
      case .indexCommit where call == "rename": return []
      case .indexCommit:
        let folder = "\(mail.root)/.notmuch/xapian"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
      case .journalCommit: return [try mail.journal() + "-wal"]
      case .rename: return []
      }
    }
  }

  @Test(arguments: Place.allCases, ["ENOSPC", "EIO"])
  func `F14 F15 a full or failing disk is no success, and it works again when it is mended`(
    place: Place,
    error: String
  ) throws {
    let sweep = try KillSweep(messages: 12, action: Self.action)
    // An empty history, so that no call is about making it.
    try sweep.mail.mulligan("history")
    try sweep.mail.save(as: "ready")
    for call in sweepsAreWhole ? place.calls : [place.calls[0]] {
      let files = try place.files(of: call, sweep.mail)
      let counts = try sweep.count(sweep.action, from: "ready", of: [call], on: files)
      let count = counts[call] ?? 0
      try #require(count > 0, "\(call)")
      for number in KillSweep.points(count, atMost: 1) {
        // Once, as a bad sector, or from then on, as a disk that stays full.
        for times in ["\(number)", "\(number)+"]
        where sweepsAreWhole || times.hasSuffix("+") == (error == "ENOSPC") {
          try sweep.mail.restore("ready")
          let inject = "inject=\(call):error=\(error):when=\(times)"
          let strace = ["strace", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", inject]
          let run = try sweep.mail.mulligan(
            sweep.action,
            under: strace + files.flatMap { ["-P", $0] }
          )
          try sweep.checkFault(run, "\(place) \(error) \(call) \(times)")
        }
      }
    }
  }

  @Test func `F16 a limit of the size of files is an error, not the end`() throws {
    let sweep = try KillSweep(messages: 300, action: Self.action)
    for blocks in [16, 64, 300] {
      try sweep.mail.restore("start")
      let script = "ulimit -f \(blocks); exec \"$@\""
      let run = try sweep.mail.mulligan(sweep.action, under: ["bash", "-c", script, "limited"])
      try sweep.checkFault(run, "\(blocks) blocks")
    }
  }

  @Test func `F17 when the journal's disk is full nothing is changed and the file is named`() throws
  {
    let sweep = try KillSweep(messages: 12, action: Self.action)
    // The first action makes the journal.
    try sweep.mail.mulligan("tag", "+made", "--", "*")
    try sweep.mail.mulligan("undo")
    let before = try sweep.mail.picture()
    let journal = try sweep.mail.journal()
    for call in ["pwrite64", "fdatasync"] {
      let run = try sweep.mail.mulligan(
        sweep.action,
        under: [
          "strace", "-qq", "-o", "/dev/null", "-P", journal + "-wal", "-e", "trace=\(call)", "-e",
          "inject=\(call):error=ENOSPC",
        ]
      )
      #expect(run.status == 1 && run.errors.contains(journal), "\(run)")
      #expect(run.errors.contains("nothing was changed"), "\(run)")
      #expect(try sweep.mail.picture() == before)
    }
    #expect(try sweep.mail.mulligan(sweep.action).status == 0)
  }
}

extension KillSweep {
  /// Checks what must hold after a run in which something failed.
  fileprivate func checkFault(_ run: ShellRun, _ point: String) throws {
    #expect([0, 1, 3].contains(run.status), "\(point): \(run)")
    let tags = try mail.dump()
    if run.status == 1 {
      #expect(tags == before.tags, "\(point): it is said that nothing was changed: \(run)")
      #expect(!run.errors.isEmpty, "\(point)")
    } else {
      #expect(tags == after.tags, "\(point): it is said to be done: \(run)")
    }
    try check(point)
    // It works again when there is room.
    let again = try mail.mulligan(action)
    #expect(again.status == 0, "\(point): \(again)")
    #expect(try mail.picture() == after, "\(point)")
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.picture() == before, "\(point)")
  }
}
