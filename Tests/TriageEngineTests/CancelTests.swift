import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// Giving up at every point there is: nothing has happened, or all of it.
@Suite(.bothHistories) struct CancelTests {
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

  @Test func `a move given up before its first file has not happened, at no point only half`()
    throws
  {
    let bench = try EngineBench(messages: 5)
    bench.restart { $0.slice = .zero }
    try bench.mail.makeMaildir("Archive")
    let before = (try bench.mail.dump(), try bench.folders(), try bench.mail.contents())
    var points = 0
    while points < 100 {
      let result = cancel(bench, after: points, .move("Archive"))
      guard result.failure?.code == .cancelled else {
        #expect(result.kind == .done && !result.isUnfinished, "\(points): \(result)")
        break
      }
      points += 1
      #expect(result.step == nil)
      #expect(try bench.journal.openSteps().isEmpty)
      #expect(try bench.journal.head().undo == nil)
      #expect(bench.look().settled.isEmpty)
      #expect(try bench.folders() == before.1, "\(points)")
    }
    #expect(points > 2, "before the plan, with it and with its record")
    #expect(bench.undo().kind == .done)
    #expect(try bench.mail.dump() == before.0)
    #expect(try bench.folders() == before.1)
    #expect(try bench.mail.contents() == before.2)
    #expect(try bench.isAtRest())
  }

  @Test func `the last word before the first file moves is heard`() throws {
    let bench = try EngineBench(messages: 2)
    try bench.mail.makeMaildir("Archive")
    let folders = try bench.folders()
    #if DEBUG
      var (isRecorded, isCancelled) = (false, false)
      var control = bench.control
      control.reached = { point in isRecorded = isRecorded || point == .recorded }
      control.serveReads = { isCancelled = isRecorded }
      control.isCancelled = { isCancelled }
      let result = bench.act(.move("Archive"), control: control)
      #expect(isRecorded && result.failure?.code == .cancelled && result.step == nil)
      #expect(try bench.folders() == folders)
      #expect(bench.look().settled.isEmpty)
      #expect(try bench.isAtRest())
    #endif
  }

  /// Does something to everything and gives up at the question of this number.
  private func cancel(
    _ bench: EngineBench,
    after point: Int,
    _ action: MailAction = .fixed(.markReadAndArchive)
  ) -> ChangeResult {
    var questions = 0
    var control = bench.control
    control.isCancelled = {
      questions += 1
      return questions > point
    }
    return bench.act(action, control: control)
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
