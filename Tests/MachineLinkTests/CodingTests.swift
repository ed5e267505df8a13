import TestSupport
import Testing
import TriageCore

@testable import MachineLink

@Suite struct CodingTests {
  @Test func `SHA-256 is the standard's, and the digest of a set depends on no order`() {
    let digest = SHA256.digest(of: Array("abc".utf8))
    #expect(
      digest.prefix(8) == [0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA] && digest.count == 32
    )
    let uids = (0..<20).map { _ in UniqueID.fresh() }
    #expect(SetDigest(of: uids) == SetDigest(of: uids.reversed()))
    #expect(SetDigest(of: uids) != SetDigest(of: uids.dropLast()))
    #expect(SetDigest(of: uids.prefix(1)).bytes == SHA256.digest(of: uids[0].bytes))
  }

  @Test func `any step comes back as it was, alone and among others`() throws {
    var random = SplitMix(17)
    for _ in 0..<300 {
      let steps = (0..<Int.random(in: 1...5, using: &random)).map { _ in step(&random) }
      var (sender, receiver) = (StepSender(), StepReceiver(at: 1_000_000))
      var back: [SharedStep] = []
      for step in steps {
        try sender.add(step) { contents throws(WireError) in
          back += try receiver.steps(of: contents)
        }
      }
      try sender.flush { contents throws(WireError) in back += try receiver.steps(of: contents) }
      try receiver.finish(sender.sent)
      #expect(back == steps)
    }
  }

  @Test func `a claim takes few bytes`() {
    var random = SplitMix(3)
    var step = step(&random)
    step.claims = (0..<3_000).map { number in
      Claim(Pair(MessageID("\(number)@example.org"), "todo"), found: false, wanted: true)
    }
    var (sender, count) = (StepSender(), 0)
    sender.add(step) { count += $0.count }
    sender.flush { count += $0.count }
    // Three for the claim, the rest for the Message-ID, once.
    #expect(count < 3_000 * (3 + 1 + 16) + 1_000)
  }

  @Test func `a name of another release is an unknown one`() throws {
    var writer = WireWriter()
    for bytes: [UInt8] in [[], [200], [200, 1, 2, 3], [0, 5]] {
      writer.add(bytes.count)
      writer.add(raw: bytes)
    }
    var deep = ActionName.custom("x")
    for _ in 0..<100 { deep = .revert(of: deep) }
    writer.add(deep)
    var reader = WireReader(writer.bytes)
    for _ in 0..<4 { #expect(try reader.actionName() == .unknown("")) }
    _ = try reader.actionName()
    try reader.finish()
  }

  @Test func `what else is told comes back as it was`() throws {
    let peer = MachineName(.fresh(), "desk")
    let greeting = MachineGreeting(
      peer,
      nonce: .fresh(),
      wall: 5,
      clock: 4,
      horizon: 3,
      peers: [MachineName(.fresh(), "a"), MachineName(.fresh(), "")]
    )
    let hello = Hello(greeting, carrier: "77", isDryRun: true)
    #expect(try Hello(hello.contents, at: 6) == hello)
    let summary = MergeSummary(
      groups: 300,
      changed: 7,
      skipped: Outcome.allCases.map {
        MessageOutcome(message: "m@example.org", outcome: $0, changed: false)
      },
      foundMore: true
    )
    #expect(try MergeSummary(summary.contents) == summary)
    let failure = TriageFailure(.locked, "notmuch (1)", "")
    #expect(try Failed.failure(Failed.contents(failure)) == failure)
    let claims = (0..<12_345).map { number in
      Claim(
        Pair(MessageID("\(number)"), MailTag("t\(number % 9_000)")),
        found: number % 2 == 0,
        wanted: number % 3 == 0
      )
    }
    let frames = Differences.frames(claims)
    #expect(try frames.flatMap { try Differences.claims($0) } == claims)
    let same = claims.filter(\.found).map(\.pair)
    #expect(try Agreement.pairs(Agreement.contents(Set(same), of: claims), of: claims) == same)
    #expect(throws: WireError.bad("agreeing: count")) { try Agreement.pairs([0], of: claims) }
  }

  // MARK: Random steps

  private func step(_ random: inout SplitMix) -> SharedStep {
    func number(_ most: Int64 = 1_000_000) -> Int64 { .random(in: 0...most, using: &random) }
    func uids() -> [UniqueID] { (0..<number(3)).map { _ in .fresh() } }
    let clock = number()
    var step = SharedStep(
      uid: .fresh(),
      clock: clock,
      machine: MachineName(.fresh(), random.flip() ? "Schreibtisch ✉" : ""),
      kind: StepKind.allCases.randomElement(using: &random) ?? .action,
      at: number() - 500_000,
      origin: StepOrigin.allCases.randomElement(using: &random) ?? .shell
    )
    if step.kind.rawValue == "merge" { step.kind = .external }
    step.made = .random(in: clock...1_000_000, using: &random)
    step.of = random.flip() ? .fresh() : nil
    step.name = random.flip() ? name(&random, depth: 0) : nil
    step.actions = random.flip() ? ["archive", "add-tag:todo"] : []
    (step.background, step.planned) = (random.flip(), random.flip())
    step.echo = random.flip() ? [.fresh(): 0, .fresh(): step.made] : nil
    step.touched = random.flip() ? number() : nil
    step.turns = uids().map { SharedTurn($0, lifting: random.flip() ? uids() : nil) }
    step.claims = (0..<number(20)).map { _ in
      Claim(
        Pair(MessageID("\(number(9))@example.org"), MailTag("t\(number(5))")),
        found: random.flip(),
        wanted: random.flip()
      )
    }
    step.moves = (0..<number(4)).map { _ in
      SharedMove(
        MessageID("\(number(9))@example.org"),
        content: (0..<32).map { _ in UInt8(number(255)) },
        found: random.flip() ? "" : "a b/c",
        wanted: MailFolder("f\(number(3))")
      )
    }
    return step
  }

  private func name(_ random: inout SplitMix, depth: Int) -> ActionName {
    let action = NamedAction(
      id: "add-tag",
      argument: random.flip() ? "todo" : nil,
      titles: random.flip() ? ["en": "Do", "ru": "Делать"] : [:]
    )
    let inner = { (random: inout SplitMix) in self.name(&random, depth: depth + 1) }
    switch Int.random(in: depth < 4 ? 0...12 : 4...12, using: &random) {
    case 0: return .revert(of: inner(&random))
    case 1: return .reapply(of: inner(&random))
    case 2, 3: return .restore(to: -5, after: inner(&random))
    case 4: return .action(action)
    case 5: return .pair(action, action)
    case 6: return .several(action, others: 3)
    case 7: return .all(action, .sender, "a@example.org")
    case 8: return .custom("x\u{1B}[31m")
    case 9: return .reverts(400)
    case 10: return .restore(to: 1 << 40)
    case 11: return .lost(2)
    default: return .unknown("{\"kind\":\"later\"}")
    }
  }
}
