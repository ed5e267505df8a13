import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite(.bothHistories) struct FailureTests {
  @Test(arguments: [
    Faults.Call.begin, .append, .record, .openForWriting, .beginSection, .write, .end, .close,
  ])
  func `J16 what fails before the commit leaves index, lists and files as they were`(
    call: Faults.Call
  ) throws {
    for flags in [false, true] {
      let bench = try EngineBench(messages: 3, synchronizesFlags: flags)
      bench.act(.fixed(.star), on: "id:c0@example.org")
      let before = (try bench.mail.dump(), try bench.letters(), try bench.journal.head())
      bench.faults.next = [call]
      let result = bench.act(.fixed(.markReadAndArchive))
      #expect(bench.faults.next.isEmpty, "\(call) was never called")
      #expect(result.kind == .failed && result.failure?.code == .diskFull, "\(result)")
      #expect(result.step == nil)
      #expect(try bench.mail.dump() == before.0)
      #expect(try bench.letters() == before.1)
      #expect(try bench.journal.head() == before.2)
      #expect(try bench.isAtRest())
      #expect(bench.act(.fixed(.markReadAndArchive)).kind == .done, "it works again")
    }
  }

  @Test func `a close that fails although it has saved is believed, and the group is whole`()
    throws
  {
    for flags in [false, true] {
      let bench = try EngineBench(messages: 3, synchronizesFlags: flags)
      let before = (try bench.mail.dump(), try bench.letters())
      bench.faults.next = [.closeAfterCommit]
      let result = bench.act(.fixed(.markReadAndArchive))
      #expect(result.kind == .done && result.settled.isEmpty, "\(result)")
      #expect(try bench.mail.count("tag:unread or tag:inbox") == 0)
      #expect(bench.undo().kind == .done)
      #expect(try bench.mail.dump() == before.0)
      #expect(try bench.letters() == before.1)
      #expect(try bench.isAtRest())
    }
  }

  @Test func `a failed write whose row cannot be voided is void at the next look`() throws {
    let bench = try EngineBench(messages: 2)
    let before = try bench.mail.dump()
    bench.faults.next = [.write, .advance(.void)]
    #expect(bench.act(.fixed(.archive)).kind == .failed)
    #expect(try bench.journal.openSteps().count == 1)
    #expect(bench.look().settled.map(\.complete) == [false])
    #expect(try bench.mail.dump() == before)
    #expect(try bench.isAtRest())
  }

  @Test func `if the row cannot be moved on after the commit, the change stands and is settled`()
    throws
  {
    for flags in [false, true] {
      let bench = try EngineBench(messages: 2, synchronizesFlags: flags)
      let before = (try bench.mail.dump(), try bench.letters())
      bench.faults.next = [.advance(flags ? .tagged : .done)]
      let result = bench.act(.fixed(.markReadAndArchive))
      #expect(result.isUnfinished && result.failure == nil && result.changed == 2)
      #expect(result.kind == (flags ? .partial : .done), "only all that was done is done")
      #expect(bench.look().settled.map(\.complete) == [true])
      #expect(bench.undo().kind == .done)
      #expect(try bench.mail.dump() == before.0)
      #expect(try bench.letters() == before.1)
      #expect(try bench.isAtRest())
    }
  }

  @Test(arguments: [Faults.Call.renamed, .settle, .advance(.done)])
  func `what fails while the files follow leaves a row that the next write completes`(
    call: Faults.Call
  ) throws {
    let bench = try EngineBench(messages: 3, synchronizesFlags: true)
    let before = (try bench.mail.dump(), try bench.letters(), try bench.mail.contents())
    bench.faults.next = [call]
    let result = bench.act(.fixed(.markReadAndArchive))
    #expect(bench.faults.next.isEmpty)
    #expect(result.isUnfinished && result.failure == nil && result.changed == 3, "\(result)")
    let left = call == .advance(.done) ? 0 : 3
    #expect(result.skipped.filter { $0.reason == .flagsNotWritten }.count == left)
    try bench.mail.notmuch("new")
    #expect(try bench.mail.count("tag:unread or tag:inbox") == 0, "no tag is lost meanwhile")
    #expect(bench.look().settled.map(\.complete) == [true])
    #expect(bench.undo().kind == .done)
    #expect(try bench.mail.dump() == before.0)
    #expect(try bench.letters() == before.1)
    #expect(try bench.mail.contents() == before.2)
    #expect(try bench.isAtRest())
  }

  @Test func `a lock that is taken before the files follow delays their names, no more`() throws {
    #if DEBUG
      let bench = try EngineBench(messages: 2, synchronizesFlags: true)
      var other: (any MailWriter)?
      var control = bench.control
      control.reached = { [index = bench.index] point in
        if point == .tagged { other = try? index.openForWriting() }
      }
      let result = bench.act(.fixed(.markRead), control: control)
      #expect(result.kind == .partial && result.isUnfinished)
      #expect(result.skipped.map(\.reason) == [.flagsNotWritten, .flagsNotWritten])
      other?.abandon()
      #expect(bench.look().settled.map(\.complete) == [true])
      #expect(try bench.letters().allSatisfy { $0 == "2,S" })
      #expect(try bench.isAtRest())
    #endif
  }
}
