import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// Giving up at every point there is: nothing has happened, or all of it.
@Suite struct CancelTests {
  @Test(arguments: [false, true])
  func `a change given up at any point has not happened, or stands whole`(flags: Bool) throws {
    let bench = try EngineBench(messages: 12, synchronizesFlags: flags)
    bench.restart { $0.slice = .zero }
    let before = (try bench.mail.dump(), try bench.letters())
    var points = 0
    for point in 0..<200 {
      let result = cancel(bench, after: point)
      guard result.failure?.code == .cancelled else {
        points = point
        let isWhole = result.kind == .done && result.changed == 12
        let isOnlyLate = flags && result.kind == .partial && result.isUnfinished
        #expect(isWhole || isOnlyLate, "\(result)")
        bench.look()
        #expect(bench.undo().kind == .done)
        if isWhole { break }
        continue
      }
      #expect(result.step == nil)
      #expect(try bench.journal.openSteps().isEmpty)
      #expect(try bench.journal.head().undo == nil)
      #expect(try bench.mail.dump() == before.0)
      #expect(try bench.letters() == before.1)
    }
    #expect(points > 12, "every message is a point")
    #expect(try bench.mail.dump() == before.0)
    #expect(try bench.letters() == before.1)
    #expect(try bench.isAtRest())
  }

  /// Archives everything and gives up at the question of this number.
  private func cancel(_ bench: EngineBench, after point: Int) -> ChangeResult {
    var questions = 0
    var control = bench.control
    control.isCancelled = {
      questions += 1
      return questions > point
    }
    return bench.act(.fixed(.markReadAndArchive), control: control)
  }

  @Test func `reads are served between the slices of a write and none sees half a group`() throws {
    let bench = try EngineBench(messages: 30, synchronizesFlags: true)
    bench.restart { $0.slice = .zero }
    var seen: Set<Int> = []
    var control = bench.control
    control.serveReads = { [index = bench.index] in
      guard let count = try? index.count("tag:inbox", .messages) else { return }
      seen.insert(count)
    }
    bench.act(.fixed(.markReadAndArchive), control: control)
    #expect(seen == [30, 0])
  }
}
