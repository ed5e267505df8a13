import Screen
import Testing
import TriageConfig
import TriageCore

@testable import TriageUI

/// Actions on more mail than `confirm_above`: what is asked, and what is shown meanwhile.
@Suite struct LargeActionTests {
  private func mailbox(threads: Int) -> Mailbox {
    let box = Mailbox()
    for number in 1...threads { box.add("Thread \(number)") }
    return box
  }

  @Test func `an action on many threads asks with its numbers, and Esc leaves all as it was`()
    throws
  {
    let box = mailbox(threads: 60)
    let before = box.dump
    var play = try Screenplay(box)
    play.press("* A")
    let text = play.rows.joined(separator: "\n")
    #expect(text.contains("60 messages in 60 threads"), "\(text)")
    #expect(text.contains("Mark as Read and Archive"))
    #expect(box.dump == before)
    play.press("Esc")
    #expect(
      box.dump == before && play.said.contains("Not done; nothing was changed"),
      "\(play.said)"
    )
    #expect(play.rows[1].hasPrefix("+N"), "the selection is there again: \(play.rows[1])")
    play.press("A Enter")
    #expect(play.said.contains("Marked 60 threads as read and archived"), "\(play.said)")
    play.press("u")
    while play.state.dialog != nil { play.press("Enter") }
    #expect(box.dump == before)
  }

  @Test(arguments: [(0, 60), (60, 60), (59, 59)])
  func `nothing is asked up to the limit, or without one`(limit: Int, threads: Int) throws {
    let box = mailbox(threads: threads)
    let read = Config.read("confirm_above = \(limit)\n")
    var play = try Screenplay(box, config: read.config)
    play.press("* A")
    #expect(play.said.contains("Marked \(threads) threads as read"), "\(play.rows)")
  }

  @Test func `one thread is in sight, however long it is`() throws {
    let box = Mailbox()
    box.add("Long", tags: Array(repeating: [.inbox, .unread], count: 80))
    var play = try Screenplay(box)
    play.press("a")
    #expect(play.said.contains("Archived 1 thread"), "\(play.said)")
  }

  @Test func `a question that waits is asked in its turn, after the change before it`() throws {
    let box = mailbox(threads: 60)
    var play = try Screenplay(box)
    play.holdsReplies = true
    play.press("s * A")
    #expect(play.state.dialog == nil)
    play.holdsReplies = false
    play.answer()
    #expect(play.state.dialog != nil, "\(play.rows)")
  }

  @Test func `what is selected of a list that is still being read is so far`() throws {
    var play = try Screenplay(mailbox(threads: 60), query: "tag:other")
    play.press("/")
    play.type("tag:unread")
    play.holdsReplies = true
    play.press("Enter")
    while play.state.list.order.isEmpty, !play.asked.isEmpty { play.answerOne() }
    play.press("*")
    #expect(play.prompt.hasPrefix("50 selected so far"), "\(play.prompt)")
    play.answer()
    #expect(play.prompt.hasPrefix("60 selected"), "\(play.prompt)")
    #expect(!play.prompt.contains("so far"))
  }

  @Test func `an undo that takes long says that it is one, before and while it writes`() throws {
    let box = mailbox(threads: 3)
    var play = try Screenplay(box, size: ScreenSize(columns: 120, rows: 24))
    play.press("A")
    play.holdsReplies = true
    play.press("u")
    play.wait(for: .progress)
    #expect(play.status.hasPrefix("Undo Mark as Read and Archive. Esc cancels."), "\(play.status)")
    if play.state.changes.running?.isPreview == true { play.answerOne() }
    let id = try #require(play.state.changes.running?.id)
    play.wait(for: .progress)
    play.take(.engine(.progress(id, .writing(done: 4200, total: 8000))))
    #expect(
      play.status.hasPrefix("Undo Mark as Read and Archive: 4,200 of 8,000"),
      "\(play.status)"
    )
  }
}
