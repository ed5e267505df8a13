import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Threads of the list that are open into their messages.
@Suite struct ThreadTreeTests {
  private static let inbox: Set<MailTag> = [.inbox]
  private static let unread: Set<MailTag> = [.inbox, .unread]

  /// A letter, a thread of four (who answers whom: 0 1 2 1), a letter.
  private static var letters: Mailbox {
    let box = Mailbox()
    box.add("First letter")
    box.add(
      "Meeting",
      from: ["Ann", "Bob", "Cleo", "Dan"],
      tags: [inbox, [.inbox, .unread, .flagged], [.inbox, "work"], inbox],
      depths: [0, 1, 2, 1]
    )
    box.add("Last letter")
    return box
  }

  private func play(_ config: String = "") throws -> Screenplay {
    try Screenplay(Self.letters, config: Config.read(config).config)
  }

  private func tags(_ number: Int, of thread: Int, _ play: Screenplay) -> Set<MailTag> {
    play.mailbox.messages(of: thread)[number].tags
  }

  @Test func `E23: a thread shows the tag of a deleted message only if it is deleted itself`()
    throws
  {
    var play = try play()
    play.press("j Right j d")
    #expect(!play.rows[2].contains("deleted") && play.rows[3].contains("deleted"))
    #expect(play.rows[2].contains("work"))
    play.press("Left")
    #expect(!play.rows[2].contains("deleted"))
    play.press("d =")
    #expect(!play.rows.contains { $0.contains("Meeting") })
    play.press("/")
    play.type("tag:deleted or tag:none")
    play.press("Enter")
    #expect(play.rows[1].contains("Meeting") && play.rows[1].contains("deleted"))
  }

  @Test func `E23: in an open thread a hint says whether it is about the thread or the message`()
    throws
  {
    var play = try play()
    #expect(play.prompt.contains("a Archive   "), "\(play.prompt)")
    play.press("j Right")
    #expect(play.prompt.contains("a Archive Thread   d Delete Thread"), "\(play.prompt)")
    play.press("j")
    #expect(play.prompt.contains("a Archive Message   d Delete Message"), "\(play.prompt)")
  }

  @Test func `E23: keys wait for the messages of a thread that is being opened`() throws {
    var play = try play()
    play.press("j")
    play.holdsReplies = true
    play.press("Right j j d")
    #expect(play.state.list.cursorPosition == ListPosition(thread: 1, line: 0))
    play.holdsReplies = false
    play.answer()
    #expect(play.state.list.trees.shown(play.state.list.order[1]) != nil)
    #expect(play.mailbox.changes.count == 1)
    #expect(tags(1, of: 1, play).contains("deleted") && !tags(0, of: 1, play).contains("deleted"))
    #expect(play.mailbox.messages(of: 2).allSatisfy { !$0.tags.contains("deleted") })
  }

  @Test func `E23: keys that wait are given up by Esc, and by an engine that has stopped`() throws {
    var play = try play()
    play.press("j")
    play.holdsReplies = true
    play.press("Right j d Esc")
    play.answer()
    #expect(play.mailbox.changes.isEmpty && play.state.keys.held.isEmpty)
    #expect(!play.state.list.trees.isOpen(play.state.list.order[1]))
    #expect(play.state.list.cursorPosition == ListPosition(thread: 1, line: 0))
    play.press("Right d Q")
    #expect(play.effects.contains("quit") && play.mailbox.changes.isEmpty)
  }

  // MARK: Opening and closing

  @Test func `E23: Right opens a thread into its messages, Left closes it from wherever it is`()
    throws
  {
    var play = try play()
    play.press("j Right")
    #expect(play.rows[2].contains("▾") && play.rows[2].contains("1/4"))
    let tree = play.rows[3...6].map { String($0.drop { $0 != "└" && $0 != "├" && $0 != "│" }) }
    #expect(tree[0] == "└ Ann")
    #expect(tree[1] == "├ Bob")
    #expect(tree[2].hasPrefix("│ └ Cleo") && tree[2].hasSuffix("work"))
    #expect(tree[3] == "└ Dan")
    #expect(play.rows[4].hasPrefix(" N*"))
    #expect(play.rows[7].contains("Last letter"))
    #expect(play.state.list.cursorPosition == ListPosition(thread: 1, line: 0))
    play.press("j j")
    #expect(play.state.list.currentMessage?.author == "Bob")
    play.press("Left")
    #expect(play.rows[3].contains("Last letter"))
    #expect(play.state.list.cursorPosition == ListPosition(thread: 1, line: 0))
    #expect(!play.rows[2].contains("▾"))
    play.press("Left")
    #expect(play.status.hasPrefix("This thread is closed"))
  }

