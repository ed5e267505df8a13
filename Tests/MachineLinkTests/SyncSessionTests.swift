import MachineLink
import TestSupport
import Testing
import TriageCore

/// Both ends over real pipes; the stores are in memory.
@Suite struct SyncSessionTests {
  private let message = MessageID("m@example.org")
  private let other = MessageID("n@example.org")

  private func machines() -> (laptop: MemoryMachine, desk: MemoryMachine) {
    let mail: [MessageID: Set<MailTag>] = [message: ["inbox"], other: ["inbox"]]
    return (MemoryMachine("laptop", mail), MemoryMachine("desk", mail))
  }

  @Test func `steps go both ways, and both machines have the same answers`() throws {
    let (laptop, desk) = machines()
    laptop.act(message, "spam", true)
    laptop.act(message, "inbox", false)
    desk.act(other, "later", true)
    let ends = SyncBench().run(laptop, desk)
    let (near, far) = (try ends.near.get(), try ends.far.get())
    #expect(try laptop.uids() == desk.uids())
    #expect(laptop.tags == desk.tags)
    #expect(desk.tags == [message: ["spam"], other: ["inbox", "later"]])
    #expect((near.here.groups, near.there.groups) == (1, 2))
    #expect((far.here.groups, far.there.groups) == (2, 1))
    #expect((near.here.changed, near.there.changed) == (1, 1))
    #expect(near.rounds == 1)
    #expect(near.peer.name == "desk")
    #expect(far.peer.name == "laptop")
    #expect(!near.isCarried)
  }

  @Test func `a sync with nothing to do still has both sides settle and look`() throws {
    let (laptop, desk) = machines()
    let near = try SyncBench().run(laptop, desk).near.get()
    #expect(near.rounds == 1)
    for machine in [laptop, desk] {
      #expect(machine.calls == ["greeting", "begin", "absorb", "merge", "absorb", "finish"])
    }
  }

  @Test func `what other programs change meanwhile makes a further round`() throws {
    let (laptop, desk) = machines()
    laptop.act(message, "spam", true)
    var looks = 0
    desk.interfere = { [message] call in
      guard call == "absorb" else { return }
      looks += 1
      // After the first round.
      if looks == 2 { desk.tags[message]?.insert("later") }
    }
    let near = try SyncBench().run(laptop, desk).near.get()
    #expect(near.rounds == 2)
    #expect(laptop.tags == desk.tags)
    #expect(laptop.tags[message] == ["inbox", "spam", "later"])
  }

  @Test func `five rounds are enough, or it is not settled`() {
    let (laptop, desk) = machines()
    var count = 0
    desk.interfere = { [message] call in
      guard call == "absorb" else { return }
      count += 1
      desk.tags[message]?.insert(MailTag("t\(count)"))
    }
    let ends = SyncBench().run(laptop, desk)
    #expect(ends.near.failure?.code == .notSettled)
    #expect(ends.far.failure?.code == .notSettled)
    #expect(laptop.calls.filter { $0 == "merge" }.count == 5)
    #expect(laptop.calls.last == "absorb")
  }

  @Test func `mail is carried by the end that asked, after both have noted it`() throws {
    let (laptop, desk) = machines()
    var bench = SyncBench()
    bench.carry = { [message, other] () throws(TriageFailure) in
      #expect(laptop.calls.last == "carry")
      #expect(desk.calls.last == "carry")
      // Both are equal in this, and each has something of its own besides.
      for machine in [laptop, desk] { machine.tags[message]?.insert("carried") }
      laptop.tags[other]?.insert("mine")
    }
    let ends = bench.run(laptop, desk)
    #expect(try ends.near.get().isCarried)
    #expect(try ends.far.get().isCarried)
    #expect(laptop.carried == [Pair(message, "carried")])
    #expect(desk.carried == [Pair(message, "carried")])
  }

  @Test func `mail that could not be carried ends both sides after their writes`() {
    let (laptop, desk) = machines()
    laptop.act(message, "spam", true)
    var bench = SyncBench()
    bench.carry = { () throws(TriageFailure) in
      throw TriageFailure(.carryFailed, "desk", "muchsync", "exit 1")
    }
    let ends = bench.run(laptop, desk)
    #expect(ends.near.failure == TriageFailure(.carryFailed, "desk", "muchsync", "exit 1"))
    #expect(ends.far.failure?.code == .peerFailed)
    #expect(ends.far.failure?.arguments.prefix(2) == ["laptop", "carry-failed"])
    #expect(desk.tags[message] == ["inbox", "spam"])
    #expect(!laptop.calls.contains("finish") && !desk.calls.contains("finish"))
  }

