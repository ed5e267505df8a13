import Foundation
import TestSupport
import Testing
import TriageCore

@testable import MachineLink

/// What a far side sends that is no Mulligan, or a broken one, byte by byte.
@Suite struct BadInputTests {
  /// The end that a session talks to, in bytes.
  private final class Script: ByteStream, @unchecked Sendable {
    private let lock = NSLock()
    private var rest: [UInt8]
    private(set) var written: [UInt8] = []

    init(_ bytes: [UInt8]) {
      rest = bytes
    }

    func read(within time: Duration) throws(WireError) -> [UInt8] {
      lock.lock()
      defer { lock.unlock() }
      guard !rest.isEmpty else { throw .ended }
      // In small pieces, as from a slow line.
      defer { rest.removeFirst(min(7, rest.count)) }
      return Array(rest.prefix(7))
    }

    func write(_ bytes: [UInt8], within time: Duration) throws(WireError) {
      lock.lock()
      defer { lock.unlock() }
      written += bytes
    }
  }

  private let bench = SyncBench()
  private static let wall: Int64 = 1_000_000_000_000
  private static let peer = MachineName(UniqueID(high: 7, low: 7), "desk")

  private func frame(_ kind: FrameKind, _ contents: [UInt8] = []) -> [UInt8] {
    FrameForm.length(1 + contents.count) + [kind.rawValue] + contents
  }

  private func hello(
    wall: Int64 = wall,
    clock: Int64 = wall,
    horizon: Int64 = 0
  ) -> [UInt8] {
    let greeting = MachineGreeting(
      Self.peer,
      nonce: .fresh(),
      wall: wall,
      clock: clock,
      horizon: horizon
    )
    return frame(.hello, Hello(greeting, carrier: "", isDryRun: false).contents)
  }

  private var opening: [UInt8] { Opening(schema: 17, version: "0.1.0").frame }

  /// Gives the near side these bytes after the opening, and returns why it gives up; the store must have
  /// got nothing of it.
  private func refusal(_ bytes: [UInt8]...) -> TriageFailure? {
    raw(opening + bytes.joined())
  }

  private func raw(_ bytes: [UInt8]) -> TriageFailure? {
    let machine = MemoryMachine("laptop", ["m@example.org": ["inbox"]])
    let session = SyncSession(
      near: Script(bytes),
      machine,
      with: "desk",
      bench.surroundings(bench.near, machine)
    )
    let result = Result { () throws(TriageFailure) in try session.run(carrying: nil) }
    #expect(!machine.calls.contains("merge"))
    return result.failure
  }

  /// Steps that the far side sends in the first round, its digest being right.
  private func refusal(ofSteps contents: [UInt8]..., end: SetDigest? = nil) -> TriageFailure? {
    var other = SetDigest()
    other.insert(.fresh())
    return refusal(
      hello(),
      frame(.ready, Digests.contents(other)),
      frame(.want),
      contents.flatMap { frame(.steps, $0) },
      end.map { frame(.end, Digests.contents($0)) } ?? []
    )
  }

  private func step(_ change: (inout SharedStep) -> Void = { _ in }) -> SharedStep {
    var step = SharedStep(
      uid: .fresh(),
      clock: Self.wall,
      machine: Self.peer,
      kind: .action,
      at: Self.wall / 1000,
      origin: .screen
    )
    step.claims = [Claim(Pair("m@example.org", "spam"), found: false, wanted: true)]
    change(&step)
    return step
  }

  private func contents(_ steps: SharedStep...) -> [UInt8] {
    var (sender, all): (StepSender, [UInt8]) = (StepSender(), [])
    for step in steps { sender.add(step) { all += $0 } }
    sender.flush { all += $0 }
    return all
  }

  // MARK: The beginning

  @Test func `whatever is no Mulligan is shown with its first line`() {
    let banner = Array("\n  Welcome to desk\r\nLast login: today\n".utf8)
    #expect(raw(banner) == TriageFailure(.noPeer, "desk", "line", "Welcome to desk"))
    let short = Array("mulligan: not found".utf8)
    #expect(raw(short) == TriageFailure(.noPeer, "desk", "line", "mulligan: not found"))
    #expect(raw([]) == TriageFailure(.noPeer, "desk"))
    // The engine's greeting is another one.
    let engine: [UInt8] =
      [0, 0, 0, 17] + Array("mulligan".utf8) + [0, 0, 0, 1] + Array("0.1.0".utf8)
    #expect(raw(engine)?.code == .noPeer)
  }

