import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// How the messages of open threads are read, kept and drawn.
@Suite struct TreeReadingTests {
  /// Threads of three messages, and after every tenth a single one.
  private func box(threads: Int) -> Mailbox {
    let box = Mailbox()
    for number in 0..<threads {
      let count = number % 10 == 9 ? 1 : 3
      box.add(
        "Subject \(number)",
        from: ["Ann", "Bob", "Cleo"],
        tags: Array(repeating: [.inbox], count: count),
        depths: [0, 1, 1]
      )
    }
    return box
  }

  /// A thread of so many messages, each the answer to the one before.
  private func deep(_ count: Int, from authors: [String] = ["Ann", "Bob"]) -> Mailbox {
    let box = Mailbox()
    box.add("A letter")
    box.add(
      "Deep",
      from: authors,
      tags: Array(repeating: [.inbox], count: count),
      date: Screenplay.now - 86_400 * 30,
      depths: Array(0..<count)
    )
    return box
  }

  // MARK: Lazily

  @Test func `E23: of a list of many open threads only those near the window are read`() throws {
    var play = try Screenplay(box(threads: 2_000))
    play.press("O")
    let height = play.state.shared.listHeight
    let read = { (play: Screenplay) in
      play.state.list.order.count { play.state.list.trees.known($0) != nil }
    }
    #expect(read(play) > 5 && read(play) <= 2 * height)
    play.press("G")
    #expect(read(play) <= 4 * height)
    #expect(play.state.list.cursor == 1_999)
    play.press("1 0 0 0 G")
    #expect(play.state.list.current == ThreadID("t1000"))
    #expect(play.rows.filter { $0.contains("├ ") || $0.contains("└ ") }.count > height / 2)
  }

  @Test func `E23: the cursor keeps its row of the screen when messages come above and below it`()
    throws
  {
    var play = try Screenplay(box(threads: 200))
    play.press("2 0 0 G k k k k k")
    let before = try #require(play.picture.frame.cursor)
    let current = play.state.list.current
    play.holdsReplies = true
    play.press("O")
    #expect(play.picture.frame.cursor == before)
    for _ in 0..<10 where !play.asked.isEmpty {
      play.answerOne()
      #expect(play.picture.frame.cursor == before)
      #expect(play.state.list.current == current)
    }
    #expect(play.rows.contains { $0.contains("└ Ann") || $0.contains("├ Bob") })
  }

  @Test func `E23: moving by rows, pages and the wheel meets every row once, down and up`() throws {
    var play = try Screenplay(box(threads: 25))
    play.press("O")
    let list = { (play: Screenplay) in play.state.list }
    var seen: [ListPosition] = [list(play).cursorPosition]
    while true {
      play.press("j")
      if list(play).cursorPosition == seen.last { break }
      seen.append(list(play).cursorPosition)
    }
    let lines = list(play).order.indices.flatMap { thread in
      (0...list(play).lastLine(of: thread)).map { ListPosition(thread: thread, line: $0) }
    }
    #expect(seen == lines && seen.count == 23 * 4 + 2)
    for position in seen.reversed() {
      #expect(list(play).cursorPosition == position)
      play.press("k")
    }
    play.press("Ctrl-F Ctrl-F Ctrl-F Ctrl-F Ctrl-F Ctrl-F")
    #expect(list(play).cursorPosition == seen.last)
    // The last page is full.
    #expect(list(play).positions(from: list(play).topPosition, count: 99).count == 21)
    play.press("g g")
    play.take(.pointer(.scroll(7, over: .pane(play.state.viewLayer.id, .item(0)))))
    #expect(list(play).topPosition == seen[7] && list(play).cursorPosition == seen[7])
    play.press("G")
    #expect(list(play).cursorPosition == seen.last)
  }

  @Test func `E23: a thread opened at the end of the window is shown with its messages`() throws {
    var play = try Screenplay(box(threads: 60))
    let last = play.state.shared.listHeight
    play.press("2 1 G Right")
    #expect(last == 21)
    #expect(play.rows[last].contains("└ Cleo") && play.rows[last - 3].contains("▾"))
    #expect(play.state.list.cursorPosition == ListPosition(thread: last - 1, line: 0))
  }

  // MARK: Long threads

