import Screen
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

@Suite struct ViewTests {
  @Test func `a window that is too small says so, and only quit and suspend act`() throws {
    var play = try Screenplay(.sample)
    play.resize(to: ScreenSize(columns: 20, rows: 5))
    #expect(play.rows[0] == "Window too small")
    #expect(play.rows[1] == "(40×10 needed)")
    play.press("a u Ctrl-Z Q")
    #expect(play.mailbox.changes.isEmpty)
    #expect(play.effects == ["suspend", "quit"])
    play.resize(to: ScreenSize(columns: 80, rows: 24))
    #expect(play.rows[1].contains("Meeting notes"))
  }

  @Test(arguments: [1, 2, 3, 7, 39])
  func `any size can be drawn`(columns: Int) throws {
    var play = try Screenplay(.sample)
    for rows in 0...12 {
      play.resize(to: ScreenSize(columns: columns * 2, rows: rows))
      #expect(play.picture.frame.grid.size.rows == rows)
      play.press("Enter F10 Esc ? q q")
    }
  }

  @Test(arguments: [("", "Inbox"), ("[[view]]\nname = 'Post'\nquery = 'tag:inbox'\n", "Post")])
  func `one key leads to the inbox from anywhere, whatever it is called`(
    config: String,
    name: String
  ) throws {
    var play = try Screenplay(.sample, config: Config.read(config).config)
    play.press("g b")
    #expect(play.rows[0].contains("Snoozed"))
    play.press("g i")
    #expect(play.rows[0].contains(name) && play.rows[1].contains("Meeting notes"), "\(play.rows)")
    play.press("Enter g i")
    #expect(play.rows[0].contains(name) && play.state.reading == nil)
    play.press("g i")
    #expect(!play.state.status.isError)
  }

  @Test func `an empty view says that there is nothing`() throws {
    var play = try Screenplay(Mailbox())
    #expect(play.rows.joined().contains("Nothing in Inbox"))
    play.press("a Enter x U")
    #expect(play.status.hasPrefix("There is no thread here"))
    play.press("/")
    play.type("no such words")
    play.press("Enter")
    #expect(play.rows.joined().contains("No messages match: no such words"))
  }

  @Test func `a limit that nothing matches is named, and not that the view is empty`() throws {
    var play = try Screenplay(.sample)
    play.press("l")
    play.type("tag:nobody")
    play.press("Enter")
    #expect(play.rows.joined().contains("No messages match: tag:nobody"))
    #expect(play.prompt.hasPrefix("q Back   / Search"), "\(play.prompt)")
    play.press("q")
    #expect(play.state.list.limit == nil && play.state.list.current != nil)
  }

  @Test func `new mail above the window is counted until it has been on the screen`() throws {
    let mailbox = Mailbox.sample
    for number in 0..<30 { mailbox.add("Old letter \(number)") }
    var play = try Screenplay(mailbox)
    play.mailbox.add("Brand new", isNewest: true)
    play.notice()
    #expect(play.rows[1].contains("Meeting notes"))
    #expect(play.rows[0].hasSuffix("· 1 new above"))
    play.mailbox.add("Newer still", isNewest: true)
    play.notice()
    #expect(play.rows[0].hasSuffix("· 2 new above"))
    play.press("k")
    #expect(play.rows[1].contains("Brand new"))
    #expect(play.rows[0].hasSuffix("· 1 new above"))
    play.press("g g")
    #expect(play.rows[1].contains("Newer still") && !play.rows[0].contains("above"))
  }

  @Test func `what was said before a question is not beside it`() throws {
    var play = try Screenplay(.sample)
    play.press("a")
    #expect(play.status.hasPrefix("Archived 1 thread"))
    play.press("/")
    #expect(!play.status.contains("Archived"))
    play.press("Esc")
    #expect(play.status.hasPrefix("Archived 1 thread"))
  }

  @Test func `a history without a step says so`() throws {
    var play = try Screenplay(.sample)
    play.press("g u")
    #expect(play.rows.contains { $0.contains("Nothing has been done yet") })
  }

  @Test func `a step says how many of its messages it does not show`() throws {
    var play = try Screenplay(.sample)
    play.press("a g u")
    play.holdsReplies = true
    play.press("Enter")
    let id = MessageID("m@example.org")
    let change = Described(MessageChange(message: id, removed: [.inbox]), metadata: nil)
    let left = Described(Skip(message: id, reason: .gone), metadata: nil)
    let step = try #require(play.state.history?.open?.step)
    let detail = StepDetail(
      step: step,
      changes: [change],
      omittedChanges: 7_000,
      left: [left],
      omittedLeft: 300
    )
    while case .step? = play.asked.first { play.answerOne(with: .step(detail)) }
    let shown = play.rows[4...7].map { String($0.drop { $0 == " " }) }
    #expect(shown[0].hasPrefix("-inbox") && shown[2].contains("m@example.org"), "\(shown)")
    #expect(shown[1] == "and 7,000 more" && shown[3] == "and 300 more", "\(shown)")
  }

