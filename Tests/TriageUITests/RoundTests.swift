import Screen
import ScreenTestSupport
import StringsCatalog
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Going through a list one by one, and what was done at its end.
@Suite struct RoundTests {
  static func play(
    _ count: Int = 4,
    size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    language: LanguageTag = "en"
  ) throws -> Screenplay {
    let box = Mailbox()
    for number in 1...count { box.add("Letter \(number)", tags: [[.inbox, .unread]]) }
    return try Screenplay(box, size: size, language: language)
  }

  /// The subject of the thread that is being read.
  private func subject(_ play: Screenplay) -> String? {
    play.state.reading?.messages.first?.subject
  }

  @Test func `L35 a round opens each thread once, with its number, and ends after the last`() throws
  {
    var play = try Self.play()
    play.press("j g r")
    let subjects = (1...4).map { number in
      let shown = subject(play)
      #expect(play.rows[0].hasSuffix("Inbox · \(number) of 4"), "\(play.rows[0])")
      play.press("]")
      return shown
    }
    #expect(Set(subjects).count == 4 && subjects.allSatisfy { $0 != nil }, "\(subjects)")
    #expect(play.state.reading == nil && play.status.hasPrefix("4 threads: 4 left as they were"))
    #expect(play.rows[0].hasSuffix(" Inbox"), "\(play.rows[0])")
  }

  @Test func `L35 an action goes on, whatever the list does, and later mail joins no round`() throws
  {
    let box = Mailbox()
    for number in 1...3 { box.add("Letter \(number)", tags: [[.inbox]]) }
    var config = Config.standard
    config.list.advance = false
    var play = try Screenplay(box, config: config)
    play.press("g r")
    let first = subject(play)
    box.add("Later", tags: [[.inbox]])
    play.press("a")
    #expect(subject(play) != first && play.rows[0].contains("2 of 3"))
    play.press("= [")
    #expect(play.status.hasPrefix("There is no further thread above"), "\(play.status)")
    var seen = [first, subject(play)]
    play.press("]")
    seen.append(subject(play))
    #expect(play.rows[0].contains("3 of 3") && !seen.contains("Later"), "\(seen)")
    play.press("]")
    #expect(play.state.reading == nil)
  }

  @Test func `L36 at the end the history shows what was done, and takes it back at once`() throws {
    var play = try Self.play(5)
    let before = play.mailbox.dump
    play.press("j a k g r a d ] s a ]")
    let summary = " 4 threads: 2 archived, 1 deleted, 1 left as it was"
    #expect(play.rows[1].hasPrefix(summary), "\(play.rows)")
    let groups = play.rows.filter { $0.contains("#") }
    // The star belongs to the round, what was done before it does not.
    #expect(groups.count == 4, "\(play.rows)")
    play.press("A")
    #expect(play.rows.contains { $0.contains("Revert 4 Actions") }, "\(play.rows)")
    play.press("y")
    #expect(play.rows[1].hasPrefix(" 4 threads: 4 left as they were"), "\(play.rows)")
    #expect(!play.mailbox.dump.values.contains { $0.contains("flagged") } && before.count == 5)
    play.press("A")
    #expect(play.status.hasPrefix("Already undone"), "\(play.status)")
    play.press("q")
    #expect(play.state.layers.count == 3)
  }

  @Test func `L36 the end of a round names what was done by an action of one's own`() throws {
    let text = """
      [[action]]
      id = "finish"
      steps = ["mark-read", "archive"]
      key = "D"
      name = { en = "Finish" }
      """
    let box = Mailbox()
    for number in 1...4 { box.add("Letter \(number)", tags: [[.inbox, .unread]]) }
    var play = try Screenplay(box, config: Config.read(text).config)
    play.press("g r D a D q")
    let summary = " 4 threads: 2 with “Finish”, 1 archived, 1 left as it was"
    #expect(play.rows[1].hasPrefix(summary), "\(play.rows)")
  }

  @Test func `L36 what was not come to is told from what was seen and left`() throws {
    var play = try Self.play(4)
    play.press("g r a ] q")
    let summary = " 4 threads: 1 archived, 2 left as they were, 1 not looked at"
    #expect(play.rows[1].hasPrefix(summary), "\(play.rows)")
  }

  @Test func `L35 keys that are known keep their hints in a round`() throws {
    var play = try Self.play(8)
    play.press("j a a a a g r")
    #expect(play.prompt.contains("a Archive"), "\(play.prompt)")
    play.press("a q")
    #expect(play.prompt.contains("A Revert"), "\(play.prompt)")
  }

  @Test func `L36 undo in a round opens the thread again, and its end counts what stands`() throws {
    var play = try Self.play(3)
    play.press("g r")
    let first = subject(play)
    play.press("a")
    #expect(subject(play) != first)
    play.press("u")
    #expect(subject(play) == first && play.rows[0].contains("1 of 3"), "\(play.rows)")
    play.press("d q")
    let summary = " 3 threads: 1 deleted, 1 left as it was, 1 not looked at"
    #expect(play.rows[1].hasPrefix(summary), "\(play.rows)")
  }

  @Test func `L36 a round of nothing and the history of no round say so`() throws {
    var empty = try Screenplay(Mailbox())
    empty.press("g r")
    #expect(empty.state.reading == nil && !empty.status.isEmpty)
    var play = try Self.play()
    play.press("a g u A")
    #expect(play.status.hasPrefix("This is not the history of a round"))
  }
}