  @Test func `a dry run counts and writes nothing`() throws {
    let (laptop, desk) = machines()
    laptop.act(message, "spam", true)
    desk.act(other, "later", true)
    desk.act(message, "later", true)
    var bench = SyncBench()
    bench.isDryRun = true
    let ends = bench.run(laptop, desk)
    #expect(try (ends.near.get().there.groups, ends.near.get().here.groups) == (1, 2))
    #expect(try ends.far.get().here.groups == 1)
    for machine in [laptop, desk] { #expect(machine.calls == ["greeting", "each"]) }
    let points = bench.near.points.all.filter { $0 != "sync-alive" }
    #expect(points == ["sync-opening", "sync-hello", "sync-want", "sync-counts"])
  }

  @Test func `a step of more names than a frame may have goes over whole`() throws {
    let (laptop, desk) = machines()
    var step = laptop.newStep(.action)
    step.claims = (0..<25_000).map {
      Claim(Pair(MessageID("\($0)@example.org"), "todo"), found: false, wanted: true)
    }
    step.moves = (0..<12_000).map { number in
      SharedMove(
        MessageID("\(number)@example.org"),
        content: [UInt8](repeating: UInt8(number % 256), count: 32),
        found: "a",
        wanted: MailFolder("b/\(number)")
      )
    }
    laptop.add(step)
    let later = laptop.act(message, "spam", true)
    let bench = SyncBench()
    _ = try bench.run(laptop, desk).near.get()
    #expect(try desk.uids() == [step.uid, later.uid])
    #expect(desk.steps[step.uid] == step)
    #expect(desk.steps[later.uid] == later)
    #expect(bench.near.points.all.filter { $0 == "sync-steps" }.count > 4)
  }

  @Test func `whoever works for long is heard of meanwhile, on both sides`() throws {
    let (laptop, desk) = machines()
    let bench = SyncBench()
    for (machine, side) in [(laptop, bench.near), (desk, bench.far)] {
      machine.interfere = { call in
        guard call == "merge" else { return }
        let beats = side.points.beats
        while side.points.beats < beats + 3 { yieldThread() }
      }
    }
    _ = try bench.run(laptop, desk).near.get()
    #expect(bench.near.points.beats >= 3 && bench.far.points.beats >= 3)
  }
}

// MARK: - Who is refused

@Suite struct SyncRefusalTests {
  @Test func `another protocol or form of histories is named on both sides`() {
    for (number, schema) in [(UInt32(2), UInt32(17)), (1, 18)] {
      var bench = SyncBench()
      bench.far.opening = Opening(number: number, schema: schema, version: "0.2.0")
      let ends = bench.run(MemoryMachine("laptop"), MemoryMachine("desk"))
      let (ours, theirs) = ("0.1.0 (1.17)", "0.2.0 (\(number).\(schema))")
      #expect(ends.near.failure == TriageFailure(.peerNewer, "desk", theirs, ours))
      #expect(ends.far.failure == TriageFailure(.peerOlder, "", ours, theirs))
    }
  }

  @Test func `a machine does not sync with itself`() {
    var bench = SyncBench()
    bench.admit = { [nonce = bench.near.nonce] greeting throws(TriageFailure) in
      if greeting.nonce == nonce { throw TriageFailure(.sameMachine, greeting.machine.name) }
    }
    let ends = bench.run(MemoryMachine("laptop"), MemoryMachine("laptop"))
    #expect(ends.near.failure == TriageFailure(.sameMachine, "desk"))
    #expect(ends.far.failure?.code == .sameMachine)
  }

  @Test func `M17 of two copies of a history the one that asked takes a new id`() throws {
    let (laptop, desk) = (MemoryMachine("laptop"), MemoryMachine("desk"))
    laptop.name = MachineName(desk.name.id, "laptop")
    let copied = desk.newStep(.action)
    for machine in [laptop, desk] { machine.add(copied) }
    let old = desk.name.id
    _ = try SyncBench().run(laptop, desk).near.get()
    #expect(desk.name.id == old && laptop.name.id != old)
    #expect(desk.met == [laptop.name])
    #expect(laptop.met == [desk.name])
    #expect(try desk.uids() == [copied.uid])
  }