  @Test func `a step that sent a message is known by that message`() throws {
    var play = try Screenplay(.sample)
    play.press("a")
    play.resize(to: ScreenSize(columns: 160, rows: 30))
    play.holdsReplies = true
    play.press("g u")
    while let question = play.asked.first {
      guard case .step(let id, _) = question else {
        play.answerOne()
        continue
      }
      let step = try #require(play.state.history?.shown.first { $0.id == id })
      play.answerOne(with: .step(Self.sent(step)))
    }
    #expect(play.rows.contains { $0.contains("Archive  Robin: My answer") }, "\(play.rows)")
    play.press("Enter")
    while let question = play.asked.first {
      guard case .step = question, let step = play.state.history?.open?.step else {
        play.answerOne()
        continue
      }
      play.answerOne(with: .step(Self.sent(step)))
    }
    let line = "draft → waits to leave  Robin: My answer"
    #expect(play.rows.contains { $0.contains(line) }, "\(play.rows)")
  }

  private static func sent(_ step: StepSummary) -> StepDetail {
    let record = OutgoingRecord(
      OutgoingID(1),
      OutgoingFacts(message: MessageID("m@example.org"), kind: .new, account: "")
    )
    var departure = Described(Departure(record, wanted: .held), metadata: nil)
    departure.from = "Robin <robin@example.org>"
    departure.subject = "My answer"
    return StepDetail(step: step, changes: [], departures: [departure])
  }

  @Test func `a message without a subject is known by that in the history`() throws {
    let box = Mailbox()
    box.add("", from: ["Nobody"])
    var play = try Screenplay(box)
    play.press("a g u")
    #expect(play.rows[1].contains("Archive  Nobody: (no subject) "))
    play.press("Enter")
    #expect(play.rows.contains { $0.contains("-inbox  Nobody: (no subject)") })
  }

  @Test func `the palette asks for an argument that it cannot complete`() throws {
    var play = try Screenplay(.sample)
    play.press(":")
    play.type("change-tags:")
    #expect(play.rows.contains { $0.contains("Change tags (+add -remove):") })
    play.type("+new")
    play.press("Enter")
    #expect(play.status.hasPrefix("Added “new” to 1 thread"))
  }