  @Test func `E23: Right goes into an open thread, and says so where nothing is to be opened`()
    throws
  {
    var play = try play()
    play.press("Right")
    #expect(play.status.hasPrefix("This thread has only one message"))
    play.press("j Right Right")
    #expect(play.state.list.currentMessage?.author == "Ann")
    play.press("Right")
    #expect(play.status.hasPrefix("A message has nothing more to open here"))
    #expect(play.mailbox.changes.isEmpty)
  }

  @Test func `E23: O opens every thread, and what is opened or closed beside it stays so`() throws {
    var play = try play()
    play.mailbox.add("Another", tags: [Self.inbox, Self.inbox])
    play.notice()
    play.press("O")
    #expect(play.rows[3].contains("└ Ann") && play.rows[9].contains("├ Ann"))
    play.press("j Left")
    #expect(play.rows[2].contains("▸") && play.rows[3].contains("Last letter"))
    play.press("O")
    #expect(!play.rows.contains { $0.contains("└") })
    play.press("j j Right O")
    #expect(play.rows.count { $0.contains("└ Ann") } == 2)
  }

  @Test func `E23: a subject that is another one than before is shown`() throws {
    let box = Mailbox()
    box.add("Plans", from: ["Ann", "Bob", "Cleo"], tags: [[.inbox], [.inbox], [.inbox]])
    var play = try Screenplay(box)
    play.press("Right")
    #expect(!play.rows[2...4].contains { $0.contains("Plans") })
    play.mailbox.resubject(0, 1, "Re: Lunch instead", depth: 1)
    play.mailbox.resubject(0, 2, "Re: Re: Lunch instead", depth: 2)
    play.notice()
    // The row has the subject of the newest message.
    #expect(play.rows[2].contains("Plans"))
    #expect(play.rows[3].contains("Bob") && play.rows[3].contains("Lunch instead"))
    #expect(play.rows[4].contains("Cleo") && !play.rows[4].contains("Lunch"))
  }

  // MARK: Acting

  @Test func `E23: an action on a message is about that message, and undo comes back to it`() throws
  {
    var play = try play()
    play.press("j Right j j j s")
    #expect(play.status.hasPrefix("Starred 1 message"))
    #expect(tags(2, of: 1, play).contains(.flagged) && !tags(0, of: 1, play).contains(.flagged))
    #expect(play.rows[5].hasPrefix("  *"))
    play.press("G u")
    #expect(play.state.list.currentMessage?.author == "Cleo")
    #expect(!tags(2, of: 1, play).contains(.flagged))
    play.press("k U")
    #expect(play.status.hasPrefix("Marked 1 message as read"))
    #expect(!tags(1, of: 1, play).contains(.unread))
    play.press("+")
    play.type("later")
    play.press("Enter")
    #expect(tags(1, of: 1, play).contains("later") && !tags(2, of: 1, play).contains("later"))
  }

  @Test func `E23: undo leaves no mark on a message that the view did not have`() throws {
    let box = Mailbox()
    box.add("Meeting", from: ["Ann", "Bob"], tags: [Self.inbox, []], depths: [0, 1])
    box.add("Last letter")
    var play = try Screenplay(box)
    play.press("Right j j d")
    #expect(play.status.hasPrefix("Deleted 1 message"))
    play.press("u")
    #expect(play.status.hasPrefix("Undid Delete: 1 message"))
    #expect(play.rows.allSatisfy { !$0.hasPrefix("-") }, "\(play.rows)")
  }

  @Test func `E23: a message that was archived is struck alone, and the cursor goes on`() throws {
    var play = try play()
    play.press("j Right j j")
    play.holdsReplies = true
    play.press("a")
    #expect(play.rows[4].hasPrefix("-") && !play.rows[2].hasPrefix("-"))
    play.holdsReplies = false
    play.answer()
    #expect(play.status.hasPrefix("Archived 1 message"))
    #expect(play.rows[4].hasPrefix("-") && !play.rows[2].hasPrefix("-"))
    #expect(play.state.list.currentMessage?.author == "Cleo")
    play.press("a a")
    #expect(play.state.list.current == ThreadID("t3"))
    #expect(play.rows[2...6].map { $0.first } == [" ", " ", "-", "-", "-"])
    play.press("u")
    #expect(play.state.list.currentMessage?.author == "Dan")
    #expect(play.rows[6].hasPrefix(" ") && play.rows[5].hasPrefix("-"))
    play.press("=")
    #expect(!play.rows[2...6].contains { $0.hasPrefix("-") })
    #expect(play.rows[5].contains("Cleo"))
  }

