import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Keys that give and take away: they give as long as any message lacks it.
@Suite struct ToggleTests {
  private static let starred: Set<MailTag> = [.inbox, .flagged]
  private static let plain: Set<MailTag> = [.inbox]

  private func play(_ threads: [[Set<MailTag>]], config: Config = .standard) throws -> Screenplay {
    let box = Mailbox()
    for (number, tags) in threads.enumerated() { box.add("Subject \(number)", tags: tags) }
    return try Screenplay(box, config: config)
  }

  private func count(_ tag: MailTag, _ play: Screenplay) -> Int {
    play.mailbox.dump.values.count { $0.contains(tag) }
  }

  @Test func `a thread of which one message is starred is starred, then not at all`() throws {
    var play = try play([[Self.starred, Self.plain, Self.plain]])
    var dumps = [play.mailbox.dump]
    for (starred, done) in [(3, "Starred"), (0, "Removed the star"), (3, "Starred")] {
      play.press("s")
      #expect(count(.flagged, play) == starred)
      #expect(play.status.hasPrefix(done), "\(play.status)")
      dumps.append(play.mailbox.dump)
    }
    // Each key press is a group of its own: undo takes back one after the other.
    for dump in dumps.dropLast().reversed() {
      play.press("u")
      #expect(play.mailbox.dump == dump)
    }
  }

  @Test func `a key that comes again before the engine has answered does the opposite`() throws {
    var play = try play([[Self.plain], [Self.starred, Self.plain]])
    play.press("a j")
    let dump = play.mailbox.dump
    play.holdsReplies = true
    play.press("s s s")
    play.holdsReplies = false
    play.answer()
    #expect(count(.flagged, play) == 2)
    #expect(play.mailbox.changes.count == 4)
    play.press("u u u")
    #expect(play.mailbox.dump == dump)
    #expect(play.status.contains("u Undo Archive"))
  }

  @Test func `the key that marks a thread read marks all of it unread`() throws {
    var play = try play([[[.inbox, .unread], Self.plain, Self.plain]])
    let dump = play.mailbox.dump
    play.press("U")
    #expect(count(.unread, play) == 0)
    play.press("U")
    #expect(count(.unread, play) == 3)
    play.press("u u")
    #expect(play.mailbox.dump == dump)
  }

  @Test func `a row counts the unread messages of a thread and all of them`() throws {
    let unread: Set<MailTag> = [.inbox, .unread]
    var play = try play([[unread, Self.plain, [.unread]], [Self.plain, Self.plain], [unread]])
    #expect(play.rows[1].contains(" 2/3 ") && play.rows[2].contains("   2 "))
    #expect(!play.rows[3].contains("/"))
    play.holdsReplies = true
    play.press("U")
    #expect(play.rows[1].contains("   3 "))
  }

  @Test func `a count or a selection is looked at as a whole`() throws {
    var play = try play([[Self.starred], [Self.plain], [Self.starred, Self.starred]])
    play.press("3 s")
    #expect(count(.flagged, play) == 4)
    play.press("x j j x s")
    #expect(count(.flagged, play) == 1)
    play.press("g g U")
    #expect(count(.unread, play) == 1)
    play.press("3 U")
    #expect(count(.unread, play) == 0)
    play.press("3 U")
    #expect(count(.unread, play) == 4)
  }

  @Test func `rows that are not known yet are waited for`() throws {
    var threads = Array(repeating: [Self.starred], count: 400)
    threads[399] = [Self.plain]
    var play = try play(threads)
    play.press("* s Enter")
    #expect(count(.flagged, play) == 400)
    play.press(".")
    #expect(play.status.hasPrefix("Nothing to do"))
  }

  @Test func `where only matching messages are meant the others do not matter`() throws {
    let config = Config.read("[list]\nthread_actions = \"matched\"").config
    var play = try play([[Self.starred, [.unread]]], config: config)
    play.press("s")
    #expect(count(.flagged, play) == 0)
    play.press("s")
    #expect(count(.flagged, play) == 1)
    play.press("U")
    #expect(count(.unread, play) == 2)
    play.press("U")
    #expect(count(.unread, play) == 1)
  }

  @Test func `in a thread being read the messages that are selected decide`() throws {
    var play = try play([[Self.starred, Self.plain]])
    play.press("Enter K x s")
    #expect(count(.flagged, play) == 0)
    play.press("; s")
    #expect(count(.flagged, play) == 2)
  }

  @Test func `of a thread being read all messages can be meant, and its row says so at once`()
    throws
  {
    let config = Config.read("[list]\nthread_actions = \"matched\"").config
    var play = try play([[Self.plain, []]], config: config)
    let starred = { (play: Screenplay) in play.state.list.rows[ThreadID("t1")]?.marks.starred }
    play.holdsReplies = true
    play.press("s")
    #expect(starred(play) == 1)
    play.answer()
    play.press("u")
    play.answer()
    play.press("Enter")
    play.answer()
    play.press("; s")
    #expect(starred(play) == 2)
    play.answer()
    #expect(count(.flagged, play) == 2)
  }
}