  @Test func `E23: of a long thread 500 messages are read, and 500 more where it says so`() throws {
    var play = try Screenplay(deep(1_100))
    play.press("j Right G")
    #expect(play.rows[play.rows.count - 3].contains("└ 600 more messages"))
    play.press("s")
    #expect(play.status.hasPrefix("Right shows more messages of this thread"))
    play.press("Enter")
    #expect(play.state.list.trees.known(ThreadID("t2"))?.messages.count == 1_000)
    #expect(play.state.list.currentMessage != nil)
    play.press("G Right")
    #expect(play.state.list.trees.known(ThreadID("t2"))?.messages.count == 1_100)
    play.press("G k a")
    #expect(play.status.hasPrefix("Archived 1 message"))
    #expect(play.mailbox.changes.count == 1)
  }

  @Test(arguments: [40, 80, 200])
  func `E23: stems take at most a fifth of the width, and then the depth is said`(columns: Int)
    throws
  {
    var play = try Screenplay(
      deep(120),
      size: ScreenSize(columns: columns, rows: columns == 40 ? 10 : 50)
    )
    play.press("j Right 1 2 1 j")
    let row = try #require(play.rows.last { $0.contains("└ Bob") })
    let stems = row[...(row.firstIndex(of: "└") ?? row.startIndex)]
    #expect(stems.contains("119…"))
    let area = play.state.shared.layout.list
    // Before the tree are the marks and the date.
    let before = columns < 100 ? 19 : 25
    #expect(stems.count + 1 - area.column <= before + area.columns / 5)
    let tree = try #require(play.state.list.trees.known(ThreadID("t2")))
    #expect(tree.branch(at: 3, in: columns) == "    └ ")
    // As long as the stems have their fifth, none is left out.
    let last = tree.branch(at: columns / 10, in: columns)
    #expect(last.count == columns / 5 && last.hasSuffix("  └ "), "\(last)")
    #expect(tree.branch(at: columns / 10 + 1, in: columns).contains("…"))
  }

  // MARK: Views

  private static let views = """
    [[view]]
    name = "Inbox"
    query = "tag:inbox"
    tree = true
    [[view]]
    name = "All"
    query = "*"
    [[view]]
    name = "Todo"
    query = "tag:inbox or tag:todo"
    on_enter = { tree = true }
    """

  @Test func `E23: a view opens as it is configured, and what was toggled is kept for it alone`()
    throws
  {
    let config = Config.read(Self.views)
    #expect(config.problems.isEmpty)
    var play = try Screenplay(box(threads: 5), config: config.config)
    let isOpen = { (play: Screenplay) in play.rows.contains { $0.contains("└ Cleo") } }
    #expect(isOpen(play))
    play.choose(.running(.view, "All"))
    #expect(!isOpen(play))
    play.choose(.running(.view, "Todo"))
    #expect(isOpen(play))
    play.press("O")
    #expect(!isOpen(play))
    play.choose(.running(.view, "All"))
    play.press("O")
    play.choose(.running(.view, "Inbox"))
    #expect(isOpen(play))
    play.choose(.running(.view, "Todo"))
    #expect(!isOpen(play))
    play.choose(.running(.view, "All"))
    #expect(isOpen(play))
    play.press("Alt-Left")
    #expect(!isOpen(play))
  }

  @Test func `E23: threads stay open in another order, under a limit and on the way back`() throws {
    var play = try Screenplay(box(threads: 5))
    play.press("j Right j j")
    play.choose(.running(.sort, "oldest-first"))
    #expect(play.rows.count { $0.contains("└ Cleo") } == 1)
    play.press("/")
    play.type("tag:todo")
    play.press("Enter")
    #expect(!play.rows.contains { $0.contains("└ ") })
    play.press("q")
    #expect(play.rows.count { $0.contains("└ Cleo") } == 1)
  }

  // MARK: The mouse

  @Test func `E23: clicks open and close a thread, go to a message, select it and open it`() throws
  {
    var play = try Screenplay(box(threads: 5))
    play.click(row: 2, column: 3)
    #expect(play.rows[2].contains("▾") && play.rows[3].contains("└ Ann"))
    play.click(row: 4, column: 30)
    #expect(play.state.list.currentMessage?.author == "Bob")
    play.click(row: 5, column: 0)
    #expect(play.rows[5].hasPrefix("+") && play.rows[4].hasPrefix(" "))
    play.press("Esc")
    play.click(row: 4, column: 30)
    play.click(row: 4, column: 30)
    #expect(play.state.reading?.current?.from.hasPrefix("Bob") == true)
    play.press("q")
    play.click(row: 2, column: 3)
    #expect(!play.rows.contains { $0.contains("└ ") })
  }
}
