import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// The words of the history.
@Suite struct HistoryTests {
  @Test func `E32: a legend says what the marks on the screen mean`() throws {
    var play = try Screenplay(.sample)
    play.press("g u")
    #expect(!play.rows[21].contains("done"))
    play.press("q a g u")
    #expect(play.rows[21] == " * done  < next")
    play.press("u")
    #expect(play.rows[21].hasPrefix(" x undone  . an undo or redo  < next"), "\(play.rows[21])")
  }

  @Test func `E32: the mark of the row under the cursor is told in words there`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 140, rows: 24))
    play.press("a a u s g u")
    let rows = play.rows.indices.filter { play.rows[$0].contains("Archive") }
    #expect(play.rows[1].contains("Star") && play.rows[1].contains("  done  "))
    #expect(!play.rows[2].contains("an undo or redo"))
    play.press("j")
    #expect(play.rows[2].contains("  an undo or redo  ") && !play.rows[1].contains("  done  "))
    play.press("j")
    #expect(play.rows[3].contains("  undone  "), "\(play.rows[3])")
    #expect(rows.count == 3)
  }

  @Test func `E32: the state of the row under the cursor does not displace its name`() throws {
    var play = try Screenplay(.sample)
    play.press("a a u s g u j")
    let row = play.rows[2]
    play.press("j")
    #expect(play.rows[2] == row && row.contains("Undo Archive"), "\(row)")
  }

  @Test func `E32: the row that undo would take has the key that undoes there`() throws {
    var play = try Screenplay(.sample)
    play.press("a s g u")
    #expect(play.rows[1].hasSuffix("< Ctrl-_"), "\(play.rows[1])")
  }

  @Test func `E32: the legend has the lines of branches`() throws {
    var play = try Screenplay(.sample)
    play.press("a u g u")
    #expect(!play.rows[21].contains("├─"))
    play.press("q s g u")
    #expect(play.rows[20].contains("├─ │ undone; only r brings it back"), "\(play.rows[20])")
  }

  @Test(arguments: WordingTests.languages)
  func `E32: a legend that is too long for its row has a second one`(language: LanguageTag) throws {
    var play = try Screenplay(.sample, language: language)
    play.press("a a u s g u")
    let words = try Wording.test(language)
    let legend = play.rows[20...21].joined()
    for mark in ["live", "undone", "undo", "branch", "key"] {
      let key = mark == "branch" ? [Sentence.Argument.keys("r")] : []
      let sentence = words.text(Sentence("status.mark.\(mark)", arguments: key)).text
      #expect(legend.contains(sentence), "\(play.rows.joined(separator: "\n"))")
    }
    #expect(!legend.contains("…"))
    play.press("q U A U A U A U A U A U A U A U A U A U A U A g u G")
    let cursor = try #require(play.state.history?.cursor)
    let isSeen = play.picture.targets.contains {
      if case .pane(_, .item(cursor)) = $0.target { true } else { false }
    }
    #expect(isSeen, "the row under the cursor is not hidden by the legend")
  }

  @Test func `E32: a legend that is too long loses its rare marks, never the usual ones`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("a a u s g u")
    let legend = try #require(play.rows.first { $0.hasSuffix("…") && $0.contains("done") })
    #expect(legend.hasPrefix(" * done  x undone"), "\(legend)")
    #expect(!legend.contains("< next"), "\(legend)")
  }

  @Test func `E32: what happened where there is little room, too`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("a u g u j")
    let row = try #require(play.rows.first { $0.hasPrefix("x") })
    #expect(row.contains("Archive") && row.contains("undone"), "\(row)")
  }

  @Test func `E32: restoring names the step of the row, and its time as the row does`() throws {
    var play = try Screenplay(.sample)
    play.press("s j a g u j")
    let time = try #require(play.rows[2].firstMatch(of: #/\d\d?:\d\d/#)).output
    play.press("R")
    let title = "Restore to right after “Star” (\(time))"
    #expect(play.rows.contains { $0.contains(title) }, "\(play.rows.joined(separator: "\n"))")
    play.press("Enter")
    let step = try #require(play.state.history?.shown.first)
    guard case .restore(to: _, after: .action(let action)?) = step.name else {
      Issue.record("\(String(describing: step.name))")
      return
    }
    #expect(action.id == "star")
    #expect(play.rows[1].contains("Restore to right after “Star”"), "\(play.rows[1])")
  }

  @Test func `E32: restoring names the newest step too, and what it would bring back`() throws {
    var play = try Screenplay(.sample)
    play.press("s a u g u j R")
    let dialog = play.rows.joined(separator: "\n")
    #expect(dialog.contains("Restore to right after “Archive” ("), "\(dialog)")
    #expect(dialog.contains("would change; “Archive” is done again"), "\(dialog)")
    play.press("Esc j R")
    #expect(!play.rows.contains { $0.contains("is done again") })
  }

  @Test func `E32: restoring says how many actions it takes back and does again`() throws {
    var play = try Screenplay(.sample)
    play.press("s a u u U d g u j j j j R")
    let dialog = play.rows.joined(separator: "\n")
    #expect(dialog.contains("Restore to right after “Archive”"), "\(dialog)")
    #expect(dialog.contains("actions taken back: 2, done again:"), "\(dialog)")
  }

  @Test(arguments: ["r", "u", "Enter r"])
  func `E32: the keys that turn an action lead there from the row of its undo`(keys: String) throws
  {
    var play = try Screenplay(.sample)
    play.press("j a k s u g u")
    #expect(play.rows[1].contains("Undo Star"), "\(play.rows[1])")
    play.press(keys)
    #expect(play.status.hasPrefix("This is the action itself: Star, #2"), "\(play.status)")
    #expect(play.state.history?.cursor == 1 && play.state.history?.open == nil)
    play.press("r")
    #expect(play.rows.contains { $0.contains("1 message would change") }, "\(play.rows)")
  }

  @Test func `E32: a row that tells of an undo names its action where that is not shown`() throws {
    var play = try Screenplay(.sample)
    play.press("s u g u /")
    play.type("an undo")
    play.press("Enter r")
    #expect(play.status.hasPrefix("This row is an undo or redo; its action is Star"))
  }

  @Test func `E32: the key that shows all steps says what it does the next time`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 160, rows: 24))
    play.press("s u g u")
    #expect(play.prompt.contains("a Show All"))
    play.press("a")
    #expect(play.prompt.contains("a Only Actions"), "\(play.prompt)")
  }

  @Test func `E32: a filter shows the steps, also from the changes of one`() throws {
    var play = try Screenplay(.sample)
    play.press("s a g u Enter /")
    play.type("star")
    play.press("Enter")
    #expect(play.rows[1].contains("Star") && !play.rows[2].contains("Archive"))
  }

  @Test(arguments: [
    "friday", "2026-08-21", "August 21", "aug 21", "21 aug", "21 august 2026", "Fri, Aug 21",
    "done", "#1", "Ann: Meeting", "1 message",
  ])
  func `E32: a filter finds what the row says, and the name of its day`(text: String) throws {
    let box = Mailbox()
    box.add("Meeting notes")
    var play = try Screenplay(box)
    play.press("s g u /")
    play.type(text)
    play.press("Enter")
    #expect(play.rows[1].contains("Star"), "\(play.rows)")
    play.press("/ Ctrl-U")
    play.type("monday")
    play.press("Enter")
    #expect(!play.rows[1].contains("Star"), "\(play.rows)")
  }

  @Test(arguments: [("de", "21. Aug."), ("fr", "21 août"), ("ru", "21 авг"), ("ja", "8月21日")])
  func `E32: a filter finds a date as the reader's language writes it, and in English`(
    language: LanguageTag,
    date: String
  ) throws {
    var play = try Screenplay(.sample, language: language)
    play.press("s g u")
    let row = play.rows[1]
    for (text, isFound) in [(date, true), ("21 aug", true), ("22 aug", false)] {
      play.press("/ Ctrl-U")
      play.type(text)
      play.press("Enter")
      #expect((play.rows[1] == row) == isFound, "\(text): \(play.rows)")
    }
  }

  @Test func `E32: a row names a message wherever there is room, the number of others last`() throws
  {
    let box = Mailbox()
    for name in ["Meeting notes", "Build failed"] { box.add(name) }
    for columns in [44, 60, 69, 70, 80] {
      var play = try Screenplay(box, size: ScreenSize(columns: columns, rows: 12))
      play.press("x j x s g u")
      #expect(play.rows.contains { $0.contains(#/Star .*Ann: [MB]/#) }, "\(columns): \(play.rows)")
      play.press("q u")
    }
  }

  @Test func `E32: a long title leaves its row the one message that it is about`() throws {
    let box = Mailbox()
    for name in ["Meeting notes", "Build failed"] { box.add(name) }
    var play = try Screenplay(box)
    play.press("x j x s j k +")
    play.type("newsletter")
    play.press("Enter u g u")
    let row = play.rows[1]
    #expect(row.contains(#/Undo Add Tag “newsletter” +Ann: [MB][a-z]+/#), "\(row)")
    #expect(play.rows.contains { $0.contains("2 messages") }, "\(play.rows)")
  }

  @Test func `L34 to go back to the beginning of a day tells which day that is`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("a g u w")
    #expect(play.prompt.contains("Enter Open Day   R Restore to Start of Day"), "\(play.prompt)")
    #expect(play.rows.contains { $0.contains(#/Friday, August 21: 1 action, \d+ message/#) })
    play.press("R")
    #expect(play.rows.contains { $0.contains("Restore to Aug 21, 00:00:00") }, "\(play.rows)")
    play.press("Esc q q u g u w")
    #expect(play.rows.contains { $0.contains(#/1 action, 1 of them undone; \d+ message/#) })
  }

  @Test(arguments: WordingTests.languages)
  func `L33 a week says below its days what its columns count`(language: LanguageTag) throws {
    var play = try Screenplay(.sample, language: language)
    play.press("a g u w")
    let words = try Wording.test(language)
    let heads = ["timeline.steps", "totals.undone"].map { Sentence.Argument.sentence(Sentence($0)) }
    let units = words.text(Sentence("timeline.units", arguments: heads)).wrapped(toColumns: 78)
    let lines = units.map { $0.text.trimmed }
    #expect(play.rows[11..<(11 + lines.count)].map(\.trimmed) == lines, "\(play.rows)")
    play.resize(to: ScreenSize(columns: 80, rows: 12))
    #expect(!play.rows.map(\.trimmed).contains(lines[0]))
  }

  @Test func `E32: q gives up the filter first, then leaves`() throws {
    var play = try Screenplay(.sample)
    play.press("s a g u /")
    play.type("star")
    play.press("Enter")
    #expect(!play.rows[2].contains("Star"), "\(play.rows)")
    play.press("q")
    #expect(play.rows[2].contains("Star"), "\(play.rows)")
    play.press("q")
    #expect(play.prompt.contains("Enter Open"), "\(play.prompt)")
  }

  @Test func `E32: restoring to after an undo tells its second, and what was done`() throws {
    var play = try Screenplay(.sample)
    play.press("s a u s g u j R")
    let dialog = play.rows.joined(separator: "\n")
    #expect(dialog.contains(#/Restore to \d\d?:\d\d:\d\d/#), "\(dialog)")
    play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("s j a g u j R Enter")
    #expect(play.status.contains("Restored to right after “Star” ("), "\(play.status)")
  }

  @Test func `E32: what a restore is after does not nest`() {
    let first = ActionName.restoring(to: 1, after: ActionName(.fixed(.archive)))
    #expect(ActionName.restoring(to: 2, after: first) == .restore(to: 2, after: .restore(to: 1)))
    #expect(ActionName.restoring(to: 2, after: nil) == .restore(to: 2))
  }

  @Test(arguments: WordingTests.languages)
  func `E32: key, dialog and name have one word for the same action`(language: LanguageTag) throws {
    let words = try Wording.test(language)
    let archive = ActionName(.fixed(.archive))
    let pairs: [(ScreenCommand, ActionName)] = [
      (.revert, .revert(of: archive)), (.reapply, .reapply(of: archive)),
    ]
    for (command, name) in pairs {
      let key = words.string(.title(of: .command(command))).lowercased()
      let title = words.string(.title(name)).lowercased()
      // Some languages have the name in the midst of the word, or a noun for the action.
      let stem = key.prefix { !" ’".contains($0) }
      #expect(title.contains(stem), "\(key): \(title)")
    }
  }

  /// The hints on the screen: keys and what they do.
  private func hints(_ play: Screenplay) -> [(key: Substring, title: Substring)] {
    play.prompt.split(separator: "   ").compactMap { hint in
      hint.firstIndex(of: " ").map { (hint[..<$0], hint[hint.index(after: $0)...]) }
    }
  }

  @Test func `E32: each row has one hint for each key and for each thing that can be done`() throws
  {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 160, rows: 24))
    // An undone group, a live one, and what undo takes; keys that are known leave room for others.
    play.press("a u s j A g u")
    for _ in 0..<3 { play.press("Enter q / Esc a") }
    for _ in 0..<play.rows.count {
      let hints = hints(play)
      #expect(Set(hints.map(\.key)).count == hints.count, "\(play.prompt)")
      #expect(Set(hints.map(\.title)).count == hints.count, "\(play.prompt)")
      play.press("j")
    }
  }

  @Test func `E32: the hints are those that would change something about the row`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("g u")
    #expect(play.prompt == "/ Filter…   q Back   a Show All   w Week   ? Help", "\(play.prompt)")
    play.press("q a s g u")
    #expect(play.prompt.contains("u Undo   R Restore to Here") && !play.prompt.contains("Reapply"))
    play.press("j")
    #expect(play.prompt.contains("u Revert   R Restore to Here"), "\(play.prompt)")
    play.press("k u")
    #expect(play.prompt.contains("Ctrl-R Redo   R Restore") && !play.prompt.contains("u Revert"))
    // The next action leaves it behind: redo does not bring it back any more.
    play.press("q U g u j j")
    #expect(play.prompt.contains("r Reapply   R Restore") && !play.prompt.contains("Redo"))
    // What is offered there does something.
    play.press("r")
    #expect(play.rows.joined().contains("1 message would change"), "\(play.rows)")
  }

  @Test func `E32: the status line names the key that undoes in this view`() throws {
    var play = try Screenplay(.sample)
    play.press("a")
    #expect(play.status.contains("  u Undo Archive"))
    play.press("s g u j")
    #expect(play.status.contains("Ctrl-_ Undo Star") && play.prompt.contains("u Revert"))
    play.press("Ctrl-_")
    #expect(play.status.hasPrefix("Undid Star"), "\(play.status)")
  }

  @Test func `E32: a row names one of its messages and says how many others there are`() throws {
    let box = Mailbox()
    for name in ["Meeting notes", "Build failed"] { box.add(name) }
    var play = try Screenplay(box, size: ScreenSize(columns: 140, rows: 24))
    play.press("a g u")
    #expect(play.rows[1].contains("  Ann: Meeting notes  "), "\(play.rows[1])")
    play.press("u q g g x j x a g u")
    #expect(play.rows[1].contains(#/Ann: [A-Z][a-z]+ [a-z]+ and 1 more  /#), "\(play.rows[1])")
    play.resize(to: ScreenSize(columns: 72, rows: 24))
    #expect(play.rows[1].contains(#/ Ann: (Meet|Build).* 2 messages/#), "\(play.rows[1])")
  }

  @Test func `E32: on the row that undo would take the key is called undo`() throws {
    var play = try Screenplay(.sample)
    play.press("a s g u")
    #expect(play.prompt.contains("u Undo   ") && !play.prompt.contains("u Revert"))
    play.press("j")
    #expect(play.prompt.contains("u Revert   "))
  }
}
