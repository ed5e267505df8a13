import Screen
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// From page to page, from message to message and from thread to thread.
@Suite struct ReadOnTests {
  /// Threads of messages with so many lines, each named by thread, message and line.
  private func mailbox(_ threads: [Int], lines: Int = 30, tags: Set<MailTag> = [.inbox]) -> Mailbox
  {
    let box = Mailbox()
    for (index, count) in threads.enumerated() {
      box.add("Thread \(index + 1)", tags: Array(repeating: tags, count: count))
    }
    box.changeTexts { text in
      let name = text.id.text.prefix { $0 != "@" }
      text.lines = (1...lines).map { ContentLine(.text, "\(name) line \($0)") }
    }
    return box
  }

  // MARK: Another size

  @Test(arguments: ["G", "G K", "J J J"])
  func `the message that is read is the same one in a window of another size`(keys: String) throws {
    var play = try Screenplay(mailbox([14], lines: 2, tags: [.inbox, .unread]))
    play.press("Enter " + keys)
    let current = try #require(play.state.reading?.cursor)
    for size in [(200, 60), (80, 24), (40, 10), (120, 40), (80, 24)] {
      play.resize(to: ScreenSize(columns: size.0, rows: size.1))
      #expect(play.state.reading?.cursor == current, "\(size)")
    }
  }

  // MARK: Space and PageUp

  @Test func `E2: Space leads a page down, to the next message, and to the next thread`() throws {
    var play = try Screenplay(mailbox([2, 1], tags: [.inbox, .unread]))
    play.press("Enter")
    #expect(play.state.reading?.cursor == 0 && !play.prompt.contains("Space"))
    play.press("Space")
    #expect(play.state.reading?.cursor == 0 && play.rows[12].contains("t1m1 line 30"))
    #expect(play.prompt.hasPrefix("Space Next Message"))
    play.press("Space")
    #expect(play.state.reading?.cursor == 1 && play.rows[4].contains("t1m2 line 1"))
    #expect(!play.prompt.contains("Space"))
    play.press("Space")
    #expect(play.prompt.hasPrefix("Space Next Thread"))
    play.press("Space")
    #expect(play.state.reading?.thread == ThreadID("t2") && play.rows[4].contains("t2m1 line 1"))
    play.press("Space")
    #expect(!play.prompt.contains("Space"))
    play.press("Space")
    #expect(play.status.hasPrefix("There is no further thread below"))
    #expect(play.state.reading?.thread == ThreadID("t2"))
  }

