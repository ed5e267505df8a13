import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite(.bothHistories) struct ChangeTests {
  @Test func `J15 a stale head means that nothing is undone`() throws {
    let bench = try EngineBench(messages: 2)
    let first = bench.act(.fixed(.star))
    bench.act(.fixed(.archive))
    let before = try bench.mail.dump()
    let result = bench.change(.undo(UndoRequest(expected: first.step)))
    #expect(result.kind == .refused && result.failure?.code == .headChanged)
    #expect(result.head.undo?.name == ActionName(.fixed(.archive)))
    #expect(try bench.mail.dump() == before)
  }

  @Test func `J8 many messages are one group, and no effect is no row`() throws {
    let bench = try EngineBench(messages: 40)
    let before = try bench.mail.dump()
    #expect(bench.act(.fixed(.archive)).changed == 40)
    #expect(bench.act(.fixed(.archive)).step == nil)
    #expect(try bench.journal.steps(HistoryFilter(all: true)).count == 1)
    bench.undo()
    #expect(try bench.mail.dump() == before)
  }

  @Test func `a lock that another program holds is waited for and then named`() throws {
    let bench = try EngineBench(messages: 1)
    let other = try bench.index.openForWriting()
    var seen: [ChangeProgress] = []
    var control = bench.control
    // Who waits hears of it after 300 milliseconds.
    control.lockTimeout = .seconds(2)
    control.pause = { pause(for: $0) }
    control.progress = { seen.append($0) }
    let result = bench.act(.fixed(.archive), control: control)
    #expect(result.failure?.code == .locked)
    #expect(!seen.isEmpty)
    for progress in seen {
      guard case .waiting = progress else {
        Issue.record("\(progress)")
        continue
      }
    }
    other.abandon()
    #expect(bench.act(.fixed(.archive)).kind == .done)
  }

  @Test func `R1 a lock held for ever can be given up at any moment`() throws {
    let bench = try EngineBench(messages: 1)
    let before = try bench.mail.dump()
    let other = try bench.index.openForWriting()
    var looks = 0
    var control = bench.control
    control.lockTimeout = nil
    control.pause = { _ in looks += 1 }
    control.isCancelled = { looks > 20 }
    #expect(bench.act(.fixed(.archive), control: control).failure?.code == .cancelled)
    other.abandon()
    #expect(try bench.mail.dump() == before)
    #expect(try bench.journal.steps(HistoryFilter(all: true)).isEmpty)
  }

  @Test func `two commands in one request are one group and the last word counts`() throws {
    let bench = try EngineBench(messages: 3)
    let before = try bench.mail.dump()
    let result = bench.change(
      .perform(
        [
          Command([.addTag("x")], on: .query("*", limit: nil)),
          Command([.removeTag("x"), .addTag("y")], on: .query("id:c0@example.org", limit: nil)),
        ],
        name: nil
      )
    )
    #expect(result.kind == .done && result.changed == 3)
    #expect(try bench.mail.count("tag:x") == 2)
    bench.undo()
    #expect(try bench.mail.dump() == before)
  }

  @Test func `J19 messages with excluded tags are planned too when named by id`() throws {
    let bench = try EngineBench(messages: 2)
    try bench.mail.tag("+deleted", "id:c0@example.org")
    let ids = [MessageID("c0@example.org"), MessageID("c1@example.org")]
    let result = bench.change(
      .perform([Command([.fixed(.archive)], on: .messages(ids))], name: nil)
    )
    #expect(result.changed == 2)
    #expect(bench.undo().changed == 2)
  }

  @Test func `a dry run says what the run comes to and writes nothing`() throws {
    let bench = try EngineBench(messages: 4)
    bench.act(.fixed(.archive), on: "id:c0@example.org")
    let before = (try bench.mail.dump(), try bench.journal.steps(HistoryFilter(all: true)))
    let archiving = Change.perform(
      [Command([.fixed(.archive)], on: .query("*", limit: nil))],
      name: nil
    )
    let dry = bench.change(archiving, dryRun: true)
    #expect(dry.changed == 3 && dry.requested == 4 && dry.step == nil)
    #expect(try bench.mail.dump() == before.0)
    #expect(try bench.journal.steps(HistoryFilter(all: true)) == before.1)
    let real = bench.change(archiving)
    #expect(real.changes == dry.changes && real.skipped == dry.skipped)
    let undo = bench.change(.undo(UndoRequest()), dryRun: true)
    #expect(undo.changed == 3 && undo.targets == [real.step])
    #expect(bench.undo().changes == undo.changes)
  }

  @Test func `J20 plain undo never takes a background or automatic group`() throws {
    let bench = try EngineBench(messages: 1)
    bench.act(.fixed(.star))
    let archiving = Change.perform(
      [Command([.fixed(.archive)], on: .query("*", limit: nil))],
      name: nil
    )
    let background = bench.change(archiving, background: true)
    #expect(try bench.journal.head().undo?.name == ActionName(.fixed(.star)))
    #expect(bench.undo(any: true).targets == [background.step])
    #expect(bench.redo().targets == [background.step])
    #expect(bench.undo().name == ActionName(.fixed(.star)))
    #expect(bench.undo().failure?.code == .nothingToUndo)
  }

  @Test func `J17 no mail is lost or overwritten by any of it`() throws {
    let bench = try EngineBench(messages: 6, synchronizesFlags: true)
    let mail = try bench.mail.contents()
    bench.act(.fixed(.markReadAndArchive))
    bench.act(.fixed(.delete))
    bench.undo()
    bench.undo()
    bench.redo()
    #expect(try bench.mail.contents() == mail)
  }

  @Test func `F31 when the clock goes back the order of steps is that of their numbers`() throws {
    let bench = try EngineBench(messages: 2)
    let before = try bench.mail.dump()
    let first = bench.act(.fixed(.archive))
    bench.restart { $0.now = { 1_000 } }
    let second = bench.act(.fixed(.star))
    #expect(try bench.journal.steps(HistoryFilter()).map(\.id) == [second.step, first.step])
    #expect(bench.undo().targets == [second.step])
    #expect(bench.undo().targets == [first.step])
    #expect(try bench.mail.dump() == before)
    #expect(bench.turn(.restore, first.step).kind == .done)
    #expect(try bench.mail.count("tag:flagged") == 0 && bench.mail.count("tag:inbox") == 0)
  }
}
