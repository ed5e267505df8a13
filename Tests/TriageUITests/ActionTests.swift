import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

@Suite struct ActionTests {
  @Test func `read and archive, then undo, leaves mail and screen as they were`() throws {
    var play = try Screenplay(.sample)
    let (dump, before) = (play.mailbox.dump, play.rows)
    play.press("A")
    #expect(play.status.hasPrefix("Marked 1 thread as read and archived"))
    #expect(play.status.hasSuffix("u Undo Mark as Read and Archive"))
    #expect(play.rows[1].hasPrefix("- * "))
    #expect(play.picture.frame.cursor == Position(row: 2, column: 0))
    play.press("u")
    #expect(play.mailbox.dump == dump)
    #expect(play.rows.dropLast(2) == before.dropLast(2))
    #expect(play.status.hasPrefix("Undid Mark as Read and Archive: 3 messages"))
    #expect(play.picture.frame.cursor == Position(row: 1, column: 0))
  }

  @Test func `redo gives exactly the state after the action`() throws {
    var play = try Screenplay(.sample)
    play.press("j A")
    let after = play.mailbox.dump
    play.press("u Ctrl-R")
    #expect(play.mailbox.dump == after)
    #expect(play.rows[2].hasPrefix("- "))
    #expect(play.status.hasPrefix("Redid Mark as Read and Archive: 1 message"))
  }

  @Test(
    arguments: [
      ("en", "Undo Mark as Read and Archive"), ("ru", "Отменить «Прочитано и в архив»"),
      ("zh-Hans", "撤销“标记为已读并归档”"), ("zh-Hant", "還原「標示為已讀並封存」"),
      ("de", "Rückgängig: Als gelesen archivieren"),
      ("es", "Deshacer «Archivar como leído»"),
      ("fr", "Annuler «\u{A0}Archiver comme lu\u{A0}»"),
      ("ja", "「既読にしてアーカイブ」を取り消す"),
    ] as [(LanguageTag, String)]
  )
  func `the Edit menu says in every language what undo takes back`(
    language: LanguageTag,
    title: String
  ) throws {
    var play = try Screenplay(.sample, language: language)
    play.press("A F10 Right")
    #expect(play.rows[2].contains("│ \(title)  ") && play.rows[2].contains(" u │"))
  }

  @Test func `with nothing to undo the item is disabled and the key says so`() throws {
    var play = try Screenplay(.sample)
    play.press("u")
    #expect(play.status.hasPrefix("Nothing to undo"))
    #expect(play.mailbox.changes.isEmpty)
    play.press("Alt-E")
    #expect(play.rows[2].contains("Undo  Nothing to undo"))
    #expect(play.rows[3].contains("Redo  Nothing to redo"))
    play.press("Down Enter")
    #expect(play.status.hasPrefix("Nothing to redo"))
  }

  @Test func `a count archives so many rows as one change`() throws {
    var play = try Screenplay(.sample)
    play.press("3 a")
    #expect(play.mailbox.changes.count == 1)
    #expect(play.status.hasPrefix("Archived 3 threads"))
    #expect(play.picture.frame.cursor == Position(row: 4, column: 0))
    play.press("u")
    #expect(play.status.hasPrefix("Undid Archive: 5 messages"))
  }

  @Test(arguments: ["3 a", "2 s", "3 U", "2 t"])
  func `in a thread a count before an action is refused, not dropped`(keys: String) throws {
    var play = try Screenplay(.sample)
    play.press("Enter \(keys)")
    #expect(play.status.hasPrefix("A count acts on rows of the list"), "\(play.status)")
    #expect(play.mailbox.changes.isEmpty && play.state.topLayer.pane is ReaderPane)
  }

  @Test func `a row stands for all messages the thread had when it was read`() throws {
    var play = try Screenplay(.sample)
    play.mailbox.deliver(to: 0, tags: [.inbox, .unread])
    play.press("a")
    #expect(play.asksFor == ["t1m4", "t1m3", "t1m2", "t1m1"].map { "\($0)@example.org" })
    #expect(play.mailbox.messages(of: 0)[4].tags == [.inbox, .unread])
  }

