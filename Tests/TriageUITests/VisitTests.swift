import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// Lists that were visited, narrowed and searched.
@Suite struct VisitTests {
  @Test func `the way back leads to the lists as they were left, and forth again`() throws {
    var play = try Screenplay(.sample)
    play.press("j j /")
    play.type("tag:work")
    play.press("Enter /")
    play.type("tag:todo")
    play.press("Enter Alt-Left")
    #expect(play.rows[0].contains("tag:work"))
    play.press("Alt-Left")
    #expect(play.rows[0].contains("Inbox"))
    #expect(play.state.list.cursor == 2)
    play.press("Alt-Left")
    #expect(play.status.hasPrefix("There is no earlier view"))
    #expect(play.effects.last != "quit")
    play.press("Alt-Right Alt-Right")
    #expect(play.rows[0].contains("tag:todo"))
    play.press("Alt-Right")
    #expect(play.status.hasPrefix("There is no later view"))
    play.press("q q q q")
    #expect(play.effects.last == "quit")
  }

  @Test func `a search that has found nothing is not on the way back`() throws {
    var play = try Screenplay(.sample)
    for text in ["no-such-word-anywhere", "tag:work"] {
      play.press("/")
      play.type(text)
      play.press("Enter")
    }
    #expect(play.rows[0].contains("tag:work"))
    play.press("q")
    #expect(play.rows[0].contains("Inbox"), "\(play.rows[0])")
    play.press("q")
    #expect(play.status.contains("q once more leaves"), "\(play.status)")
  }

