import Screen
import Testing
import TriageCore

@testable import TriageUI

/// What is done while nothing else is to do, and what is said of what takes long.
@Suite struct CountingTests {
  @Test func `threads are counted after the rows have come, and again after a change`() throws {
    var play = try Screenplay(.sample)
    #expect(play.rows[0].hasSuffix("  Inbox"))
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
    play.press("a")
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 2/6"))
    play.press("u")
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
  }

  @Test func `what archiving asks is known once there are rows and counts, and nothing is asked`()
    throws
  {
    var play = try Screenplay(.sample)
    #expect(play.rehearsal == nil)
    play.rest()
    let (rows, requests) = (play.rows, play.state.shared.requests.outstanding.count)
    let bodies = try #require(play.rehearsal).map(\.body)
    #expect(bodies.count == 1)
    #expect(bodies.allSatisfy { if case .change = $0 { true } else { false } })
    #expect(play.rows == rows)
    #expect(play.state.shared.requests.outstanding.count == requests)
  }

  @Test func `E27: the list's threads are counted first, then those of the other views`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.holdsReplies = true
    var counted: [String] = []
    while play.alarms[.counting] != nil {
      play.wait(for: .counting)
      counted += play.asked.compactMap(\.countedQuery)
      play.answer()
    }
    #expect(counted.first == "tag:inbox")
    #expect(counted.sorted() == play.state.shared.views.map(\.query).sorted())
    play.press("Tab")
    #expect(play.alarms[.counting] == nil)
  }

  @Test func `E27: a key never waits for a count, nor does what is done at leisure`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.wait(for: .counting)
    #expect(play.state.shared.isIdle)
    play.press("Enter")
    #expect(play.asked.map(\.isThread) == [false, true])
  }

  @Test func `E27: a count that the index has left behind is dropped and not shown`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.wait(for: .counting)
    let id = try #require(play.state.shared.requests.outstanding.first?.key)
    play.mailbox.touch()
    play.notice()
    #expect(play.asked.contains { if case .cancel(id) = $0 { true } else { false } })
    play.holdsReplies = false
    play.answer()
    #expect(play.rows[0].hasSuffix("  Inbox"))
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
  }

  @Test func `E27: no view is too large to be counted`() throws {
    let box = Mailbox()
    for number in 1...1200 { box.add("Subject \(number)", tags: [[.inbox, .unread], [.inbox]]) }
    var play = try Screenplay(box)
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 1,200/1,200"))
  }

  @Test func `E27: after a key the counts change with the marks, before any answer`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.rest()
    let views = play.views
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
    play.holdsReplies = true
    play.press("a")
    #expect(play.rows[0].hasSuffix("Inbox 2/6"))
    #expect(play.views != views)
    play.holdsReplies = false
    play.answer()
    #expect(play.rows[0].hasSuffix("Inbox 2/6"))
    let expected = play.views
    play.rest()
    #expect(play.views == expected)
    play.holdsReplies = true
    play.press("u")
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
    #expect(play.views == views)
    play.holdsReplies = false
    play.answer()
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
    #expect(play.views == views)
  }

  @Test func `E22: what has left the view is not selected with all others`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.press("a *")
    #expect(play.state.list.selectedCount == 6 && play.prompt.contains("6 selected"))
    play.press("+")
    play.type("chosen")
    play.press("Enter")
    #expect(play.status.hasPrefix("Added “chosen” to 6 threads"))
    #expect(play.mailbox.messages(of: 0).allSatisfy { !$0.tags.contains("chosen") })
  }

  @Test func `E27: an undo of several groups counts each of them once, and says how many`() throws {
    var play = try Screenplay(.sample, size: ScreenSize(columns: 120, rows: 24))
    play.rest()
    let views = play.views
    play.press("a a")
    for keys in ["2 u", "2 Ctrl-R", "2 u"] {
      play.press(keys)
      #expect(play.status.contains(" · actions in all: 2"), "\(play.status)")
    }
    #expect(play.rows[0].hasSuffix("Inbox 3/7") && play.views == views)
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 3/7") && play.views == views)
  }

  @Test func `E27: counts that were changed for nothing are put back`() throws {
    var play = try Screenplay(.sample)
    play.rest()
    play.mailbox.openingFails = TriageFailure(.readOnly, "/mail")
    play.holdsReplies = true
    play.press("a")
    #expect(play.rows[0].hasSuffix("Inbox 2/6"))
    play.holdsReplies = false
    play.answer()
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
  }

  @Test func `E27: what is acted on twice is counted once`() throws {
    var play = try Screenplay(.sample)
    play.rest()
    play.holdsReplies = true
    play.press("a k a k A")
    #expect(play.rows[0].hasSuffix("Inbox 2/6"))
    play.holdsReplies = false
    play.answer()
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 2/6"))
  }

  @Test func `E27: a row that has left its view is not counted out of it again`() throws {
    var play = try Screenplay(.sample, query: "tag:unread")
    play.rest()
    let before = play.rows[0]
    play.holdsReplies = true
    play.press("U")
    let after = play.rows[0]
    #expect(after != before)
    play.press("A")
    #expect(play.rows[0] == after)
    play.holdsReplies = false
    play.answer()
    play.rest()
    #expect(play.rows[0] == after)
  }

  @Test func `a query that cannot be counted is left alone until the index is another one`() throws
  {
    var play = try Screenplay(.sample)
    play.failCount(.indexBusy)
    #expect(play.alarms[.counting] == nil)
    #expect(play.status.isEmpty)
    play.mailbox.touch()
    play.holdsReplies = false
    play.notice()
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
  }

  @Test func `E27: that nothing counts is said once, and not tried for ever`() throws {
    var play = try Screenplay(.sample)
    play.failCount(.notCounted)
    #expect(play.said.hasPrefix("Threads are not counted"))
    play.mailbox.touch()
    play.notice()
    #expect(play.alarms[.counting] == nil)
  }

  @Test func `loading is said only when it takes long`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.press("/")
    play.type("Build")
    play.press("Enter")
    #expect(!play.rows.joined().contains("Loading…"))
    play.wait(for: .loading)
    #expect(play.rows.joined().contains("Loading…"))
    play.answer()
    play.press("Enter")
    #expect(!play.rows.joined().contains("Loading…"))
    play.wait(for: .loading)
    #expect(play.rows.joined().contains("Loading…"))
    play.answer()
    #expect(play.rows.joined().contains("Hello."))
  }
}

extension Screenplay {
  /// The rows of the sidebar.
  fileprivate var views: [String] {
    rows[1...5].map { String($0.prefix(Layout.sidebarColumns(in: state.size))) }
  }

  /// Lets the count that is due fail.
  fileprivate mutating func failCount(_ code: FailureCode) {
    holdsReplies = true
    wait(for: .counting)
    guard let id = state.shared.requests.outstanding.first?.key else {
      Issue.record("nothing is counted")
      return
    }
    loseRequests()
    take(.engine(.reply(id, .failed(TriageFailure(code)))))
  }
}

extension EngineRequest.Body {
  fileprivate var countedQuery: String? {
    if case .threadCounts(let query) = self { query.text } else { nil }
  }
}
