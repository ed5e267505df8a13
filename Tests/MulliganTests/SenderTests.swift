import Foundation
import Journal
import Outbox
import TestSupport
import Testing
import TriageCore

@testable import mulligan

/// The one process that lets messages leave, with a program that records what it gets.
@Suite struct SenderTests {
  /// A journal with folders of messages beside it, and a delivery program.
  private final class Site {
    let folder = "\(temporaryFolder)/sender-\(UUID().uuidString)"
    let journal: StepJournal
    var location: JournalLocation { journal.location }
    var outbox: OutboxFolders { OutboxFolders(beside: location.folder) }
    let context = StepContext(origin: .automatic, session: "s", host: "h", pid: 1)

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      journal = try StepJournal.open(JournalLocation(state: folder, lockFolder: "/mail"))
      pass(0)
      try exits(0)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Lets it be so many seconds after the beginning.
    func pass(_ seconds: Int64) {
      journal.moment = {
        MachineMoment(boot: "b", awake: seconds * 1_000_000_000, wall: 1_000 + seconds)
      }
    }

    /// Lets the program note what it gets, and end so.
    func exits(_ code: Int32, _ words: String = "", before more: String = "") throws {
      let text = """
        #!/bin/sh
        printf '%s ' "$@" >> "$HOME/sink"; cat >> "$HOME/sink"; \(more)
        echo '\(words)' >&2; exit \(code)
        """
      try writeProgram(text, to: "\(folder)/sendmail")
    }

    /// What the program has got.
    var sink: [String] {
      (try? String(contentsOfFile: "\(folder)/sink", encoding: .utf8))?.lines ?? []
    }

    /// Makes the next message, and lets it wait to leave.
    @discardableResult
    func hold(for seconds: Int64 = 0) throws -> OutgoingID {
      let folder = try outbox.make(above: nil)
      try folder.write(draft: "x\n")
      try folder.write(wire: Array("wire \(folder.id)\n".utf8), own: nil)
      try folder.write(OutgoingEnvelope(sender: "a@b", recipients: ["to\(folder.id)@b"]))
      let facts = OutgoingFacts(message: MessageID("m\(folder.id)@b"), kind: .new, account: "")
      var record = OutgoingRecord(folder.id, facts)
      record.hold = seconds
      record.place = folder.place(on: "machine")
      try journal.add(record)
      let draft = StepDraft(
        kind: .action,
        name: .action(NamedAction(id: "send")),
        context: StepContext(origin: .shell, session: "s", host: "h", pid: 1),
        at: 1,
        revisionBefore: IndexRevision(uuid: "u", number: 1)
      )
      let recorder = try journal.begin(draft)
      var plan = StepPlan()
      plan.departures = [Departure(record, wanted: .held)]
      try recorder.append(plan)
      _ = try recorder.commit(as: .done)
      return folder.id
    }

    func sender(machine: String = "machine") throws -> Sender? {
      let variables = ["HOME": folder, "PATH": "/usr/bin:/bin"]
      guard let lock = try Sender.lock(of: location) else { return nil }
      return Sender(lock, journal, outbox, machine: machine, context: context) { [folder] _ in
        DeliveryProgram(["\(folder)/sendmail"], timeout: hangGuard, in: variables)
      }
    }

    /// Sends, as soon as no program that another test is just starting has our descriptors.
    func run(machine: String = "machine") throws -> Sender.Rest? {
      var sender: Sender?
      try waitUntil("nobody sends") {
        sender = try self.sender(machine: machine)
        return sender != nil
      }
      return try sender?.run()
    }

    func states() throws -> [OutgoingState] { try journal.outgoing().map(\.state) }
  }

  @Test func `J21: what is due leaves once, in its order, and the rest is waited for`() throws {
    let site = try Site()
    try site.hold()
    try site.hold(for: 20)
    try site.hold()
    #expect(try site.run() == .wait(.seconds(20)))
    #expect(site.sink == ["-- to1@b wire 1", "-- to3@b wire 3"])
    #expect(try site.states() == [.sent, .held, .sent])
    site.pass(19)
    #expect(try site.run() == .wait(.seconds(1)))
    site.pass(20)
    #expect(try site.run() == .nothing)
    #expect(try site.run() == .nothing)
    #expect(site.sink.count == 3)
    #expect(try site.journal.verify() == [])
  }

