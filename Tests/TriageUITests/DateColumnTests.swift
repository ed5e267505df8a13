import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The columns of the list: what they say and how wide they are.
@Suite struct DateColumnTests {
  /// Friday, 21 August 2026, 13:46 in Greenwich.
  private let now = Screenplay.now
  private let day: Timestamp = 86_400

  @Test func `E25: dates have the weekday this year and the year before it`() throws {
    let words = try words("en")
    #expect(words.columnDate(now - 60, .full) == "13:45")
    #expect(words.columnDate(now - day, .full) == "Thu, Aug 20")
    #expect(words.columnDate(now - 365 * day, .full) == "Aug 21, 2025")
    #expect(words.columnDate(now - day, .withTime) == "Thu, Aug 20, 13:46")
    #expect(words.columnDate(now - 365 * day, .withTime) == "Aug 21, 2025, 13:46")
    #expect(words.columnDate(now - day, .short) == "Aug 20")
    #expect(words.columnDate(nil, .full).isEmpty)
  }

  @Test func `E25: relative dates say how long ago the last days are`() throws {
    let words = try words("en")
    let ages: [(Timestamp, DisplayText)] = [
      (0, "1 min"), (59, "1 min"), (60, "1 min"), (3_599, "59 min"), (3_600, "1 h"),
      (86_399, "23 h"), (86_400, "Thu"), (6 * 86_400, "Sat"), (7 * 86_400, "Aug 14"),
      (400 * 86_400, "Jul 17, 2025"), (-3_600, "14:46"), (-2 * 86_400, "Aug 23"),
    ]
    for (age, text) in ages { #expect(words.columnDate(now - age, .relative) == text, "\(age)") }
  }

  @Test(arguments: WordingTests.languages)
  func `E25: every date of the last years fits into its column`(language: LanguageTag) throws {
    let words = try words(language)
    for form in [DateForm.short, .full, .withTime, .relative] {
      let columns = words.dateColumns(form)
      let widths = (0..<800).map { words.columnDate(now - $0 * (day - 977), form).width }
      #expect(widths.allSatisfy { $0 <= columns }, "\(form) \(columns)")
      #expect(columns <= (widths.max() ?? 0) + 2, "\(form) \(columns)")
    }
  }

  @Test func `E25: columns use the width of the window`() throws {
    func row(_ columns: Int, _ settings: String = "") throws -> String {
      let config = Config.read("[layout]\nsidebar = false\n" + settings).config
      let mailbox = Mailbox()
      let names = ["Bartholomew Featherstonehaugh", "Ann"]
      mailbox.add("Hello", from: names, tags: [[.inbox], [.inbox]], date: now - 3 * day)
      let size = ScreenSize(columns: columns, rows: 24)
      return try Screenplay(mailbox, size: size, config: config).rows[1]
    }
    #expect(try row(59).hasPrefix("    Aug 18  Bart"))
    #expect(try row(60).hasPrefix("    Tue, Aug 18   Bart"))
    #expect(try row(99).hasPrefix("    Tue, Aug 18   Bart"))
    #expect(try row(100).hasPrefix("    Tue, Aug 18, 13:47   Bart"))
    #expect(try row(119).contains(" Bartholomew Featherstonehaug… "))
    #expect(try row(200).contains(" Bartholomew Featherstonehaugh,"))
    #expect(try row(200, "[list]\ndate = \"relative\"").hasPrefix("    Tue  "))
  }

  @Test func `E25: the column of counts is as wide as the widest count on the screen`() throws {
    let mailbox = Mailbox()
    for number in 0..<30 { mailbox.add("Single \(number)") }
    mailbox.add("Pair", tags: [[.inbox], [.inbox, .unread]])
    for number in 0..<30 { mailbox.add("Other \(number)") }
    mailbox.add("Hundred", tags: Array(repeating: [.inbox], count: 100))
    var play = try Screenplay(mailbox)
    let start = { (play: Screenplay, word: String) in
      play.rows.first { $0.contains(word) }.flatMap { row in
        row.firstRange(of: word).map { row.distance(from: row.startIndex, to: $0.lowerBound) }
      }
    }
    let alone = try #require(start(play, "Single 0"))
    play.press("3 0 j")
    #expect(play.rows.contains { $0.contains("1/2   Pair") })
    #expect(start(play, "Pair") == alone + 4)
    play.press("G")
    #expect(play.rows.contains { $0.contains(" 100   Hundred") })
    #expect(start(play, "Other 29") == alone + 4)
  }

  private func words(_ language: LanguageTag) throws -> Wording {
    var words = try Wording.test(language)
    words.clock = .utc(now: now)
    return words
  }
}
