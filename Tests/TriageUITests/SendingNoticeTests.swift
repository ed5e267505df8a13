import Screen
import TestSupport
import Testing
import TriageCore

@testable import TriageUI

/// What the status line says of messages that were refused, were perhaps sent, or are tried again.
@Suite struct SendingNoticeTests {
  private static let text = """
    From: Robin Ward <robin@example.org>
    To: Olga Petrova <olga@example.org>
    Subject: The plan

    Dear Olga, here it is.

    """

  private func box() -> Mailbox {
    let box = Mailbox()
    for number in 1...3 { box.add("Thread \(number)") }
    return box
  }

  /// Messages of which nobody knows yet what became of them.
  private func fail(_ box: Mailbox, _ states: OutgoingState...) {
    for state in states {
      box.drafts.list(state, "Letter \(box.drafts.rows.count)", "550 no such user")
      box.drafts.rows[box.drafts.rows.count - 1].isSeen = false
    }
  }

  @Test(
    arguments: [
      ([.draft], "“Letter 0” was not sent; g o shows why"),
      ([.unknown], "“Letter 0” was perhaps sent; decide in g o"),
      ([.draft, .draft], "2 messages were not sent; g o shows why"),
      ([.unknown, .unknown], "2 messages were perhaps sent; decide in g o"),
      ([.unknown, .draft], "2 messages were not sent, or perhaps; see g o"),
    ] as [([OutgoingState], String)]
  )
  func `a fresh screen says what went wrong, until the outbox was looked at`(
    states: [OutgoingState],
    words: String
  ) throws {
    let box = box()
    for state in states { fail(box, state) }
    var play = try Screenplay(box)
    #expect(play.status.hasPrefix(words), "\(play.status)")
    // What is done is said once, then it is said again.
    play.press("s")
    #expect(play.status.hasPrefix("Starred"), "\(play.status)")
    play.press("j")
    #expect(play.status.hasPrefix(words), "\(play.status)")
    play.press("g o q")
    #expect(!play.screen.contains(words), "\(play.screen)")
    play = try Screenplay(box)
    #expect(!play.screen.contains(words), "\(play.screen)")
  }

  @Test func `what could not be sent yet counts to the next try, whatever undo would take`() throws
  {
    for isCovered in [false, true] {
      let box = box()
      let id = box.drafts.add(Self.text)
      var play = try Screenplay(box, size: ScreenSize(columns: 140, rows: 24))
      box.drafts.rest = 1
      play.take(.compose(id))
      play.press("y")
      #expect(play.status.contains("leaves in 1 s"), "\(play.status)")
      if isCovered { play.press("a") }
      box.drafts.rest = 60
      box.drafts.attempts = 1
      play.wait(for: .sending)
      #expect(play.said.contains("“The plan” could not be sent yet; next try at"), "\(play.said)")
      #expect(play.said.contains("(g o)"), "\(play.said)")
      #expect(!play.screen.contains("leaves in"), "\(play.screen)")
      if isCovered { continue }
      #expect(play.screen.contains("tried again in 60 s · u Undo Send"), "\(play.screen)")
      play.wait(for: .sending)
      #expect(play.screen.contains("tried again in 59 s"), "\(play.screen)")
    }
  }

  @Test func `Q waits for a second Q only for what leaves within the hold of the settings`() throws
  {
    for (rest, waits) in [(20, true), (21, false), (3_000, false)] {
      let box = box()
      let id = box.drafts.add(Self.text)
      box.drafts.rest = rest
      var play = try Screenplay(box)
      play.take(.compose(id))
      play.press("y Q")
      #expect(play.effects.contains("quit") != waits, "\(rest): \(play.said)")
    }
  }

  @Test func `a restore that would send names who gets it, and Enter sends nothing`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    // What nobody has written anything in goes when its page is left.
    box.drafts.drafts[id]?.version = 1
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("y u q g u j R")
    #expect(play.screen.contains("will be sent"), "\(play.screen)")
    #expect(play.screen.contains("olga@example.org"), "\(play.screen)")
    play.press("Enter")
    #expect(box.drafts.history.outgoing().map(\.state) == [.draft])
  }

  @Test func `why a redo could not be looked at is said`() throws {
    let box = box()
    let id = box.drafts.add(Self.text)
    var play = try Screenplay(box)
    play.take(.compose(id))
    play.press("y u q")
    play.holdsReplies = true
    play.press("Ctrl-R")
    while let asked = play.asked.first {
      guard case .step = asked else {
        play.answerOne()
        continue
      }
      play.answerOne(with: .failed(TriageFailure(.indexBusy)))
    }
    play.holdsReplies = false
    #expect(box.drafts.history.outgoing().map(\.state) == [.draft])
    #expect(play.state.shared.isStatusError && !play.said.isEmpty, "\(play.said)")
    #expect(!play.said.contains("Undid"), "\(play.said)")
  }
}

extension Screenplay {
  fileprivate var screen: String { rows.joined(separator: "\n") }
}
