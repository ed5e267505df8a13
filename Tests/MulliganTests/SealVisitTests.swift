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

  @Test mutating func `K20: a message without seals leaves nothing behind`() {
    visits.ask(1, of: "m")
    #expect(visits.send(1, of: "m", isSealed: false, isPending: false) == .settled)
    #expect(visits.count == 0)
  }

  @Test mutating func `K20: seals are tried once, and a text that came too early is told of more`()
  {
    for request in 1...3 { visits.ask(RequestID(request), of: "m") }
    #expect(send(1) == .untried)
    #expect(send(2) == .settled)
    let isWanted = visits.note(tried: "m")
    #expect(isWanted)
    #expect(send(3) == .outdated)
  }

  @Test mutating func `K20: a text that was given up counts no more, wherever it is`() {
    visits.ask(1, of: "m")
    visits.ask(2, of: "m")
    #expect(send(1) == .untried)
    // One is on its way, the other is not begun: each of them may be what is shown in the end.
    #expect(visits.cancel(1) == nil && visits.isShown("m"))
    #expect(visits.cancel(2) == "m" && !visits.isShown("m"))
    #expect(send(2) == .unwanted)
    let isWanted = visits.note(tried: "m")
    #expect(!isWanted && visits.count == 0)
  }

  @Test mutating func `K20: a message that somebody waits for is not left, and then it is`() {
    visits.ask(1, of: "m")
    #expect(send(1, isPending: false) == .settled)
    visits.ask(2, of: "m")
    var isLeft = visits.leave("m")
    #expect(!isLeft && visits.isShown("m"))
    #expect(send(2) == .untried)
    isLeft = visits.leave("m")
    #expect(isLeft && visits.count == 0)
  }
}