  @Test func `a stream that ends after the opening is no peer`() {
    #expect(refusal() == TriageFailure(.noPeer, "desk"))
  }

  @Test func `clocks out of reach are refused`() {
    let day = Hello.day
    let wrong: [(wall: Int64, clock: Int64)] = [
      (Self.wall + day, Self.wall), (Self.wall - day, 0), (Self.wall, Self.wall + day + 1),
      (Self.wall, -1), (Self.wall, (1 << 62) + 1), (.max, 0), (.min, 0), (-1, 0),
    ]
    for (wall, clock) in wrong {
      #expect(refusal(hello(wall: wall, clock: clock)) == TriageFailure(.clockSkew, "desk"))
    }
  }

  @Test func `a horizon that is ahead of every clock is refused`() {
    for horizon in [Self.wall + 1, -1] {
      #expect(
        refusal(hello(horizon: horizon)) == TriageFailure(.badFrame, "desk", "hello: horizon")
      )
    }
  }

  // MARK: Frames

  @Test func `a half frame, a long one, none and an unknown one are refused`() {
    let whole = hello()
    for end in 1..<whole.count {
      #expect(refusal(Array(whole.prefix(end))) == TriageFailure(.badFrame, "desk", "half"))
    }
    let most = 64 << 20
    #expect(refusal(FrameForm.length(most + 1))?.arguments.last == "length \(most + 1)")
    #expect(refusal([0, 0, 0, 0])?.arguments.last == "length 0")
    #expect(refusal([0, 0, 0, 1, 99])?.arguments.last == "kind 99")
    #expect(refusal([0, 0, 0, 2, 0, 0])?.arguments.last == "alive: longer")
    #expect(refusal(frame(.hello, [1, 2, 3]))?.arguments.last == "half")
    #expect(refusal(hello(), frame(.ready, Digests.contents(SetDigest()) + [0]))?.code == .badFrame)
  }

  @Test(arguments: FrameKind.allCases)
  func `a frame out of order is refused`(kind: FrameKind) {
    guard kind != .ready, kind != .alive, kind != .failed else { return }
    #expect(
      refusal(hello(), frame(kind)) == TriageFailure(.badFrame, "desk", "\(kind): order")
    )
  }

  @Test func `what says that a side is alive may stand anywhere`() {
    let alive = frame(.alive)
    #expect(refusal(alive, hello(), alive, alive, frame(.bye))?.arguments.last == "bye: order")
  }

  // MARK: Steps

  @Test func `a count or digest that is not that of the steps is refused`() {
    let step = step()
    for end in [SetDigest(), SetDigest(of: [.fresh()]), SetDigest(of: [step.uid, .fresh()])] {
      #expect(refusal(ofSteps: contents(step), end: end)?.arguments.last == "end: digest")
    }
  }

  @Test func `a step that comes twice, or only half, is refused`() {
    let step = step()
    #expect(
      refusal(ofSteps: contents(step), contents(step))?.arguments.last == "step: twice"
    )
    var half = contents(step)
    half[half.count - 1] = 0
    #expect(
      refusal(ofSteps: half, end: SetDigest(of: [step.uid]))?.arguments.last == "step: half"
    )
    #expect(refusal(ofSteps: half, contents(self.step()))?.arguments.last == "step: half")
  }

  @Test func `more claims than ten million are refused`() throws {
    var receiver = StepReceiver(at: Self.wall, mostClaims: 3)
    _ = try receiver.steps(of: contents(step(), step()))
    _ = try receiver.steps(of: contents(step()))
    #expect(throws: WireError.bad("claims")) { try receiver.steps(of: contents(step())) }
    #expect(StepReceiver.mostClaims == 10_000_000)
  }

  @Test func `a name that is not among the names is refused`() {
    var names = NameTable()
    _ = names.index(of: MessageID("m@example.org"))
    var frame = WireWriter()
    names.write(to: &frame)
    let all = contents(step())
    // The steps of one frame behind the names of another.
    var table = NameTable()
    _ = table.index(of: Self.peer)
    _ = table.index(of: MessageID("m@example.org"))
    _ = table.index(of: MailTag("spam"))
    var prefix = WireWriter()
    table.write(to: &prefix)
    #expect(all.starts(with: prefix.bytes))
    let wrong = frame.bytes + all.dropFirst(prefix.bytes.count)
    #expect(refusal(ofSteps: wrong) == TriageFailure(.badFrame, "desk", "name 0"))
  }

  @Test func `more than ten thousand names are refused`() {
    var frame = WireWriter()
    frame.add(list: Array(0...NameTable.most)) { $0.add("\($1)") }
    for _ in 0..<3 { frame.add(0) }
    #expect(refusal(ofSteps: frame.bytes)?.arguments.last == "names")
  }

  @Test(arguments: ["", "-spam", "a\nb", "a\u{1B}[31m", String(repeating: "x", count: 201)])
  func `F a bad tag is refused, and none is sent`(tag: String) {
    var frame = WireWriter()
    frame.add(0)
    frame.add(list: [tag]) { $0.add($1) }
    for _ in 0..<2 { frame.add(0) }
    #expect(refusal(ofSteps: frame.bytes) == TriageFailure(.badFrame, "desk", "tag"))
    let step = step { step in
      step.claims.append(Claim(Pair("m@example.org", MailTag(tag)), found: true, wanted: false))
    }
    var receiver = StepReceiver(at: Self.wall)
    #expect((try? receiver.steps(of: contents(step)))?.first?.claims.count == 1)
  }

  @Test(arguments: [
    "..", "a/../b", "/etc", "a//b", "a/", ".", "a/./b", "a\0b", ".notmuch/xapian", "a/.notmuch",
    String(repeating: "d", count: 238),
  ])
  func `a folder that is not below the mail root is refused`(folder: String) {
    let step = step { step in
      step.moves = [
        SharedMove(
          "m@example.org",
          content: [UInt8](repeating: 1, count: 32),
          found: "INBOX",
          wanted: MailFolder(folder)
        )
      ]
    }
    #expect(refusal(ofSteps: contents(step)) == TriageFailure(.badFrame, "desk", "folder"))
  }

  @Test func `a text that is no UTF-8, and an empty Message-ID, are refused`() {
    for (text, what) in [([2, 0xC3, 0x28], "text"), ([0], "message"), ([2, 0x61, 0], "message")] {
      let contents = [1] + text.map { UInt8($0) } + [0, 0, 0]
      #expect(refusal(ofSteps: contents)?.arguments.last == what)
    }
  }

  @Test func `steps with clocks out of reach are refused`() {
    let day = Hello.day
    let changes: [(inout SharedStep) -> Void] = [
      { $0.clock = -1 },
      { ($0.clock, $0.made) = (Self.wall + day + 1, Self.wall + day + 1) },
      { $0.made = Self.wall + day + 1 },
      { $0.touched = -1 },
      { $0.touched = (1 << 62) + 1 },
    ]
    for change in changes {
      #expect(refusal(ofSteps: contents(step(change))) == TriageFailure(.clockSkew, "desk"))
    }
  }

  @Test func `what a step's machine had seen is not ahead of its clock`() {
    for clock in [Self.wall + 1, -1] {
      let step = step { $0.echo = [.fresh(): clock] }
      #expect(refusal(ofSteps: contents(step))?.arguments.last == "step: seen")
    }
    #expect(
      refusal(ofSteps: contents(step { $0.made = Self.wall - 1 }))?.arguments.last == "step: made"
    )
  }

  @Test func `uids that are half or doubled are refused`() {
    var other = SetDigest()
    other.insert(.fresh())
    let ready = frame(.ready, Digests.contents(other))
    let uid = UniqueID.fresh().bytes
    for (contents, what) in [(Array(uid.dropLast()), "want: half"), (uid + uid, "want: twice")] {
      #expect(refusal(hello(), ready, frame(.want, contents))?.arguments.last == what)
    }
  }

  @Test func `random bytes never do more than be refused`() {
    var random = SplitMix(22)
    let seeds = [contents(step(), step { $0.name = .revert(of: .custom("x")) }), hello()]
    for seed in seeds {
      for _ in 0..<2_000 {
        var bytes = seed
        for _ in 0...Int.random(in: 0...4, using: &random) {
          let index = Int.random(in: bytes.indices, using: &random)
          bytes[index] = .random(in: 0...255, using: &random)
        }
        var receiver = StepReceiver(at: Self.wall)
        _ = try? receiver.steps(of: bytes)
        _ = try? Hello(bytes, at: Self.wall)
        _ = try? MergeSummary(bytes)
        _ = try? Failed.failure(bytes)
        _ = try? Differences.claims(bytes)
      }
    }
  }
}