  @Test func `an action that changes nothing gives the row back`() throws {
    var play = try Screenplay(.sample, query: "*")
    play.press("j j j j U U")
    let changes = play.mailbox.changes.count
    play.press("Home")
    play.press("a = a")
    #expect(play.mailbox.changes.count == changes + 2)
    #expect(play.status.hasPrefix("Archived 1 thread"))
    play.press("Home a")
    #expect(play.status.hasPrefix("Nothing to do: all 4 messages are like that already"))
    #expect(!play.rows[1].hasPrefix("-"))
  }

  @Test func `where an action had nothing to do, the cursor stays`() throws {
    let box = Mailbox()
    box.add("Old", tags: [[], [], [.inbox]])
    box.add("New")
    var play = try Screenplay(box)
    play.press("/")
    play.type("*")
    play.press("Enter")
    let first = play.state.list.current
    play.press("a u")
    #expect(play.state.list.current == first)
    play.press("a")
    #expect(play.state.list.current != first, "it has gone on from what has changed")
    play.press("k a")
    #expect(play.status.hasPrefix("Nothing to do"), "\(play.status)")
    #expect(play.state.list.current == first)
    play.press("Enter g g")
    let message = play.state.reading?.current?.id
    play.press("; a")
    #expect(play.status.hasPrefix("Nothing to do"), "\(play.status)")
    #expect(play.state.reading?.current?.id == message)
  }

