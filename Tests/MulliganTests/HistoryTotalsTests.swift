import Foundation
import TestSupport
import Testing
import TriageCore

/// What was done, added up; and back to a time.
@Suite struct HistoryTotalsTests {
  /// Six messages of two senders, three of them of a list, on which something was done on three days.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      (1...6).map { number in
        SampleMessage(
          "m\(number)@example.org",
          from: number.isMultiple(of: 2) ? "Ann <Ann@Example.org>" : "Bob <bob@example.net>",
          subject: number == 1 ? "first" : number == 2 ? "second" : "another",
          headers: number <= 3 ? "List-Id: News <News.Example.org>\n" : "",
          tags: ["inbox", "unread"]
        )
      }
    )
    let days: [(String, [String])] = [
      ("2026-11-16T22:30:00Z", ["apply", "archive", "--", "subject:first or subject:second"]),
      ("2026-11-16T23:30:00Z", ["apply", "star", "--", "*"]),
      ("2026-11-17T10:00:00Z", ["apply", "archive", "--", "*"]),
      ("2026-11-17T11:00:00Z", ["undo"]),
      ("2026-11-18T10:00:00Z", ["apply", "--background", "mark-read", "--", "from:bob"]),
    ]
    for (time, arguments) in days {
      let run = try mail.mulligan(arguments, with: ["MULLIGAN_CLOCK": time, "TZ": "Europe/Berlin"])
      #expect(run.status == 0, "\(arguments): \(run)")
    }
    return mail
  }

  /// The totals of a kind: value, messages, groups, undone.
  private func lines(
    _ mail: TemporaryMail,
    _ kind: String,
    zone: String = "Europe/Berlin",
    _ more: String...
  ) throws -> [String] {
    let arguments = ["history", "--by", kind, "--json"] + more
    return try mail.mulligan(arguments, with: ["TZ": zone]).objects.map { total in
      let number = { (key: String) in String(total[key] as? Int ?? -1) }
      return [
        total["value"] as? String ?? "-", number("messages"), number("groups"), number("undone"),
        number("background"),
      ].joined(separator: " ")
    }
  }

  @Test func `L31 groups are added up by local day, action, sender and list`() throws {
    let mail = try mailbox()
    #expect(
      try lines(mail, "day") == ["2026-11-18 3 1 0 1", "2026-11-17 10 2 1 0", "2026-11-16 2 1 0 0"]
    )
    #expect(
      try lines(mail, "day", zone: "UTC") == [
        "2026-11-18 3 1 0 1", "2026-11-17 4 1 1 0", "2026-11-16 8 2 0 0",
      ]
    )
    #expect(
      try lines(mail, "action") == ["archive 6 2 1 0", "star 6 1 0 0", "mark-read 3 1 0 1"]
    )
    #expect(
      try lines(mail, "sender") == ["bob@example.net 9 4 1 1", "ann@example.org 6 3 1 0"]
    )
    #expect(try lines(mail, "list") == ["news.example.org 8 4 1 1", "- 7 3 1 1"])
  }

  @Test(arguments: ["UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe"])
  func `L32 the messages of every kind are those of the groups`(zone: String) throws {
    let mail = try mailbox()
    let file = try mail.notmuch("search", "--output=files", "id:m4@example.org")
    try FileManager.default.removeItem(atPath: String(file.dropLast()))
    try mail.notmuch("new", "--quiet")
    let steps = try mail.mulligan("history", "--limit", "0", "--json").objects
    let all = steps.filter { $0["kind"] as? String == "action" }
      .compactMap { $0["messages"] as? Int }.reduce(0, +)
    for kind in ["day", "list", "sender", "action"] {
      let sum = try lines(mail, kind, zone: zone).reduce(0) {
        $0 + (Int($1.split(separator: " ").dropLast(3).last ?? "") ?? 0)
      }
      #expect(sum == all, "\(kind)")
    }
    #expect(try lines(mail, "sender").contains { $0.hasPrefix("- ") }, "whose mail has gone")
  }

  @Test func `L31 mail that has gone is of no list, though its list is remembered`() throws {
    let mail = try mailbox()
    let before = try lines(mail, "list").first { $0.hasPrefix("news.example.org") }
    let file = try mail.notmuch("search", "--output=files", "id:m1@example.org").lines[0]
    try FileManager.default.removeItem(atPath: file)
    try mail.notmuch("new", "--quiet")
    let after = try lines(mail, "list").first { $0.hasPrefix("news.example.org") }
    let messages = [before, after].map { Int($0?.split(separator: " ")[1] ?? "") ?? 0 }
    #expect(messages[0] > messages[1] && messages[1] > 0, "\(messages)")
  }

  @Test func `L31 since and until are a half-open time`() throws {
    let mail = try mailbox()
    let zone = ["TZ": "Europe/Berlin"]
    let between = ["history", "--since", "2026-11-17", "--until", "2026-11-18", "--json"]
    let steps = try mail.mulligan(between, with: zone).objects
    #expect(steps.compactMap { $0["id"] as? Int } == [4, 3, 2])
    let exact = ["history", "--until", "2026-11-17T11:00", "--json"]
    #expect(try mail.mulligan(exact, with: zone).objects.compactMap { $0["id"] as? Int } == [2, 1])
    #expect(try mail.mulligan("history", "--until", "never").status == 64)
    #expect(try mail.mulligan("history", "--by", "day", "--patch").status == 64)
    #expect(try mail.mulligan("history", "--by", "weather").status == 64)
  }

  @Test func `L31 for people the totals are a table`() throws {
    let mail = try mailbox()
    #expect(
      try mail.mulligan(["history", "--by", "action"], with: ["TZ": "UTC"]).output == """
        messages  actions   undone  kind of action
               6        2        1  Archive
               6        1        0  Star
               3        1        0  Mark as Read

        """
    )
    #expect(try mail.mulligan("history", "--by", "list").output.contains("  no list\n"))
  }

  @Test func `L34 the history goes back to a time`() throws {
    let mail = try mailbox()
    let zone = ["TZ": "Europe/Berlin"]
    let before = try mail.dump()
    let dry = try mail.mulligan(
      ["history", "restore", "--at", "2026-11-17", "--dry-run"],
      with: zone
    )
    #expect(dry.output.contains("Would change 6 of 6 messages: Restore to "), "\(dry)")
    #expect(try mail.dump() == before)
    let back = ["history", "restore", "--yes", "--at", "2026-11-17"]
    let run = try mail.mulligan(back, with: zone)
    #expect(run.status == 0, "\(run)")
    #expect(try mail.count("tag:flagged") == 0 && mail.count("tag:inbox") == 4)
    #expect(try mail.mulligan("undo").status == 0)
    #expect(try mail.dump() == before)
    let start = ["history", "restore", "--yes", "--at", "2020-01-01"]
    #expect(try mail.mulligan(start, with: zone).status == 0)
    #expect(try mail.count("tag:flagged") == 0 && mail.count("tag:inbox") == 6)
  }

  @Test func `L34 after the last step there is nothing to do, and a time or a step is given`()
    throws
  {
    let mail = try mailbox()
    let before = try mail.dump()
    let run = try mail.mulligan("history", "restore", "--at", "2099-01-01", "--json")
    #expect(run.objects.last?["result"] as? String == "nothing", "\(run)")
    #expect(try mail.mulligan("history", "restore").status == 64)
    #expect(try mail.mulligan("history", "restore", "@", "--at", "1d").status == 64)
    #expect(try mail.mulligan("history", "restore", "--at", "soon").status == 64)
    #expect(try mail.dump() == before)
  }
}
