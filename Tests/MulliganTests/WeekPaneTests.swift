import Foundation
import Screen
import ScreenTestSupport
import StringsCatalog
import TestSupport
import Testing
import TriageCore
import TriageUI

@testable import mulligan

/// The week in the history: what was done on each day, and back to one of them.
@Suite struct WeekPaneTests {
  /// Monday, 16 November 2026, in UTC.
  private static let monday: Timestamp = 1_794_787_200

  /// Mail on which something was done on three days of a week, and the Sunday before.
  private func mailbox() throws -> TemporaryMail {
    let mail = try TemporaryMail()
    try mail.deliver(
      (1...6).map { SampleMessage("m\($0)@example.org", tags: ["inbox", "unread"]) }
    )
    let days: [(String, [String])] = [
      ("2026-11-15T12:00:00Z", ["apply", "star", "--", "*"]),
      ("2026-11-16T09:00:00Z", ["apply", "archive", "--", "id:m1@example.org"]),
      ("2026-11-17T10:00:00Z", ["apply", "archive", "--", "*"]),
      ("2026-11-17T11:00:00Z", ["apply", "mark-read", "--", "id:m1@example.org"]),
      ("2026-11-17T12:00:00Z", ["undo"]),
      ("2026-11-18T10:00:00Z", ["apply", "--background", "unstar", "--", "id:m2@example.org"]),
    ]
    for (time, arguments) in days {
      let run = try mail.mulligan(arguments, with: ["MULLIGAN_CLOCK": time])
      #expect(run.status == 0, "\(arguments): \(run)")
    }
    return mail
  }

  private func screen(
    _ mail: TemporaryMail,
    language: LanguageTag = "en",
    columns: Int = 100,
    rows: Int = 24
  ) throws -> ScreenInProcess {
    try ScreenInProcess(
      mail.location,
      stateFolder: mail.state,
      words: Wording(Language.embedded.localizer(for: language), isUTF8: true),
      size: ScreenSize(columns: columns, rows: rows),
      now: Self.monday + 3 * 86_400
    )
  }

  /// The rows without what only aligns.
  private func lines(_ screen: ScreenInProcess) -> [String] {
    screen.rows.map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test func `L33 the week says of each day how much was done, and its neighbours are a key away`()
    throws
  {
    let screen = try screen(try mailbox())
    try screen.press("g", "u", "w")
    let week = lines(screen)
    #expect(
      week.contains { $0.contains("Week of Nov 16 messages actions undone Archive") },
      "\(week)"
    )
    #expect(week.contains { $0.contains("16 Mon ###") && $0.contains(" 1 1 1") }, "\(week)")
    #expect(week.contains { $0.contains("17 Tue ####") && $0.contains(" 6 2 1 5") }, "\(week)")
    #expect(week.contains { $0.contains("Wednesday, November 18: 1 action, 1 message") })
    try screen.press("k")
    #expect(lines(screen).contains { $0.contains("17: 2 actions, 1 of them undone; 6 messages") })
    try screen.press("[")
    #expect(lines(screen).contains { $0.contains("Week of Nov 9") })
    #expect(lines(screen).contains { $0.contains("Tuesday, November 10: nothing was done") })
    try screen.press("G")
    #expect(lines(screen).contains { $0.contains("Sunday, November 15: 1 action, 6 messages") })
    try screen.press("]", "]")
    #expect(lines(screen).contains { $0.contains("Week of Nov 23") })
    try screen.press("q")
    #expect(lines(screen).contains { $0.contains("#6") }, "the steps again")
  }

  @Test func `L33 Enter shows the groups of a day, and the way back leads to the week`() throws {
    let screen = try screen(try mailbox())
    try screen.press("g", "u", "w", "k", "Enter")
    let day = lines(screen)
    #expect(day.contains { $0.contains("Archive") } && day.contains { $0.contains("Read") })
    #expect(!day.contains { $0.contains("#1") || $0.contains("#6") }, "\(day)")
    #expect(day.first?.hasSuffix("History: Tuesday, November 17") == true, "\(day)")
    try screen.press("q")
    #expect(lines(screen).contains { $0.contains("17: 2 actions, 1 of them undone; 6 messages") })
    try screen.press("q", "q")
    #expect(!lines(screen).contains { $0.contains("Week of") })
  }

