import Screen
import StringsCatalog
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The view of what sleeps, and until when its rows say it does.
@Suite struct SnoozedViewTests {
  private var box: Mailbox { .asleep }

  /// The subjects of the rows, from the top.
  private func letters(_ play: Screenplay) -> [String] {
    play.rows.compactMap { row in
      ["Letter 0", "Letter 1", "Letter 2", "Letter 3", "Awake"].first { row.contains($0) }
    }
  }

  @Test func `L14 g b shows what sleeps, the first to come back first`() throws {
    var play = try Screenplay(box)
    play.press("g b")
    #expect(letters(play) == ["Letter 3", "Letter 1", "Letter 2", "Letter 0"])
    #expect(play.rows[0].contains("Snoozed"))
    // The order is that of this view only.
    play.press("q")
    #expect(play.state.list.sort == .newestFirst)
  }

  @Test func `what is woken in the view of what sleeps leaves it, and the cursor goes on`() throws {
    var play = try Screenplay(box)
    play.press("g b b b")
    #expect(play.state.list.cursor == 1 && play.rows[1].hasPrefix("-"), "\(play.rows)")
    play.press("b b")
    #expect(play.state.list.cursor == 2, "\(play.rows)")
    play.press("u")
    #expect(play.state.list.cursor == 1 && !play.rows[2].hasPrefix("-"), "\(play.rows)")
  }

  @Test func `L14 a view of the configuration with the same query is the view of what sleeps`()
    throws
  {
    let text = "[[view]]\nname = \"Later\"\nquery = \"tag:snoozed\"\n"
    let read = Config.read(text + "[keys.list]\n\"Q\" = \"view:Snoozed\"\n")
    #expect(read.problems == [])
    var play = try Screenplay(box, config: read.config)
    #expect(play.state.shared.views.map(\.name) == ["Later", "Sent"])
    for key in ["g b", "Q"] {
      play.press(key)
      #expect(play.state.list.query == "tag:snoozed" && play.rows[0].contains("Later"))
      play.press("q")
    }
    let other = Config.read("start = \"Snoozed\"\n[[view]]\nname = \"Mine\"\nquery = \"*\"\n")
    #expect(other.problems == [] && other.config.startView == .snoozed)
  }

  @Test func `W24 what was sent is a view of its own, unless the configuration has one`() throws {
    let box = Mailbox()
    box.add("Came", from: ["Ann <ann@example.org>"])
    box.add("Left", from: ["Robin <robin@example.org>"], tags: [["sent"]])
    var play = try Screenplay(box)
    #expect(play.state.shared.views.map(\.name).suffix(2) == ["Snoozed", "Sent"])
    play.press(":")
    play.type("view:Sent")
    play.press("Enter")
    #expect(play.state.list.query == "tag:sent" && play.rows[0].contains("Sent"), "\(play.rows)")
    #expect(play.rows[1].contains("Left") && !play.rows.contains { $0.contains("Came") })
    let own = Config.read("[[view]]\nname = \"Gone\"\nquery = \"tag:sent\"\n").config
    play = try Screenplay(box, config: own)
    #expect(play.state.shared.views.map(\.name) == ["Gone", "Snoozed"])
  }

  @Test func `L13 a row says until when it sleeps, and not by which tags`() throws {
    var play = try Screenplay(box, size: ScreenSize(columns: 200, rows: 24))
    play.press("g b")
    let ends = ["due", "until 14:47", "until Mon 13:47", "until Nov 19, 13:47"].map { "\($0) todo" }
    for (letter, end) in zip(letters(play), ends) {
      let row = play.rows.first { $0.contains(letter) } ?? ""
      #expect(row.contains(" \(end)"), "\(row)")
    }
    #expect(!play.rows.contains { $0.contains("snoozed") })
  }

  @Test func `L13 no tag is cut beside the time, where it would read as part of it`() throws {
    for columns in 60...140 {
      var play = try Screenplay(box, size: ScreenSize(columns: columns, rows: 12))
      play.press("g b")
      for row in play.rows.prefix(6) where row.contains("Letter") {
        #expect(!row.contains(#/(:47|due) (…|t…|to…|tod…|t$|to$|tod$)/#), "\(columns): \(row)")
      }
    }
  }

  @Test func `L14 the hints say how a row that sleeps is woken, and only of such`() throws {
    var play = try Screenplay(box)
    #expect(!play.prompt.contains("Wake"), "\(play.prompt)")
    play.press("g b")
    #expect(play.prompt.contains("b Snooze or Wake…"), "\(play.prompt)")
  }

  @Test func `L14 what the key does to what sleeps has one name wherever it is named`() throws {
    var play = try Screenplay(box, size: ScreenSize(columns: 100, rows: 70))
    play.press("g b")
    for place in ["", "Enter"] {
      play.press(place)
      for question in ["b", "?", "Alt-M"] {
        play.press(question)
        let rows = play.rows.joined(separator: "\n")
        #expect(rows.contains("Snooze or Wake…"), "\(rows)")
        #expect(!rows.contains("Snooze…") && !rows.contains("Snooze Thread…"), "\(rows)")
        play.press("Esc")
      }
    }
  }

  @Test func `L4 tags that only look like a time are shown as they are, without their controls`()
    throws
  {
    let box = Mailbox()
    let tags: Set<MailTag> = [
      .inbox, "snoozed/2026-13-01T00:00Z", "snoozed/x", "snoozed/\u{1B}[31m",
    ]
    box.add("Letter", tags: [tags])
    var play = try Screenplay(box, size: ScreenSize(columns: 200, rows: 24))
    let row = play.rows.first { $0.contains("Letter") } ?? ""
    #expect(row.contains("snoozed/␛[31m snoozed/2026-13-01T00:00Z"), "\(row)")
    #expect(!row.contains("until") && !row.contains("\u{1B}"), "\(row)")
    play.press("g b")
    #expect(!play.rows.contains { $0.contains("Letter") })
  }

  @Test(arguments: ["en", "ru", "zh-Hans"])
  func `L13 the time is seen whole in every window, in the place of the date where that is narrow`(
    language: String
  ) throws {
    let tag = try #require(LanguageTag(language))
    for columns in [40, 59, 60, 80, 100, 130, 200] {
      let size = ScreenSize(columns: columns, rows: 12)
      var play = try Screenplay(box, size: size, language: tag)
      play.press("g b")
      let rows = play.rows.prefix(6).filter { $0.contains("Let") }
      #expect(rows.count == 4, "\(play.rows)")
      #expect(rows.filter { $0.contains("13:47") }.count == 2, "\(columns): \(rows)")
      #expect(rows.filter { $0.contains("14:47") }.count == 1, "\(columns): \(rows)")
    }
  }
}

extension Mailbox {
  /// Three threads that sleep, one that should have come back, and one in the inbox.
  static var asleep: Mailbox {
    let box = Mailbox()
    let times = [90 * 86_400, 3_600, 3 * 86_400, -60] as [Timestamp]
    for (index, time) in times.enumerated() {
      let wake = WakeTime(notBefore: Screenplay.now + time)
      box.add("Letter \(index)", tags: [[WakeTime.asleep, wake.tag, "todo"]])
    }
    box.add("Awake")
    return box
  }
}
