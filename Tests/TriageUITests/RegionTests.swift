import Screen
import Testing
import TriageCore

@testable import TriageUI

/// The regions beside the list: saved views and preview.
@Suite struct RegionTests {
  private let wide = ScreenSize(columns: 120, rows: 30)

  private func play(_ size: ScreenSize) throws -> Screenplay {
    let box = Mailbox()
    box.add("First", tags: [[.inbox], [.inbox, .unread]])
    box.add("Second", tags: [[.inbox, .flagged]])
    box.add("Third", tags: [["todo", .unread]])
    box.queries = [("To do", "tag:todo")]
    return try Screenplay(box, size: size)
  }

  private func sidebar(_ play: Screenplay) -> [String] {
    play.rows.map { String($0.prefix(22)).trimmingBlanks }
  }

  @Test func `saved views with counts stand beside the list from 100 columns`() throws {
    var play = try play(ScreenSize(columns: 100, rows: 24))
    play.rest()
    #expect(
      sidebar(play)[1...6] == [
        "Views", ">Inbox           1/2", "Unread          2/2", "Starred         0/1",
        "All             2/3", "To do           1/1",
      ]
    )
    play.resize(to: ScreenSize(columns: 99, rows: 24))
    #expect(!play.rows.contains { $0.contains("Views") })
  }

  @Test func `the sidebar's key shows it, goes there, and hides it`() throws {
    var play = try play(ScreenSize(columns: 80, rows: 24))
    play.press("\\")
    #expect(play.rows[1].hasPrefix(" Views"))
    #expect(play.picture.frame.cursor == Position(row: 2, column: 0))
    play.press("j j j j")
    #expect(play.picture.frame.cursor == Position(row: 6, column: 0))
    play.press("a")
    #expect(play.status.hasPrefix("Not in the sidebar"))
    play.press("Enter")
    #expect(play.rows[6].hasPrefix(">To do"))
    #expect(play.rows[1].contains("Third"))
    #expect(play.picture.frame.cursor?.column == 24)
    play.press("\\ \\")
    #expect(!play.rows.contains { $0.contains("Views") })
  }

  @Test func `a click on a view opens it`() throws {
    var play = try play(wide)
    play.click(row: 6, column: 4)
    #expect(play.rows[1].contains("Third"))
    #expect(play.state.topLayer.pane.context == .list)
  }

  @Test func `where there is no room the sidebar says so`() throws {
    var play = try play(ScreenSize(columns: 63, rows: 10))
    play.press("\\")
    #expect(play.status.hasPrefix("The sidebar needs 64 columns"))
  }

  @Test func `the preview shows the first unread message and follows the cursor`() throws {
    var play = try play(wide)
    play.press("p")
    #expect(play.rows.contains { $0.contains("│ Ann <a1@example.org>") })
    #expect(play.rows.contains { $0.contains("Hello.") })
    play.press("j")
    #expect(play.rows.contains { $0.contains("│ Ann <a0@example.org>") })
    #expect(play.mailbox.changes.isEmpty)
    play.press("p")
    #expect(!play.rows.contains { $0.contains("a0@example.org") })
  }

  @Test func `the preview stands below where there are rows but no columns`() throws {
    var play = try play(ScreenSize(columns: 80, rows: 30))
    play.press("p")
    #expect(play.rows.contains { $0.hasPrefix("────") })
    play.resize(to: ScreenSize(columns: 80, rows: 24))
    #expect(!play.rows.contains { $0.hasPrefix("────") })
    play.press("p")
    #expect(play.status.hasPrefix("The preview needs 120 columns or 30 rows"))
  }

  @Test func `J and K and the wheel scroll the preview`() throws {
    let box = Mailbox()
    box.add("Long", text: (1...90).map { ContentLine(.text, "Line \($0).") })
    var play = try Screenplay(box, size: wide)
    play.press("p")
    #expect(play.rows[2].contains("Subject: Long"))
    play.press("J J")
    #expect(play.rows[2].contains("Line 1."))
    play.take(.pointer(.scroll(-3, over: .pane(State.Region.preview.rawValue, .ground))))
    #expect(play.rows[2].contains("Subject: Long"))
    play.press("5 0 0 J")
    #expect(play.rows.contains { $0.contains("Line 90.") })
  }

  @Test func `every size shows every region or leaves it out`() throws {
    for columns in stride(from: 1, through: 210, by: 23) {
      for rows in stride(from: 1, through: 62, by: 11) {
        var play = try play(ScreenSize(columns: columns, rows: rows))
        play.press("\\ p j")
        #expect(play.picture.frame.grid.size == ScreenSize(columns: columns, rows: rows))
      }
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "│" }.reversed())
  }
}
