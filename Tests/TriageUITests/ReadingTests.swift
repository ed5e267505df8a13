import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// What reading a thread does by itself.
@Suite struct ReadingTests {
  @Test func `a message counts as read when it has been shown for a while`() throws {
    var play = try Screenplay(.sample)
    play.press("Enter")
    #expect(play.alarms[.reading] == .seconds(2))
    let id = try #require(play.state.reading?.current?.id)
    play.wait(for: .reading)
    let request = try #require(play.mailbox.changes.first)
    #expect(request.context.origin == .automatic)
    #expect(request.change == .perform([markRead(id)], name: nil))
    #expect(play.state.reading?.current?.tags.contains(.unread) == false)
    #expect(play.state.status.left == nil)
    #expect(play.alarms[.reading] == nil)
  }

  @Test func `what is marked as unread while it is read stays so until one comes back to it`()
    throws
  {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox], [.inbox, .unread]])
    var play = try Screenplay(box)
    func isUnread() -> Bool { box.messages(of: 0)[1].tags.contains(.unread) }
    play.press("Enter")
    play.wait(for: .reading)
    #expect(!isUnread())
    play.press("U")
    #expect(isUnread() && play.alarms[.reading] == nil)
    play.wait(for: .reading)
    #expect(isUnread())
    play.press("u U u")
    #expect(!isUnread(), "undone twice it is as it was")
    play.press("U K J")
    #expect(play.alarms[.reading] != nil, "one has come back")
    play.wait(for: .reading)
    #expect(!isUnread())
  }

  @Test func `going back before the time is over marks the message before only`() throws {
    var play = try Screenplay(.sample)
    play.press("Enter K")
    play.wait(for: .reading)
    #expect(play.mailbox.changes.isEmpty)
    #expect(play.mailbox.messages(of: 0)[1].tags.contains(.unread))
  }

  @Test func `E31: all headers are shown where they begin, however far one has read`() throws {
    let box = Mailbox()
    box.add("Long")
    box.changeTexts { $0.lines = (0..<60).map { ContentLine(.text, "line \($0)") } }
    var play = try Screenplay(box)
    play.press("Enter G")
    #expect(!play.rows[1].contains("▾"))
    play.press("H")
    #expect(play.rows[1].contains("▾"))
    play.press("G H")
    #expect(!play.rows[1].contains("▾"))
  }

  @Test(arguments: ["J", "Space"])
  func `E10: a message counts as read when it is left by a key that goes on`(key: String) throws {
    var play = try Screenplay(.sample)
    play.press("Enter")
    let id = try #require(play.state.reading?.current?.id)
    play.press(key)
    #expect(play.state.reading?.current?.id != id)
    #expect(play.mailbox.changes.map(\.change) == [.perform([markRead(id)], name: nil)])
    #expect(play.mailbox.changes.first?.context.origin == .automatic)
    #expect(!play.mailbox.messages(of: 0)[1].tags.contains(.unread))
    #expect(play.state.status.left == nil)
  }

  @Test(arguments: ["]", "Space"])
  func `E10: the last message of a thread counts as read when the next thread is opened`(
    key: String
  ) throws {
    var play = try Screenplay(.sample)
    play.press("j Enter")
    let id = try #require(play.state.reading?.current?.id)
    play.press(key)
    #expect(play.state.reading?.thread == ThreadID("t3"))
    #expect(play.mailbox.changes.map(\.change) == [.perform([markRead(id)], name: nil)])
    play.press("q")
    #expect(play.rows[2].contains("August invoice") && play.rows[2].hasPrefix("   "))
  }

  @Test(arguments: ["K", "[", "Shift-Tab", "Tab", "q", "j", "]"])
  func `E10: other keys mark nothing, nor does one that could not go on`(key: String) throws {
    let box = Mailbox()
    box.add("Thread", tags: [[.inbox, .unread]])
    var play = try Screenplay(box)
    play.press("Enter")
    play.press(key)
    #expect(play.mailbox.changes.isEmpty)
  }

  @Test func `E10: going on marks nothing where the person does not want it`() throws {
    var config = Config.standard
    config.reading.markReadAfter = nil
    var play = try Screenplay(.sample, config: config)
    play.press("Enter J ]")
    #expect(play.mailbox.changes.isEmpty)
  }

  @Test func `a message that is folded or has not come is not read`() throws {
    var play = try Screenplay(.sample)
    play.press("j Enter Enter")
    #expect(play.alarms[.reading] == nil)
    play.press("q")
    play.holdsReplies = true
    play.press("k Enter")
    #expect(play.alarms[.reading] == nil)
  }

  @Test func `nothing is marked where the person does not want it`() throws {
    var config = Config.standard
    config.reading.markReadAfter = nil
    var play = try Screenplay(.sample, config: config)
    play.press("Enter")
    #expect(play.alarms[.reading] == nil)
  }

  @Test func `a thread read in a view of unread mail keeps its row`() throws {
    var play = try Screenplay(.sample, query: "tag:unread")
    play.press("j Enter")
    play.wait(for: .reading)
    play.press("q")
    #expect(play.rows[2].hasPrefix("-") && play.rows[2].contains("August invoice"))
  }

  @Test func `Esc leaves a thread although its message is just being marked`() throws {
    var play = try Screenplay(.sample)
    play.press("Enter")
    play.holdsReplies = true
    play.wait(for: .reading)
    play.press("Esc")
    #expect(play.state.reading == nil)
    #expect(play.asked.filter(\.isChange).count == 1)
  }

  private func markRead(_ message: MessageID) -> Command {
    Command([.fixed(.markRead)], on: .messages([message]))
  }
}

