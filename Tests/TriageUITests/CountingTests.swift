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

  @Test func `a long list is counted page by page, and a key comes between`() throws {
    let box = Mailbox()
    for number in 1...1200 { box.add("Subject \(number)", tags: [[.inbox, .unread], [.inbox]]) }
    var play = try Screenplay(box)
    play.holdsReplies = true
    play.wait(for: .counting)
    #expect(play.asked.count == 1)
    play.answer()
    play.wait(for: .counting)
    play.press("Enter")
    #expect(play.asked.map(\.isThread) == [false, true])
    play.holdsReplies = false
    play.answer()
    play.rest()
    #expect(play.rows[0].hasSuffix("Inbox 1,200/1,200"))
  }

  @Test func `threads are not counted again while there are as many messages as before`() throws {
    var play = try Screenplay(.sample)
    play.rest()
    play.mailbox.deliver(to: 0, tags: ["other"])
    play.notice()
    play.holdsReplies = true
    play.wait(for: .counting)
    play.answer()
    #expect(play.alarms[.counting] == nil)
    #expect(play.rows[0].hasSuffix("Inbox 3/7"))
  }

  @Test func `threads of a whole large mailbox are not counted`() {
    let revision = IndexRevision(uuid: "large", number: 1)
    var counting = ThreadCounting()
    counting.begin(["*"], at: revision)
    counting.take(messages: ThreadCounts(unread: 5, total: 500_000), known: nil)
    #expect(counting.walk == nil && counting.counts["*"] == nil)
    #expect(!counting.isDue("*", at: revision))
  }

  @Test func `a query that cannot be counted is left alone`() throws {
    var play = try Screenplay(.sample)
    play.holdsReplies = true
    play.wait(for: .counting)
    let id = try #require(play.state.shared.requests.outstanding.first?.key)
    play.loseRequests()
    play.take(.engine(.reply(id, .failed(TriageFailure(.indexBusy)))))
    #expect(play.alarms[.counting] == nil)
    #expect(play.status == "Undo")
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
