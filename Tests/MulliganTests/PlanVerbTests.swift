import Foundation
import TestSupport
import Testing
import TriageCore

@Suite struct PlanVerbTests {
  private func mail(_ count: Int = 30) throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliverCorpus(count, seed: 7, plainDates: true)
    return mail
  }

  @Test func `a plan is one group, and each command says what it came to`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let before = try mail.dump()
    let plan = """
      plan = 1
      name = "Evening"
      [[command]]
      actions = ["mark-read", "archive"]
      query = "tag:unread"
      [[command]]
      actions = ["add-tag:todo"]
      messages = ["m5@example.org"]
      [[command]]
      actions = ["spam"]
      query = "from:nobody"
      """
    let file = try mail.file("plan.toml", plan)
    let dry = try mail.mulligan("plan", "run", "--dry-run", "--patch", file)
    #expect(dry.status == 0, "\(dry)")
    #expect(dry.output.contains("-unread  id:m2@example.org\n"), "\(dry)")
    #expect(dry.output.contains("-inbox -unread  id:m3@example.org\n"), "\(dry)")
    #expect(dry.output.contains("1. Mark as Read and Archive: 2/2  tag:unread\n"), "\(dry)")
    #expect(dry.output.contains("3. Mark as Spam: nothing matched  from:nobody\n"), "\(dry)")
    #expect(dry.output.hasSuffix("Would change 3 of 3 messages: Evening\n"), "\(dry)")
    #expect(try mail.dump() == before)
    let run = try mail.mulligan("plan", "run", file)
    #expect(run.status == 0)
    #expect(run.output.contains("2. Add Tag “todo”: 1/1  \n"), "\(run)")
    #expect(run.output.contains("Evening"), "\(run)")
    #expect(try mail.mulligan("history", "--json").objects.count == 1)
    #expect(try mail.mulligan("undo").output.hasPrefix("Undid Evening: 3 messages"))
    #expect(try mail.dump() == before)
  }

  @Test(arguments: [
    ("yesterday", "“yesterday” is already over"), ("2001-01-01", "“2001-01-01” is already over"),
    ("4000d", "“4000d” is more than ten years ahead"), ("soonish", "“soonish” is not a time"),
    ("2999-01-01", "“2999-01-01” is more than ten years ahead"),
  ])
  func `a time that nothing can sleep until is named with its place`(
    time: String,
    words: String
  ) throws {
    let mail = try mail(3)
    let before = try mail.dump()
    let file = try mail.file(
      "plan.toml",
      "plan = 1\n[[command]]\nactions = [\"archive\", \"snooze:\(time)\"]\nquery = \"*\"\n"
    )
    let check = try mail.mulligan("plan", "check", file)
    #expect(check.status == 1 && check.output == "\(file):3:23: error: \(words)\n", "\(check)")
    let run = try mail.mulligan("plan", "run", "--yes", file)
    #expect(run.status == 1 && run.errors.contains("\(file):3:23: error: \(words)\n"), "\(run)")
    #expect(try mail.dump() == before)
  }

  @Test func `a plan with mistakes runs nothing and names them all`() throws {
    let mail = try mail(3)
    let before = try mail.dump()
    let file = try mail.file(
      "plan.toml",
      "plan = 1\n[[command]]\nactions = [\"archve\"]\nquery = \"*\"\nlimt = 1\n"
    )
    let check = try mail.mulligan("plan", "check", file)
    #expect(check.status == 1)
    #expect(
      check.output == """
        \(file):3:12: error: there is no action “archve” (did you mean “archive”?)
        \(file):5:1: error: unknown key “limt” (did you mean “limit”?)

        """
    )
    let run = try mail.mulligan("plan", "run", "--json", file)
    #expect(run.status == 1)
    #expect(run.errors.contains(":5:1: error: unknown key"))
    #expect(run.objects.first?["error"] as? String == "plan")
    #expect(try mail.dump() == before)
  }

  @Test func `a query that the index does not understand is named by its place`() throws {
    let mail = try mail(3)
    let file = try mail.file(
      "plan.json",
      #"{"plan": 1, "command": [{"actions": ["archive"], "query": "from:a and and ("}]}"#
    )
    #expect(try mail.mulligan("plan", "check", file).status == 0)
    let run = try mail.mulligan("plan", "run", "--yes", file)
    #expect(run.status == 1)
    #expect(run.errors.contains("\(file):1:59: error: "), "\(run)")
  }

  @Test func `actions that cancel one another make no group`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let file = try mail.file(
      "plan.toml",
      """
      plan = 1
      [[command]]
      actions = ["add-tag:x"]
      query = "not tag:x"
      [[command]]
      actions = ["remove-tag:x"]
      query = "not tag:x"
      """
    )
    let run = try mail.mulligan("plan", "run", file)
    #expect(run.output.hasSuffix("Nothing to do: all 5 messages are like that already\n"), "\(run)")
    #expect(try mail.mulligan("history").output.isEmpty)
  }

  @Test func `what save-plan writes does later what was asked for then`() throws {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let file = "\(mail.folder)/saved.toml"
    let saved = try mail.mulligan("apply", "archive", "--save-plan", file, "--", "tag:inbox")
    #expect(saved.status == 0, "\(saved)")
    #expect(try mail.count("tag:inbox") == 3)
    #expect(try mail.mulligan("apply", "star", "--save-plan", file, "--", "*").status == 1)
    try mail.tag("+inbox", "--", "id:m1@example.org")
    #expect(try mail.mulligan("plan", "run", file).status == 0)
    #expect(try mail.count("tag:inbox") == 1)
    let output = try mail.mulligan("tag", "--save-plan=-", "+a", "--", "id:m1@example.org").output
    #expect(output.contains("messages = [\"m1@example.org\"]"))
  }

  @Test func `a saved plan has tags with blanks, and says on which file it could not be written`()
    throws
  {
    let mail = try TemporaryMail()
    try mail.deliverMixedThread()
    let file = "\(mail.folder)/.saved.json"
    try mail.mulligan("tag", "--save-plan", file, "+to do", "-inbox", "--", "tag:inbox")
    #expect(try mail.mulligan("plan", "check", file).status == 0)
    #expect(try mail.mulligan("plan", "run", file).status == 0)
    #expect(try mail.count("tag:\"to do\" and not tag:inbox") == 3)
    let plan = try mail.mulligan("tag", "--save-plan", "-", "+a b", "-c", "--", "*").output
    #expect(try mail.mulligan(["plan", "run", "-"], input: plan).status == 0)
    #expect(try mail.count("tag:\"a b\"") == 5)
    let missing = try mail.mulligan("apply", "star", "--save-plan", "/no/such/plan", "--", "*")
    #expect(missing.status == 1 && missing.errors.contains("/no/such/plan"), "\(missing)")
    #expect(missing.errors.contains("No such file or directory"), "\(missing)")
  }

  @Test func `mistakes of every kind are named at once, with what was expected`() throws {
    let mail = try mail(3)
    let before = try mail.dump()
    let file = try mail.file(
      "plan.toml",
      """
      plan = "1"
      nam = "x"
      [[command]]
      actions = ["archve", 3, "add-tag", "add-tag:-x", "archive:y"]
      query = 7
      [[command]]
      actions = []
      query = "*"
      messages = ["a"]
      limit = -1
      [[command]]
      query = "*"
      [[command]]
      actions = "archive"

      """
    )
    let check = try mail.mulligan("plan", "check", file)
    let lines = check.output.lines.map { String($0.dropFirst(file.count + 1)) }
    #expect(check.status == 1)
    #expect(
      lines == [
        "1:8: error: wrong value of “plan”; expected: 1",
        "2:1: error: unknown key “nam” (did you mean “name”?)",
        "4:12: error: there is no action “archve” (did you mean “archive”?)",
        "4:22: error: wrong value of “actions”; expected: \"…\"",
        "4:25: error: the action “add-tag” needs an argument, as in “add-tag:…”",
        "4:36: error: “-x” cannot be a tag",
        "4:50: error: the action “archive” takes no argument",
        "5:9: error: wrong value of “query”; expected: \"…\"",
        "7:11: error: wrong value of “actions”; expected: [\"archive\", …]",
        "9:12: error: only one of “query” and “messages” can be there",
        "10:9: error: wrong value of “limit”; expected: 0, 1, 2, …",
        "11:3: error: the key “actions” is missing",
        "13:3: error: one of “query” and “messages” must be there",
        "14:11: error: wrong value of “actions”; expected: [\"archive\", …]",
      ],
      "\(check.output)"
    )
    let run = try mail.mulligan("plan", "run", file)
    #expect(run.status == 1 && run.output.isEmpty && run.errors.lines.count == 15, "\(run)")
    let json = try mail.mulligan(
      ["plan", "check", "-"],
      input: #"{"plan": 1, "command": [7, {}]}"#
    )
    #expect(json.output.lines.count == 3 && json.output.contains("-:1:25: error"), "\(json)")
    #expect(try mail.dump() == before)
    #expect(try mail.mulligan("history").output.isEmpty)
  }

  @Test func `a batch of notmuch's lines is one group and does the same`() throws {
    let lines = """
      # rules
      +new%20tag -inbox -- tag:unread
      -unread -- from:"nobody" or tag:"new tag"
      +%c3%bc -- *

      """
    let (ours, theirs) = (try TemporaryMail(), try TemporaryMail())
    for mail in [ours, theirs] { try mail.deliverCorpus(30, seed: 7, plainDates: true) }
    #expect(try ours.mulligan(["tag", "--yes", "--batch"], input: lines).status == 0)
    _ = try theirs.notmuch("tag", "--batch", input: lines)
    #expect(try ours.dump() == theirs.dump())
    let steps = try ours.mulligan("history", "--json").objects
    #expect(steps.count == 1)
    let bad = try ours.mulligan(["tag", "--batch"], input: "+a *\n+%zz *\n")
    #expect(bad.status == 1)
    #expect(bad.errors.contains("-:2:1: error: “+%zz” cannot be a tag"), "\(bad)")
  }

  /// What notmuch passes over with a warning is refused here, and nothing is done; so are the tags
  /// that notmuch takes only in this disguise.
  @Test func `lines of a batch mean what they mean to notmuch, however they are written`() throws {
    let (ours, theirs) = (
      try TemporaryMail(excludedTags: []), try TemporaryMail(excludedTags: [])
    )
    for mail in [ours, theirs] { try mail.deliverMixedThread() }
    let refused = [
      "-- *", "+l --", "+ -- *", "+-m -- *", "+%2dm -- *", "+n% -- *", "+n%4 -- *", "+%zz -- *",
      "+q%09r -- *", "+a", "*",
    ]
    for line in [
      "+a%20b -- *", "+%25 -- *", "+%41%2b -- *", "   +c   -inbox   --   tag:inbox   ",
      "+d tag:flagged",
      "+e -- not tag:c", "+g -- id:\"m1@example.org\"", "+h -- tag:\"a b\"",
      "+i \"cottage\" or tag:unread", "-a%20b -- tag:\"a b\" and not id:m2@example.org",
      "+j -j -- *",
      "-j +j -- id:m3@example.org", "+k +k -- *", "+%c3%bc%C3%9c -- *", "-- *", "+l --", "+ -- *",
      "+-m -- *", "+%2dm -- *", "--d -- *", "--%2d -- *", "+n% -- *", "+n%4 -- *", "+%zz -- *",
      "  # +o -- *",
      "#+o -- *", "+p -- #", "+q%09r -- *", "+s,t;u'v -- *", "+\"w -- *",
      "+x -- id:m1@example.org ",
      "+y --  -- tag:x", "+z -- subject:\"a cottage\"", "-%c3%bc%C3%9c -- *", "+a", "*", "",
    ] {
      let run = try ours.mulligan(["tag", "--yes", "--batch"], input: line + "\n")
      _ = try theirs.run(
        ["sh", "-c", "notmuch tag --batch 2>/dev/null || true"],
        input: line + "\n"
      )
      #expect(run.status == (refused.contains(line) ? 1 : 0), "\(line): \(run)")
      let isDisguised = line.hasPrefix("+%2d") || line.contains("%09")
      #expect(try isDisguised || ours.dump() == theirs.dump(), "\(line): \(run)")
      if isDisguised { _ = try theirs.notmuch("restore", input: ours.notmuch("dump")) }
    }
  }

  @Test func `a dry run says exactly what the run then does, whatever the plan`() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["PLAN_ROUNDS"] ?? "") ?? 12
    let mail = try mail(60)
    var random = SplitMix(11)
    var before = try mail.dump()
    var kinds: [Int32: Int] = [:]
    for round in 0..<rounds {
      let file = try mail.file("plan-\(round).toml", Self.plan(&random))
      let dry = try mail.mulligan("plan", "run", "--dry-run", "--patch", file)
      #expect(try mail.dump() == before)
      let run = try mail.mulligan("plan", "run", "--yes", "--patch", file)
      #expect(run.status == dry.status, "\(run)")
      let after = try mail.dump()
      let changed = Set(after).subtracting(before).count
      let patch = dry.output.lines.filter { $0.contains("  id:") && !$0.contains(". ") }
      #expect(patch == run.output.lines.filter { $0.contains("  id:") && !$0.contains(". ") })
      #expect(patch.count == changed, "\(dry)")
      #expect(Self.applying(patch, to: before) == after)
      kinds[run.status, default: 0] += 1
      before = after
    }
    print("\(rounds) plans, by exit status: \(kinds.sorted { $0.key < $1.key })")
  }

  private static func plan(_ random: inout SplitMix) -> String {
    let actions = [
      "mark-read", "mark-unread", "archive", "unarchive", "star", "add-tag:x",
      "remove-tag:x", "change-tags:+a -b", "mute", "unmute",
    ]
    let queries = [
      "*", "tag:unread", "tag:inbox", "not tag:x", "from:nobody", "tag:flagged or tag:a",
    ]
    var text = "plan = 1\n"
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let count = Int.random(in: 1...3, using: &random)
      let chosen = (0..<count).map { _ in "\"\(actions.randomElement(using: &random) ?? "")\"" }
      text += "[[command]]\nactions = [\(chosen.joined(separator: ", "))]\n"
      if Int.random(in: 0..<4, using: &random) == 0 {
        let ids = (0..<5).map { _ in "\"m\(Int.random(in: 0..<61, using: &random))@x\"" }
        text += "messages = [\(ids.joined(separator: ", "))]\n"
        continue
      }
      text += "query = \"\(queries.randomElement(using: &random) ?? "")\"\n"
      if Bool.random(using: &random) {
        text += "limit = \(Int.random(in: 0...40, using: &random))\n"
      }
    }
    return text
  }

  /// The dump that lines of a patch make of a dump.
  private static func applying(_ patch: [String], to dump: [String]) -> [String] {
    var tags: [String: Set<String>] = [:]
    for line in dump {
      let parts = line.components(separatedBy: " -- ")
      tags[parts[1]] = Set(parts[0].split(separator: " ").map { String($0.dropFirst()) })
    }
    for line in patch {
      let parts = line.components(separatedBy: "  ")
      for word in parts[0].split(separator: " ") {
        let tag = String(word.dropFirst())
        if word.hasPrefix("+") {
          tags[parts[1], default: []].insert(tag)
        } else {
          tags[parts[1]]?.remove(tag)
        }
      }
    }
    return tags.map { id, tags in
      (tags.sorted().map { "+\($0)" }.joined(separator: " ")) + " -- \(id)"
    }.sorted()
  }
}

extension TemporaryMail {
  /// Writes a file beside the mail and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}