  @Test func `E8: what was done counts what was changed, as undo's title does`() throws {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox], ["deleted"], [.inbox]])
    var play = try Screenplay(box)
    play.press("Enter x K x d")
    #expect(play.status.hasPrefix("Deleted 1 message "))
    #expect(play.status.hasSuffix("u Undo Delete · 1 message"))
  }

  @Test func `E8: of the threads that were meant those are counted that changed`() throws {
    let box = Mailbox()
    box.add("One", tags: [[.inbox]])
    box.add("Two", tags: [["todo"]])
    box.add("Three", tags: [[.inbox], [.inbox], ["todo"]])
    box.add("Four", tags: [["todo"], ["todo"]])
    var play = try Screenplay(box, query: "*")
    play.press("4 a")
    #expect(play.status.hasPrefix("Archived 2 threads "))
    #expect(play.status.hasSuffix("u Undo Archive · 3 messages"))
  }

  @Test func `a row keeps its names, date and subject when an action changes what matches`() throws
  {
    let box = Mailbox()
    let tags: [Set<MailTag>] = [["work"], [.inbox], [.inbox, .unread]]
    box.add("Question", from: ["Ann", "Bob", "Cleo"], tags: tags)
    box.add("Another")
    var play = try Screenplay(box)
    let row = { (play: Screenplay) in String(play.rows[1].dropFirst(4).prefix(30)) }
    let before = row(play)
    #expect(before.contains("Bob, Cleo, Ann"))
    play.press("a")
    #expect(row(play) == before && play.rows[1].hasPrefix("-"))
    play.press("u Right j j j a")
    #expect(play.mailbox.messages(of: 0).map { $0.tags.contains(.inbox) } == [false, true, false])
    #expect(row(play) == before)
    play.press("=")
    #expect(play.rows[1].contains("Bob, Ann, Cleo"))
  }

  @Test func `a failed change gives rows, tags and selection back`() throws {
    var play = try Screenplay(.sample)
    play.press("x j x")
    let before = play.rows
    play.mailbox.openingFails = TriageFailure(.readOnly, "/mail/.notmuch")
    play.press("A")
    #expect(
      play.said.hasPrefix("The index at /mail/.notmuch cannot be written; nothing was changed")
    )
    #expect(play.rows[1].hasPrefix("+N*"))
    #expect(play.rows[2].hasPrefix("+N"))
    #expect(play.rows[3...5] == before[3...5])
  }

  @Test func `stars and read marks go by what any message lacks`() throws {
    var play = try Screenplay(.sample)
    play.press("s")
    #expect(play.status.hasPrefix("Starred 1 thread"))
    play.press("s")
    #expect(play.status.hasPrefix("Removed the star from 1 thread"))
    play.press("U")
    #expect(play.status.hasPrefix("Marked 1 thread as read"))
    play.press("U")
    #expect(play.status.hasPrefix("Marked 1 thread as unread"))
    #expect(play.picture.frame.cursor == Position(row: 1, column: 0))
  }

  @Test func `repeat does the last action on the present row`() throws {
    var play = try Screenplay(.sample)
    play.press(".")
    #expect(play.status.hasPrefix("Nothing to repeat"))
    play.press("A Alt-E")
    #expect(play.rows.contains { $0.contains("│ Repeat Mark as Read and Archive ") })
    play.press("Esc .")
    #expect(play.mailbox.changes.count == 2)
    #expect(play.rows[2].hasPrefix("- "))
  }

  @Test(
    arguments: [
      ("en", "Repeat Archive"), ("de", "Erneut ausführen: Archivieren"),
      ("fr", "Répéter «\u{A0}Archiver\u{A0}»"), ("ja", "「アーカイブ」を繰り返す"),
    ] as [(LanguageTag, String)]
  )
  func `menu and palette name what would be repeated`(language: LanguageTag, title: String) throws {
    var play = try Screenplay(.sample, language: language)
    let isShown = { (play: Screenplay) in play.rows.contains { $0.contains(title) } }
    play.press("Alt-E")
    #expect(!isShown(play))
    play.press("Esc a Alt-E")
    #expect(isShown(play), "\(play.rows)")
    play.press("Esc :")
    play.type("repeat")
    #expect(isShown(play), "\(play.rows)")
  }

  @Test func `an action that has gone from the configuration is repeated without its name`() throws
  {
    let words = try Wording.test("en")
    #expect(words.string(.repeat(.title(.action(NamedAction(id: "gone"))))) == "Repeat Last Action")
  }

  @Test func `a tag is asked for`() throws {
    var play = try Screenplay(.sample)
    play.press("+")
    #expect(play.prompt == "Add tag to 1 thread:")
    play.type("todo")
    play.press("Enter")
    #expect(play.status.hasPrefix("Added “todo” to 1 thread"))
    play.press("+")
    play.type("+later -todo")
    play.press("Enter")
    #expect(play.status.hasPrefix("Changed the tags of 1 thread"))
    play.press("-")
    play.type("-")
    play.press("Enter")
    #expect(play.said.hasPrefix("“-” is not a tag that can be used here"))
  }

  @Test func `refresh takes away what no longer matches`() throws {
    var play = try Screenplay(.sample)
    play.press("j a")
    #expect(play.rows[2].contains("August invoice"))
    play.press("=")
    #expect(!play.rows.joined().contains("August invoice"))
    #expect(play.rows[2].contains("Build failed"))
    #expect(play.picture.frame.cursor == Position(row: 2, column: 0))
    play.press("u")
    #expect(play.rows[2].contains("August invoice"))
    #expect(play.picture.frame.cursor == Position(row: 2, column: 0))
  }

  @Test func `undo opens the view the action was done in, where this one does not show its mail`()
    throws
  {
    var play = try Screenplay(.sample, query: "tag:todo")
    let title = play.rows[0]
    play.press("/")
    play.type("Build")
    play.press("Enter s q")
    #expect(play.rows[0] == title)
    play.press("u")
    #expect(play.rows[0].hasSuffix("  Build"))
    #expect(play.rows[1].contains("Build failed"))
    play.press("q")
    #expect(play.rows[0] == title)
  }
}

extension Screenplay {
  /// The messages of the last change.
  fileprivate var asksFor: [String] {
    guard case .perform(let commands, _)? = mailbox.changes.last?.change,
      case .messages(let ids)? = commands.first?.target
    else { return [] }
    return ids.map(\.text)
  }
}
