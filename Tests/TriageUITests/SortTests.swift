import Screen
import TestSupport
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// The order of a list, chosen by a person or set by a view.
@Suite struct SortTests {
  @Test func `in every list of choices a number chooses, and other keys say what does`() throws {
    var play = try Screenplay(.sample)
    play.press("o x")
    #expect(play.status.hasPrefix("x does nothing here; Esc closes it"))
    #expect(play.prompt.hasPrefix("1-6 choose   Enter Choose   Esc Cancel"))
    play.press("2")
    #expect(play.state.list.sort == .oldestFirst)
    #expect(play.state.topLayer.pane.context == .list)
    play.press("y 9")
    #expect(play.status.hasPrefix("9 does nothing here; Esc closes it"))
    #expect(play.prompt.hasPrefix("A letter chooses"))
    play.press("s")
    #expect(play.state.topLayer.pane.context == .list)
  }

  @Test func `of many entries a number is chosen when no other begins with it`() throws {
    let box = Mailbox()
    box.add("Links")
    box.changeTexts {
      $0.links = (1...12).map { number in
        let host = "\(number).example.org"
        return ContentLink(
          number: number,
          text: "Link",
          target: "https://\(host)/",
          host: host,
          isMisleading: false
        )
      }
    }
    var play = try Screenplay(box)
    play.press("Enter L 1")
    #expect(play.effects.isEmpty && play.state.pane(PickerPane.self)?.cursor == 0)
    play.press("2")
    #expect(play.effects.last == "open https://12.example.org/")
    play.press("L 5")
    #expect(play.effects.last == "open https://5.example.org/")
    play.press("L 1 Enter")
    #expect(play.effects.last == "open https://1.example.org/")
    play.press("L 1 9")
    #expect(play.status.hasPrefix("9 does nothing here"))
    play.press("2")
    #expect(play.effects.last == "open https://2.example.org/")
  }

  @Test func `E24: the order is chosen from a list of all of them`() throws {
    var play = try Screenplay(letters)
    play.press("o")
    #expect(play.rows.contains { $0.contains("─ Sort ─") })
    for title in [
      "Newest First", "Oldest First", "By Sender", "By Subject", "By Size of Thread",
      "By End of Snooze",
    ] {
      #expect(play.rows.contains { $0.contains(title) }, "\(title)")
    }
    play.press("Enter")
    #expect(play.state.list.sort == .newestFirst)
    play.press("o j j Enter")
    #expect(play.state.list.sort == .sender)
    #expect(play.rows[0].hasSuffix(" · By Sender"), "\(play.rows[0])")
    #expect(subjects(play) == ["Apples", "Bread", "Cheese", "Re: Apples", "Dill"])
    play.press("o 4")
    #expect(subjects(play) == ["Re: Apples", "Apples", "Bread", "Cheese", "Dill"])
    play.press("o 5")
    #expect(subjects(play).first == "Cheese")
    play.press("o Home Enter")
    #expect(!play.rows[0].contains("·"), "\(play.rows[0])")
    #expect(subjects(play) == ["Dill", "Cheese", "Re: Apples", "Bread", "Apples"])
  }

  @Test func `E24: a rule separates the senders, and takes no row`() throws {
    var play = try Screenplay(letters)
    play.press("o 3 G")
    #expect(ruledRows(play) == [1, 2, 4])
    play.press("o 1")
    #expect(ruledRows(play) == [])
  }

  @Test func `E24: until the list is sorted the one before is shown, with how far that is`() throws
  {
    var play = try Screenplay(letters)
    play.press("j")
    let (order, thread) = (play.state.list.order, play.state.list.current)
    play.holdsReplies = true
    play.press("o 3")
    #expect(play.state.list.order == order)
    play.take(.engine(.sorting(try sorting(play), done: 1_200, total: 32_000)))
    #expect(play.status.hasPrefix("Sorting: read 1,200 of 32,000 messages. Esc cancels."))
    play.press("j k")
    play.answer()
    #expect(play.state.list.sort == .sender)
    #expect(play.state.list.current == thread)
    #expect(!play.status.contains("Sorting"))
  }

