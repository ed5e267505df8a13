import Foundation
import Journal
import MailIndex
import Maildir
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite struct HistoryCareTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    try mail.mulligan("apply", "archive", "--", "*")
    return mail
  }

  @Test func `a whole history is verified, and nothing is recovered where nothing broke off`()
    throws
  {
    let mail = try mailbox()
    let whole = ShellRun(output: "The history is whole\n", errors: "", status: 0)
    #expect(try mail.mulligan("history", "verify") == whole)
    let calm = ShellRun(output: "Nothing was interrupted\n", errors: "", status: 0)
    #expect(try mail.mulligan("history", "recover") == calm)
    #expect(
      try mail.mulligan("history", "recover", "--json").objects.map { $0["result"] as? String }
        == ["nothing"]
    )
  }

  @Test func `F19 with a damaged history mail can be read, changes are refused, reset mends it`()
    throws
  {
    let mail = try mailbox()
    let before = try mail.dump()
    let file = try mail.journal()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    try Data(repeating: 0x5A, count: 20_000).write(to: URL(fileURLWithPath: file))
    #expect(try mail.mulligan("list").status == 0)
    let refused = try mail.mulligan("apply", "star", "--", "*")
    #expect(refused.status == 1 && refused.errors.contains(file), "\(refused)")
    let checked = try mail.mulligan("history", "verify", "--json")
    #expect(checked.status == 1 && checked.objects.first?["code"] as? String == "structure")
    let reset = try mail.mulligan("history", "reset", "--yes")
    #expect(reset.status == 0 && reset.output.contains("aside-1"), "\(reset)")
    let aside =
      URL(fileURLWithPath: file).deletingLastPathComponent().path
      + "/aside-1/journal.sqlite"
    #expect(FileManager.default.fileExists(atPath: aside), "nothing is deleted")
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("apply", "star", "--", "*").status == 0)
  }

  @Test func `a history of the place where the index lay before is mentioned, and not used`() throws
  {
    let mail = try mailbox()
    let moved = "\(mail.folder)/moved"
    try mail.run(["mv", mail.root, moved])
    try mail.run(["ln", "-s", moved, mail.root])
    let mention =
      "Hint: this index has an undo history of when it lay in \(mail.root)/.notmuch/xapian; it is "
      + "left alone, and used again there\n"
    let history = try mail.mulligan("history")
    #expect(history == ShellRun(output: "", errors: mention, status: 0))
    let undo = try mail.mulligan("undo")
    #expect(undo.errors == "mulligan: error: Nothing to undo\n" + mention && undo.status == 1)
    #expect(try mail.mulligan("apply", "star", "--", "*").status == 0)
    #expect(try mail.mulligan("history").errors == "")
    try mail.run(["sh", "-c", "rm '\(mail.root)' && mv '\(moved)' '\(mail.root)'"])
    #expect(try mail.mulligan("history").output.lines.count == 1)
    #expect(try mail.mulligan("undo").output.hasPrefix("Undid Archive"))
  }

  @Test func `old steps are dropped when asked for, and what is kept can be undone`() throws {
    let mail = try mailbox()
    try mail.mulligan("apply", "star", "--", "*")
    let after = try mail.dump()
    try mail.mulligan("tag", "+todo", "--", "*")
    let dry = try mail.mulligan("history", "prune", "--keep", "1", "--dry-run")
    #expect(dry.output == "Would drop 2 actions\n", "\(dry)")
    #expect(try mail.mulligan("history").output.lines.count == 3)
    let pruned = try mail.mulligan("history", "prune", "--keep", "1")
    #expect(pruned.output == "Dropped 2 actions\n", "\(pruned)")
    #expect(try mail.mulligan("history").output.lines.count == 1)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == after)
    #expect(try mail.mulligan("undo").errors == "mulligan: error: Nothing to undo\n")
    #expect(try mail.mulligan("history", "verify").status == 0)
  }

  @Test func `what is kept as configured goes at most once a day and by itself`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    func run(_ time: String, _ words: String...) throws {
      let run = try mail.mulligan(words, with: ["MULLIGAN_CLOCK": time])
      #expect(run.status == 0, "\(run)")
    }
    try run("2020-09-13T12:00:00Z", "apply", "archive", "--", "*")
    try run("2026-11-10T12:00:00Z", "apply", "mark-read", "--", "*")
    try run("2026-11-20T12:00:00Z", "apply", "star", "--", "*")
    let lines = try mail.mulligan("history").output.lines
    #expect(lines.count == 2 && lines[0].contains("  Star  "), "\(lines)")
  }

  /// What a clock that is ten years ahead would drop, and how it is set then.
  @Test(arguments: [
    ["wake"], ["apply", "unstar", "--", "*"], ["undo"], ["apply", "star", "--", "id:none"],
    ["history", "recover"],
  ])
  func `one command under a clock far ahead drops nothing of the history`(words: [String]) throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.dump()
    func run(_ time: String, _ words: String...) throws -> ShellRun {
      try mail.mulligan(words, with: ["MULLIGAN_CLOCK": time, "TZ": "UTC"])
    }
    _ = try run("2026-11-01T12:00:00Z", "apply", "archive", "--", "*")
    _ = try run("2026-11-20T12:00:00Z", "apply", "star", "--", "*")
    let ahead = "2036-11-20T12:00:00Z"
    _ = try mail.mulligan(words, with: ["MULLIGAN_CLOCK": ahead])
    let verified = try run(ahead, "history", "verify")
    #expect(
      verified.status == 0 && verified.errors.contains("the clock may be wrong"),
      "\(verified)"
    )
    let pruned = try run(ahead, "history", "prune")
    #expect(pruned.status == 4 && pruned.errors.contains("Nov 20, 2026"), "\(pruned)")
    #expect(pruned.errors.contains("mulligan history prune --yes"), "\(pruned)")
    let aged = try run(ahead, "history", "prune", "--before", "400d")
    #expect(aged.status == 4, "\(aged)")
    let named = try run(ahead, "history", "prune", "--before", "2026-10-01")
    #expect(named.status == 0, "\(named)")
    // The clock is right again: all of it can be taken back, and it is pruned as before.
    while try run("2026-11-21T12:00:00Z", "undo").status == 0 {}
    #expect(try mail.dump() == before)
    #expect(try run("2026-11-21T12:00:00Z", "history", "verify").errors.isEmpty)
    let later = "2041-11-20T12:00:00Z"
    #expect(try run(later, "history", "prune", "--yes").status == 0)
    #expect(try run(later, "history", "--all").output.isEmpty)
  }
}
