import Screen
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

@Suite struct HelpTests {
  private func lines(_ play: Screenplay) -> [String] { Array(play.rows[1..<22]) }

  @Test func `E29: help is about where one stands, with what a newcomer needs first`() throws {
    var play = try Screenplay(.sample)
    play.press("?")
    #expect(play.rows[1] == " In the list")
    let first = play.rows[2..<9].map { $0.split(separator: " ").last.map(String.init) ?? "" }
    #expect(first == ["Open", "Archive", "Undo", "Line", "Search", "Back", "Quit"])
    #expect(play.rows[12] == " Acting on mail")
    play.press("q Enter F1")
    #expect(play.rows[1] == " In a thread" && play.rows[2].hasSuffix("Fold or Unfold"))
    play.press("q q g u ?")
    #expect(play.rows[1] == " In the history")
    #expect(
      HelpText(about: .history, play.state.keymap).lines.contains { $0.action == .command(.revert) }
    )
    play.press("q q / F1")
    #expect(play.rows[1] == " In a text field", "\(play.rows[1])")
    play.press("q")
    #expect(play.prompt.hasPrefix("Search:"))
  }

  @Test func `E29: each action that a key does in the list has one row, below what it is about`()
    throws
  {
    let keymap = Keymap.vim
    let help = HelpText(about: .list, keymap)
    let shown = help.rows.compactMap { help.lines[$0].action }
    #expect(Set(shown).count == shown.count)
    let bound = keymap.bindings.filter { [.list, .global].contains($0.context) }
    #expect(Set(bound.map(\.action)) == Set(shown))
  }

  @Test func `E29: the help of the list explains the signs before its rows`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 120))
    play.press("?")
    #expect(play.rows.contains { $0.hasPrefix(" Signs in the list") })
    #expect(play.rows.contains(" 5 j  five rows down"))
    #expect(play.rows.contains(" 5 a  archive five threads"))
    #expect(play.rows.contains(" -  acted on; leaves the list when it is refreshed"))
    for sign in ["N", "*", "@", "^", "+", "-", "3/14"] {
      #expect(play.rows.contains { $0.hasPrefix(" \(sign)  ") }, "\(sign)")
    }
    play.press("/")
    play.type("in part")
    play.press("Enter")
    #expect(!play.status.contains("is not in this help"), "\(play.status)")
    let pane = try #require(play.state.pane(HelpPane.self))
    let line = pane.text(play.state.shared).rows[pane.cursor]
    #expect(pane.text(play.state.shared).lines[line].sign == Sentence("sign.starred"))
    play.press("q g u ?")
    for sign in ["*  done", "x  undone", "~  ", "!  ", ".  ", "e  "] {
      #expect(play.rows.contains { $0.hasPrefix(" \(sign)") }, "\(sign)")
    }
    play.press("q q Enter ?")
    #expect(!play.rows.contains { $0.hasPrefix(" Signs in the list") })
    #expect(play.rows.contains { $0.hasSuffix(" Archive Thread") })
  }

  @Test(arguments: WordingTests.languages)
  func
    `E29: the help of a message explains what is protected in its header, in the words used there`(
      language: LanguageTag
    ) throws
  {
    let size = ScreenSize(columns: 120, rows: 250)
    var play = try Screenplay(.sample, size: size, language: language)
    play.press("Enter ?")
    #expect(play.rows.contains { $0.contains(" From=  ") }, "\(play.rows)")
    let words = try Wording.test(language)
    let copy = words.string(Sentence("reading.outside", .text("")))
      .filter { !$0.isWhitespace && !":：".contains($0) }
    let sign = words.string(Sentence("sign.outside"))
    #expect(sign.filter { !$0.isWhitespace }.hasPrefix(copy), "\(sign), \(copy)")
    let shown = words.text(Sentence("sign.outside"))
    #expect(play.rows.contains { $0.contains(shown.text) }, "\(shown)")
  }

  @Test func `E29: keys that do nothing where one stands are not in its help`() throws {
    let size = ScreenSize(columns: 100, rows: 90)
    var play = try Screenplay(.sample, size: size)
    let never = ["Next Unread", "Add or Remove Star", "Next Hit", "Archive"]
    play.press("?")
    for title in never { #expect(play.rows.contains { $0.hasSuffix(" \(title)") }, "\(title)") }
    for way in ["q g u ?", "q q \\ ?"] {
      play.press(way)
      #expect(play.rows.contains { $0.hasSuffix(" Quit") }, "\(play.rows)")
      for title in never { #expect(!play.rows.contains { $0.hasSuffix(" \(title)") }, "\(title)") }
    }
  }

  @Test func `E29: help says what a key does in the view, not what it does elsewhere`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 90))
    play.press("?")
    #expect(play.rows.contains { $0.contains("J") && $0.hasSuffix("Scroll Preview Down") })
    #expect(!play.rows.contains { $0.hasSuffix("Next Message") })
    play.press("q Enter ?")
    #expect(play.rows.contains { $0.contains("J") && $0.hasSuffix("Next Message") })
  }

  @Test func `E29: the help of a thread says that the key that cancels leads back, too`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 200))
    play.press("Enter ?")
    #expect(play.rows.contains { $0.contains("Esc") && $0.hasSuffix(" Cancel, or Back") })
  }

  @Test func `E29: where the key that cancels leads back the help of each view says so`() throws {
    for keys in ["g b", "g u", "g o", "m", "\\"] {
      var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 100))
      play.press("\(keys) ?")
      let rows = play.rows.filter { $0.contains("Cancel, or Back") && $0.contains("Esc") }
      #expect(rows.count == 1, "\(keys): \(play.rows)")
    }
  }

  @Test func `E29: it scrolls, and says how much more there is`() throws {
    var play = try Screenplay(.sample)
    play.press("?")
    let help = HelpText(about: .list, play.state.keymap)
    let shown = help.rows.count { $0 < 21 }
    #expect(play.prompt.hasPrefix("\(help.rows.count - shown) more below"), "\(play.prompt)")
    #expect(play.prompt.hasSuffix("1/\(help.rows.count)"))
    for _ in 1..<shown { play.press("j") }
    #expect(play.prompt.hasPrefix("\(help.rows.count - shown) more below"))
    #expect(play.prompt.hasSuffix("\(shown)/\(help.rows.count)"), "\(play.prompt)")
    play.press("G")
    #expect(play.rows[21].contains("“mulligan keys” lists all"))
    #expect(!play.prompt.contains("more below"))
    play.press("k")
    #expect(play.prompt.hasSuffix("\(help.rows.count - 1)/\(help.rows.count)"))
    play.press("g g")
    #expect(play.rows[1] == " In the list")
  }

  @Test func `E29: a slash searches in it, by words, ids and keys, and n goes on`() throws {
    var play = try Screenplay(.sample)
    play.press("? /")
    play.type("undo")
    play.press("Enter")
    #expect(current(play).hasSuffix("Undo"))
    play.press("n")
    #expect(current(play).hasSuffix("Undo or Redo…"), "\(current(play))")
    play.press("N")
    #expect(current(play).hasSuffix("Undo"))
    play.press("/")
    play.type("&")
    play.press("Enter")
    #expect(current(play).hasSuffix("Mute"))
    play.press("/")
    play.type("nothing of the kind")
    play.press("Enter")
    #expect(play.status.hasPrefix("“nothing of the kind” is not in this help"))
    #expect(current(play).hasSuffix("Mute"))
  }

  @Test func `E29: choosing a row does it`() throws {
    var play = try Screenplay(.sample)
    play.press("? j Enter")
    #expect(play.state.help == nil)
    #expect(play.status.hasPrefix("Archived 1 thread"))
    play.press("?")
    play.click(row: 3, column: 30)
    #expect(play.state.help == nil && play.mailbox.changes.count == 2)
  }

  @Test func `E29: what is bound by the person is there with what it does`() throws {
    let text = """
      [[action]]
      id = "finish"
      steps = ["mark-read", "archive"]
      key = "D"
      name = { en = "Finish" }
      [keys.list]
      "X" = "search:tag:todo"
      """
    let config = Config.read(text).config
    let help = HelpText(about: .list, config.keymap)
    #expect(
      help.lines.contains(
        .action(
          .running(.search, "tag:todo"),
          keys: ["X"],
          title: .title(of: .running(.search, "tag:todo"))
        )
      )
    )
    #expect(help.rows.contains { help.lines[$0].action?.id == "finish" })
  }

  @Test(arguments: ["Space", "PageDown", "Ctrl-D"])
  func `E29: pages of the help leave nothing out, and end with its last line`(key: String) throws {
    var play = try Screenplay(.sample)
    play.press("?")
    let help = try #require(play.state.pane(HelpPane.self)).text(play.state.shared)
    var seen = lines(play)
    for _ in 0..<30 {
      play.press(key)
      seen += lines(play)
    }
    let titles = help.rows.compactMap { row -> String? in
      guard case .action(_, keys: let keys, title: _) = help.lines[row] else { return nil }
      return keys.joined(separator: "  ")
    }
    for keys in titles { #expect(seen.contains { $0.contains("   \(keys)") }, "\(keys)") }
    #expect(play.prompt.hasSuffix("\(help.rows.count)/\(help.rows.count)"), "\(play.prompt)")
    for _ in 0..<30 { play.press("PageUp") }
    #expect(play.rows[1] == " In the list" && play.prompt.contains("  1/"))
  }

  /// The row of the terminal's cursor.
  private func current(_ play: Screenplay) -> String {
    play.picture.frame.cursor.map { play.rows[$0.row] } ?? ""
  }
}