/// Where an undo leads.
@Suite struct ReturningTests {
  @Test func `mail that the view hides is offered, and Enter opens its thread`() throws {
    let size = ScreenSize(columns: 120, rows: 24)
    var play = try Screenplay(.sample, size: size, query: "tag:todo")
    play.press("/")
    play.type("Build")
    play.press("Enter a q")
    play.mailbox.rename(2, to: "Another name")
    play.press("u")
    #expect(play.status.hasPrefix("Undid Archive: 1 message · not shown in this view; Enter opens"))
    play.press("Enter")
    #expect(play.state.reading?.thread == ThreadID("t3"))
    play.press("q")
    #expect(play.state.reading == nil && play.rows[1].contains("Another name"))
    play.press("q")
    #expect(play.state.list.query == "Build")
  }

  @Test func `the cursor goes to what was undone although others change mail meanwhile`() throws {
    var play = try Screenplay(.sample)
    play.press("a =")
    #expect(play.state.list.order.first != ThreadID("t1"))
    play.press("j")
    play.holdsReplies = true
    play.press("u")
    play.answerOne()
    play.mailbox.touch()
    play.notice()
    play.answer()
    #expect(play.status.hasPrefix("Undid Archive"))
    #expect(play.state.list.current == ThreadID("t1"))
    #expect(play.rows[1].contains("Meeting notes"))
  }

  @Test func `the offer is gone with the next key`() throws {
    var play = try Screenplay(.sample, query: "tag:todo")
    let first = play.state.list.current
    play.press("/")
    play.type("Build")
    play.press("Enter a q")
    play.mailbox.rename(2, to: "Another name")
    play.press("u q Enter")
    #expect(first != nil && play.state.reading?.thread == first)
  }

  @Test func `a group of the shell changes no view, but its mail is offered if it is hidden`()
    throws
  {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.mailbox.actFromShell(.star, on: 2)
    play.notice()
    play.press("/")
    play.type("Meeting")
    play.press("Enter u")
    #expect(play.status.hasPrefix("Undid Star: 1 message · not shown in this view; Enter opens"))
    play.press("Enter")
    #expect(play.state.reading?.thread == ThreadID("t3"))
    play.press("q q q Ctrl-R")
    #expect(play.state.list.query == "tag:inbox")
    #expect(play.status.hasPrefix("Redid Star: 1 message "))
    #expect(!play.status.contains("not shown"))
  }
}
