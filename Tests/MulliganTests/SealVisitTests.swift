import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// Which messages the engine takes for shown: what was opened is kept for those only.
@Suite struct SealVisitTests {
  private var visits = SealVisits()

  private mutating func send(_ request: RequestID, isPending: Bool = true) -> SealVisits.Outcome {
    visits.send(request, of: "m", isSealed: true, isPending: isPending)
  }

  /// Sends a text whose seals are to be tried; returns the attempt.
  private mutating func begin(_ request: RequestID) throws -> SealVisits.Attempt {
    visits.ask(request, of: "m")
    guard case .untried(let attempt) = send(request) else { throw NeverSo(what: "it is tried") }
    return attempt
  }

  @Test mutating func `K20: a message without seals leaves nothing behind`() {
    visits.ask(1, of: "m")
    #expect(visits.send(1, of: "m", isSealed: false, isPending: false) == .settled)
    #expect(visits.count == 0)
  }

  @Test mutating func `K20: seals are tried once, and a text that came too early is told of more`()
    throws
  {
    for request in 1...3 { visits.ask(RequestID(request), of: "m") }
    let attempt = try begin(1)
    #expect(send(2) == .settled)
    let isWanted = visits.note(tried: "m", in: attempt)
    #expect(isWanted)
    #expect(send(3) == .outdated)
  }

  @Test mutating func `K20: a text that was given up counts no more, wherever it is`() {
    visits.ask(1, of: "m")
    visits.ask(2, of: "m")
    visits.cancel(1)
    #expect(!visits.isWanted(1, of: "m") && visits.isWanted(2, of: "m"))
    #expect(send(1) == .unwanted)
    visits.cancel(2)
    #expect(send(2) == .unwanted && visits.count == 0)
  }

  @Test mutating func `K20: a text whose message was left before it counts as sent is not kept`()
    throws
  {
    // The screen has the text, and has left it, before the thread that sent it goes on.
    visits.ask(1, of: "m")
    visits.leave("m")
    #expect(send(1) == .unwanted && visits.count == 0)
    let attempt = try begin(2)
    visits.cancel(2)
    #expect(visits.isCurrent(attempt, for: "m"))
    visits.leave("m")
    #expect(!visits.isCurrent(attempt, for: "m"))
    let isWanted = visits.note(tried: "m", in: attempt)
    #expect(!isWanted && visits.count == 0)
  }

  @Test mutating func `K20: a try of an earlier visit is not taken for one of the next`() throws {
    let first = try begin(1)
    visits.leave("m")
    visits.ask(2, of: "m")
    // Its end is told, for what it was worth, but the next text is tried all the same.
    let isWanted = visits.note(tried: "m", in: first)
    #expect(isWanted && !visits.isCurrent(first, for: "m"))
    guard case .untried(let second) = send(2) else { throw NeverSo(what: "it is tried") }
    #expect(second != first && visits.isCurrent(second, for: "m"))
  }

  @Test mutating func `K23: what is being tried when a person wants it tried again is, too`() throws
  {
    let first = try begin(1)
    visits.retry()
    // Whoever waits for it reads the text again, which is tried anew.
    let isWanted = visits.note(tried: "m", in: first)
    #expect(isWanted)
    let second = try begin(2)
    #expect(second != first)
  }
}
