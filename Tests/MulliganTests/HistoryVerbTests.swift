import Foundation
import TestSupport
import Testing

@Suite struct HistoryVerbTests {
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    return mail
  }

  @Test func `a step says what it was made of, whatever it is called`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let plan = try mail.file(
      "plan.toml",
      """
      plan = 1
      name = "Evening"
      [[command]]
      actions = ["mark-read", "archive"]
      query = "tag:unread"
      [[command]]
      actions = ["add-tag:todo", "archive"]
      query = "tag:flagged"
      """
    )
    #expect(try mail.mulligan("plan", "run", plan).status == 0)
    let named = ["--name", "Mine", "star", "add-tag:a b", "add-tag:c", "--", "*"]
    #expect(try mail.mulligan(["apply"] + named).status == 0)
    #expect(try mail.mulligan("tag", "+x", "-inbox", "--", "*").status == 0)
    #expect(try mail.mulligan("undo").status == 0)
    let steps = try mail.mulligan("history", "--json").objects.reversed()
    #expect(
      steps.map { $0["actions"] as? [String] } == [
        ["mark-read", "archive", "add-tag:todo"], ["star", "add-tag:a b", "add-tag:c"],
        ["change-tags:+x -inbox"], [],
      ]
    )
  }

  @Test func `a step that only undoes is named with its action where an action is wanted`() throws {
    let mail = try mailbox()
    try mail.mulligan("tag", "+a", "--", "*")
    try mail.mulligan("undo")
    for verb in ["revert", "reapply"] {
      let run = try mail.mulligan("history", verb, "2")
      #expect(run.status != 0)
      #expect(run.errors.contains("This row is an undo or redo; its action is #1"), "\(run)")
      let none = try mail.mulligan("history", verb, "9")
      #expect(none.errors.contains("There is no action #9 in the history"), "\(none)")
    }
    let json = try mail.mulligan("history", "revert", "2", "--yes", "--json")
    #expect(json.objects.last?["error"] as? String == "no-such-step", "\(json)")
  }

  @Test func `steps that are not listed are counted, unless somebody said how many to list`() throws
  {
    let mail = try mailbox()
    for number in 1...26 { try mail.mulligan("tag", "+t\(number)", "--", "*") }
    #expect(try mail.mulligan("undo", "26").status == 0)
    let usual = try mail.mulligan("history")
    #expect(usual.output.lines.count == 50)
    #expect(usual.errors == "Hint: older actions that are not listed: 2; “--limit 0” lists all\n")
    let json = try mail.mulligan("history", "--json")
    #expect(json.objects.count == 50 && json.errors == usual.errors)
    for options in [["--limit", "50"], ["--limit", "0"], ["--limit", "3"]] {
      #expect(try mail.mulligan(["history"] + options).errors.isEmpty)
    }
  }

  @Test func `a line of the history names one of the messages, and how many others there are`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliver(
      SampleMessage("one@example.org", from: "Cy <cy@example.org>", subject: "Rust"),
      SampleMessage("two@example.org", from: "Ann <ann@example.org>", subject: "Garden plans"),
      SampleMessage("three@example.org", from: "Bo <bo@example.org>", subject: "")
    )
    try mail.mulligan("tag", "+a", "--", "id:two@example.org")
    try mail.mulligan("tag", "+b", "--", "id:three@example.org")
    try mail.mulligan("tag", "+c", "--", "*")
    let lines = try mail.mulligan("history").output.lines
    #expect(lines[2].hasSuffix("  Ann: Garden plans"), "\(lines)")
    #expect(lines[1].hasSuffix("  Bo: (no subject)"), "\(lines)")
    #expect(lines[0].hasSuffix(" and 2 more"), "\(lines)")
    try mail.mulligan("undo")
    #expect(try mail.mulligan("history").output.lines[0].hasSuffix(" and 2 more"))
    #expect(!(try mail.mulligan("history", "show", "1").output.lines[0].contains("Garden")))
  }

  @Test func `a step is shown with its changes and what undoing it would do now`() throws {
    let mail = try mailbox()
    try mail.mulligan("apply", "archive", "--", "*")
    try mail.mulligan("apply", "mark-read-and-archive", "--", "*")
    let lines = try mail.mulligan("history", "show", "1").output.lines
    #expect(lines[0].hasSuffix("  done  shell  3  Archive"), "\(lines)")
    #expect(lines[1...3].sorted() == (3...5).map { "    -inbox  id:m\($0)@example.org" })
    #expect(
      lines[4...] == [
        "Undo would change now: 0 of 3 messages; 3 kept by Mark as Read and Archive"
      ]
    )
    let step = try #require(try mail.mulligan("history", "show", "#1", "--json").objects.first)
    let outlook = try #require(step["outlook"] as? [String: Int])
    #expect(outlook["kept"] == 3 && outlook["restored"] == 0 && outlook.count == 7)
  }

  @Test func `an undo is shown with what it left as it was, message by message`() throws {
    let mail = try mailbox()
    try mail.mulligan("tag", "+todo", "--", "*")
    try mail.mulligan("tag", "+todo", "+later", "--", "id:m2@example.org")
    let file = try mail.notmuch("search", "--output=files", "id:m1@example.org").lines[0]
    try FileManager.default.removeItem(atPath: file)
    try mail.notmuch("new")
    try mail.tag("-todo", "id:m3@example.org")
    #expect(try mail.mulligan("history", "revert", "1", "--yes").status == 3)
    let lines = try mail.mulligan("history", "show", "@").output.lines
    #expect(
      lines.filter { $0.contains("(") }.sorted() == [
        "    (already-so)  id:m3@example.org", "    (gone)  id:m1@example.org",
        "    (kept by #2)  id:m2@example.org",
      ],
      "\(lines)"
    )
    #expect(lines.filter { $0.contains("-todo") }.count == 2, "\(lines)")
  }

  @Test func `revert takes back just one group as a new group that undo takes back`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    try mail.mulligan("apply", "archive", "--", "*")
    try mail.mulligan("apply", "star", "--", "*")
    let done = try mail.dump()
    let run = try mail.mulligan("history", "revert", "1", "--yes", "--json")
    let result = try #require(run.objects.last)
    #expect(result["verb"] as? String == "revert" && result["result"] as? String == "done")
    #expect(result["targets"] as? [Int] == [1] && result["group"] as? Int == 3)
    #expect((result["name"] as? [String: Any])?["key"] as? String == "name.revert")
    #expect(try mail.count("tag:inbox") == 3)
    #expect(try mail.count("tag:flagged") == 5)
    let again = try mail.mulligan("history", "revert", "1")
    #expect(again.status == 0)
    #expect(again.output == "Already undone: there is nothing to revert\n")
    #expect(try mail.mulligan("undo").output == "Undid Revert Archive: 3 messages [#4]\n")
    #expect(try mail.dump() == done)
    #expect(try mail.mulligan("history", "revert", "1", "2", "--yes").status == 0)
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("history", "reapply", "1", "#2", "--yes").status == 0)
    #expect(try mail.dump() == done)
  }

  @Test func `taking back a revert brings back only what it had taken back`() throws {
    let mail = try mailbox()
    try mail.mulligan("apply", "archive", "--", "*")
    try mail.mulligan("apply", "star", "--", "*")
    try mail.mulligan("undo")
    let before = try mail.dump()
    try mail.mulligan("history", "revert", "1", "2", "--yes")
    try mail.mulligan("undo")
    #expect(try mail.dump() == before, "the undone star stays undone")
    let states = try mail.mulligan("history", "--json").objects.map { $0["state"] as? String }
    #expect(states == [nil, "undone", nil, "undone", "live"])
  }

  @Test func `restore goes back to right after a step, and undo comes back from there`() throws {
    let mail = try mailbox()
    var dumps = [try mail.dump()]
    for action in ["archive", "star", "add-tag:todo"] {
      try mail.mulligan("apply", action, "--", "*")
      dumps.append(try mail.dump())
    }
    let run = try mail.mulligan("history", "restore", "1", "--yes")
    #expect(run.status == 0 && run.output.hasPrefix("Restored to "), "\(run)")
    #expect(try mail.dump() == dumps[1])
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == dumps[3])
    let nothing = try mail.mulligan("history", "restore", "@-1")
    #expect(nothing.output == "Nothing to do: that is how it stands\n", "\(nothing)")
  }

  @Test func `turning groups needs a confirmation without a terminal`() throws {
    let mail = try mailbox()
    try mail.mulligan("apply", "archive", "--", "*")
    let before = try mail.dump()
    for words in [["revert", "1"], ["reapply", "1"], ["restore", "1"], ["reset"]] {
      let run = try mail.mulligan(["history"] + words)
      let isNeeded = words[0] == "revert" || words[0] == "reset"
      #expect(run.status == (isNeeded ? 4 : 0), "\(run)")
    }
    let dry = try mail.mulligan("history", "revert", "1", "--dry-run")
    #expect(dry.output == "Would change 3 of 3 messages: Revert Archive\n" && dry.status == 0)
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("history").output.lines.count == 1)
  }

  @Test func `undo and redo act without a terminal, and exit 3 when something was left`() throws {
    let mail = try mailbox()
    try mail.mulligan("tag", "+todo", "--", "*")
    try FileManager.default.removeItem(
      atPath: try mail.notmuch("search", "--output=files", "id:m1@example.org").lines[0]
    )
    try mail.notmuch("new")
    let run = try mail.mulligan("undo")
    #expect(run.status == 3 && run.output == "Undid Add Tag “todo”: 4 of 5 messages; 1 gone [#2]\n")
    let state = try mail.mulligan("history", "show", "1", "--json").objects.first?["state"]
    #expect(state as? String == "partial")
  }

  @Test func `strict undo leaves alone what anyone changed since`() throws {
    let mail = try mailbox()
    try mail.mulligan("tag", "+todo", "--", "*")
    try mail.tag("+other", "id:m1@example.org")
    let dry = try mail.mulligan("undo", "--strict", "--dry-run", "--json").objects.last
    #expect(dry?["result"] as? String == "partial" && dry?["changed"] as? Int == 4)
    let run = try mail.mulligan("undo", "--strict")
    #expect(run.status == 3 && run.output.contains("4 of 5 messages; 1 changed since"), "\(run)")
    #expect(try mail.count("tag:todo") == 1)
  }

  @Test func `the list can be cut by time, and names what an undo was of`() throws {
    let mail = try mailbox()
    try mail.mulligan("apply", "archive", "--", "*")
    try mail.mulligan("undo")
    let lines = try mail.mulligan("history", "--since", "1h").output.lines
    #expect(lines.count == 2 && lines[0].contains("  undo  shell  3  Undo Archive  "), "\(lines)")
    #expect(try mail.mulligan("history", "--since", "2099-01-01T12:00").output.isEmpty)
  }

  private static let wrong: [(words: String, status: Int32)] = [
    ("show 12", 1), ("revert 12 --yes", 1), ("show @-9", 1), ("revert 2 --yes", 1), ("show x", 64),
    ("show @1", 64), ("show -1", 64), ("revert", 64), ("--since 2026-02-30", 64),
    ("--since tomorrow", 64), ("prune --keep=-1", 64), ("prune --before 7x", 64),
    ("restore 1 2", 64), ("bogus", 64),
  ]

  @Test(arguments: wrong)
  func `an unknown step or a wrong word is named and nothing changes`(
    wrong: (words: String, status: Int32)
  ) throws {
    let mail = try mailbox()
    try mail.mulligan("apply", "archive", "--", "*")
    try mail.mulligan("undo")
    let before = (try mail.picture(), try mail.mulligan("history", "--all").output)
    let run = try mail.mulligan(["history"] + wrong.words.split(separator: " ").map { String($0) })
    #expect(run.status == wrong.status && !run.errors.isEmpty && run.output.isEmpty, "\(run)")
    #expect(try mail.picture() == before.0)
    #expect(try mail.mulligan("history", "--all").output == before.1)
  }

  @Test func `titles of turned groups speak every language`() throws {
    let mail = try mailbox()
    try mail.mulligan("apply", "archive", "star", "--", "*")
    try mail.mulligan("history", "revert", "1", "--yes")
    try mail.mulligan("history", "reapply", "1", "2", "--yes")
    let titles = [
      ("en", "Revert Archive and Star", "Reapply 2 Actions"),
      ("ru", "Откатить «В архив и Отметить звёздочкой»", "Применить снова 2 действия"),
      ("zh-Hans", "单独撤销“归档并加星标”", "重新应用 2 项操作"),
      ("zh-Hant", "單獨還原「封存並加上星號」", "重新套用 2 項動作"),
    ]
    for (language, revert, reapply) in titles {
      let lines = try mail.mulligan("--language", language, "history").output.lines
      #expect(lines[1].contains("  \(revert)  ") && lines[0].contains("  \(reapply)  "), "\(lines)")
    }
  }
}