  @Test func `E24: sorting is given up at once, and the list stays as it was`() throws {
    var play = try Screenplay(letters)
    let order = play.state.list.order
    play.holdsReplies = true
    play.press("o 3")
    let request = try sorting(play)
    play.take(.engine(.sorting(request, done: 1, total: 2)))
    play.press("Esc")
    #expect(play.asked.contains { if case .cancel(request) = $0 { true } else { false } })
    #expect(play.status.hasPrefix("Cancelled"))
    play.answer()
    #expect(play.state.list.order == order && play.state.list.sort == .newestFirst)
    play.holdsReplies = false
    play.press("o 3")
    #expect(play.state.list.sort == .sender)
  }

  @Test func `E24: too many threads to be sorted stay in their order, and that is said`() throws {
    var play = try Screenplay(letters)
    play.holdsReplies = true
    play.press("o 3")
    play.answerOne(with: .failed(TriageFailure(.tooManyThreads, "100000")))
    #expect(play.said.hasPrefix("More than 100000 threads: so many are sorted by date only"))
    #expect(subjects(play).first == "Dill")
  }

  @Test func `E24: a view opens in its order, or by date if that is given up`() throws {
    let config = Config.read(
      """
      [list]
      sort = "subject"
      [[view]]
      name = "Inbox"
      query = "tag:inbox"
      [[view]]
      name = "People"
      query = "tag:inbox or tag:none"
      on_enter = { sort = "sender" }
      [keys.list]
      "X" = "view:People"
      """
    )
    #expect(config.problems.isEmpty)
    var play = try Screenplay(letters, config: config.config)
    #expect(subjects(play) == ["Re: Apples", "Apples", "Bread", "Cheese", "Dill"])
    play.press("X")
    #expect(subjects(play) == ["Apples", "Bread", "Cheese", "Re: Apples", "Dill"])
    play.press("q")
    play.holdsReplies = true
    play.press("X Esc")
    play.answer()
    #expect(subjects(play).first == "Dill" && play.state.list.sort == .newestFirst)
  }

  @Test func `E24: what is archived in a sorted list is struck, and the list is sorted anew`()
    throws
  {
    var play = try Screenplay(letters)
    play.press("o 3 g g a")
    #expect(play.status.hasPrefix("Archived 1 thread"))
    #expect(play.state.list.struck.count == 1)
    play.mailbox.add("Eggs", from: ["Aaron"], isNewest: true)
    play.notice()
    #expect(subjects(play).prefix(2) == ["Apples", "Eggs"])
    play.press("=")
    #expect(subjects(play) == ["Eggs", "Bread", "Cheese", "Re: Apples", "Dill"])
  }

  // MARK: Support

  /// Five threads, the newest first in their order here reversed.
  private var letters: Mailbox {
    let mailbox = Mailbox()
    mailbox.add("Dill", from: ["Zoe"])
    mailbox.add("Cheese", from: ["bob"], tags: [[.inbox], [.inbox], [.inbox]])
    mailbox.add("Re: Apples", from: ["Bob"])
    mailbox.add("Bread", from: ["ann"])
    mailbox.add("Apples", from: ["Ada"])
    return mailbox
  }

  private func subjects(_ play: Screenplay) -> [String] {
    play.state.list.order.compactMap { play.state.list.rows[$0]?.subject }
  }

  /// The rows of the list that have a line below them from end to end.
  private func ruledRows(_ play: Screenplay) -> [Int] {
    let grid = play.picture.frame.grid
    return (1...5).filter { row in
      (0..<80).allSatisfy { grid.style(row: row, column: $0).attributes.contains(.underline) }
    }
  }

  private func sorting(_ play: Screenplay) throws -> RequestID {
    let found = play.state.shared.requests.outstanding.first {
      if case .list(_, .sender, _, _, _, _) = $0.value.body { true } else { false }
    }
    return try #require(found?.key)
  }
}
