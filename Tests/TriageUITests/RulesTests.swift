import Screen
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Making rules on the screen: of what was done last to a row's list or sender.
@Suite struct RulesTests {
  private static let bot = "CI Bot <ci@example.org>"

  private var box: Mailbox {
    let box = Mailbox()
    for number in 1...5 { box.add("Build \(number)", from: [Self.bot]) }
    box.add("Lunch", from: ["Ann <ann@example.org>"])
    return box
  }

  private func shows(_ play: Screenplay, _ text: String) -> Bool {
    play.rows.contains { $0.contains(text) }
  }

  @Test
  func `L27 w r makes a rule of what was done last to the row's sender, whatever the numbers`()
    throws
  {
    var play = try Screenplay(box)
    play.press("a w r")
    #expect(shows(play, "Suggested Rules"))
    #expect(shows(play, "Archive: CI Bot <ci@example.org>"), "\(play.rows)")
    #expect(shows(play, "Done unread to 1 of the last 1"), "\(play.rows)")
    #expect(shows(play, "Would change 4 messages now"), "\(play.rows)")
    #expect(shows(play, "Build 1"))
    #expect(shows(play, "archive --sender ci@example.org -- tag:inbox"), "\(play.rows)")
    play.press("a")
    let rule = Command(
      [.fixed(.archive)],
      on: .sources(SourceFilter(senders: ["ci@example.org"]), query: Suggestion.query, limit: nil)
    )
    #expect(play.rules == [rule])
    play.press("q")
    #expect(!shows(play, "Suggested Rules"))
  }

  @Test func `L26 u takes a rule out that was added, and does nothing to the mail`() throws {
    var play = try Screenplay(box)
    play.press("a w r")
    let before = play.mailbox.dump
    play.press("u")
    #expect(play.mailbox.dump == before && play.said.contains("Nothing to undo"), "\(play.said)")
    play.press("a")
    #expect(play.rules.count == 1 && shows(play, "u Undo"), "\(play.rows)")
    play.press("u")
    #expect(play.rules.isEmpty && play.said.contains("out of rules.toml"), "\(play.said)")
    #expect(play.mailbox.dump == before && shows(play, "Suggested Rules"))
    play.press("q u")
    #expect(play.said.contains("Undid Archive"), "\(play.said)")
  }

  @Test func `L25 a rule that would change nothing now says so, and when rules run`() throws {
    let box = Mailbox()
    box.add("Build 1", from: [Self.bot])
    box.add("Lunch", from: ["Ann <ann@example.org>"])
    var play = try Screenplay(box, query: "*")
    play.press("a g g w r")
    #expect(shows(play, "Would change nothing now"), "\(play.rows)")
    #expect(shows(play, "Once added it does not run by itself"), "\(play.rows)")
  }

  @Test func `L27 of a row that is from a list the rule is about the list`() throws {
    let box = box
    box.setLists(["t1m1@example.org": "garden.x.org", "t2m1@example.org": "garden.x.org"])
    var play = try Screenplay(box)
    play.press("a w r")
    #expect(shows(play, "Archive: list garden.x.org"), "\(play.rows)")
    #expect(shows(play, "Would change 1 message now"), "\(play.rows)")
  }

  @Test func `L27 where nothing was done that could be a rule, keys do nothing to the mail`() throws
  {
    var play = try Screenplay(box)
    let before = play.mailbox.dump
    play.press("w r")
    #expect(shows(play, "Nothing was done with this mail"), "\(play.rows)")
    play.press("a d Enter")
    #expect(play.rules.isEmpty && shows(play, "Suggested Rules"), "\(play.rows)")
    #expect(play.mailbox.dump == before)
    play.press("q b 5 d Enter w r")
    #expect(shows(play, "Nothing was done with this mail"), "\(play.rows)")
  }

  @Test func `L24 d dismisses a rule and takes that back, without a step of the history`() throws {
    var play = try Screenplay(box)
    play.press("a w r d")
    #expect(play.said.contains("Not suggested any more: Archive: CI Bot"), "\(play.said)")
    #expect(shows(play, "Dismissed"))
    play.press("d")
    #expect(!shows(play, "Dismissed"))
    play.press("q u")
    #expect(play.said.contains("Undid Archive"), "\(play.said)")
  }

  @Test func `g s without a habit says so, and goes away by q, Esc and a click beside it`() throws {
    var play = try Screenplay(box)
    for key in ["q", "Esc"] {
      play.press("g s")
      #expect(shows(play, "No habit is strong enough"))
      #expect(shows(play, "at least 11 messages") && shows(play, "4 days"))
      play.press("a d Enter")
      #expect(play.rules.isEmpty && shows(play, "Suggested Rules"))
      play.press(key)
      #expect(!shows(play, "Suggested Rules"))
    }
    play.press("g s")
    play.click(row: 1, column: 1)
    #expect(!shows(play, "Suggested Rules"))
  }
}