  @Test func `E23: a thread stays where it is when a message of it is dealt with`() throws {
    let box = Mailbox()
    box.add("Older", date: Screenplay.now - 9_000)
    // Its newest message is newer, its oldest one older than the letter beside it.
    box.add("Meeting", from: ["Ann", "Bob"], tags: [Self.inbox, Self.inbox], depths: [0, 1])
    box.mail(1, at: Screenplay.now - 1_000)
    box.mail(0, at: Screenplay.now - 20_000)
    var play = try Screenplay(box)
    #expect(play.rows[1].contains("Meeting") && play.rows[2].contains("Older"))
    play.press("Right j j a")
    #expect(play.rows[1].contains("Meeting") && play.rows[1].hasPrefix(" "))
    #expect(play.rows[3].hasPrefix("-") && play.rows[4].contains("Older"))
    play.press("k k a")
    #expect(play.rows[1...3].map { $0.first } == ["-", "-", "-"])
    play.press("u u")
    #expect(play.rows[1...4].map { $0.first } == [" ", " ", " ", " "])
    play.press("g g j j a =")
    #expect(play.rows[1].contains("Older") && play.rows[2].contains("Meeting"))
  }

  @Test func `E23: what fails leaves the rows of messages as they were`() throws {
    var play = try play()
    play.mailbox.openingFails = TriageFailure(.readOnly, "/mail")
    play.press("j Right j x j x a")
    #expect(play.rows[3].hasPrefix("+") && play.rows[4].hasPrefix("+N*"))
    #expect(play.rows[5].hasPrefix(" "))
    #expect(play.rows[play.rows.count - 1].contains("2 selected"))
  }

  @Test func `E23: an action on the thread's row is about the thread, open or not`() throws {
    var play = try play()
    play.press("j Right a")
    #expect(play.status.hasPrefix("Archived 1 thread"))
    #expect(play.rows[2...6].allSatisfy { $0.hasPrefix("-") })
    #expect(play.state.list.current == ThreadID("t3"))
    play.press("u")
    #expect(play.state.list.cursorPosition == ListPosition(thread: 1, line: 0))
    #expect(!play.rows[2...6].contains { $0.hasPrefix("-") })
  }

  // MARK: Selecting

  @Test func `E23: a selection of threads and messages is counted in rows and done in messages`()
    throws
  {
    var play = try play()
    play.press("x j Right j x j j Space")
    #expect(play.prompt.contains("3 selected"))
    play.press("A")
    #expect(play.status.hasPrefix("Marked 3 messages as read and archived"))
    #expect(!tags(0, of: 0, play).contains(.inbox))
    #expect((0...3).map { tags($0, of: 1, play).contains(.inbox) } == [false, true, false, true])
    #expect(play.rows[1...6].map { $0.first } == ["-", " ", "-", " ", "-", " "])
    play.press("u")
    #expect((0...3).allSatisfy { tags($0, of: 1, play).contains(.inbox) })
  }

  @Test func `E23: a range takes messages, and from a thread's row on whole threads`() throws {
    var play = try play()
    play.press("j Right j j v j")
    #expect(play.rows[1...7].map { $0.first } == [" ", "~", " ", "+", "+", " ", " "])
    play.press("j j")
    #expect(play.rows[1...7].map { $0.first } == [" ", "~", " ", "+", "+", "+", "+"])
    #expect(play.prompt.contains("4 selected"))
    play.press("k k k k k")
    #expect(play.state.list.cursorPosition == ListPosition(thread: 1, line: 0))
    #expect(play.rows[1...7].map { $0.first } == [" ", "+", "+", "+", "+", "+", " "])
    #expect(play.prompt.contains("1 selected"))
    play.press("v Esc")
    #expect(play.state.list.selectedCount == 0)
  }

  @Test func `E23: of a thread that is selected a message can be left out`() throws {
    var play = try play()
    play.press("j Right x j j x")
    #expect(play.rows[2...6].map { $0.first } == ["~", "+", " ", "+", "+"])
    play.press("Left")
    #expect(play.rows[2].hasPrefix("~") && play.prompt.contains("3 selected"))
    play.press("d")
    #expect(play.status.hasPrefix("Deleted 3 messages"))
    #expect((0...3).map { tags($0, of: 1, play).contains("deleted") } == [true, false, true, true])
  }