  @Test func `W-S3: the rest of a hold is known to the moment, not to the second`() throws {
    let site = try Site()
    try site.hold(for: 20)
    site.journal.moment = {
      MachineMoment(boot: "b", awake: 18_750_000_000, wall: 1_018)
    }
    #expect(try site.run() == .wait(.milliseconds(1_250)))
  }

  @Test func `W19: there is one sender, as long as it is there`() throws {
    let site = try Site()
    var first = try site.sender()
    #expect(first != nil)
    #expect(try site.sender() == nil)
    first = nil
    try waitUntil("nobody sends") { try site.sender() != nil }
  }

  @Test(
    arguments: [
      (0, "", OutgoingState.sent, 0), (75, "", .held, 60), (69, "x: 451 later", .held, 60),
      (69, "x: 554 no", .draft, 0), (78, "", .draft, 0), (74, "", .unknown, 0),
    ] as [(Int32, String, OutgoingState, Int64)]
  )
  func `W22: the exit decides what a message becomes`(
    exit: Int32,
    words: String,
    state: OutgoingState,
    seconds: Int64
  ) throws {
    let site = try Site()
    try site.exits(exit, words)
    try site.hold()
    #expect(try site.run() == (seconds > 0 ? .wait(.seconds(seconds)) : .nothing))
    #expect(try site.states() == [state])
    #expect(try site.journal.outgoing().map(\.exit) == [exit])
    #expect(try site.run() != nil && site.sink.count == 1, "it is not handed over again")
  }

  @Test func `W20: what was cut off is unknown as soon as its program has ended, not before`()
    throws
  {
    let site = try Site()
    let id = try site.hold()
    var program = try OutboxLock(site.outbox.folder(id).lock)
    #expect(try site.journal.leave(id) != nil)
    try site.hold()
    #expect(try site.run() == .wait(.seconds(1)), "its program works still, and others go first")
    #expect(try site.states() == [.leaving, .sent])
    #expect(program != nil)
    program = nil
    let lock = site.outbox.folder(id).lock
    try waitUntil("its lock is free") { !OutboxLock.isTaken(lock) }
    #expect(try site.run() == .nothing)
    #expect(try site.states() == [.unknown, .sent] && site.sink == ["-- to2@b wire 2"])
  }

  @Test func `W20: a delivery program inherits its message's lock, and not the sender's`() throws {
    let site = try Site()
    try site.exits(0, before: "ls -l /proc/self/fd > \"$HOME/open\";")
    try site.hold()
    #expect(try site.run() == .nothing)
    let open = try String(contentsOfFile: "\(site.folder)/open", encoding: .utf8)
    #expect(open.contains("/outgoing/1/lock") && !open.contains("sender.lock"))
    let lock = site.outbox.folder(OutgoingID(1)).lock
    try waitUntil("its lock is free") { !OutboxLock.isTaken(lock) }
  }

  @Test func `W18: what was copied, or put back from a backup, waits for a person`() throws {
    let site = try Site()
    let id = try site.hold()
    #expect(try site.run(machine: "another") == .nothing)
    #expect(try site.states() == [.held] && site.journal.outgoing(id)?.waiting == nil)
    #expect(try site.run() == .nothing && site.sink == [])
    let folder = site.outbox.folder(id)
    #expect(try site.journal.release(id, at: folder.place(on: "machine")))
    let copy = folder.path + ".copy"
    try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.copyItem(atPath: copy, toPath: folder.path)
    #expect(try site.run() == .nothing && site.sink == [])
    #expect(try site.journal.release(id, at: folder.place(on: "machine")))
    #expect(try site.run() == .nothing && site.sink.count == 1)
  }

  @Test func `W18: after another start of the machine with its clock set back a hold begins anew`()
    throws
  {
    let site = try Site()
    try site.hold(for: 20)
    site.journal.moment = { MachineMoment(boot: "c", awake: 0, wall: 10) }
    #expect(try site.run() == .wait(.seconds(20)))
    site.journal.moment = { MachineMoment(boot: "c", awake: 20_000_000_000, wall: 5) }
    #expect(try site.run() == .nothing && site.sink.count == 1)
  }

  @Test func `W22: a message without its files has not left`() throws {
    let site = try Site()
    let id = try site.hold()
    try FileManager.default.removeItem(atPath: site.outbox.folder(id).wire)
    #expect(try site.run() == .nothing)
    #expect(try site.states() == [.draft] && site.sink == [])
  }
}
