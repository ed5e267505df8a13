import Journal
import MailIndex
import TestSupport
import Testing
import TriageCore
import TriageEngine

/// Messages of one's own that are sent as groups of the history, and what the sender finds.
@Suite(.serialized, .bothHistories) struct DepartureTests {
  private static let second: Int64 = 1_000_000_000
  private let id = OutgoingID(1)

  /// A mailbox with two messages in the inbox, and a draft that is held for so long when it is sent.
  private func bench(hold: Int64 = 20) throws -> EngineBench {
    let bench = try EngineBench(messages: 2)
    let facts = OutgoingFacts(message: "own@example.org", kind: .new, account: "home")
    var record = OutgoingRecord(id, facts)
    record.hold = hold
    record.place = OutgoingPlace(machine: "m", inode: 7, birth: 8)
    try bench.journal.add(record)
    pass(0, bench)
    return bench
  }

  /// Lets it be so many seconds after the beginning.
  private func pass(_ seconds: Int64, _ bench: EngineBench) {
    bench.journal.moment = {
      MachineMoment(boot: "b", awake: seconds * Self.second, wall: 1_000 + seconds)
    }
  }

  private func record(_ bench: EngineBench) throws -> OutgoingRecord {
    try #require(try bench.journal.outgoing(id))
  }

  private func state(_ bench: EngineBench) throws -> OutgoingState { try record(bench).state }

  /// Sends the message, and archives what is in the inbox if that is wanted.
  private func send(_ bench: EngineBench, archiving: Bool = false) -> ChangeResult {
    let archive = Command([.fixed(.archive)], on: .query("*", limit: nil))
    return bench.change(.depart(DepartureRequest(.send, [id], with: archiving ? [archive] : [])))
  }

