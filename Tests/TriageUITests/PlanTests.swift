import Screen
import Testing
import TriageCore

@testable import TriageUI

/// What is selected, saved as a plan for another time.
@Suite struct PlanTests {
  private func ask(_ play: inout Screenplay) { play.choose(.command(.savePlan)) }

  @Test func `what is selected is written with the actions that are typed, and stays selected`()
    throws
  {
    var play = try Screenplay(.sample)
    let dump = play.mailbox.dump
    play.press("x j x")
    let rows = play.rows
    ask(&play)
    #expect(play.prompt.hasPrefix("Actions of the plan:"))
    play.type("mark-read add-tag:to\\ do")
    play.press("Enter")
    #expect(play.prompt.hasPrefix("Save the plan as: ~/plan.toml"))
    play.press("Ctrl-U")
    play.type("/tmp/x.toml")
    play.press("Enter")
    let saved = try #require(play.effects.last)
    #expect(saved.hasPrefix("save [\"mark-read\", \"add-tag:to do\"] on messages(["))
    #expect(saved.hasSuffix("]) in /tmp/x.toml"))
    #expect(saved.ranges(of: "@example.org").count == 5)
    #expect(play.mailbox.dump == dump && play.mailbox.changes.isEmpty)
    #expect(play.rows.dropLast(2) == rows.dropLast(2))
    // The place is there again the next time.
    ask(&play)
    play.type("star")
    play.press("Enter")
    #expect(play.prompt.hasPrefix("Save the plan as: /tmp/x.toml"))
  }

  @Test func `the last action is what is proposed, and a wrong one is named`() throws {
    var play = try Screenplay(.sample)
    play.press("s")
    ask(&play)
    #expect(play.prompt.hasPrefix("Actions of the plan: star"))
    play.press("Ctrl-U")
    play.type("archve")
    play.press("Enter")
    #expect(play.said.contains("did you mean “archive”"))
    ask(&play)
    play.press("Ctrl-U")
    play.type("'star")
    play.press("Enter")
    #expect(play.status.contains("quot"), "\(play.status)")
    ask(&play)
    play.press("Ctrl-U")
    play.type("unarch")
    play.press("Tab")
    #expect(play.prompt.hasPrefix("Actions of the plan: unarchive"))
    play.press("Esc")
    #expect(!play.effects.contains { $0.hasPrefix("save") })
  }

  @Test func `it is in the menu and in the palette, disabled where there is no row`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 80, rows: 40))
    play.press("F10")
    #expect(play.rows.contains { $0.contains("Save as Plan…") })
    play.press("Esc")
    play.press(":")
    play.type("save as plan")
    #expect(play.rows.contains { $0.contains("Save as Plan…") })
    var empty = try Screenplay(.sample, query: "tag:nothing")
    ask(&empty)
    #expect(!empty.prompt.hasPrefix("Actions of the plan:"))
  }
}
