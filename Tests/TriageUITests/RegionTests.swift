import Screen
import TestSupport
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
      sidebar(play)[1...8] == [
        "Views", ">Inbox           1/2", "Unread          2/2", "Starred           1",
        "All             2/3", "Snoozed           0", "Sent              0",
        "To do           1/1",
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
    play.press("j j j j j j")
    #expect(play.picture.frame.cursor == Position(row: 8, column: 0))
    play.press("a")
    #expect(play.status.hasPrefix("Not in the sidebar"))
    play.press("Enter")
    #expect(play.rows[8].hasPrefix(">To do"))
    #expect(play.rows[1].contains("Third"))
    #expect(play.picture.frame.cursor?.column == 24)
    play.press("\\ \\")
    #expect(!play.rows.contains { $0.contains("Views") })
  }

  @Test func `the key that goes back leads from the sidebar to the list that is shown`() throws {
    var play = try play(ScreenSize(columns: 100, rows: 24))
    play.press("\\ j Enter \\ j Enter \\")
    let query = play.state.list.query
    #expect(play.state.sidebarHasFocus && play.prompt.contains("q To the List"), "\(play.prompt)")
    play.press("q")
    #expect(!play.state.sidebarHasFocus && play.state.list.query == query)
  }

  @Test func `beside a thread the key that goes back leads to the message, and says so`() throws {
    var play = try play(ScreenSize(columns: 120, rows: 24))
    play.press("\\ Enter Enter \\")
    #expect(play.state.sidebarHasFocus)
    #expect(play.prompt.contains("q To the Message"), "\(play.prompt)")
    play.press("Tab")
    #expect(play.status.hasPrefix("Not in the sidebar; q leaves it"), "\(play.status)")
    play.press("q")
    #expect(!play.state.sidebarHasFocus && play.state.reading != nil)
    play.press("g u \\")
    #expect(play.state.sidebarHasFocus && play.prompt.contains("q Back"), "\(play.prompt)")
  }

  @Test func `a click on a view opens it`() throws {
    var play = try play(wide)
    play.click(row: 8, column: 4)
    #expect(play.rows[1].contains("Third"))
    #expect(play.state.topLayer.pane.context == .list)
  }

  @Test func `a sidebar that was hidden has all its views again`() throws {
    var play = try play(ScreenSize(columns: 80, rows: 24))
    play.press("\\ j j Enter")
    #expect(sidebar(play).contains { $0.hasPrefix(">Starred") })
    play.press("\\ \\")
    #expect(!play.rows.contains { $0.contains("Views") })
    play.press("\\")
    for view in ["Inbox", "Unread", ">Starred"] {
      #expect(sidebar(play).contains { $0.hasPrefix(view) }, "\(sidebar(play))")
    }
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

  @Test(arguments: ["tag:inbox", "tag:work or tag:none"])
  func `E7: reading begins at the message that the preview shows`(query: String) throws {
    let box = Mailbox()
    box.add(
      "Thread",
      from: ["Ann", "Bob", "Cleo", "Dan"],
      tags: [[.inbox], [.inbox, "work"], [.inbox, .unread], [.inbox]]
    )
    var play = try Screenplay(box, size: wide, query: query)
    play.press("p")
    let name = query == "tag:inbox" ? "Cleo" : "Bob"
    #expect(play.rows.contains { $0.contains("\(name) <a") })
    play.press("Enter")
    #expect(play.state.reading?.current?.from.hasPrefix(name) == true)
    // What is read meanwhile lets the preview stand, and with it where reading begins.
    play.press("q U")
    #expect(play.rows.contains { $0.contains("\(name) <a") })
    play.press("Enter")
    #expect(play.state.reading?.current?.from.hasPrefix(name) == true)
  }

  @Test func `the preview goes to mail that comes to its thread, and so does reading`() throws {
    let box = Mailbox()
    box.add("Thread", from: ["Ann", "Bob"], tags: [[.inbox], [.inbox]])
    var play = try Screenplay(box, size: wide)
    play.press("p")
    #expect(play.rows.contains { $0.contains("Bob <a1@") })
    box.change(0, 0) { $0.from = "Ann <ann@example.org>" }
    box.deliver(to: 0, tags: [.inbox, .unread])
    play.notice()
    play.press("Enter")
    #expect(play.state.reading?.cursor == 2)
    play.press("q")
    #expect(play.state.shared.mailbox.previewed?.id == "t1late@example.org")
  }

  @Test func `the newest message of a thread is where reading begins, wherever it stands`() {
    let messages = [(100, "a"), (400, "b"), (nil, "c"), (300, "d")].map { date, id in
      MessageMetadata(
        id: MessageID(id),
        thread: ThreadID("t"),
        date: date.map(Timestamp.init),
        from: "",
        subject: "",
        tags: [],
        files: []
      )
    }
    #expect(messages.start(at: .whatIsNew) { _ in false } == 1)
    #expect(messages.start(at: .firstMatch) { $0 == "d" } == 3)
    #expect([MessageMetadata]().start(at: .whatIsNew) { _ in true } == nil)
  }

  @Test func `a thread that was searched for begins at what matches and is unread, else matches`()
    throws
  {
    let box = Mailbox()
    box.add(
      "Thread",
      from: ["Ann", "Bob", "Ann", "Bob"],
      tags: [[.inbox], [.inbox, .unread], [.inbox, .unread], [.inbox, .unread]]
    )
    for (query, message) in [("from:ann", 2), ("from:bob", 1), ("tag:inbox and from:ann", 2)] {
      var play = try Screenplay(box, query: query)
      play.press("Enter")
      #expect(play.state.reading?.cursor == message, "\(query)")
    }
    box.retag(0) { $0.remove(.unread) }
    var play = try Screenplay(box, query: "from:bob")
    play.press("Enter")
    #expect(play.state.reading?.cursor == 1)
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