  @Test func `a query that is not understood is explained in the list's place`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:work and")
    play.press("Enter")
    #expect(play.rows.joined().contains("The query “tag:work and” is not understood: Syntax"))
    #expect(play.rows.joined().contains("man notmuch-search-terms"))
  }

  @Test func `without an index the three ways out are named`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("/")
    play.type("x")
    play.press("Enter")
    let list = try #require(
      play.state.shared.requests.outstanding.first {
        if case .list = $0.value.body { true } else { false }
      }
    )
    play.take(.engine(.reply(list.key, .failed(TriageFailure(.noIndex, "/mail")))))
    let screen = play.rows.joined(separator: " ")
    for word in ["There is no mail index at /mail", "notmuch setup", "notmuch new", "demo"] {
      #expect(screen.contains(word))
    }
  }

  @Test func `keys that do nothing say so, and half-typed ones can be given up`() throws {
    var play = try Screenplay(.sample)
    play.press("Y")
    #expect(play.status.hasPrefix("Y is not bound to anything"))
    play.press("G 1 2 g")
    #expect(play.prompt.hasSuffix("12g  7/7"))
    play.press("Esc")
    #expect(!play.prompt.contains("12g"))
    #expect(play.picture.frame.cursor == Position(row: 7, column: 0))
    play.press("g g")
    #expect(play.picture.frame.cursor == Position(row: 1, column: 0))
    play.press("3 G")
    #expect(play.picture.frame.cursor == Position(row: 3, column: 0))
  }

  @Test func `the mouse goes to rows, opens them, and chooses from menus`() throws {
    var play = try Screenplay(.sample)
    play.click(row: 3, column: 20)
    #expect(play.picture.frame.cursor == Position(row: 3, column: 0))
    play.click(row: 3, column: 20)
    #expect(play.state.reading?.thread == ThreadID("t3"))
    play.press("q")
    play.click(row: 2, column: 0)
    #expect(play.rows[2].hasPrefix("+N"))
    play.press("Esc a")
    play.click(row: 0, column: 11)
    #expect(play.rows[2].contains("Undo Archive"))
    play.click(row: 2, column: 15)
    #expect(play.status.hasPrefix("Undid Archive"))
    play.press("a")
    play.click(row: 22, column: 5)
    #expect(play.status.hasPrefix("Archived 1 thread"))
    play.click(row: 22, column: 60)
    #expect(play.status.hasPrefix("Undid Archive"))
    let help = try #require(play.prompt.firstRange(of: "? Help")?.lowerBound)
    play.click(row: 23, column: play.prompt.distance(from: play.prompt.startIndex, to: help) + 2)
    #expect(play.rows[1] == " In the list")
  }

  @Test func `the right button opens the Message menu, and a click beside it closes that`() throws {
    var play = try Screenplay(.sample)
    let press = MouseEvent(.press(.right), at: Position(row: 5, column: 30))
    play.take(play.picture.event(.mouse(press)))
    #expect(play.rows[3].contains("Mark as Read"))
    play.click(row: 20, column: 70)
    #expect(!play.rows[3].contains("Mark as Read"))
  }

  @Test func `the right button's menu opens below the pointer, and on the screen`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 60))
    let corner = { (play: Screenplay) in
      play.rows.enumerated().compactMap { row, line in
        line.firstIndex(of: "┌").map { Position(row: row, column: line[..<$0].count) }
      }.first
    }
    play.rightClick(row: 3, column: 30)
    #expect(corner(play) == Position(row: 4, column: 30), "\(play.rows)")
    // Beside the others, a menu hangs from its title again.
    play.press("Right Left")
    #expect(corner(play)?.row == 1, "\(play.rows)")
    play.press("Esc")
    play.rightClick(row: 57, column: 118)
    #expect(play.state.menu != nil && play.rows.contains { $0.contains("Mark as Unread") })
    let cell = try #require(corner(play))
    #expect(cell.row > 4 && cell.column > 30)
  }

  @Test func `the right button acts on the row under the pointer`() throws {
    var play = try Screenplay(.sample)
    play.rightClick(row: 3, column: 30)
    #expect(play.state.list.cursor == 2)
    // Open, Mark as Read, Mark as Unread, Archive.
    play.press("j j j Enter")
    let messages = play.mailbox.messages(of: 2).map(\.id)
    let archive = Command([.fixed(.archive)], on: .messages(messages))
    #expect(play.mailbox.changes.map(\.change) == [.perform([archive], name: nil)])
    play.rightClick(row: 1, column: 0)
    #expect(play.state.list.cursor == 0 && play.state.list.selected.isEmpty)
    play.press("Esc Enter g g")
    play.rightClick(row: 1, column: 5)
    #expect(play.state.reading?.cursor == 0 && play.state.menu != nil)
    // On an item it does nothing, and below the last row only the menu opens.
    play.rightClick(row: 3, column: 5)
    #expect(play.state.menu?.cursor == 0)
    play.press("Esc q")
    play.rightClick(row: 20, column: 5)
    #expect(play.state.list.cursor == 0 && play.state.menu != nil)
  }

  @Test func `the right button does nothing under a question`() throws {
    var play = try Screenplay(.sample)
    play.press("a g U")
    play.rightClick(row: 3, column: 30)
    #expect(play.state.menu == nil && play.state.list.cursor == 1)
    play.press("Esc /")
    play.rightClick(row: 3, column: 30)
    #expect(play.state.menu == nil && play.state.list.cursor == 1)
  }

  @Test func `the wheel scrolls what is shown`() throws {
    let box = Mailbox()
    for number in 1...60 { box.add("Subject \(number)") }
    var play = try Screenplay(box)
    let wheel = MouseEvent(.wheelDown, at: Position(row: 5, column: 5))
    play.take(play.picture.event(.mouse(wheel)))
    #expect(play.rows[1].contains("Subject 4"))
    #expect(play.picture.frame.cursor == Position(row: 1, column: 0))
  }

  @Test func `a thread opens at what is unread, and archiving goes to the next one`() throws {
    var play = try Screenplay(.sample)
    play.press("Enter")
    #expect(play.state.reading?.cursor == 1)
    #expect(play.rows.joined().contains("here is what we talked about"))
    play.press("A")
    #expect(play.status.hasPrefix("Marked 1 thread as read and archived"))
    #expect(play.state.reading?.thread == ThreadID("t2"))
    play.press("u")
    #expect(play.state.reading?.thread == ThreadID("t1") && play.state.reading?.cursor == 1)
    play.press("q")
    #expect(play.picture.frame.cursor == Position(row: 1, column: 0))
    #expect(play.rows[1].hasPrefix(" N*"))
  }

  @Test func `messages fold and unfold`() throws {
    var play = try Screenplay(.sample)
    play.press("j Enter")
    #expect(play.rows[1].hasPrefix(" ▾N"))
    #expect(play.rows[4].contains("Hello."))
    play.press("Enter")
    #expect(play.rows[1].hasPrefix(" ▸N"))
    #expect(!play.rows.joined().contains("Hello."))
  }

  @Test func `what strangers wrote stays in its cells`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.take(.terminal(.paste(PastedText("a\u{1B}[31m\nb\u{202E}c"))))
    for row in play.rows {
      #expect(row.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
    #expect(play.prompt.hasPrefix("Search: a␛[31m b<RLO>c"))
  }
}