  /// Lets the sender find that the message has come to its end.
  private func leave(_ bench: EngineBench, _ verdict: DeliveryVerdict) throws {
    let record = try #require(try bench.journal.leave(id))
    let end = DeliveryEnd(exit: verdict == .sent ? 0 : 1, errors: "words")
    #expect(try bench.journal.end(record, as: verdict, end, context: bench.context))
    #expect(
      try !bench.journal.end(record, as: .sent, end, context: bench.context),
      "it is said once"
    )
  }

  @Test func `W16: sending and archiving is one group, and one undo takes back all of it`() throws {
    let bench = try bench()
    let before = try bench.mail.dump()
    let sent = send(bench, archiving: true)
    #expect(sent.kind == .done && sent.changed == 3)
    #expect(
      sent.name == .pair(NamedAction(id: "send"), NamedAction(.fixed(.archive)))
    )
    #expect(try state(bench) == .held && bench.mail.count("tag:inbox") == 0)
    let moment = MachineMoment(boot: "b", awake: 0, wall: 1_000)
    #expect(try record(bench).waiting == SendingHold(of: 20, from: moment))
    let undone = bench.undo()
    #expect(undone.kind == .done && undone.changed == 3)
    #expect(try state(bench) == .draft && record(bench).waiting == nil)
    #expect(try bench.mail.dump() == before)
    pass(5, bench)
    #expect(bench.redo().kind == .done)
    #expect(try record(bench).waiting?.begin.wall == 1_005, "the whole hold begins again")
    #expect(try bench.isAtRest())
  }

  @Test func `W16: what only sends is done with its row, without the mail being written`() throws {
    let bench = try bench()
    let revision = try bench.index.revision()
    let step = try #require(send(bench).step)
    #expect(try bench.journal.step(step)?.progress == .done)
    #expect(try bench.journal.step(step)?.messages == 1)
    #expect(try state(bench) == .held && bench.index.revision() == revision)
    #expect(send(bench).kind == .nothing, "it is held already")
    #expect(bench.undo().changed == 1)
    #expect(try state(bench) == .draft)
    #expect(try bench.isAtRest())
  }

  @Test func `J22: what is held leaves once, when it is due`() throws {
    let bench = try bench()
    _ = send(bench)
    pass(19, bench)
    #expect(try bench.journal.leave(id) == nil)
    pass(20, bench)
    #expect(try bench.journal.leave(id)?.attempts == 1)
    #expect(try bench.journal.leave(id) == nil && state(bench) == .leaving)
    let undone = bench.undo()
    #expect(undone.changed == 0 && undone.skipped.map(\.reason) == [.alreadySent])
    #expect(try state(bench) == .leaving)
    #expect(try bench.isAtRest())
  }

  @Test(arguments: [
    (DeliveryVerdict.sent, OutgoingState.sent, DepartureEnd.sent),
    (.unknown, .unknown, .unknown), (.notSent, .draft, .unsent),
  ])
  func `W23: what has left is on no list, and its old title says when it left`(
    verdict: DeliveryVerdict,
    state: OutgoingState,
    end: DepartureEnd
  ) throws {
    let bench = try bench(hold: 0)
    let step = try #require(send(bench).step)
    try leave(bench, verdict)
    #expect(try self.state(bench) == state)
    #expect(try bench.journal.head() == HistoryHead())
    let left = try #require(try bench.journal.step(step)?.left)
    #expect(left == LeftDeparture(end, at: 1_000, isAll: true))
    let late = bench.change(.undo(UndoRequest(expected: step)))
    #expect(late.failure == TriageFailure(.alreadySent, "1000"))
    #expect(bench.undo(any: true).failure?.code == .nothingToUndo)
    #expect(try self.state(bench) == state)
    #expect(try bench.isAtRest())
  }

  @Test func `W23: a group that was taken back has sent nothing, though another one did`() throws {
    let bench = try bench(hold: 0)
    let first = try #require(send(bench, archiving: true).step)
    #expect(bench.undo().kind == .done)
    let second = try #require(send(bench).step)
    try leave(bench, .sent)
    #expect(try bench.journal.step(second)?.left?.end == .sent)
    let taken = try #require(try bench.journal.step(first))
    #expect(taken.left == nil, "\(taken)")
    #expect(try bench.isAtRest())
  }

  @Test func `W23: what was cancelled and let wait again has left with the group that sent it`()
    throws
  {
    let bench = try bench(hold: 0)
    let step = try #require(send(bench, archiving: true).step)
    let cancel = DepartureRequest(.cancel, [id])
    #expect(bench.change(.depart(cancel)).changed == 1)
    #expect(bench.undo().changed == 1)
    #expect(bench.redo().changed == 1, "cancelled once more")
    #expect(bench.undo().changed == 1)
    #expect(bench.change(.depart(cancel)).changed == 1)
    #expect(bench.undo().changed == 1)
    #expect(try state(bench) == .held && bench.journal.step(step)?.left == nil)
    try leave(bench, .sent)
    let left = try #require(try bench.journal.step(step)?.left)
    #expect(left == LeftDeparture(.sent, at: 1_000, isAll: false))
    #expect(try bench.isAtRest())
  }

  @Test(arguments: [DeliveryVerdict.sent, .unknown])
  func `W23: of a group that did more undo takes back the rest, and redo never sends`(
    verdict: DeliveryVerdict
  ) throws {
    let bench = try bench(hold: 0)
    let before = try bench.mail.dump()
    _ = send(bench, archiving: true)
    try leave(bench, verdict)
    let left = try state(bench)
    #expect(try bench.journal.head().undo?.left?.isAll == false)
    for _ in 0..<2 {
      let undone = bench.undo()
      #expect(undone.kind == .partial && undone.changed == 2)
      #expect(undone.skipped.map(\.reason) == [.alreadySent])
      #expect(try bench.mail.dump() == before && state(bench) == left)
      #expect(bench.redo().changed == 2)
      #expect(try bench.mail.count("tag:inbox") == 0 && state(bench) == left)
    }
    #expect(try bench.isAtRest())
  }

  @Test
  func `W22: what was refused for good, was edited and sent again does not leave when undone`()
    throws
  {
    let bench = try bench(hold: 0)
    _ = send(bench)
    try leave(bench, .notSent)
    #expect(try record(bench).reason == "words")
    try bench.journal.noteEdit(of: id)
    _ = send(bench)
    #expect(try state(bench) == .held && record(bench).reason == "")
    #expect(bench.undo().changed == 1)
    #expect(try state(bench) == .draft && bench.journal.leave(id) == nil)
    #expect(try bench.isAtRest())
  }

  @Test
  func `W16: sending again what may have left is a group, and its undo knows no more than before`()
    throws
  {
    let bench = try bench(hold: 0)
    _ = send(bench)
    try leave(bench, .unknown)
    let retry = bench.change(.depart(DepartureRequest(.retry, [id])))
    #expect(try retry.kind == .done && state(bench) == .held)
    #expect(bench.undo().changed == 1)
    #expect(try state(bench) == .unknown, "never a draft")
    _ = bench.redo()
    try leave(bench, .sent)
    #expect(try state(bench) == .sent && bench.journal.head() == HistoryHead())
    for goal in DepartureRequest.Goal.allCases {
      let late = bench.change(.depart(DepartureRequest(goal, [id])))
      #expect(late.failure == TriageFailure(.notInState, "1", "sent", goal.found.rawValue))
    }
    #expect(try bench.isAtRest())
  }

  @Test(arguments: [DeliveryVerdict.notSent, .mayPass])
  func
    `J24: what has perhaps left is no draft when it is refused the next time, or is not sent again`(
      verdict: DeliveryVerdict
    ) throws
  {
    let bench = try bench(hold: 0)
    _ = send(bench)
    try leave(bench, .unknown)
    let retry = DepartureRequest(.retry, [id])
    _ = bench.change(.depart(retry))
    #expect(bench.change(.depart(DepartureRequest(.cancel, [id]))).changed == 1)
    #expect(try state(bench) == .unknown)
    #expect(bench.undo().changed == 1)
    #expect(try state(bench) == .held, "the undo of the cancel lets it wait again")
    try leave(bench, verdict)
    // What may pass is given up after three days.
    if verdict == .mayPass {
      pass(3 * 86_400, bench)
      try leave(bench, verdict)
    }
    #expect(try state(bench) == .unknown && record(bench).reason == "words")
    #expect(try bench.journal.head() == HistoryHead())
    #expect(bench.change(.depart(retry)).changed == 1)
    try leave(bench, .sent)
    #expect(try state(bench) == .sent)
    #expect(try bench.isAtRest())
  }

  @Test func `J24: whatever is done, what has left is never a draft again`() throws {
    var random = SplitMix(24)
    var left = 0
    for life in 0..<(sweepsAreWhole ? 400 : 20) {
      let bench = try bench(hold: 0)
      var hasLeft = false
      for step in 0..<25 {
        pass(Int64(step) * 10_000, bench)
        try live(bench, &random, &hasLeft)
        let state = try state(bench)
        #expect(!hasLeft || state != .draft, "life \(life), step \(step)")
        if hasLeft { left += 1 }
      }
      #expect(try bench.isAtRest(), "life \(life)")
    }
    #expect(left > 150)
  }

  /// Does something of all that can be done about the message.
  private func live(
    _ bench: EngineBench,
    _ random: inout SplitMix,
    _ hasLeft: inout Bool
  ) throws {
    let steps = try bench.journal.steps(HistoryFilter()).filter { $0.kind == .action }.map(\.id)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: _ = send(bench, archiving: .random(using: &random))
    case 3: _ = bench.undo()
    case 4: _ = bench.redo()
    case 5: _ = bench.change(.depart(DepartureRequest(.cancel, [id])))
    case 6: _ = bench.change(.depart(DepartureRequest(.retry, [id])))
    case 7:
      if let step = steps.randomElement(using: &random) { _ = bench.turn(.revert, step) }
    case 8:
      if let step = steps.randomElement(using: &random) { _ = bench.turn(.reapply, step) }
    case 9:
      // An editor only opens what is a draft.
      if try state(bench) == .draft { try bench.journal.noteEdit(of: id) }
    default:
      let verdicts: [DeliveryVerdict] = [.sent, .unknown, .unknown, .notSent, .mayPass]
      guard let verdict = verdicts.randomElement(using: &random),
        let leaving = try bench.journal.leave(id)
      else { return }
      let end = DeliveryEnd(exit: 1, errors: "words")
      #expect(try bench.journal.end(leaving, as: verdict, end, context: bench.context))
      hasLeft = hasLeft || [.sent, .unknown].contains(verdict)
    }
  }

  @Test func `W19: a person says that a message has left of which nobody knows`() throws {
    let bench = try bench(hold: 0)
    _ = send(bench)
    #expect(try !bench.journal.declareSent(id, context: bench.context))
    try leave(bench, .unknown)
    #expect(try bench.journal.declareSent(id, context: bench.context))
    #expect(try state(bench) == .sent)
    #expect(try bench.journal.step(StepID(1))?.left?.end == .sent)
    #expect(try bench.isAtRest())
  }

  @Test func `J23: what an open undo names does not leave before it is settled`() throws {
    let bench = try bench(hold: 0)
    _ = send(bench, archiving: true)
    bench.faults.next = [.advance(.done)]
    #expect(bench.undo().isUnfinished)
    #expect(try state(bench) == .held && bench.journal.leave(id) == nil)
    bench.look()
    #expect(try state(bench) == .draft && bench.journal.leave(id) == nil)
    #expect(try bench.isAtRest())
  }

  @Test(arguments: [.write, .end, .close] as [Faults.Call])
  func `W16: an undo that comes to nothing lets the message wait until a person says so`(
    call: Faults.Call
  ) throws {
    let bench = try bench(hold: 0)
    _ = send(bench, archiving: true)
    let sent = try bench.mail.dump()
    bench.faults.next = [call]
    #expect(bench.undo().kind == .failed)
    bench.look()
    #expect(try bench.mail.dump() == sent)
    #expect(try state(bench) == .held && record(bench).waiting == nil)
    pass(1_000_000, bench)
    #expect(try bench.journal.leave(id) == nil)
    #expect(try bench.journal.release(id, at: nil))
    #expect(try bench.journal.leave(id)?.state == .leaving)
    #expect(try bench.isAtRest())
  }

  @Test(arguments: [.write, .end, .close] as [Faults.Call])
  func `W16: a sending that comes to nothing leaves the draft`(call: Faults.Call) throws {
    let bench = try bench(hold: 0)
    let before = try bench.mail.dump()
    bench.faults.next = [call]
    #expect(send(bench, archiving: true).kind == .failed)
    bench.look()
    #expect(try state(bench) == .draft && bench.mail.dump() == before)
    #expect(try bench.isAtRest())
  }

  @Test func `W16: a text that was changed since does not leave by redo, nor by a later undo`()
    throws
  {
    let bench = try bench(hold: 0)
    _ = send(bench)
    _ = bench.undo()
    try bench.journal.noteEdit(of: id)
    let redone = bench.redo()
    #expect(redone.changed == 0 && redone.skipped.map(\.reason) == [.changedSince])
    #expect(try state(bench) == .draft)
    #expect(send(bench).changed == 1)
    #expect(bench.undo().changed == 1)
    #expect(try state(bench) == .draft && bench.journal.leave(id) == nil)
    #expect(try bench.isAtRest())
  }

  @Test func `W22: what may pass is tried again by the wall clock, for three days`() throws {
    let bench = try bench(hold: 0)
    _ = send(bench)
    try leave(bench, .mayPass)
    #expect(try state(bench) == .held && record(bench).attempts == 1)
    #expect(try bench.journal.head().undo?.left == nil, "it can be taken back")
    pass(59, bench)
    #expect(try bench.journal.leave(id) == nil)
    pass(60, bench)
    try leave(bench, .mayPass)
    pass(60 + 119, bench)
    #expect(try bench.journal.leave(id) == nil)
    pass(3 * 86_400, bench)
    try leave(bench, .mayPass)
    #expect(try state(bench) == .draft && record(bench).reason == "words")
    #expect(try bench.isAtRest())
  }

  @Test
  func `W18: pruning keeps what has not come to its end, and an older index says nothing of it`()
    throws
  {
    let bench = try bench(hold: 0)
    _ = send(bench)
    bench.act(.addTag("a"))
    bench.act(.addTag("b"))
    _ = try bench.journal.prune(PrunePolicy(groups: 1), at: 5)
    #expect(try bench.journal.step(StepID(1)) != nil)
    try leave(bench, .sent)
    try bench.journal.noteFiled(id)
    _ = try bench.journal.prune(PrunePolicy(groups: 1), at: 5)
    #expect(try bench.journal.step(StepID(1)) == nil && bench.journal.verify() == [])
    #expect(try state(bench) == .sent && record(bench).isFiled)
  }
}