  @Test func `keys typed behind a search wait for its rows, and others do not`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:work")
    play.holdsReplies = true
    play.press("Enter s Enter")
    #expect(play.state.list.current == nil && !play.status.contains("no thread"))
    play.answer()
    play.holdsReplies = false
    #expect(play.mailbox.changes.count == 1)
    #expect(play.state.pane(ReaderPane.self) != nil)
    // What needs no row is done at once.
    play.press("q /")
    play.type("tag:todo")
    play.holdsReplies = true
    play.press("Enter ?")
    #expect(play.state.pane(HelpPane.self) != nil)
    play.press("q")
    // The key that cancels gives them up.
    play.press("a Esc")
    play.answer()
    #expect(play.mailbox.changes.count == 1)
  }

  @Test func `marks of a list that was left are taken back when its action fails`() throws {
    var play = try Screenplay(.sample)
    play.mailbox.openingFails = TriageFailure(.readOnly, "/mail")
    play.holdsReplies = true
    play.press("a /")
    play.type("tag:work")
    play.press("Enter")
    play.holdsReplies = false
    play.answer()
    play.press("q")
    #expect(!play.rows[1].hasPrefix("-"))
    #expect(play.rows[1].contains("Meeting notes"))
  }

  @Test func `undo stays in the view that shows again what was done in another one`() throws {
    var play = try Screenplay(.sample)
    let thread = try #require(play.state.list.order.dropFirst().first)
    play.press("/")
    play.type("tag:todo")
    play.press("Enter a g i j")
    #expect(play.rows[0].contains("Inbox") && play.state.list.current != thread)
    play.press("u")
    #expect(play.rows[0].contains("Inbox"), "\(play.rows[0])")
    #expect(play.state.list.current == thread && play.status.hasPrefix("Undid Archive: 1 message"))
    // What the view does not show is shown where it was done.
    play.press("Ctrl-R")
    #expect(play.rows[0].contains("tag:todo") && play.state.list.current == thread)
  }

  @Test func `who has gone on before it is known where undo leads is left where they are`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:todo")
    play.press("Enter a g i")
    play.holdsReplies = true
    play.press("u")
    while play.asked.contains(where: \.isAboutChange) { play.answerOne() }
    play.press("G")
    let current = play.state.list.current
    play.answer()
    #expect(play.rows[0].contains("Inbox") && play.state.list.current == current)
  }

  @Test func `a limit to all mail leaves the view as it is`() throws {
    var play = try Screenplay(.sample)
    let before = play.rows[1...10]
    play.press("l * Enter")
    #expect(play.rows[1...10] == before && play.rows[0].contains("Inbox limited to *"))
    play.press("Esc")
    #expect(play.rows[1...10] == before && !play.rows[0].contains("limited"))
  }

  @Test func `a limit narrows the view, and Esc shows all of it with the cursor in place`() throws {
    var play = try Screenplay(.sample)
    play.press("j l")
    play.type("tag:todo")
    #expect(play.prompt.hasSuffix(" 1/1"))
    play.press("Enter")
    #expect(play.rows[0].contains("Inbox limited to tag:todo"))
    #expect(play.rows[1].contains("August invoice"))
    #expect(play.rows[2].isEmpty)
    play.press("Esc")
    #expect(play.rows[2].contains("August invoice"))
    #expect(play.state.list.cursor == 1)
    play.press("l")
    play.type("tag:todo")
    play.press("Enter l")
    #expect(play.prompt.hasPrefix("Limit to: tag:todo"))
    play.press("Ctrl-U Enter")
    #expect(play.state.list.limit == nil)
  }

  @Test func `a title that is too wide loses its view's name before what narrows it`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 74, rows: 24), language: "fr")
    play.press("l")
    play.type("tag:unread")
    play.press("Enter")
    #expect(play.rows[0].contains("…, seulement tag:unread"), "\(play.rows[0])")
  }

  @Test func `undo opens a view that was limited as it was, and Esc lifts the limit`() throws {
    var play = try Screenplay(.sample)
    play.press("l")
    play.type("tag:todo")
    play.press("Enter s /")
    play.type("tag:work")
    play.press("Enter u")
    #expect(play.rows[0].contains("Inbox limited to tag:todo"))
    #expect(play.rows[1].contains("August invoice") && play.rows[2].isEmpty)
    play.press("Esc")
    #expect(play.rows[0].contains("Inbox") && !play.rows[0].contains("limited"))
    #expect(play.rows[1].contains("Meeting notes"))
  }

  @Test(
    arguments: [
      ("tag:inbox", "Inbox"), ("(tag:inbox) and (tag:todo)", "Inbox limited to tag:todo"),
      ("(tag:inbox) and ((tag:a) or (tag:todo))", "Inbox limited to (tag:a) or (tag:todo)"),
      ("(tag:inbox) and (tag:a) or (tag:todo)", "(tag:inbox) and (tag:a) or (tag:todo)"),
    ]
  )
  func `a list of another screen is known by its query`(query: String, title: String) throws {
    var play = try Screenplay(
      .sample,
      size: ScreenSize(columns: 120, rows: 24),
      query: "tag:work"
    )
    play.mailbox.actFromScreen(.star, on: 1, view: query)
    play.notice()
    play.press("u")
    #expect(play.rows[0].contains(title), "\(play.rows[0])")
    #expect(play.rows[0].contains("limited") == title.contains("limited"))
  }

  @Test func `n and N go through the rows that the last search finds`() throws {
    var play = try Screenplay(.sample)
    play.press("n")
    #expect(play.status.hasPrefix("Nothing has been searched for yet"))
    play.press("/")
    play.type("Build")
    play.press("Enter q n")
    #expect(play.state.list.currentRow?.subject == "Build failed")
    play.press("n")
    #expect(!play.status.contains("reached"), "there is no other hit to go on to")
    play.press("G N")
    #expect(play.state.list.currentRow?.subject == "Build failed")
  }

  @Test func `a number stands apart from a query that was typed`() throws {
    var play = try Screenplay(.sample)
    play.press("l")
    play.type("tag:todo")
    play.press("Enter")
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox limited to tag:todo · 1/1"), "\(play.rows[0])")
    play.press("q /")
    play.type("Build")
    play.press("Enter")
    play.rest()
    #expect(play.rows[0].hasSuffix(" Build · 1"), "\(play.rows[0])")
  }

  @Test func `a range follows the cursor and keeps what was selected before`() throws {
    var play = try Screenplay(.sample)
    play.press("G x g g j v j j")
    #expect(play.state.list.selected.count == 4)
    play.press("k")
    #expect(play.state.list.selected.count == 3)
    play.press("v G")
    #expect(play.state.list.selected.count == 3)
    play.press("Esc")
    #expect(play.state.list.selected.isEmpty)
  }

  @Test func `a range that is on is seen, and Esc ends it before it drops the selection`() throws {
    var play = try Screenplay(.sample)
    play.press("v j")
    #expect(play.prompt.hasPrefix("Range: 2 selected   "), "\(play.prompt)")
    #expect(play.prompt.contains("Esc End Range"))
    play.press("Esc j")
    #expect(play.prompt.hasPrefix("2 selected   ") && play.prompt.contains("Esc Clear Selection"))
    play.press("Esc")
    #expect(play.state.list.selected.isEmpty)
  }

  @Test func `a range is acted on as one group`() throws {
    var play = try Screenplay(.sample)
    let dump = play.mailbox.dump
    play.press("v j j a")
    #expect(play.status.hasPrefix("Archived 3 threads"))
    play.press("u")
    #expect(play.mailbox.dump == dump)
  }

  @Test func `rows are selected by a pattern, besides what is selected`() throws {
    var play = try Screenplay(.sample)
    play.press("G x")
    play.choose(.command(.selectMatching))
    play.type("tag:work")
    play.press("Enter")
    #expect(play.state.list.selected.count == 2)
    #expect(play.prompt.hasPrefix("2 selected"))
  }

  @Test func `whatever key comes next, a completion is over`() throws {
    var play = try Screenplay(.sample)
    play.press("/")
    play.type("tag:t")
    play.press("Tab Tab Ctrl-_ Tab")
    #expect(play.prompt.hasPrefix("Search: tag:t"))
    play.press("Ctrl-U Tab")
    #expect(play.prompt == "Search:")
  }

  @Test func `the undo dialog appears once, follows the history, and never without an answer`()
    throws
  {
    var play = try Screenplay(.sample)
    play.press("g U")
    #expect(play.status.hasPrefix("Nothing to undo or redo"))
    #expect(play.state.dialog == nil)
    play.press("a g U")
    #expect(play.rows.contains { $0.contains("Undo Archive") })
    #expect(play.state.dialogButtons == [.undoRedo(.undo), .cancel])
    play.mailbox.actFromShell(.star, on: 2)
    play.notice()
    #expect(play.rows.contains { $0.contains("┌─ Undo Star ") })
    play.press("Enter g U")
    #expect(play.state.dialogButtons == [.undoRedo(.undo), .undoRedo(.redo), .cancel])
    #expect(play.rows.contains { $0.contains("[ Undo ]  [ Redo Star ]  [ Cancel ]") })
    play.press("Tab Enter")
    #expect(play.status.hasPrefix("Redid Star"))
    play.press("u u g U")
    #expect(play.state.dialogButtons == [.undoRedo(.redo), .cancel])
    play.press("Esc")
    #expect(play.state.dialog == nil)
  }

  @Test(arguments: ["search", "query", "sort", "back", "forward", "view", "undo"])
  func `E13: whatever changes the list, the list has the focus`(way: String) throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("/")
    play.type("Build")
    play.press("Enter Alt-Left")
    if way == "back" { play.press("Alt-Right") }
    if way == "undo" { play.press("a Alt-Right") }
    play.press("\\")
    #expect(play.state.topLayer.pane.context == .sidebar)
    switch way {
    case "search":
      play.press("/")
      play.type("tag:work")
      play.press("Enter")
    case "query": play.choose(.running(.search, "tag:todo"))
    case "undo": play.press("u")
    case "sort": play.choose(.running(.sort, "oldest-first"))
    case "back": play.press("Alt-Left")
    case "forward": play.press("Alt-Right")
    default: play.choose(.running(.view, "Inbox"))
    }
    #expect(play.state.topLayer.pane.context == .list)
  }
}

extension EngineRequest.Body {
  /// Whether it changes mail, or asks what would come of that.
  fileprivate var isAboutChange: Bool {
    if case .change = self { true } else { false }
  }
}
