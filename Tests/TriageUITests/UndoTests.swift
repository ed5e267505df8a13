import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// Whose undo a key means, and what it promises.
@Suite struct UndoTests {
  @Test(arguments: ["a", "d"])
  func `undo in a thread leads back to the message where the key was pressed`(key: String) throws {
    let mailbox = Mailbox()
    mailbox.add("Three", tags: [[.inbox], [.inbox], [.inbox]], date: 900)
    mailbox.add("Next", date: 800)
    var play = try Screenplay(mailbox)
    let thread = play.state.list.current
    play.press("Enter K \(key)")
    #expect(play.state.reading?.thread != thread)
    play.press("u")
    #expect(play.status.hasPrefix("Undid"), "\(play.status)")
    #expect(play.state.reading?.thread == thread && play.state.reading?.cursor == 1)
    #expect(play.state.list.current == thread)
    // In the list it leads to the row, as ever.
    play.press("\(key) q u")
    #expect(play.state.reading == nil && play.state.list.current == thread)
  }

  @Test func `redo leaves the cursor on the row that the action itself went on to`() throws {
    var play = try Screenplay(.sample)
    play.press("j a")
    let next = play.state.list.current
    for keys in ["u Ctrl-R", "u = G Ctrl-R"] {
      play.press(keys)
      #expect(play.state.list.current == next, "\(keys): \(play.status)")
      #expect(play.state.list.liveNumber != nil)
    }
  }

  @Test func `undo in a text field never reaches the mail`() throws {
    var play = try Screenplay(.sample)
    play.press("a /")
    let changes = play.mailbox.changes.count
    play.type("from:ann tag:x")
    play.press("Ctrl-_")
    #expect(play.state.prompt?.field.text == "from:ann ")
    play.press("Ctrl-_ Ctrl-_ Ctrl-_ Ctrl-_")
    #expect(play.prompt == "Search:")
    play.press("Ctrl-R Ctrl-R")
    #expect(play.state.prompt?.field.text == "from:ann tag:x")
    #expect(play.mailbox.changes.count == changes)
  }

  @Test func `the Edit menu and the status line ask the text field while it has the focus`() throws
  {
    var play = try Screenplay(.sample)
    play.press("a /")
    #expect(!play.status.contains("Undo"))
    play.type("x")
    #expect(play.status.hasSuffix("Ctrl-_ Undo Typing"))
    play.press("F10 Right")
    #expect(play.rows[2].contains("Undo Typing") && play.rows[2].contains(" Ctrl-_ │"))
    play.press("Enter")
    #expect(play.prompt == "Search:")
    play.press("F10 Right")
    #expect(play.rows[3].contains("Redo Typing") && play.rows[3].contains(" Ctrl-R │"))
    play.press("Down Enter")
    #expect(play.prompt.hasPrefix("Search: x"))
    play.press("Esc")
    #expect(play.status.hasSuffix("u Undo Archive · 3 messages"))
  }

  @Test func `after an undo the title of the next one says when that was`() throws {
    var play = try Screenplay(.sample)
    play.press("a a")
    #expect(play.status.hasSuffix("u Undo Archive · 1 message"))
    play.press("u")
    #expect(play.status.hasPrefix("Undid Archive: 1 message "))
    #expect(play.status.hasSuffix("u Undo Archive (13:45:40) · 3 messages"))
    play.press("F10 Right")
    #expect(play.rows[2].contains("Undo Archive  "))
    play.press("Esc Ctrl-R")
    #expect(play.status.hasSuffix("u Undo Archive · 1 message"))
    play.press("u")
    play.resize(to: ScreenSize(columns: 40, rows: 12))
    play.press("j")
    #expect(play.status.hasSuffix("u Undo Archive (13:45:40)"))
  }

  @Test(arguments: [
    ("ru", "u Отменить «В архив» (13:45:40) · 3 сообщения"),
    ("fr", "u Annuler «\u{a0}Archiver\u{a0}» (13:45:40) · 3 messages"),
  ])
  func `the time in the title of undo stands outside the quotes`(language: String, title: String)
    throws
  {
    var play = try Screenplay(
      .sample,
      size: ScreenSize(columns: 120, rows: 24),
      language: try #require(LanguageTag(language))
    )
    play.press("a a u")
    #expect(play.status.hasSuffix(title), "\(play.status)")
  }

  @Test func `a group of another process is told apart, and a newer one is not undone unseen`()
    throws
  {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("j a")
    play.mailbox.actFromShell(.spam, on: 2)
    play.press("u")
    #expect(
      play.status.hasPrefix("The newest action is now Mark as Spam (shell, 13:45). Nothing was")
    )
    #expect(play.mailbox.messages(of: 2)[0].tags.contains("spam"))
    play.press("j")
    play.notice()
    #expect(play.status.contains("u Undo Mark as Spam (shell, 13:45)"))
    play.press("u")
    #expect(play.status.hasPrefix("Undid Mark as Spam: 1 message"))
  }

  @Test func `undo asked for during an action takes back that action`() throws {
    var play = try Screenplay(.sample)
    let dump = play.mailbox.dump
    play.holdsReplies = true
    play.press("a a u")
    #expect(play.asked.filter(\.isChange).count == 1)
    play.holdsReplies = false
    play.answer()
    #expect(play.mailbox.changes.count == 3)
    #expect(play.status.hasPrefix("Undid Archive: 1 message"))
    play.press("u")
    #expect(play.mailbox.dump == dump)
  }

  @Test func `a count undoes so many groups and stops at the end of the history`() throws {
    var play = try Screenplay(.sample)
    let dump = play.mailbox.dump
    play.press("a a 5 u")
    #expect(play.mailbox.dump == dump)
    #expect(play.status.hasPrefix("Undid Archive: 3 messages"))
    play.press("2 Ctrl-R")
    #expect(play.status.hasPrefix("Redid Archive: 1 message"))
  }

  @Test func `when space lacks the count goes first, the left part lies above, the key stays`()
    throws
  {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 110, rows: 20))
    play.press("A")
    #expect(play.status.hasSuffix("u Undo Mark as Read and Archive · 3 messages"))
    play.resize(to: ScreenSize(columns: 80, rows: 20))
    #expect(
      play.status
        == "Marked 1 thread as read and archived           u Undo Mark as Read and Archive"
    )
    play.resize(to: ScreenSize(columns: 40, rows: 20))
    #expect(play.status == "u Undo Mark as Read and Archive")
    #expect(play.rows[17] == " Marked 1 thread as read and archived")
    play.press("j")
    #expect(play.status == "Mark…  u Undo Mark as Read and Archive")
  }

  @Test func `a title the catalog has lost is Undo`() throws {
    let words = try Wording.test("en")
    #expect(words.string(.menu("undo", .title(.action(NamedAction(id: "gone"))))) == "Undo")
    #expect(words.string(.menu("redo", .title(ActionName(.fixed(.star))))) == "Redo Star")
  }

  @Test func `what a write has settled is told before its result`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 200, rows: 20))
    play.mailbox.reopen(try #require(play.mailbox.actFromShell(.star, on: 1, 2)))
    play.press("a")
    #expect(
      play.status.hasPrefix(
        "Star (2 messages) was interrupted; it is complete, and undo takes it back · Archived 1"
      )
    )
  }
}

extension EngineRequest.Body {
  /// Whether it changes mail.
  var isChange: Bool {
    if case .change = self { true } else { false }
  }
}