  @Test(arguments: [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
  func `E2: with Space alone every line of every message is seen`(size: ScreenSize) throws {
    let (threads, lines) = ([3, 1, 2], 25)
    var play = try Screenplay(mailbox(threads, lines: lines, tags: [.inbox, .unread]), size: size)
    play.press("Enter")
    var seen: Set<String> = []
    for _ in 0..<100 {
      seen.formUnion(
        play.rows.flatMap { row in row.matches(of: #/t\d+m\d+ line \d+/#).map { String($0.0) } }
      )
      play.press("Space")
    }
    #expect(seen.count == threads.reduce(0, +) * lines)
    #expect(play.state.reading?.thread == ThreadID("t3"))
  }

  @Test func `a message whose text is on top of the window stays the current one`() throws {
    var play = try Screenplay(mailbox([4], lines: 8, tags: [.inbox, .unread]))
    play.press("Enter J")
    #expect(play.state.reading?.cursor == 1 && play.rows[4].contains("t1m2 line 1"))
    for _ in 0..<9 {
      play.press("j")
      #expect(play.state.reading?.cursor == 1, "\(play.rows[1])")
    }
    play.press("s")
    let stars = play.mailbox.messages(of: 0).map { $0.tags.contains(.flagged) }
    #expect(stars == [false, true, false, false])
    play.press("j j j")
    #expect(play.state.reading?.cursor == 2)
  }

  @Test func `E2: a message whose text has not come is not left by Space`() throws {
    var play = try Screenplay(mailbox([2, 1], lines: 3, tags: [.inbox, .unread]))
    play.press("Enter")
    play.holdsReplies = true
    play.press("]")
    play.press("Space")
    #expect(play.status.hasPrefix("The message has not been read yet"))
    play.answer()
    #expect(play.state.reading?.thread == ThreadID("t2"))
  }

  @Test func `E2: PageUp at the top leads to the last page of the message before, in the thread`()
    throws
  {
    var play = try Screenplay(mailbox([1, 2]))
    play.press("j Enter")
    #expect(play.state.reading?.cursor == 1 && play.prompt.contains("Ctrl-B End of Previous"))
    play.press("PageUp")
    #expect(play.state.reading?.cursor == 0 && play.rows[20].contains("t2m1 line 30"))
    #expect(!play.prompt.contains("Ctrl-B") && play.prompt.hasPrefix("Space Next Message"))
    play.press("PageUp")
    #expect(play.rows[4].contains("t2m1 line 1") && play.rows[1].hasPrefix(" ▾"))
    let before = play.rows
    play.press("PageUp")
    #expect(play.rows == before && play.state.reading?.thread == ThreadID("t2"))
    play.press("Space Space")
    #expect(play.state.reading?.cursor == 1 && play.rows[4].contains("t2m2 line 1"))
  }

  @Test func `E2: what is said of the next key fits into the smallest window, in every language`()
    throws
  {
    for language in ["en", "de", "fr", "es", "ru", "ja", "zh-Hans", "zh-Hant"] as [LanguageTag] {
      var play = try Screenplay(
        mailbox([2, 1], lines: 2),
        size: ScreenSize(columns: 40, rows: 10),
        language: language
      )
      play.press("Enter K")
      let key = try Wording.test(language).keys("Space").text
      #expect(!play.prompt.contains("…") && play.prompt.contains(key), "\(play.prompt)")
      play.press(";")
      #expect(play.prompt.contains("s") && play.prompt.last != "…", "\(play.prompt)")
    }
  }

  // MARK: Messages

  @Test func `E3: J on the last message and K on the first say so, and a count goes that far`()
    throws
  {
    var play = try Screenplay(mailbox([4]))
    play.press("Enter J")
    #expect(play.status.hasPrefix("This is the last message of the thread"))
    play.press("2 K")
    #expect(play.state.reading?.cursor == 1 && play.state.status.left == nil)
    play.press("9 K")
    #expect(play.state.reading?.cursor == 0 && play.state.status.left == nil)
    play.press("K")
    #expect(play.status.hasPrefix("This is the first message of the thread"))
    play.press("9 J")
    #expect(play.state.reading?.cursor == 3)
  }

  // MARK: Threads

  @Test func `E3: brackets open the threads beside, past those that are struck through`() throws {
    var play = try Screenplay(mailbox([1, 1, 1, 1, 1]))
    play.press("j a g g Enter ]")
    #expect(play.state.reading?.thread == ThreadID("t3"))
    play.press("[")
    #expect(play.state.reading?.thread == ThreadID("t1"))
    play.press("[")
    #expect(play.status.hasPrefix("There is no further thread above"))
    play.press("2 ]")
    #expect(play.state.reading?.thread == ThreadID("t4"))
    play.press("9 ]")
    #expect(play.state.reading?.thread == ThreadID("t5"))
    play.press("]")
    #expect(play.status.hasPrefix("There is no further thread below"))
    play.press("q")
    #expect(play.state.list.current == ThreadID("t5"))
  }

  @Test func `E3: a thread whose row was never read is opened as its row would have it`() throws {
    let box = Mailbox()
    for number in 1...300 {
      box.add("Thread \(number)", tags: [[.inbox], [.inbox, "todo"], [.inbox]])
    }
    var play = try Screenplay(box, query: "tag:todo")
    play.press("Enter 2 5 0 ]")
    #expect(play.state.reading?.thread == ThreadID("t251"))
    #expect(play.state.reading?.cursor == 1 && play.state.reading?.unfolded.count == 1)
    play.press("a")
    #expect(play.status.hasPrefix("Archived 1 thread"))
    #expect(play.mailbox.messages(of: 250).allSatisfy { !$0.tags.contains(.inbox) })
  }

  @Test func `E3: an action does not touch a thread of which nothing is known yet`() throws {
    var play = try Screenplay(mailbox(Array(repeating: 1, count: 300)))
    play.press("Enter")
    play.holdsReplies = true
    play.press("2 5 0 ]")
    play.press("a")
    #expect(play.status.hasPrefix("The message has not been read yet"))
    play.press("s")
    play.answer()
    #expect(play.mailbox.changes.isEmpty)
    play.press("a")
    play.answer()
    #expect(play.mailbox.changes.count == 1)
  }

  // MARK: Unread mail

  /// Threads of which some have unread messages.
  private func unread(_ threads: [[Bool]]) -> Mailbox {
    let box = Mailbox()
    for (index, messages) in threads.enumerated() {
      box.add("Thread \(index + 1)", tags: messages.map { $0 ? [.inbox, .unread] : [.inbox] })
    }
    return box
  }

  @Test func `E4: Tab goes on to the next thread with unread mail, then says so and begins anew`()
    throws
  {
    var play = try Screenplay(unread([[true], [false], [true, false, true], [false]]))
    play.press("Enter Tab")
    #expect(play.state.reading?.thread == ThreadID("t3") && play.state.reading?.cursor == 0)
    play.press("Tab")
    #expect(play.state.reading?.thread == ThreadID("t3") && play.state.reading?.cursor == 2)
    play.press("Tab")
    #expect(
      play.said.hasPrefix("No more unread mail below; Tab once more begins at the top")
    )
    #expect(play.state.reading?.thread == ThreadID("t3"))
    play.press("Tab")
    #expect(play.state.reading?.thread == ThreadID("t1") && play.state.status.left == nil)
  }

  @Test func `E4: another key in between ends the offer to begin at the top`() throws {
    var play = try Screenplay(unread([[true], [false]]))
    play.press("Enter Tab j Tab")
    #expect(play.status.hasPrefix("No more unread mail below"))
  }

  @Test func `E4: Shift-Tab goes back to the last unread message of a thread above`() throws {
    var play = try Screenplay(unread([[true, false, true, false], [false], [true]]))
    play.press("j j Enter Shift-Tab")
    #expect(play.state.reading?.thread == ThreadID("t1") && play.state.reading?.cursor == 2)
    play.press("Shift-Tab")
    #expect(play.state.reading?.cursor == 0)
    play.press("Shift-Tab")
    #expect(
      play.said.hasPrefix("No more unread mail above; Shift-Tab once more begins at the bottom")
    )
    play.press("Shift-Tab")
    #expect(play.state.reading?.thread == ThreadID("t3"))
  }

  @Test(arguments: [true, false])
  func `E4: unread mail is found where no row has been read, though it does not match`(
    isReading: Bool
  ) throws {
    let box = Mailbox()
    for number in 1...400 {
      box.add("Thread \(number)", tags: [number == 390 ? [.unread] : [], [.inbox]])
    }
    var play = try Screenplay(box)
    if isReading { play.press("Enter") }
    play.press("Tab")
    #expect(play.state.list.current == ThreadID("t390"))
    #expect(play.state.reading?.thread == (isReading ? ThreadID("t390") : nil))
    if isReading { #expect(play.state.reading?.cursor == 0) }
    play.press("Tab")
    #expect(play.said.hasPrefix("No more unread mail below"))
  }

  @Test func `E4: a search for unread mail that takes long does not move who went elsewhere`()
    throws
  {
    let box = Mailbox()
    for number in 1...400 {
      box.add("Thread \(number)", tags: [number == 390 ? [.inbox, .unread] : [.inbox]])
    }
    var play = try Screenplay(box)
    play.press("Enter")
    play.holdsReplies = true
    play.press("Tab q")
    play.answer()
    #expect(play.state.reading == nil && play.state.list.cursor == 0)
  }

  @Test func `E4: from a search too one comes to what is unread`() throws {
    let box = Mailbox()
    for _ in 1...2 { box.add("Thread", tags: [["todo"], [], [.unread]]) }
    var play = try Screenplay(box, query: "tag:todo")
    play.press("Enter")
    #expect(play.state.reading?.cursor == 0)
    play.press("Tab Tab")
    #expect(play.state.reading?.thread == ThreadID("t2") && play.state.reading?.cursor == 2)
  }

  @Test func `E4: a count goes so many threads with unread mail on, as far as there are any`()
    throws
  {
    var play = try Screenplay(unread([[false], [true], [false], [true, true], [true]]))
    play.press("2 Tab")
    #expect(play.state.list.current == ThreadID("t4") && play.state.status.left == nil)
    play.press("2 Shift-Tab")
    #expect(play.state.list.current == ThreadID("t2"))
    #expect(play.said.hasPrefix("No more unread mail above"))
    play.press("9 Tab")
    #expect(play.state.list.current == ThreadID("t5"))
    #expect(play.said.hasPrefix("No more unread mail below"))
    // The messages that an open thread shows are counted one by one.
    play.press("g g O 3 Tab")
    #expect(play.state.list.current == ThreadID("t4") && play.state.list.cursorLine == 2)
  }

  @Test func `E4: in a thread a count goes so many unread messages on, and into others`() throws {
    var play = try Screenplay(
      unread([[false, true, true], [false], [true, false, true, true], [true]])
    )
    let place = { (play: Screenplay) in play.state.reading.map { ($0.thread, $0.cursor) } }
    play.press("Enter K 2 Tab")
    #expect(try #require(place(play)) == (ThreadID("t1"), 2))
    play.press("2 Tab")
    #expect(try #require(place(play)) == (ThreadID("t3"), 2))
    play.press("2 Tab")
    #expect(try #require(place(play)) == (ThreadID("t4"), 0))
    play.press("3 Shift-Tab")
    #expect(try #require(place(play)) == (ThreadID("t3"), 0))
    play.press("9 Tab")
    #expect(try #require(place(play)) == (ThreadID("t4"), 0))
    #expect(play.said.hasPrefix("No more unread mail below"))
  }

  @Test func `E4: with nothing unread it is said so, once for each end`() throws {
    var play = try Screenplay(unread([[false], [false]]))
    play.press("Tab")
    #expect(play.said.hasPrefix("No more unread mail below"))
    play.press("Tab")
    #expect(play.status.hasPrefix("There is no unread mail here"))
  }
}
