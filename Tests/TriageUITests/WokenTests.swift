import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Threads that have come back from a snooze, in a list and being read.
@Suite struct WokenTests {
  /// Thirty threads; the last but one, and two messages of the last, have woken.
  private var box: Mailbox {
    let box = Mailbox()
    for number in 0..<28 { box.add("Letter \(number)") }
    box.add("Late", tags: [[.inbox, WakeTime.woken]])
    box.add("Last", tags: [[.inbox, WakeTime.woken], [.inbox, .unread, WakeTime.woken]])
    return box
  }

  private func subjects(_ play: Screenplay) -> [String?] {
    play.state.list.order.map { play.state.list.rows[$0]?.subject }
  }

  @Test func `L12 what has woken stands on top with a mark, and not where its date is`() throws {
    var play = try Screenplay(box)
    #expect(play.rows[1].hasPrefix("^") && play.rows[1].contains("Late"))
    #expect(play.rows[2].hasPrefix("^") && play.rows[2].contains("Last"))
    #expect(play.rows[3].hasPrefix(" ") && play.rows[3].contains("Letter 0"))
    #expect(!play.rows[1].contains("woken"))
    play.press("G")
    #expect(subjects(play).count == 30 && subjects(play).last == "Letter 27")
  }

  @Test
  func `L12 viewing ends it: the row stays for now, and goes to its date when it is refreshed`()
    throws
  {
    var play = try Screenplay(box)
    play.press("j Enter")
    #expect(play.alarms[.reading] == .seconds(2))
    play.wait(for: .reading)
    #expect(play.mailbox.messages(of: 29).map(\.tags) == [[.inbox], [.inbox]])
    #expect(play.mailbox.changes.allSatisfy { $0.context.origin == .automatic })
    #expect(play.alarms[.reading] == nil)
    play.press("q")
    #expect(play.rows[2].hasPrefix(" ") && play.rows[2].contains("Last"))
    // Undo is about what a person did.
    #expect(play.state.shared.mailbox.head.undo == nil)
    play.press("=")
    #expect(subjects(play).prefix(2) == ["Late", "Letter 0"] && subjects(play).last == "Last")
    #expect(play.state.list.currentRow?.subject == "Last")
  }

  @Test func `L12 what is archived on top stays there, struck through`() throws {
    var play = try Screenplay(box)
    play.press("a")
    #expect(play.mailbox.messages(of: 28).map(\.tags) == [[]])
    #expect(play.rows[1].contains("Late"))
    play.press("=")
    #expect(play.rows[1].contains("Last"))
  }

  @Test func `L12 whoever wants it has what has woken at its date`() throws {
    let read = Config.read("[list]\nwoken = \"by-date\"\n")
    #expect(read.problems == [])
    let play = try Screenplay(box, config: read.config)
    #expect(play.rows[1].contains("Letter 0"))
  }
}