  @Test func `E23: a count takes rows, threads and messages alike`() throws {
    var play = try play()
    play.press("j Right j 2 s")
    #expect(play.status.hasPrefix("Starred 1 message"))
    #expect((0...3).map { tags($0, of: 1, play).contains(.flagged) } == [true, true, false, false])
    play.press("j j j 2 a")
    #expect(play.status.hasPrefix("Archived 2 messages"))
    #expect(!tags(3, of: 1, play).contains(.inbox) && !tags(0, of: 2, play).contains(.inbox))
  }

  @Test func `E23: quick tags and plans are about the messages that are selected`() throws {
    var play = try play()
    play.press("j Right j j j x t")
    #expect(play.state.quickTags.isEmpty == false)
    play.press("Esc")
    play.choose(.command(.savePlan))
    play.type("star")
    play.press("Enter")
    play.type("p.toml")
    play.press("Enter")
    #expect(play.effects.last?.contains("t2m3@example.org") == true)
    #expect(play.effects.last?.contains("t2m1@example.org") == false)
  }

  // MARK: Reading

  @Test func `E23: Enter on a message opens the thread at it, and the preview shows it`() throws {
    var play = try play()
    play.press("j Right j j j Enter")
    #expect(play.state.reading?.current?.from.hasPrefix("Cleo") == true)
    play.press("q")
    play.resize(to: ScreenSize(columns: 130, rows: 40))
    play.press("p")
    #expect(play.rows.contains { $0.contains("Cleo <") })
    play.press("j")
    #expect(play.rows.contains { $0.contains("Dan <") })
    play.press("k k k k")
    #expect(play.rows.contains { $0.contains("Bob <") })
  }

  @Test func `E23: next-unread goes to the unread message of a thread that is open`() throws {
    var play = try play()
    play.press("j Right g g Tab")
    #expect(play.state.list.currentMessage?.author == "Bob")
    play.press("Tab")
    #expect(play.state.list.current == ThreadID("t3"))
    play.press("Shift-Tab")
    #expect(play.state.list.currentMessage?.author == "Bob")
  }

  // MARK: What others change

  @Test func `E23: a new reply appears in an open thread, and the cursor stays on its message`()
    throws
  {
    var play = try play()
    play.press("j Right j j")
    play.mailbox.deliver(to: 1, tags: [.inbox, .unread])
    play.notice()
    #expect(play.rows[1].contains("2/5") || play.rows[2].contains("2/5"))
    #expect(play.rows.count { $0.contains("└") || $0.contains("├") } == 5)
    #expect(play.state.list.currentMessage?.author == "Bob")
    play.mailbox.add("Newest", isNewest: true)
    play.notice()
    #expect(play.state.list.currentMessage?.author == "Bob")
  }

  @Test func `E23: a message that has gone takes its row with it`() throws {
    var play = try play()
    play.press("j Right j x j j")
    play.mailbox.remove(3, of: 1)
    play.notice()
    #expect(!play.rows.contains { $0.contains("└") })
    #expect(play.state.list.cursorPosition == ListPosition(thread: 1, line: 0))
    #expect(play.state.list.selectedCount == 0)
    #expect(play.rows[3].contains("Last letter"))
  }

  @Test func `E23: messages that cannot be read leave the thread as one row`() throws {
    var play = try play()
    play.holdsReplies = true
    play.press("j Right")
    play.answerOne(with: .failed(TriageFailure(.indexBusy)))
    #expect(play.rows[3].contains("Last letter"))
    play.holdsReplies = false
    play.press("=")
    #expect(play.rows[3].contains("└ Ann"))
  }
}

extension Mailbox {
  /// Gives a message of the second thread another date.
  fileprivate func mail(_ number: Int, at date: Timestamp) {
    let index = messages(of: 1).firstIndex { $0.id.text.hasPrefix("t2m\(number + 1)@") } ?? number
    change(1, index) { $0.date = date }
  }

  /// Gives one message of a thread another subject, behind the screen's back.
  fileprivate func resubject(_ thread: Int, _ number: Int, _ subject: String, depth: Int) {
    change(thread, number) { message in
      message.subject = subject
      message.depth = depth
    }
  }
}