  @Test func `L33 R goes back to the beginning of a day, and undo brings all of it back`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let screen = try screen(mail)
    try screen.press("g", "u", "w", "k", "R")
    #expect(lines(screen).contains { $0.contains("Restore to") }, "\(lines(screen))")
    try screen.press("y")
    #expect(try mail.count("tag:inbox") == 5, "as on Monday evening")
    #expect(try mail.count("tag:unread") == 6)
    _ = try mail.mulligan("undo", "--yes")
    #expect(try mail.dump() == before)
  }

  @Test func `L33 a day on which nothing was done says so of the day`() throws {
    let screen = try screen(try mailbox())
    try screen.press("g", "u", "w", "[", "Enter")
    let day = lines(screen)
    #expect(
      day.contains { $0.hasSuffix("Wednesday, November 11: nothing was done") },
      "\(day)"
    )
    #expect(day.first?.hasSuffix("History: Wednesday, November 11") == true, "\(day)")
  }

  @Test func `L33 u in the week undoes what is pending, as everywhere`() throws {
    let mail = try mailbox()
    let before = try mail.dump()
    let screen = try screen(mail)
    try screen.press("g", "u", "w", "k", "R", "y")
    #expect(try mail.dump() != before)
    try screen.press("u")
    #expect(try mail.dump() == before, "\(lines(screen))")
  }

  @Test func `L33 the week's numbers are those of the totals in the shell`() throws {
    let mail = try mailbox()
    let totals = try mail.mulligan("history", "--by", "day", "--json").objects
    let screen = try screen(mail)
    try screen.press("g", "u", "w", "g", "g")
    for day in ["2026-11-16", "2026-11-17", "2026-11-18"] {
      let total = try #require(totals.first { $0["value"] as? String == day })
      let number = { (key: String) in total[key] as? Int ?? -1 }
      let said = try #require(lines(screen).first { $0.contains("November \(day.suffix(2))") })
      let undone = number("undone") > 0 ? ", \(number("undone")) of them undone;" : ","
      #expect(said.contains(#/: \d+ actions?/#) && said.contains(": \(number("groups")) action"))
      #expect(said.contains("\(undone) \(number("messages")) message"), "\(said)")
      try screen.press("j")
    }
  }

  @Test func `L33 mail that was put away until different times is one column`() throws {
    let mail = try mailbox()
    for (hour, time) in [(13, "2h"), (14, "3d")] {
      let words = ["apply", "snooze:\(time)", "--yes", "--", "id:m\(hour - 10)@example.org"]
      let run = try mail.mulligan(words, with: ["MULLIGAN_CLOCK": "2026-11-18T\(hour):00:00Z"])
      #expect(run.status == 0, "\(run)")
    }
    let screen = try screen(mail, columns: 140)
    try screen.press("g", "u", "w")
    let week = lines(screen)
    #expect(week.contains { $0.contains("undone Archive Snooze") }, "\(week)")
    let totals = try mail.mulligan("history", "--by", "action", "--json").objects
    let snoozed = totals.first { $0["value"] as? String == "snooze" }
    #expect(snoozed?["messages"] as? Int == 2 && snoozed?["groups"] as? Int == 2, "\(totals)")
    #expect(try mail.mulligan("history", "--by", "action").output.contains("  Snooze\n"))
  }

  @Test(arguments: ["en", "de", "fr", "es", "ru", "ja", "zh-Hans", "zh-Hant"])
  func `L33 the week fits into each window, in each language`(language: String) throws {
    let mail = try mailbox()
    let tag = try #require(LanguageTag(language))
    for (columns, rows) in [(40, 10), (80, 24), (200, 60)] {
      let screen = try screen(mail, language: tag, columns: columns, rows: rows)
      try screen.press("g", "u", "w", "k")
      let seen = screen.rows.dropLast(2).joined(separator: "\n")
      for number in ["16", "17", "18", " 6 ", " 2 ", " 1"] {
        #expect(seen.contains(number), "\(language) \(columns): \(seen)")
      }
      #expect(seen.contains("#") || columns == 40, "\(language) \(columns): \(seen)")
    }
  }

  @Test(arguments: ScreenForm.usual)
  func `L33 the week is as recorded`(form: ScreenForm) throws {
    let mail = try mailbox()
    let (size, language) = (form.size, form.language)
    let screen = try screen(mail, language: language, columns: size.columns, rows: size.rows)
    try screen.press("g", "u", "w", "k")
    screen.rest()
    try screen.expectRecorded("week-\(form)", withHints: language == "en")
  }
}
