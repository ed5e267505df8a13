import Screen
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Selecting all that a view has of a sender or a list.
@Suite struct SourceSelectionTests {
  private static let bot = "CI Bot <ci@example.org>"
  private static let ann = "Ann <ann@example.org>"

  /// Seventy threads that begin with the same sender's mail; one has an answer, one is another's.
  private var box: Mailbox {
    let box = Mailbox()
    box.add("Lunch", from: [Self.ann])
    box.add("Build 1", from: [Self.bot, Self.ann], tags: [[.inbox], [.inbox]])
    for number in 2...70 { box.add("Build \(number)", from: [Self.bot]) }
    return box
  }

  private func inbox(_ play: Screenplay) -> Set<MessageID> {
    Set(play.mailbox.dump.filter { $0.value.contains(.inbox) }.keys)
  }

  @Test func `L18 w s selects a sender's messages on the screen or not, and no others of a thread`()
    throws
  {
    var play = try Screenplay(box)
    let before = play.mailbox.dump
    play.press("j j w s")
    let bottom = try #require(play.rows.last)
    #expect(bottom.contains("70 from CI Bot   a Archive"), "\(bottom)")
    #expect(play.rows.contains { $0.hasPrefix("+") && $0.contains("Build 2") })
    #expect(play.rows.contains { $0.hasPrefix("~") && $0.contains("Build 1") })
    #expect(play.rows.contains { $0.hasPrefix(" ") && $0.contains("Lunch") })
    play.press("a Enter")
    #expect(inbox(play) == ["t1m1@example.org", "t2m2@example.org"])
    play.press("u")
    #expect(play.mailbox.dump == before)
  }

  @Test func `L18 what is selected is what there was at the key press`() throws {
    var play = try Screenplay(box)
    play.press("j j w s")
    play.mailbox.add("Build 71", from: [Self.bot], isNewest: true)
    play.notice()
    play.press("a Enter")
    #expect(inbox(play) == ["t1m1@example.org", "t2m2@example.org", "t72m1@example.org"])
  }

  @Test func `L18 w l selects what came by the row's list`() throws {
    let box = box
    box.setLists(["t3m1@example.org": "garden.x.org", "t9m1@example.org": "garden.x.org"])
    var play = try Screenplay(box)
    play.press("j w l")
    #expect(play.said.contains("names no mailing list (List-Id); w s selects"))
    play.press("j w l")
    #expect(play.rows.last?.contains("2 from garden.x.org") == true)
    play.press("a")
    #expect(play.mailbox.dump.values.filter { !$0.contains(.inbox) }.count == 2)
  }

  @Test func `L18 in a thread it is the sender of the message being read`() throws {
    var play = try Screenplay(box)
    play.press("j Enter J w s q")
    let bottom = try #require(play.rows.last)
    #expect(bottom.contains("2 from Ann  "), "\(bottom)")
  }

  @Test func `L18 of a thread it is the sender whom the row names first`() throws {
    let box = Mailbox()
    box.add(
      "Plan",
      from: [Self.ann, Self.bot, "Robin <robin@example.org>"],
      tags: [[.inbox], [.inbox], ["sent"]]
    )
    var play = try Screenplay(box)
    play.press("w s")
    #expect(play.rows[1].contains(" Ann, CI Bot"), "\(play.rows)")
    #expect(play.prompt.contains("1 from Ann"), "\(play.prompt)")
  }

  @Test func `L19 Esc takes back what was selected last, before anything else`() throws {
    var play = try Screenplay(box)
    play.press("l")
    play.type("subject:Lunch or subject:Build")
    play.press("Enter w s j j w s")
    #expect(play.rows.last?.contains("72 selected") == true, "\(play.rows.last ?? "")")
    play.press("Esc")
    #expect(play.rows.last?.contains("2 from Ann") == true)
    play.press("Esc")
    #expect(play.rows.last?.contains("selected") == false)
    #expect(play.state.list.limit != nil, "the limit stays")
    play.press("Esc")
    #expect(play.state.list.limit == nil)
  }

  @Test func `L19 given up while it is looked for, the selection stays as it was`() throws {
    var play = try Screenplay(box)
    play.press("x j")
    play.holdsReplies = true
    play.press("w s Esc")
    play.holdsReplies = false
    play.answer()
    #expect(play.rows.last?.contains("1 selected") == true, "\(play.rows.last ?? "")")
  }

  @Test func `L19 what takes long says how far it is`() throws {
    var play = try Screenplay(box)
    play.holdsReplies = true
    play.press("j j w s")
    let outstanding = play.state.shared.requests.outstanding.first {
      if case .sources = $0.value.body { true } else { false }
    }
    let request = try #require(outstanding?.key)
    play.take(.engine(.sorting(request, done: 1_200, total: 32_000)))
    #expect(play.status.contains("Looking at 1,200 of 32,000 messages"), "\(play.status)")
    play.answer()
    #expect(!play.status.contains("Looking at"))
    #expect(play.rows.last?.contains("70 from CI Bot") == true)
  }

  @Test func `L20 what keys do with it is seen in a narrow window, too`() throws {
    var play = try Screenplay(box, size: ScreenSize(columns: 80, rows: 24))
    play.press("j j w s")
    let keys = "70 from CI Bot   a Archive   d Delete   Esc Clear Selection"
    #expect(play.prompt.contains(keys), "\(play.prompt)")
    play = try Screenplay(box, size: ScreenSize(columns: 40, rows: 10))
    play.press("j j w s")
    #expect(play.prompt.contains("70 from CI Bot   ? Help"), "\(play.prompt)")
  }

  @Test func `rows that were acted on out of sight come back as rows`() throws {
    let box = Mailbox()
    for number in 1...197 { box.add("Build \(number)", from: [Self.bot]) }
    var play = try Screenplay(box)
    play.press("w s a Enter G")
    let rows = play.rows.dropFirst().prefix(20)
    #expect(rows.allSatisfy { $0.hasPrefix("-") && $0.contains("Build") }, "\(play.rows)")
  }

  @Test func `L18 undo brings the cursor back to the row that it was on`() throws {
    var play = try Screenplay(box)
    play.press("j j j j j")
    let row = play.state.list.current
    play.press("w s a Enter u")
    #expect(play.state.list.current == row)
  }

  @Test func `L20 the key that takes back a selection says just that`() throws {
    var play = try Screenplay(box, size: ScreenSize(columns: 140, rows: 24))
    play.press("j j w s")
    #expect(play.prompt.contains("Esc Clear Selection"), "\(play.prompt)")
    #expect(play.prompt.contains("70 threads from CI Bot <ci@example.org>"), "\(play.prompt)")
    play.press("Esc g g x j j w s")
    #expect(!play.prompt.contains("Earlier View") && !play.prompt.contains("Esc Clear"))
  }

  @Test func `L20 an action on just that is named after the sender or list`() throws {
    var play = try Screenplay(box)
    play.press("j j w s a")
    #expect(play.rows.contains { $0.contains("Archive All from CI Bot ─") }, "\(play.rows)")
    play.press("Enter")
    #expect(play.rows.contains { $0.contains("Undo Archive All from CI Bot") }, "\(play.rows)")
    #expect(play.status.hasPrefix("Archived "), "\(play.status)")
    play.press("u w s x a Enter")
    #expect(!play.rows.contains { $0.contains("All from") })
    play.mailbox.setLists(["t1m1@example.org": "garden.x.org"])
    play.press("u g g w l d")
    #expect(play.rows.contains { $0.contains("Undo Delete All of List garden.x.org") })
  }
}
