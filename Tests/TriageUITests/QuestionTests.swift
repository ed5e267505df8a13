import Screen
import ScreenTestSupport
import StringsCatalog
import Testing
import TriageCore

@testable import TriageUI

/// What is known of an undo before it is made, and when a person is asked.
@Suite struct QuestionTests {
  @Test func `the title says how much undo would bring back as soon as that is known`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 100, rows: 24))
    play.press("a")
    #expect(play.status.hasSuffix("u Undo Archive · 3 messages"))
    play.mailbox.remove(3, of: 0)
    play.rest()
    #expect(play.status.hasSuffix("u Undo Archive · 1 of 3"))
    play.mailbox.retag(0) { $0.insert(.inbox) }
    play.notice()
    play.rest()
    #expect(play.status.hasSuffix("u Undo Archive · nothing left to undo"))
  }

  @Test func `an undo that leaves messages as they are asks first`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 100, rows: 24))
    play.press("a")
    play.mailbox.remove(1, of: 0)
    let dump = play.mailbox.dump
    play.press("u")
    #expect(play.mailbox.dump == dump)
    #expect(play.rows.joined().contains("2 of 3 messages would change; 1 gone"))
    #expect(play.picture.frame.textScreen.contains("[ Undo ]  [ Cancel ]"))
    play.press("Esc")
    #expect(play.mailbox.dump == dump)
    #expect(play.status.hasPrefix("Not done; nothing was changed"))
    play.press("u y")
    #expect(play.status.hasPrefix("Undid Archive: 2 of 3 messages; 1 gone"))
    #expect(play.mailbox.dump != dump)
  }

  @Test func `what a later step keeps whole is passed over without a question`() throws {
    let box = Mailbox()
    box.add("One")
    var play = try Screenplay(box, size: ScreenSize(columns: 100, rows: 24))
    play.press("s U")
    box.retag(0) { $0.insert(.unread) }
    play.notice()
    play.press("Enter")
    play.wait(for: .reading)
    play.press("q")
    let dump = play.mailbox.dump
    play.press("u")
    #expect(!play.state.hasQuestion && play.mailbox.dump == dump)
    #expect(
      play.status.hasPrefix("Undo Mark as Read: nothing changed; 1 kept by Mark as Read"),
      "\(play.status)"
    )
    #expect(play.status.contains("u Undo Star"))
  }

  @Test func `what is so already needs no question`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 100, rows: 24))
    play.press("a")
    play.mailbox.retag(0) { $0.insert(.inbox) }
    play.press("u")
    #expect(play.status.hasPrefix("Undo Archive: nothing changed; 3 already so"))
  }

  @Test func `a large group of another process is asked about, our own is not`() throws {
    let box = Mailbox()
    box.add("Long", tags: Array(repeating: [.inbox], count: 51))
    var play = try Screenplay(box, size: ScreenSize(columns: 100, rows: 24))
    play.press("a u")
    #expect(play.status.hasPrefix("Undid Archive: 51 messages"))
    play.mailbox.actFromShell(.archive, on: 0)
    play.notice()
    play.press("u")
    #expect(play.rows.joined().contains("51 messages, not changed on this screen (shell, 13:45)"))
    play.press("Tab Enter")
    #expect(play.status.hasPrefix("Not done"))
    play.press("u Enter")
    #expect(play.status.hasPrefix("Undid Archive: 51 messages"))
  }

  @Test func `of several undos those after a declined one are dropped`() throws {
    var play = try Screenplay(.sample)
    play.press("a a")
    play.mailbox.remove(1, of: 1)
    let count = play.mailbox.changes.count
    play.press("2 u n")
    #expect(play.mailbox.changes.count == count)
    #expect(!play.state.changes.isBusy)
  }

  @Test func `nothing behind a question acts while it is up`() throws {
    var play = try Screenplay(.sample)
    play.press("a")
    play.mailbox.remove(1, of: 0)
    play.press("u j a /")
    #expect(play.mailbox.changes.count == 1)
    #expect(play.state.prompt == nil)
    play.click(row: 1, column: 1)
    #expect(play.state.dialog != nil)
  }

  @Test func `what still waits when the person quits is not done, and said so`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("a a u Q")
    #expect(play.effects == ["quit"])
    let words = try Wording.test("en")
    let farewell = try #require(play.state.farewell)
    #expect(words.string(farewell) == "Not done before quitting: Archive, Undo")
    let id = try #require(play.state.changes.running?.id)
    play.take(.engine(.reply(id, .failed(TriageFailure(.cancelled)))))
    let later = try #require(play.state.farewell)
    #expect(words.string(later) == "Not done before quitting: Archive, Archive, Undo")
    #expect(play.asked.filter(\.isChange).count == 1)
  }

  @Test func `an undo that was only looked at when the person quits is not done`() throws {
    var play = try Screenplay(.sample)
    play.press("a")
    play.holdsReplies = true
    play.press("u Q")
    let farewell = try #require(play.state.farewell)
    play.answer()
    #expect(play.mailbox.changes.count == 1)
    #expect(play.state.farewell == farewell)
    #expect(
      try Wording.test("en").string(farewell) == "Not done before quitting: Undo Archive"
    )
    #expect(!play.state.isWriting)
  }

  @Test func `thousands of changes that wait are not all named`() throws {
    var play = try Screenplay(.sample)
    play.press("a")
    play.holdsReplies = true
    for _ in 0..<20 { play.press(Array(repeating: "u", count: 100).joined(separator: " ")) }
    play.press("9 9 9 9 9 u Q")
    let farewell = try #require(play.state.farewell)
    let said = try Wording.test("en").string(farewell)
    #expect(said == "Not done before quitting: Undo Archive and 2,000 More")
  }

  @Test func `undo with a count goes on until there is nothing more, as one wish`() throws {
    var play = try Screenplay(.sample)
    play.press("a a")
    play.press("9 9 9 9 9 9 u")
    #expect(play.mailbox.changes.count == 4)
    #expect(play.status.hasPrefix("Undid Archive"))
    #expect(!play.state.changes.isBusy)
  }

  @Test func `undo with a count that is cancelled does not go on`() throws {
    var play = try Screenplay(.sample)
    play.press("a a a")
    play.holdsReplies = true
    play.press("3 u")
    play.answerOne()
    play.press("Esc")
    play.answer()
    #expect(!play.state.changes.isBusy)
    #expect(play.mailbox.changes.count == 4)
  }

  @Test func `whoever has nothing waiting leaves without a word`() throws {
    var play = try Screenplay(.sample)
    play.press("a Q")
    #expect(play.effects == ["quit"])
    #expect(play.state.farewell == nil)
  }
}
