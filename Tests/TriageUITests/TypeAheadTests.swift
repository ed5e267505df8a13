import Testing
import TriageCore

@testable import TriageUI

/// Keys typed before the mail that they are about has been read.
@Suite struct TypeAheadTests {
  private static func play(_ count: Int = 3) throws -> Screenplay {
    let mailbox = Mailbox()
    for number in 1...count { mailbox.add("Subject \(number)", date: Timestamp(1000 - number)) }
    return try Screenplay(mailbox)
  }

  @Test func `an answer to a thread that is being read is begun when it has been read`() throws {
    var play = try Self.play()
    play.holdsReplies = true
    play.press("Enter r")
    #expect(!play.state.status.isError && play.effects == [])
    play.holdsReplies = false
    play.answer()
    #expect(play.effects.contains { $0.hasPrefix("edit") }, "\(play.effects)")
  }

  @Test func `a key about the text waits for the text`() throws {
    var play = try Self.play()
    play.holdsReplies = true
    play.press("Enter S")
    #expect(!play.state.status.isError)
    play.holdsReplies = false
    play.answer()
    #expect(play.status.hasPrefix("The message has no attachments"), "\(play.status)")
  }

  @Test func `an answer to a row that is being read is begun when it has been read`() throws {
    var play = try Self.play(200)
    play.holdsReplies = true
    play.press("1 5 0 G r")
    #expect(!play.state.status.isError && play.state.pane(ComposePane.self) == nil)
    play.holdsReplies = false
    play.answer()
    #expect(!play.state.status.isError, "\(play.status)")
    #expect(play.effects.contains { $0.hasPrefix("edit") }, "\(play.effects)")
  }

  @Test func `what cannot be read is said, and keys are not held for it`() throws {
    var play = try Self.play()
    play.holdsReplies = true
    play.press("Enter S")
    while !play.asked.isEmpty {
      play.answerOne(with: .failed(TriageFailure(.internalError, "x")))
    }
    #expect(play.state.keys.held.isEmpty && play.state.status.isError)
  }

  @Test func `who gives up waiting for a text leaves it, and what was typed for it is dropped`()
    throws
  {
    var play = try Self.play()
    play.holdsReplies = true
    play.press("Enter S Ctrl-C")
    #expect(play.state.keys.held.isEmpty && play.state.pane(ReaderPane.self) == nil)
    play.holdsReplies = false
    play.answer()
    #expect(!play.state.status.isError, "\(play.status)")
  }
}
