import Foundation
import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// An index copied back from before our last steps.
@Suite(.bothHistories) struct LostIndexTests {
  private func copy(_ bench: EngineBench) throws {
    try bench.mail.run(["cp", "-a", place(bench), "\(bench.mail.folder)/old"])
  }

  private func putBack(_ bench: EngineBench) throws {
    try bench.mail.run(["rm", "-r", place(bench)])
    try bench.mail.run(["cp", "-a", "\(bench.mail.folder)/old", place(bench)])
  }

  private func place(_ bench: EngineBench) -> String { "\(bench.mail.root)/.notmuch/xapian" }

  @Test func `F12 actions that an older index does not have are off, told once, and can return`()
    throws
  {
    let bench = try EngineBench(messages: 3)
    let kept = bench.act(.fixed(.star))
    try copy(bench)
    let before = try bench.mail.dump()
    let first = bench.act(.fixed(.archive))
    let second = bench.act(.addTag("todo"), on: "id:c1@example.org")
    let after = try bench.mail.dump()
    try putBack(bench)
    let result = bench.look()
    #expect(result.settled.map(\.step) == [second.step, first.step])
    #expect(result.settled.map(\.isLost) == [true, true])
    #expect(try bench.mail.dump() == before, "nothing is repeated by itself")
    #expect(bench.look().settled.isEmpty)
    #expect(try bench.journal.step(#require(first.step))?.state == .undone)
    #expect(try bench.journal.step(#require(kept.step))?.state == .live)
    #expect(bench.turn(.reapply, first.step, second.step).kind == .done)
    #expect(try bench.mail.dump() == after)
    #expect(try bench.journal.verify().isEmpty)
  }

  @Test func `an index that is only compacted loses nothing`() throws {
    let bench = try EngineBench(messages: 3)
    let before = try bench.mail.dump()
    bench.act(.fixed(.archive))
    try bench.mail.notmuch("compact")
    #expect(bench.undo().kind == .done)
    #expect(try bench.mail.dump() == before)
  }
}
