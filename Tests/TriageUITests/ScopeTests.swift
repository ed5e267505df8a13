import Screen
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// What an action is about in a thread that is being read.
@Suite struct ScopeTests {
  @Test func `a question for tags or a folder says how much it is about`() throws {
    var play = try Screenplay(.sample)
    play.press("3 +")
    #expect(play.prompt == "Add tag to 3 threads:")
    play.press("Esc x -")
    #expect(play.prompt == "Remove tag from 1 thread:")
    play.press("Esc Esc Enter M")
    #expect(play.prompt == "Move 1 thread to folder:")
    play.press("Esc +")
    #expect(play.prompt == "Add tag to 1 message:")
    play.press("Esc x K x +")
    #expect(play.prompt == "Add tag to 2 messages:")
    play.press("Esc Esc ; +")
    #expect(play.prompt == "Add tag to 1 thread:")
    play.resize(to: ScreenSize(columns: 40, rows: 12))
    play.press("Esc +")
    #expect(play.prompt == "Add tag:")
  }

  @Test func `the help in a thread says of each key whether it is about all of it`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 80))
    play.press("Enter ?")
    let help = play.rows.joined(separator: "\n")
    for title in [
      "Read and Archive Thread", "Mark Thread as Spam", "Mute Thread", "Star or Unstar Message",
      "Mark Message Read or Unread", "Add Tag to Message…", "Move Thread…", "Snooze Thread…",
      "Tag Message by Letter…",
    ] {
      #expect(help.contains(title), "\(help)")
    }
  }

  @Test func `the menu in a thread says of each item whether it is about all of it`() throws {
    var play = try play()
    play.resize(to: ScreenSize(columns: 80, rows: 45))
    let items = { play.rows.filter { $0.contains("│ ") }.joined(separator: "\n") }
    play.press("Alt-M")
    for title in [
      "Archive Thread", "Star Message", "Mark Message as Unread", "Remove Tag from Message…",
      "Snooze Thread…", "Tag Message by Letter…",
    ] {
      #expect(items().contains("│ \(title)  "), "\(items())")
    }
    play.press("Esc ; Alt-M")
    for title in ["Archive Message", "Star Thread", "Mark Thread as Unread", "Snooze…"] {
      #expect(items().contains("│ \(title)  "), "\(items())")
    }
    play.press("Esc x Alt-M")
    #expect(items().contains("│ Archive  ") && items().contains("│ Star  "), "\(items())")
  }

  @Test(arguments: WordingTests.languages)
  func `the titles of a thread's menu are short, and each is another one`(language: LanguageTag)
    throws
  {
    let words = try Wording.test(language)
    let actions =
      MailAction.withoutArgument.map(ActionID.mail)
      + ArgumentAction.allCases.map(ActionID.asking) + [.command(.quickTags)]
    for scope in [ActionScope.thread, .message] {
      let titles = actions.compactMap { scope.title(of: $0) }.map { words.text($0) }
      for title in titles { #expect(title.width <= 30, "\(title)") }
      #expect(Set(titles.map(\.text)).count == titles.count, "\(titles)")
    }
  }

  /// Three threads of three messages each; the cursor is on the second message of the first thread.
  private func play(config: Config = .standard, columns: Int = 80) throws -> Screenplay {
    let box = Mailbox()
    for number in 1...3 {
      box.add("Thread \(number)", tags: Array(repeating: [.inbox], count: 3))
    }
    let size = ScreenSize(columns: columns, rows: 24)
    var play = try Screenplay(box, size: size, config: config)
    play.press("Enter K")
    #expect(play.state.reading?.cursor == 1)
    return play
  }

  /// The numbers of the messages of the first thread that the last change was about.
  private func acted(_ play: Screenplay) -> [Int] {
    guard case .perform(let commands, _)? = play.mailbox.changes.last?.change,
      case .messages(let ids)? = commands.first?.target
    else { return [] }
    return ids.compactMap { id in (1...3).first { id == MessageID("t1m\($0)@example.org") } }
      .sorted()
  }

  @Test(arguments: FixedAction.allCases)
  func
    `E8: what takes threads away or brings them back is about the thread, all else about a message`(
      action: FixedAction
    ) throws
  {
    var play = try play()
    let isAboutThread = !"mark-read mark-unread star unstar".split(separator: " ")
      .contains { $0 == action.rawValue }
    play.choose(.mail(.fixed(action)))
    #expect(acted(play) == (isAboutThread ? [1, 2, 3] : [2]))
    play = try self.play()
    play.press(";")
    play.choose(.mail(.fixed(action)))
    #expect(acted(play) == (isAboutThread ? [2] : [1, 2, 3]))
  }

  @Test func `E8: a person's own action is about the thread if one of its steps is`() throws {
    let config = Config.read(
      """
      [[action]]
      id = "finish"
      steps = ["star", "archive"]
      key = "X"
      name = { en = "Finish" }
      [[action]]
      id = "note"
      steps = ["star", "add-tag:note"]
      key = "Y"
      name = { en = "Note" }
      """
    )
    #expect(config.problems.isEmpty, "\(config.problems)")
    var play = try play(config: config.config)
    play.press("Y")
    #expect(acted(play) == [2])
    play.press("X")
    #expect(acted(play) == [1, 2, 3])
  }

  @Test func `E8: tags that are typed and quick tags are about the message`() throws {
    var play = try play()
    play.press("+")
    play.type("todo")
    play.press("Enter")
    #expect(acted(play) == [2] && play.status.hasPrefix("Added “todo” to 1 message"))
    play.press("; +")
    play.type("work")
    play.press("Enter")
    #expect(acted(play) == [1, 2, 3] && play.status.hasPrefix("Added “work” to 1 thread"))
    play.press("t t")
    #expect(acted(play) == [2] && play.status.hasPrefix("Removed “todo” from 1 message"))
  }

  @Test func `E8: a hint says whether its key is about the thread or the message`() throws {
    var play = try play(columns: 160)
    #expect(
      play.prompt.contains("a Archive Thread   d Delete Thread   s Star Message"),
      "\(play.prompt)"
    )
    play.press(";")
    #expect(
      play.prompt.contains("a Archive Message   d Delete Message"),
      "\(play.prompt)"
    )
    play.press("s")
    #expect(play.prompt.contains("d Delete Thread   s Remove Star from Message"), "\(play.prompt)")
    play.press("x")
    #expect(play.prompt.contains("1 selected") && play.prompt.contains("d Delete   "))
  }

  @Test func `E8: of a thread that is one message nothing more is to be said`() throws {
    let box = Mailbox()
    box.add("One", tags: [[.inbox]])
    var play = try Screenplay(box)
    play.press("Enter")
    #expect(play.prompt.contains("a Archive   d Delete   s Star   "), "\(play.prompt)")
  }

  @Test func `E8: the bottom line says what the next key would act on, until it has`() throws {
    var play = try play()
    #expect(!play.prompt.contains("Next: "))
    play.press(";")
    let hint = "Next: a, A, d, !, &, M, b on the message; s, U, t, +, - on the thread"
    #expect(play.prompt.hasPrefix(hint), "\(play.prompt)")
    play.press("s")
    #expect(!play.prompt.contains("Next: "))
    #expect(play.status.hasPrefix("Starred 1 thread"))
    play.press("s")
    #expect(play.status.hasPrefix("Removed the star from 1 message"))
    play.press("; ; s")
    #expect(play.status.hasPrefix("Starred 1 message"))
    play.press("; Esc")
    #expect(play.state.reading != nil && !play.prompt.contains("Next: "))
    play.press("s")
    #expect(play.status.hasPrefix("Removed the star from 1 message"))
  }

  @Test(arguments: WordingTests.languages, [40, 60, 80, 120])
  func `E8: what the next key would act on is said of all keys, cut to the room there is`(
    language: LanguageTag,
    columns: Int
  ) throws {
    let size = ScreenSize(columns: columns, rows: 24)
    var play = try Screenplay(.sample, size: size, language: language)
    play.press("Enter ;")
    let isWhole = ["a", "A", "d", "!", "&", "M", "b", "s", "U", "t", "+", "-"].allSatisfy { key in
      play.prompt.contains { String($0) == key }
    }
    #expect(isWhole || columns < 120 && play.prompt.contains("…"), "\(play.prompt)")
    let end = try #require(play.prompt.last)
    #expect(end != "…", "\(play.prompt)")
  }

  @Test func `E8: a key of a person's own is among those that the next one may be`() throws {
    let config = Config.read(
      """
      [[action]]
      id = "note"
      steps = ["add-tag:note"]
      key = "Y"
      name = { en = "Note" }
      """
    ).config
    var play = try play(config: config, columns: 120)
    play.press(";")
    #expect(play.prompt.contains("-, Y on the thread"), "\(play.prompt)")
  }

  @Test(arguments: [
    "+ Esc", "M Esc", "b Esc", "t Esc", "b Tab Esc Esc", "+ Enter", "Alt-M Esc", "? q",
  ])
  func `E8: a question that is left without an answer ends what the next key would act on`(
    keys: String
  ) throws {
    var play = try play()
    play.press("; \(keys)")
    #expect(play.state.reading != nil && !play.prompt.contains("Next: "), "\(play.prompt)")
    play.press("a")
    #expect(acted(play) == [1, 2, 3] && play.status.hasPrefix("Archived 1 thread"))
  }

  @Test(arguments: ["b t Enter", "b 3 d Enter"])
  func `E8: an answer is about what was chosen before the question`(keys: String) throws {
    var play = try play()
    play.press("; \(keys)")
    #expect(acted(play) == [2] && play.said.contains("Snoozed 1 message"), "\(play.said)")
    play.press("a")
    #expect(acted(play) == [1, 2, 3])
  }

  @Test func `E8: what the next key acts on can be chosen in the menu`() throws {
    var play = try play()
    let item = try #require(play.state.items(of: .edit).firstIndex(of: .command(.wholeThread)))
    play.press("Alt-E")
    for _ in 0..<item { play.press("j") }
    play.press("Enter")
    #expect(play.prompt.hasPrefix("Next: "), "\(play.prompt)")
    play.press("a")
    #expect(acted(play) == [2])
  }

  @Test func `E8: after a message was deleted the cursor goes to the next, and . does it again`()
    throws
  {
    var play = try play()
    play.press("K ; d")
    #expect(acted(play) == [1] && play.status.hasPrefix("Deleted 1 message"))
    #expect(play.state.reading?.thread == ThreadID("t1") && play.state.reading?.cursor == 1)
    play.press(".")
    #expect(acted(play) == [2] && play.state.reading?.cursor == 2)
    play.press("; .")
    #expect(acted(play) == [1, 2, 3] && play.state.reading?.thread == ThreadID("t2"))
    #expect(play.status.hasPrefix("Deleted 1 thread"))
    play.press("u u u")
    #expect(play.mailbox.messages(of: 0).allSatisfy { $0.tags == [.inbox] })
  }

  @Test func `what is undone in the thread that is read leaves it open at its message`() throws {
    var play = try play()
    for key in ["s", "U"] {
      play.press(key)
      #expect(acted(play) == [2])
      play.press("u")
      #expect(play.status.hasPrefix("Undid"), "\(play.status)")
      #expect(play.state.reading?.cursor == 1)
    }
    play.press("; d")
    #expect(play.state.reading?.cursor == 2)
    play.press("u")
    #expect(play.state.reading?.cursor == 1)
    #expect(play.mailbox.messages(of: 0).allSatisfy { $0.tags.contains(.inbox) })
  }

  @Test func `what is undone of a message that the list does not find leaves the reader there`()
    throws
  {
    let box = Mailbox()
    box.add("Thread 1", tags: [[], [.inbox], [.inbox]])
    var play = try Screenplay(box)
    play.press("Enter K K K")
    #expect(play.state.reading?.cursor == 0)
    for key in ["s", "U"] {
      play.press(key)
      play.press("u")
      #expect(play.status.hasPrefix("Undid"), "\(play.status)")
      #expect(play.state.reading?.cursor == 0)
    }
  }

  @Test func `E8: what the list did last is not turned when it is repeated in a thread`() throws {
    var play = try play()
    play.press("; d q j a Enter .")
    #expect(play.status.hasPrefix("Archived 1 thread"))
  }

  @Test func `E8: a message that is all of its thread takes the thread along`() throws {
    let box = Mailbox()
    for number in 1...2 { box.add("Thread \(number)", tags: [[.inbox]]) }
    var play = try Screenplay(box)
    play.press("Enter ; d")
    #expect(play.status.hasPrefix("Deleted 1 message"))
    #expect(play.state.reading?.thread == ThreadID("t2"))
    #expect(play.state.list.struck == [ThreadID("t1")])
  }

  @Test func `E8: with a selection that is what every action is about`() throws {
    var play = try play()
    play.press("x J x")
    #expect(play.prompt.hasPrefix("2 selected"))
    play.press(";")
    #expect(play.status.hasPrefix("The next action is about the selected messages"))
    #expect(play.prompt.hasPrefix("2 selected"))
    play.press("d")
    #expect(acted(play) == [2, 3] && play.status.hasPrefix("Deleted 2 messages"))
    #expect(play.state.reading?.thread == ThreadID("t1") && !play.prompt.contains("selected"))
    play.press("; x s")
    #expect(acted(play) == [3] && play.status.hasPrefix("Starred 1 message"))
  }

  @Test func `E8: a selected message that has gone is not selected any more`() throws {
    var play = try play()
    play.press("K x")
    play.mailbox.remove(1, of: 0)
    play.notice()
    #expect(!play.prompt.contains("selected"))
    play.press("s")
    #expect(play.status.hasPrefix("Starred 1 message"))
  }

  @Test func `E8: a plan is about what its actions would be`() throws {
    var play = try play()
    play.choose(.command(.savePlan))
    play.type("star")
    play.press("Enter")
    play.type("a.toml")
    play.press("Enter")
    #expect(play.effects.last?.contains("t1m2@example.org") == true)
    #expect(play.effects.last?.contains("t1m1@example.org") == false)
  }

  /// How many keys everyday tasks take, beside other clients.
  @Test func `E8: next thread, next unread, a star and a deleted message take few keys`() throws {
    let box = Mailbox()
    box.add("One", tags: [[.inbox], [.inbox]])
    box.add("Two", tags: [[.inbox]])
    box.add("Three", tags: [[.inbox, .unread]])
    var play = try Screenplay(box)
    play.press("Enter ]")
    #expect(play.state.reading?.thread == ThreadID("t2"))
    play.press("Tab")
    #expect(play.state.reading?.thread == ThreadID("t3"))
    play.press("q g g Enter K s")
    #expect(play.mailbox.messages(of: 0).map { $0.tags.contains(.flagged) } == [true, false])
    play.press("; d")
    #expect(play.mailbox.messages(of: 0).map { $0.tags.contains("deleted") } == [true, false])
  }
}
