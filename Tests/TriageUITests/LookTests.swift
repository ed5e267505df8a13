import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Themes, columns, and what a view sets while it is shown.
@Suite struct LookTests {
  private func play(
    _ settings: String,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24)
  ) throws -> Screenplay {
    let read = Config.read(settings)
    #expect(read.problems == [])
    return try Screenplay(.sample, size: size, config: read.config)
  }

  @Test func `a star that only some messages have is faint`() throws {
    let box = Mailbox()
    box.add("Partly", tags: [[.inbox], [.inbox, .flagged]])
    box.add("Wholly", tags: [[.inbox, .flagged]])
    let play = try Screenplay(box)
    let styles = try ["Partly", "Wholly"].map { subject in
      let row = try #require(play.rows.firstIndex { $0.contains(subject) })
      let column = try #require(play.rows[row].firstIndex(of: "*"))
      let distance = play.rows[row].distance(from: play.rows[row].startIndex, to: column)
      return play.picture.frame.grid.style(row: row, column: distance)
    }
    let look = play.state.look
    #expect(styles[1].foreground == look[.star].foreground, "\(styles)")
    #expect(styles[0].foreground == look[.faint].foreground, "\(styles)")
    #expect(styles[0].attributes != styles[1].attributes || look[.star] != look[.faint])
  }

  @Test(arguments: ["dark", "light", "plain", "high-contrast"])
  func `a theme of the program's`(name: String) throws {
    var play = try play("theme = \"\(name)\"", size: ScreenSize(columns: 100, rows: 16))
    play.press("j x j A k")
    play.rest()
    try expectScreen(play.picture.frame, named: "theme-\(name)-100x16-en")
  }

  @Test func `a theme of the person's own, with a tag's colour and glyph`() throws {
    var play = try play(
      """
      theme = "mine"
      [themes.mine]
      base = "plain"
      unread = { fg = "#e0e0ff", bold = false, italic = true }
      "tag:todo" = { fg = 208, glyph = "!" }
      """
    )
    play.press("G")
    let grid = play.picture.frame.grid
    #expect(
      grid.style(row: 1, column: 12) == CellStyle(.italic, foreground: .rgb(0xE0, 0xE0, 0xFF))
    )
    #expect(play.rows[2].hasSuffix(" !"))
    #expect(grid.style(row: 2, column: 79).foreground == .palette(208))
  }

  @Test(arguments: ["dark", "light", "plain", "high-contrast"])
  func `the cursor's row is one colour in all its cells`(theme: String) throws {
    let box = Mailbox()
    box.add("Partly", tags: [[.inbox, "todo"], [.inbox, .flagged, "work"]])
    let read = Config.read("theme = \"\(theme)\"\n")
    var play = try Screenplay(box, config: read.config)
    for keys in ["", "x", "a", "g u"] {
      play.press(keys)
      let cursor = try #require(play.picture.frame.cursor)
      let grid = play.picture.frame.grid
      let styles = (0..<80).map { grid.style(row: cursor.row, column: $0) }
      #expect(Set(styles.map(\.background)).count == 1, "\(keys): \(styles)")
      #expect(Set(styles.map(\.foreground)).count == 1, "\(keys): \(styles)")
      #expect(!styles.contains { $0.attributes.contains(.dim) }, "\(keys): \(styles)")
    }
  }

  @Test(arguments: ["dark", "light"])
  func `lines that a patch removes are not faint`(theme: String) {
    let look = Look.named(theme)
    #expect(look?[.removed].attributes.contains(.dim) == false)
    #expect(look?[.removed].foreground != look?[.added].foreground)
  }

  @Test func `the automatic theme follows the terminal's background`() throws {
    var play = try play("")
    #expect(play.state.look == .dark)
    play.take(.terminal(.background(.light)))
    #expect(play.state.look == .light)
    var fixed = try self.play("theme = \"plain\"")
    fixed.take(.terminal(.background(.light)))
    #expect(fixed.state.look == .plain)
  }

  @Test func `columns are those that the person wants, in that order`() throws {
    let play = try play("[list]\ncolumns = [\"subject\", \"authors\"]")
    #expect(play.rows[2].hasPrefix(" N    August invoice "))
    #expect(play.rows[2].hasSuffix("Olga Petrova"))
    #expect(!play.rows[2].contains("Aug 20"))
  }

  @Test func `narrow windows leave out tags first, then counts`() throws {
    func row(_ columns: Int) throws -> String {
      try play("", size: ScreenSize(columns: columns, rows: 24)).rows[1]
    }
    #expect(try row(60).contains("work") && row(60).contains("2/4"))
    #expect(try !row(59).contains("work") && row(59).contains("2/4"))
    #expect(try !row(49).contains("2/4") && row(49).contains("Meeting notes"))
  }

  private let working = """
    [[view]]
    name = "Inbox"
    query = "tag:inbox"
    [[view]]
    name = "Work"
    query = "tag:work"
    on_enter = { theme = "plain", preview = "right", columns = ["subject"], limit = "tag:inbox", sort = "oldest-first" }
    [keys.list]
    "W" = "view:Work"
    "P" = "theme:light"
    """

  @Test func `what a view sets is taken back on leaving it`() throws {
    var play = try play(working, size: ScreenSize(columns: 120, rows: 30))
    let before = play.state.view
    play.press("W")
    #expect(play.state.look == .plain)
    #expect(play.state.view.preview == .right)
    #expect(play.state.list.limit == "tag:inbox")
    #expect(play.state.list.sort == .oldestFirst)
    #expect(play.state.list.phase == .ready)
    play.press("q")
    #expect(play.state.view == before)
    #expect(play.state.look == .dark)
    #expect(play.state.list.limit == nil)
  }

  @Test func `whatever happened between, and in any other view`() throws {
    var play = try play(working, size: ScreenSize(columns: 120, rows: 30))
    play.press("W p P Enter q A u Esc /")
    play.type("August")
    play.press("Enter")
    #expect(play.state.view.preview == .off)
    #expect(play.state.look == .dark)
    #expect(play.state.view.columns == ListColumn.allCases)
    // What a person sets where no view does, stays.
    play.press("P W q")
    #expect(play.state.look == .light)
  }

  @Test func `the order of a list can be turned, and the cursor stays on its thread`() throws {
    var play = try play("[keys.list]\n\"O\" = \"sort:oldest-first\"")
    play.press("j")
    let (thread, order) = (play.state.list.current, play.state.list.order)
    play.press("O")
    #expect(play.state.list.sort == .oldestFirst)
    #expect(play.state.list.order == order.reversed())
    #expect(play.state.list.current == thread)
  }

  @Test func `a step down in a list writes the two rows and little else`() throws {
    var play = try play("")
    play.rest()
    for _ in 0..<2 {
      let before = play.picture.frame
      play.press("j")
      let bytes = FrameDifference.bytes(
        from: before,
        to: play.picture.frame,
        capabilities: TerminalCapabilities()
      )
      #expect(bytes.count <= 2 * 80 + 50)
    }
  }
}
