import Foundation
import TestSupport
import Testing
import TriageCore

/// Totals of the history beside what `history show` says of each group, in many zones.
@Suite struct HistorySumTests {
  /// Hours around which clocks are set: twice in Berlin, Havana and on Lord Howe, at whose ends days
  /// have 23, 23.5, 24.5 or 25 hours; and midnights.
  private static let changes: [String] = [
    "2026-03-08T05:00:00Z", "2026-03-29T01:00:00Z", "2026-04-04T15:00:00Z",
    "2026-10-03T15:30:00Z", "2026-10-25T01:00:00Z", "2026-11-01T05:00:00Z",
  ]
  private static let actions: [[String]] = [
    ["archive"], ["star"], ["mark-read"], ["unarchive"], ["mark-unread"], ["unstar"],
    ["mark-read", "archive"],
  ]

  /// Eight messages of three senders and two lists, and groups before, at and after each change.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      (0..<8).map { number in
        SampleMessage(
          "m\(number)@example.org",
          from: "Someone <s\(number % 3)@example.org>",
          headers: number < 5 ? "List-Id: <l\(number % 2).example.org>\n" : "",
          tags: ["inbox", "unread"]
        )
      }
    )
    var chance = SplitMix(20)
    var number = 0
    for change in Self.changes {
      for minutes in [-1_441, -31, -1, 0, 29, 61, 719] {
        let action = Self.actions[number % Self.actions.count]
        let query = (0..<8).filter { _ in chance.next() & 1 == 0 }
          .map { "id:m\($0)@example.org" }.joined(separator: " or ")
        let background = number % 5 == 0 ? ["--background"] : []
        let target = ["--", query.isEmpty ? "*" : query]
        let words = ["apply", "--yes"] + background + action + target
        try run(mail, number % 6 == 5 ? ["undo", "--yes"] : words, change, minutes)
        number += 1
      }
    }
    return mail
  }

  private func run(
    _ mail: TemporaryMail,
    _ words: [String],
    _ change: String,
    _ minutes: Int
  ) throws {
    let time = try Date(change, strategy: .iso8601).addingTimeInterval(Double(minutes) * 60)
    let run = try mail.mulligan(
      words,
      with: ["MULLIGAN_CLOCK": time.formatted(.iso8601), "TZ": "UTC"]
    )
    #expect(run.status == 0, "\(words): \(run)")
  }

  /// A group of the history, and whom each message is from that it changed.
  private struct Group {
    let time: Date
    let actions: String
    let messages: [Int]
  }

  private func groups(_ mail: TemporaryMail) throws -> [Group] {
    let steps = try mail.mulligan("history", "--all", "--limit", "0", "--json").objects
    return try steps.filter { $0["kind"] as? String == "action" }.map { step in
      let id = try #require(step["id"] as? Int)
      let lines = try mail.mulligan("history", "show", "\(id)", "--json").objects
      let messages = lines.filter { $0["type"] as? String == "change" }.compactMap { line in
        let edits = ["added", "removed"].flatMap { line[$0] as? [String] ?? [] }
        return edits.isEmpty ? nil : (line["message"] as? String)?.dropFirst().first
      }
      let at = try #require(step["at"] as? String)
      return Group(
        time: try Date(at, strategy: .iso8601),
        actions: (step["actions"] as? [String] ?? []).joined(separator: " "),
        messages: try messages.map { try #require(Int(String($0))) }
      )
    }
  }

  /// Messages and groups by value, as the program adds them up.
  private func totals(
    _ mail: TemporaryMail,
    _ kind: String,
    _ zone: String
  ) throws -> [String: [Int]] {
    let words = ["history", "--all", "--by", kind, "--json"]
    let lines = try mail.mulligan(words, with: ["TZ": zone]).objects
    let pairs = lines.map { line in
      let numbers = ["messages", "groups"].map { line[$0] as? Int ?? -1 }
      return (line["value"] as? String ?? "-", numbers)
    }
    return Dictionary(pairs) { _, _ in [] }
  }

  private func sums(
    _ groups: [Group],
    _ value: (Group, Int) -> String
  ) -> [String: [Int]] {
    var sums: [String: [Int]] = [:]
    for group in groups {
      let values = group.messages.map { value(group, $0) }
      for value in values { sums[value, default: [0, 0]][0] += 1 }
      for value in Set(values) { sums[value]?[1] += 1 }
    }
    return sums
  }

  /// With `MULLIGAN_FULL_SWEEP` all zones there are.
  private static var zones: [String] {
    sweepsAreWhole
      ? TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
      : [
        "UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Asia/Kathmandu",
        "Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Cairo", "America/St_Johns",
      ]
  }

  @Test func `L32 L38 totals are the sums over history show, in every zone`() throws {
    let mail = try mailbox()
    let groups = try groups(mail)
    #expect(groups.count > 8 && groups.contains { $0.messages.count > 3 })
    for zone in Self.zones {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: zone))
      let days = sums(groups) { group, _ in
        let day = calendar.dateComponents([.year, .month, .day], from: group.time)
        let parts = [day.month ?? 0, day.day ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(day.year ?? 0)-\(parts.joined(separator: "-"))"
      }
      #expect(try totals(mail, "day", zone) == days, "\(zone)")
    }
    #expect(try totals(mail, "action", "UTC") == sums(groups) { group, _ in group.actions })
    let senders = sums(groups) { _, message in "s\(message % 3)@example.org" }
    #expect(try totals(mail, "sender", "UTC") == senders)
    let lists = sums(groups) { _, message in message < 5 ? "l\(message % 2).example.org" : "-" }
    #expect(try totals(mail, "list", "UTC") == lists)
  }
}
