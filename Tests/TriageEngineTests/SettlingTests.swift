import TestSupport
import Testing
import TriageCore
import TriageEngine

@Suite struct SettlingTests {
  private let messages = (1...3).map { MessageID("s\($0)@example.org") }

  private func bench(flags: Bool = false) throws -> EngineBench {
    let bench = try EngineBench(synchronizesFlags: flags)
    try bench.mail.deliver(
      messages.map { SampleMessage($0.text) },
      tags: ["inbox", "unread"]
    )
    return bench
  }

  @Test func `an intent that never reached the index is void and nothing had changed`() throws {
    let bench = try bench()
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
    let bench = try bench()
    let before = try bench.mail.dump()
    let step = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    let writer = try bench.index.openForWriting()
    try writer.begin()
    for message in messages { _ = try writer.write(TagWrite(message: message, remove: [.inbox])) }
    _ = try writer.end()
    try writer.close()
    let result = bench.act(.fixed(.star))
    #expect(result.settled.map(\.complete) == [true])
    #expect(try bench.journal.step(step)?.progress == .done)
    bench.change(.undo(UndoRequest()))
    bench.change(.undo(UndoRequest()))
    #expect(try bench.mail.dump() == before)
  }

  @Test func `another program's change of the same tags does not make a dead intent complete`()
    throws
  {
    let bench = try bench()
    _ = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    // One of three messages was archived by someone else: the atomic section was not ours.
    try bench.mail.tag("-inbox", "id:s1@example.org")
    let settled = try bench.engine.settle(control: bench.control)
    #expect(settled.map(\.complete) == [false])
    #expect(try bench.mail.count("tag:inbox") == 2)
  }

  @Test func `settling twice is settling once`() throws {
    let bench = try bench()
    _ = try bench.recordIntent(TagEdit(remove: [.inbox]), on: messages)
    #expect(try bench.engine.settle(control: bench.control).count == 1)
    #expect(try bench.engine.settle(control: bench.control).isEmpty)
  }

  @Test func `files of a tagged step follow when the next one settles it`() throws {
    let bench = try bench(flags: true)
    let step = try bench.recordIntent(TagEdit(remove: [.unread]), on: messages)
    let writer = try bench.index.openForWriting()
    try writer.begin()
    for message in messages { _ = try writer.write(TagWrite(message: message, remove: [.unread])) }
    let revision = try writer.end()
    try writer.close()
    #expect(
      try bench.journal.advance(step, from: .intent, to: .tagged, revisionAfter: revision)
    )
    #expect(try bench.engine.settle(control: bench.control).map(\.complete) == [true])
    let after = try bench.mail.dump()
    try bench.mail.notmuch("new")
    #expect(try bench.mail.dump() == after)
    #expect(try bench.mail.count("tag:unread") == 0)
    let files = try bench.mail.notmuch("search", "--output=files", "*").lines
    #expect(files.allSatisfy { $0.hasSuffix(":2,S") }, "\(files)")
  }
}
