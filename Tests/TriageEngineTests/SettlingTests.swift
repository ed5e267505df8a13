import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite struct SettlingTests {
  private let messages = (0..<3).map { MessageID("c\($0)@example.org") }

  @Test func `an intent that never reached the index is void and nothing had changed`() throws {
    let bench = try EngineBench(messages: 3)
    let before = try bench.mail.dump()
    let step = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    let settled = try bench.engine.settle(control: bench.control)
    #expect(settled.map(\.complete) == [false])
    #expect(try bench.mail.dump() == before)
    #expect(try bench.journal.step(step) == nil)
    #expect(try bench.journal.head().undo == nil)
  }

  @Test func `an intent whose tags were committed is complete, and one undo takes it back`() throws
  {
    let bench = try EngineBench(messages: 3)
    let before = try bench.mail.dump()
    let step = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    try bench.commitTags(TagEdit(remove: [.inbox]), on: messages)
    let result = bench.act(.fixed(.star))
    #expect(result.settled.map(\.complete) == [true])
    #expect(try bench.journal.step(step)?.progress == .done)
    bench.undo()
    bench.undo()
    #expect(try bench.mail.dump() == before)
  }

  @Test func `another program's change of the same tags does not make a dead intent complete`()
    throws
  {
    let bench = try EngineBench(messages: 3)
    _ = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    // One of three messages was archived by someone else: the atomic section was not ours.
    try bench.mail.tag("-inbox", "id:c1@example.org")
    let settled = try bench.engine.settle(control: bench.control)
    #expect(settled.map(\.complete) == [false])
    #expect(try bench.mail.count("tag:inbox") == 2)
  }

  @Test(arguments: [false, true])
  func `an intent is judged by what the tags are when the index was compacted`(
    isCommitted: Bool
  ) throws {
    let bench = try EngineBench(messages: 3)
    _ = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    if isCommitted { try bench.commitTags(TagEdit(remove: [.inbox]), on: messages) }
    try bench.mail.notmuch("compact")
    #expect(try bench.engine.settle(control: bench.control).map(\.complete) == [isCommitted])
    #expect(try bench.mail.count("tag:inbox") == (isCommitted ? 0 : 3))
  }

  @Test func `J12 settling twice is settling once`() throws {
    let bench = try EngineBench(messages: 3)
    _ = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    #expect(try bench.engine.settle(control: bench.control).count == 1)
    #expect(try bench.engine.settle(control: bench.control).isEmpty)
  }

  @Test func `files of a tagged step follow when the next one settles it`() throws {
    let bench = try EngineBench(messages: 3, synchronizesFlags: true)
    let step = try leaveTagged(bench)
    #expect(try bench.engine.settle(control: bench.control).map(\.complete) == [true])
    #expect(try bench.journal.step(step)?.progress == .done)
    let after = try bench.mail.dump()
    try bench.mail.notmuch("new")
    #expect(try bench.mail.dump() == after)
    #expect(try bench.mail.count("tag:unread") == 0)
    #expect(try bench.letters() == ["2,S", "2,S", "2,S"])
  }

  @Test func `an intent with flag sync on is completed with its files`() throws {
    let bench = try EngineBench(messages: 3, synchronizesFlags: true)
    _ = try bench.recordIntent(TagEdit(remove: [.unread]), on: messages)
    try bench.commitTags(TagEdit(remove: [.unread]), on: messages)
    #expect(bench.look().settled.map(\.complete) == [true])
    #expect(try bench.letters() == ["2,S", "2,S", "2,S"])
    #expect(try bench.isAtRest())
  }

  @Test func `with flag sync switched off since, no file of an open step is renamed`() throws {
    let bench = try EngineBench(messages: 3, synchronizesFlags: true)
    _ = try leaveTagged(bench)
    let letters = try bench.letters()
    bench.restart { $0.synchronizesFlags = false }
    #expect(bench.look().settled.map(\.complete) == [true])
    #expect(try bench.letters() == letters)
  }

  @Test func `what was settled is told even if the change that found it fails`() throws {
    let bench = try EngineBench(messages: 3)
    _ = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    let result = bench.turn(.revert, StepID(99))
    #expect(result.failure?.code == .noSuchStep)
    #expect(result.settled.map(\.complete) == [false])
  }

  @Test func `what a living process does itself is not told as interrupted`() throws {
    let bench = try EngineBench(messages: 3, synchronizesFlags: true)
    let step = try leaveTagged(bench)
    bench.restart { $0.isRunning = { _ in true } }
    #expect(bench.look().settled.isEmpty)
    #expect(try bench.journal.step(step)?.progress == .done, "settled all the same")
  }

  @Test func `the owner finds nothing left to do when another process has settled its row`() throws
  {
    #if DEBUG
      for point in [WritePoint.committed, .tagged] {
        let bench = try EngineBench(messages: 3, synchronizesFlags: true)
        let other = bench.anotherEngine()
        var control = bench.control
        var met: [SettledStep] = []
        control.reached = { [own = bench.control] reached in
          guard reached == point else { return }
          met = (try? other.settle(control: own)) ?? []
        }
        let result = bench.act(.fixed(.markReadAndArchive), control: control)
        #expect(met.count == 1, "\(point)")
        #expect(result.kind == .done && result.settled.isEmpty && !result.isUnfinished)
        #expect(try bench.letters() == ["2,S", "2,S", "2,S"])
        #expect(try bench.isAtRest())
      }
    #endif
  }

  private func leaveTagged(_ bench: EngineBench) throws -> StepID {
    let step = try bench.recordIntent(TagEdit(remove: [.unread]), on: messages)
    let revision = try bench.commitTags(TagEdit(remove: [.unread]), on: messages)
    #expect(
      try bench.journal.advance(step, from: .intent, to: .tagged, revisionAfter: revision)
    )
    return step
  }
}
