import Screen
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

@Suite struct MenuTests {
  @Test func `E31: a toggle's key stands at both of its items`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 40))
    play.press("Alt-M")
    for title in ["Star", "Remove Star"] {
      #expect(play.rows.contains { $0.contains("│ \(title)  ") && $0.contains(" s │") }, "\(title)")
    }
    for title in ["Mark as Read", "Mark as Unread"] {
      #expect(play.rows.contains { $0.contains("│ \(title)  ") && $0.contains(" U │") }, "\(title)")
    }
  }

  @Test func `E31: what would change nothing is faint and says so, and can be chosen`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 40))
    let item = { (title: String, play: Screenplay) in play.rows.first { $0.contains(title) } ?? "" }
    play.press("Alt-M")
    #expect(item("Undelete", play).contains("Already so"))
    #expect(item("Move to Inbox", play).contains("Already so"))
    #expect(!item("Archive", play).contains("Already so"))
    play.press("Esc d g g Alt-M")
    #expect(!item("Undelete", play).contains("Already so"))
  }

  @Test func `E31: what is on has a mark`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 40))
    let on = { (play: Screenplay) in
      play.rows.compactMap { $0.firstMatch(of: #/│✓(.*?)  /#).map { String($0.1) } }
    }
    play.press("Alt-V")
    #expect(on(play) == ["Sidebar", "Theme: Automatic"])
    play.press("Esc \\ \\ p O Alt-V")
    #expect(on(play) == ["Preview", "Threads as Trees", "Theme: Automatic"])
    play.press("Alt-G")
    #expect(on(play) == ["View “Inbox”"])
    play.press("Esc Enter H Alt-V")
    #expect(on(play).contains("All Headers"))
    play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 40), isUTF8: false)
    play.press("Alt-V")
    #expect(play.rows.contains { $0.contains("|*Sidebar") })
  }

  /// In which view the menus are open: each has items of its own.
  @Test(arguments: ["", "Enter", "g u", "g o"], MenuName.allCases)
  func `a click on an item does what Enter does there, in every view`(
    keys: String,
    name: MenuName
  ) throws {
    func open() throws -> Screenplay {
      var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 60))
      play.press(keys)
      play.take(.pointer(.click(.menu(name), .left)))
      return play
    }
    let last = try open().state.items(of: name).count - 1
    for place in Set([last / 2, last]) {
      var (clicked, chosen) = (try open(), try open())
      let area = try #require(clicked.picture.targets.last { $0.target.item == place }?.area)
      clicked.click(row: area.row, column: area.column + 2)
      for _ in 0..<place { chosen.press("Down") }
      chosen.press("Enter")
      #expect(clicked.state.menu == nil && clicked.rows == chosen.rows, "\(place)")
    }
  }

  @Test func `E31: pages go through a menu, and G to its end`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 24))
    play.press("Alt-M")
    let cursor = { (play: Screenplay) in (play.state.layers.last?.pane as? MenuPane)?.cursor }
    play.press("PageDown")
    #expect(cursor(play) == 10)
    play.press("PageUp")
    #expect(cursor(play) == 0)
    play.press("G")
    #expect(cursor(play) == play.state.items(of: .message).count - 1)
    play.press("g g")
    #expect(cursor(play) == 0)
  }

  @Test func `E31: a key of an item's own comes before the toggle's`() throws {
    let config = Config.read("[keys]\npreset = \"gmail\"\n").config
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 40), config: config)
    play.press("Alt-M")
    #expect(play.rows.contains { $0.contains("│ Mark as Read  ") && $0.contains(" I │") })
  }

  @Test(
    arguments: WordingTests.languages,
    [ScreenSize(columns: 40, rows: 10), ScreenSize(columns: 80, rows: 24)]
  )
  func `E31: a menu that is cut says how many items lie beyond each end, and scrolls`(
    language: LanguageTag,
    size: ScreenSize
  ) throws {
    var play = try Screenplay(.sample, size: size, language: language)
    for (key, name) in [("Alt-M", MenuName.message), ("Alt-E", .edit)] {
      play.press(key)
      let count = play.state.items(of: name).count
      let height = play.rows.count { $0.contains("│") }
      guard count > height else { continue }
      let edges = { play.rows.filter { $0.contains("┌") || $0.contains("└") } }
      #expect(edges()[1].contains("▼ \(count - height)") && !edges()[0].contains("▲"))
      play.press("End")
      #expect(edges()[0].contains("▲ \(count - height)") && !edges()[1].contains("▼"))
      play.press("Esc")
    }
  }

  @Test func `E31: where the locale is not UTF-8 the signs are plain`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10), isUTF8: false)
    play.press("Alt-E")
    #expect(play.rows.contains { $0.contains(#/ v \d+ /#) }, "\(play.rows)")
  }

  @Test func `E31: the wheel scrolls a menu`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 40, rows: 10))
    play.press("Alt-E")
    let layer = try #require(play.state.layers.last?.id)
    play.take(.pointer(.scroll(12, over: .pane(layer, .item(0)))))
    #expect(play.rows.contains { $0.contains("▲ ") })
  }

  @Test func `E31: a title that is too long for its menu leaves the key its room`() throws {
    var play = try Screenplay(
      .sample,
      size: ScreenSize(columns: 40, rows: 30),
      language: "ru"
    )
    play.press("A Alt-E")
    let row = try #require(play.rows.first { $0.contains("Отменить «") && $0.contains("│") })
    #expect(row.hasSuffix(" u │") || row.contains(" u │"), "\(row)")
  }

  @Test(
    arguments: WordingTests.languages,
    [ScreenSize(columns: 50, rows: 14), ScreenSize(columns: 80, rows: 24)]
  )
  func `E31: why an item does nothing is said whole where its row is too short for it`(
    language: LanguageTag,
    size: ScreenSize
  ) throws {
    let box = Mailbox()
    box.add("Papers", tags: [[.inbox, .attachment], [.inbox], [.inbox], [.inbox, .unread]])
    var play = try Screenplay(box, size: size, language: language)
    play.press("Enter s Alt-M")
    let before = play.status
    let index = play.state.items(of: .message).firstIndex(of: .command(.savePart))
    for _ in 0..<(try #require(index)) { play.press("j") }
    let reason = try #require(play.state.reasonDisabled(.command(.savePart)))
    let words = try Wording.test(language)
    let text = words.text(reason)
    // In some languages the row has room for it.
    guard !play.rows.contains(where: { $0.contains("│") && $0.contains(text.text) }) else { return }
    let lines = text.wrapped(toColumns: size.columns - 2).map { $0.text.trimmed }
    let last = size.rows - 1
    #expect(play.rows[(last - lines.count)..<last].map(\.trimmed) == lines, "\(play.rows)")
    // The row itself is seen, and another one has the status line as it was.
    let cursor = try #require(play.picture.frame.cursor)
    #expect(cursor.row < last - lines.count && play.rows[cursor.row].contains("│"))
    play.press("g g")
    #expect(play.status == before)
  }

  @Test func `section D: what belongs to another view alone is in no menu of this one`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 160, rows: 60))
    for (keys, foreign) in [
      ("", ["Only in the history", "Only in a thread"]),
      ("Enter", ["Only in the history", "Only in the list"]),
      ("q g u", ["Only in a thread", "Only in the list"]),
    ] {
      play.press(keys)
      for menu in ["Alt-M", "Alt-E", "Alt-V", "Alt-G", "Alt-H"] {
        play.press(menu)
        for reason in foreign {
          #expect(!play.rows.contains { $0.contains(reason) }, "\(keys) \(menu): \(reason)")
        }
        play.press("Esc")
      }
    }
    play.press("Alt-E")
    #expect(play.rows.contains { $0.contains("Restore to Here") })
    play.press("Esc q Alt-E")
    #expect(!play.rows.contains { $0.contains("Restore to Here") })
    #expect(play.rows.contains { $0.contains("Select All") })
    // The sidebar stands beside the list.
    play.press("Esc \\ Alt-E")
    #expect(play.rows.contains { $0.contains("Select All") })
  }

  @Test func `section D: a preview that is off is the reason why it cannot be scrolled`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 160, rows: 60))
    play.press("Alt-G")
    #expect(
      play.rows.contains { $0.contains("Scroll Preview Down  The preview is off; p shows it") }
    )
    play.press("Esc J")
    #expect(play.status.hasPrefix("The preview is off; p shows it"))
    play.press("p Alt-G")
    #expect(!play.rows.contains { $0.contains("The preview is off") })
    play.press("Esc")
    play.resize(to: ScreenSize(columns: 60, rows: 20))
    play.press("J")
    #expect(play.status.hasPrefix("The preview needs"), "\(play.status)")
  }

  @Test func `section B: with nothing to undo the status line says nothing of undo`() throws {
    var play = try Screenplay(.sample)
    #expect(play.status.isEmpty)
    play.press("a u")
    #expect(!play.status.contains("  Undo"), "\(play.status)")
  }
}

extension PointerTarget {
  /// Which item of a pane it is.
  fileprivate var item: Int? {
    guard case .pane(_, .item(let index)) = self else { return nil }
    return index
  }
}