  @Test func `two machines of one muchsync id are refused`() {
    var bench = SyncBench()
    bench.near.carrier = "77"
    bench.far.carrier = "77"
    let (laptop, desk) = (MemoryMachine("laptop"), MemoryMachine("desk"))
    let ends = bench.run(laptop, desk)
    #expect(ends.near.failure == TriageFailure(.sameMuchsync, "desk"))
    #expect(ends.far.failure == TriageFailure(.sameMuchsync, "laptop"))
    #expect(laptop.calls == ["greeting"] && desk.calls == ["greeting"])
  }

  @Test func `times of day that lie a day apart are refused`() {
    let (laptop, desk) = (MemoryMachine("laptop"), MemoryMachine("desk"))
    desk.wall += 86_400_000
    let ends = SyncBench().run(laptop, desk)
    #expect(ends.near.failure == TriageFailure(.clockSkew, "desk"))
    #expect(ends.far.failure?.code == .clockSkew)
  }

  @Test func `a lock that is held there is told here, and by whom`() {
    let (laptop, desk) = (MemoryMachine("laptop"), MemoryMachine("desk"))
    desk.interfere = { call throws(TriageFailure) in
      if call == "absorb" { throw TriageFailure(.locked, "notmuch (4711)") }
    }
    let ends = SyncBench().run(laptop, desk)
    #expect(ends.near.failure == TriageFailure(.peerLocked, "desk", "locked", "notmuch (4711)"))
    #expect(ends.far.failure == TriageFailure(.locked, "notmuch (4711)"))
    #expect(!laptop.calls.contains("merge"))
  }

  @Test func `a failure there is another one before our write and after it`() {
    for (call, code) in [("begin", FailureCode.noPeer), ("finish", .peerFailed)] {
      let (laptop, desk) = (MemoryMachine("laptop"), MemoryMachine("desk"))
      desk.interfere = { name throws(TriageFailure) in
        if name == call { throw TriageFailure(.diskFull, "/var") }
      }
      let near = SyncBench().run(laptop, desk).near.failure
      #expect(near?.code == code)
      #expect(near?.arguments.suffix(2) == ["disk-full", "/var"])
    }
  }
}

// MARK: - Kills

@Suite struct SyncKillTests {
  private let messages = (0..<4).map { MessageID("\($0)@example.org") }

  @Test(arguments: [true, false])
  func `M12 a stream that is cut at any frame leaves nothing half, and the next sync converges`(
    cutsNear: Bool
  ) throws {
    var frame = 0
    while true {
      let mail = Dictionary(uniqueKeysWithValues: messages.map { ($0, Set<MailTag>(["inbox"])) })
      let (laptop, desk) = (MemoryMachine("laptop", mail), MemoryMachine("desk", mail))
      laptop.act(messages[0], "spam", true)
      desk.act(messages[1], "later", true)
      desk.tags[messages[2]]?.insert("outside")
      var bench = SyncBench()
      bench.carry = { () throws(TriageFailure) in }
      if cutsNear { bench.near.cutAfter = frame } else { bench.far.cutAfter = frame }
      let ends = bench.run(laptop, desk)
      let isWhole = ends.near.failure == nil && ends.far.failure == nil
      for (end, machine) in [(ends.near, laptop), (ends.far, desk)] {
        guard let failure = end.failure else { continue }
        let hasWritten = machine.calls.contains("merge")
        let codes: Set<FailureCode> =
          hasWritten ? [.peerFailed, .badFrame] : [.noPeer, .badFrame]
        #expect(codes.contains(failure.code), "frame \(frame): \(failure)")
      }
      _ = try SyncBench().run(desk, laptop).near.get()
      #expect(try laptop.uids() == desk.uids(), "frame \(frame)")
      #expect(laptop.tags == desk.tags, "frame \(frame)")
      #expect(desk.tags[messages[0]] == ["inbox", "spam"], "frame \(frame)")
      #expect(laptop.tags[messages[2]] == ["inbox", "outside"], "frame \(frame)")
      if isWhole { break }
      frame += 1
    }
    #expect(frame > 10)
  }
}
