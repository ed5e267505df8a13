import TestSupport
import Testing
import TriageCore

@testable import mulligan

@Suite struct EngineWatchTests {
  private let start = SuspendingClock.now

  private func at(_ seconds: Int) -> SuspendingClock.Instant { start + .seconds(seconds) }

  private func page(_ id: RequestID) -> EngineRequest {
    EngineRequest(id: id, .rows([], of: "*", sort: .newestFirst))
  }

  private func text(_ id: RequestID) -> EngineRequest {
    EngineRequest(id: id, .message(MessageID("m@x"), MessageOptions()))
  }

  private func change(_ id: RequestID) -> EngineRequest {
    let context = StepContext(origin: .screen, session: "s", host: "h", pid: 1)
    return EngineRequest(
      id: id,
      .change(ChangeRequest(.undo(UndoRequest()), context: context))
    )
  }

  @Test func `nothing is waited for where nothing was asked`() {
    var watch = EngineWatch()
    #expect(watch.untilOverdue(from: start) == nil && watch.overdue(at: at(1_000)) == nil)
    watch.sent(EngineRequest(id: 1, .cancel(7)), at: start)
    #expect(watch.untilOverdue(from: start) == nil, "a cancel has no answer")
    watch.sent(page(2), at: start)
    watch.received(.reply(2, .rows([])), at: at(1))
    #expect(watch.untilOverdue(from: at(1)) == nil)
  }

  @Test func `a page has ten seconds and a search and a write thirty`() {
    var watch = EngineWatch()
    watch.sent(page(1), at: start)
    #expect(watch.untilOverdue(from: at(4)) == .seconds(6))
    #expect(watch.overdue(at: at(9)) == nil && watch.overdue(at: at(10)) == .seconds(10))
    watch.sent(EngineRequest(id: 2, .counts("*")), at: at(5))
    #expect(watch.overdue(at: at(29)) == nil && watch.overdue(at: at(30)) == .seconds(30))
  }

  @Test func `a wait counts from the last word, and progress is a word`() {
    var watch = EngineWatch()
    watch.sent(change(1), at: start)
    for second in stride(from: 20, through: 400, by: 20) {
      #expect(watch.overdue(at: at(second)) == nil)
      watch.received(.progress(1, .waiting(nil)), at: at(second))
    }
    #expect(watch.overdue(at: at(429)) == nil && watch.overdue(at: at(430)) == .seconds(30))
  }

  @Test func `a message that is never rendered is noticed beside pages that come`() {
    var watch = EngineWatch()
    watch.sent(text(1), at: start)
    for second in 1..<10 {
      watch.sent(page(RequestID(second + 1)), at: at(second))
      watch.received(.reply(RequestID(second + 1), .rows([])), at: at(second))
      #expect(watch.overdue(at: at(second)) == nil)
    }
    #expect(watch.overdue(at: at(10)) == .seconds(10))
  }

  @Test func `an answer after a long rest counts from when it was asked for`() {
    var watch = EngineWatch()
    watch.sent(page(1), at: start)
    watch.received(.reply(1, .rows([])), at: start)
    watch.sent(page(2), at: at(3_600))
    #expect(watch.untilOverdue(from: at(3_600)) == .seconds(10))
  }
}
