import Foundation
import TestSupport
import Testing
import TriageCore

@Suite struct BadInputTests {
  @Test(arguments: [
    (["apply", "archve", "--", "*"], 64, "did you mean “archive”"),
    (["apply", "add-tag:-x", "--", "*"], 64, "“-x”"),
    (["apply", "add-tag:a\u{7}b", "--", "*"], 64, "is not a tag"),
    (["apply", "add-tag:" + String(repeating: "x", count: 201), "--", "*"], 64, "is not a tag"),
    (["apply", "add-tag", "--", "*"], 64, "needs an argument"),
    (["apply", "archive:x", "--", "*"], 64, "takes no argument"),
    (["apply", "archive"], 64, "query is missing"),
    (["apply", "--limit", "-1", "archive", "--", "*"], 64, "-1"),
    (["list", "--limit=-1"], 64, "-1"),
    (["list", "--frobnicate"], 64, "frobnicate"),
    (["lst"], 64, "did you mean “list”"),
    (["tag", "+a", "--"], 64, "query"),
    (["count", "date:nonsense..really"], 1, "date:nonsense"),
    (["show", "id:nobody@example.org"], 1, "No such message"),
    (["tag", "+a", "--", "from:ann and and ("], 1, "not understood"),
    (["--language", "xx", "list"], 64, "xx"),
    (["undo", "0"], 64, "0"),
    (["tag", "+a", "--dry-run", "--", "*"], 64, "--dry-run"),
    (["read"], 64, "terminal"),
    (["demo"], 64, "terminal"),
    (["apply", "--lock-timeout", "-3", "archive", "--", "*"], 64, "lock-timeout"),
  ])
  func `bad input is named, nothing changes, and the exit code is right`(
    arguments: [String],
    status: Int32,
    word: String
  ) throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.dump()
    let run = try mail.mulligan(arguments)
    #expect(run.status == status, "\(run)")
    #expect(run.errors.contains(word), "\(run)")
    #expect(run.output.isEmpty, "\(run)")
    #expect(!run.errors.contains("\u{1B}"))
    #expect(try mail.dump() == before)
  }

  @Test(arguments: [
    (["history", "revert", "@-9"], "revert", "no-such-step", 1),
    (["history", "reapply", "9"], "reapply", "no-such-step", 1),
    (["apply", "archve", "--", "*"], "apply", "no-such-action", 64),
    (["apply", "add-tag:-x", "--", "*"], "apply", "bad-tag", 64),
    (["apply", "archive", "--"], "apply", "usage", 64),
    (["undo"], "undo", "nothing-to-undo", 1),
  ])
  func `a writing verb that fails has a result in JSON all the same`(
    arguments: [String],
    verb: String,
    error: String,
    status: Int32
  ) throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let place = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let run = try mail.mulligan(arguments[..<place] + ["--json"] + arguments[place...])
    #expect(run.status == status && !run.errors.isEmpty, "\(run)")
    let result = try #require(run.objects.first, "\(run)")
    #expect(result["verb"] as? String == verb && result["error"] as? String == error)
    #expect(result["result"] as? String == "failed" && run.objects.count == 1)
  }

  @Test func `an id that does not exist is named by exit 1 and changes nothing`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let run = try mail.mulligan("tag", "--stdin", "+a", input: "nobody@example.org\n")
    #expect(run.status == 1 && run.errors.contains("No such message"), "\(run)")
  }

  @Test func `without a configuration, an index, or a whole one, a sentence says so`() throws {
    let mail = try TemporaryMail()
    let missing = try mail.mulligan(
      "count",
      "*",
      with: ["NOTMUCH_CONFIG": "\(mail.folder)/nothing"]
    )
    #expect(missing.status == 1 && missing.errors.contains("nothing"), "\(missing)")
    let empty = try TemporaryMail()
    try FileManager.default.removeItem(atPath: "\(empty.root)/.notmuch")
    let none = try empty.mulligan("list")
    #expect(none.status == 1 && none.errors.contains("notmuch setup"), "\(none)")
    let damaged = try TemporaryMail()
    try damaged.deliverMixedThread()
    for name in ["iamglass", "postlist.glass"] {
      try Data(repeating: 0, count: 8192).write(
        to: URL(fileURLWithPath: "\(damaged.root)/.notmuch/xapian/\(name)")
      )
    }
    let broken = try damaged.mulligan("list")
    #expect(broken.status == 1 && broken.errors.contains("mulligan: error:"), "\(broken)")
  }

  @Test func `many messages are refused without a terminal unless confirmed`() throws {
    let mail = try TemporaryMail()
    try mail.deliver(
      (0..<60).map { SampleMessage("n\($0)@example.org", tags: ["inbox"]) }
    )
    let run = try mail.mulligan("apply", "archive", "--", "*")
    #expect(run.status == 4 && run.errors.contains("60"), "\(run)")
    #expect(try mail.count("tag:inbox") == 60)
    let dry = try mail.mulligan("apply", "--dry-run", "archive", "--", "*")
    #expect(dry.output == "Would change 60 of 60 messages: Archive\n", "\(dry)")
    #expect(try mail.count("tag:inbox") == 60)
    #expect(try mail.mulligan("apply", "--yes", "archive", "--", "*").status == 0)
    #expect(try mail.count("tag:inbox") == 0)
    #expect(try mail.mulligan("undo").status == 0, "what can be redone need not be confirmed")
    #expect(try mail.count("tag:inbox") == 60)
  }
}
