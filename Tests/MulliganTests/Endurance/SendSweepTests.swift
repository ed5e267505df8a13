import Foundation
import Outbox
import TestSupport
import Testing

/// Messages that leave while processes are killed: each call that makes something durable, at random
/// times, and with two senders at once.
///
/// With `MULLIGAN_FULL_SWEEP` set every point is tried.
@Suite(.serialized) struct SendSweepTests {
  /// What is killed, and what was before.
  enum Verb: String, CaseIterable {
    case send
    case undo
    case redo
    case run
    case retry

    var words: [String] {
      switch self {
      case .send: SendSweep.send
      case .undo: ["undo"]
      case .redo: ["redo", "--yes"]
      case .run: ["outbox", "run"]
      case .retry: ["outbox", "retry", "--yes", "1"]
      }
    }
  }

  @Test(arguments: Verb.allCases)
  func `F1 W20: killed at any durable call a message has left once, or not, or nobody knows`(
    verb: Verb
  ) throws {
    let sweep = try SendSweep()
    let counts = try sweep.counts(of: verb)
    var points = counts.sorted { $0.key < $1.key }.flatMap { call, count in
      (1...count).map { (call, $0) }
    }
    #expect(points.count > 3)
    var random = SplitMix(UInt64(verb.words.count) + UInt64(points.count))
    if !sweepsAreWhole { points = Array(points.shuffled(using: &random).prefix(3)) }
    var killed = 0
    for (call, number) in points {
      try sweep.prepare(verb)
      let base = sweep.site.delivered.count
      // How often pages are written differs a little from run to run.
      if try sweep.run(verb.words, killedAt: call, number) { killed += 1 }
      // Who settles is killed, too.
      _ = try sweep.run(["history", "recover"], killedAt: "fdatasync", 1 + number % 2)
      try sweep.check("\(verb), \(call) \(number)", deliveredBefore: base)
    }
    #expect(killed * 2 > points.count)
    print("send sweep: \(killed) of \(points.count) points of \(verb)")
  }

  @Test(arguments: [Verb.run, .retry])
  func `F1 W20: a delivery program that is killed as it starts has perhaps sent`(
    verb: Verb
  ) throws {
    let sweep = try SendSweep()
    try sweep.prepare(verb)
    let base = sweep.site.delivered.count
    #expect(try sweep.runKillingDelivery(verb.words) != 9, "we live on")
    try sweep.site.waitForSender()
    #expect(try sweep.site.states() == ["unknown"])
    #expect(sweep.site.delivered.count == base)
    try sweep.check("\(verb), execve", deliveredBefore: base)
    #expect(sweep.site.delivered.count == base)
  }

  @Test func `J22 F2: of two senders one sends, and at the edge undo wins or it does`()
    throws
  {
    let site = try SendSite(hold: 1)
    var random = SplitMix(19)
    var ends: [String: Int] = [:]
    for round in 1...(sweepsAreWhole ? 200 : 6) {
      let before = site.delivered.count
      #expect(try site.send().status == 0)
      let senders = try (0..<2).map { _ in try site.mail.start(["outbox", "run", "--wait"]) }
      pause(for: .milliseconds(Int.random(in: 700...1_300, using: &random)))
      if round.isMultiple(of: 3) { senders.first.map { _ = kill($0.processIdentifier, SIGKILL) } }
      let undone = try site.mail.mulligan("undo", "--json")
      senders.forEach { $0.waitUntilExit() }
      try site.waitForSender()
      // What a killed sender has left is found by the next one.
      try waitUntil("all is decided") {
        _ = try site.mail.mulligan("outbox", "run")
        let state = try site.states().last
        return state != "held" && state != "leaving"
      }
      let state = try #require(try site.states().last)
      let copies = site.delivered.count - before
      switch state {
      case "draft": #expect(copies == 0, "round \(round): \(undone)")
      case "sent": #expect(copies == 1, "round \(round): \(undone)")
      default: #expect(copies <= 1, "round \(round): \(undone)")
      }
      ends[state, default: 0] += 1
      try site.waitForSender()
    }
    #expect(try site.mail.mulligan("history", "verify").status == 0)
    print("two senders and an undo: \(ends)")
  }
}

/// A mailbox on which processes that send are killed.
private struct SendSweep {
  static let calls = ["rename", "renameat2", "link", "unlink", "fdatasync", "fsync", "pwrite64"]
  static let send = ["reply", "--send", "--archive", "--hold", "300", "id:m3@example.org"]
  private static let restart = [
    "MULLIGAN_BOOT": "before", "MULLIGAN_CLOCK": "2020-01-01T00:00:00Z",
  ]
  private static let text = "my words\n"

  let site: SendSite
  /// What anybody sees of the mail before and after the message was held.
  let before: [String]
  let after: [String]

  init() throws {
    site = try SendSite()
    before = try site.mail.dump()
    try site.mail.save(as: "start")
    try #require(try site.mail.mulligan(Self.send, input: Self.text).status == 0)
    after = try site.mail.dump()
    try #require(before != after)
    try site.endHolder()
  }

  /// Does something while no process that sends can be started.
  private func withoutSender(_ body: () throws -> Void) throws {
    // Before there is a history nothing can be sent.
    guard let lock = site.senderLock else { return try body() }
    var held: OutboxLock?
    try waitUntil("nobody sends") {
      try site.endSender()
      held = try OutboxLock(lock)
      return held != nil
    }
    try withExtendedLifetime(held, body)
  }

  /// Brings the mailbox to where a verb begins; nobody sends then.
  func prepare(_ verb: SendSweepTests.Verb) throws {
    try site.endSender()
    try site.mail.restore("start")
    func run(_ words: [String], with variables: [String: String] = [:]) throws {
      let run = try site.mail.mulligan(words, input: Self.text, with: variables)
      try #require([0, 3].contains(run.status), "\(run)")
      // Whoever holds a message has started a process that sends.
      if words == Self.send { try site.endHolder() } else { try site.endSender() }
    }
    switch verb {
    case .send: break
    case .undo: try run(Self.send)
    case .redo:
      try run(Self.send)
      try run(["undo"])
    case .run: try run(Self.send, with: Self.restart)
    case .retry:
      try site.exits(74)
      // Neither `--wait`, which sends itself, nor a look at the outbox, which starts who sends: the
      // process that does not come to send would come after all this.
      let base = site.delivered.count
      let words = ["reply", "--send", "--archive", "--hold", "0", "id:m3@example.org"]
      try #require(try site.mail.mulligan(words, input: Self.text).status == 0)
      try waitUntil("it has perhaps left") { site.delivered.count > base }
      try site.waitForSender()
      try #require(try site.states() == ["unknown"])
      try site.exits(0)
    }
  }

  /// How often a verb makes each call.
  func counts(of verb: SendSweepTests.Verb) throws -> [String: Int] {
    try prepare(verb)
    let log = "\(site.mail.folder)/calls"
    let run = try site.mail.mulligan(
      verb.words,
      input: Self.text,
      under: ["strace", "-qq", "-o", log, "-e", "trace=\(Self.calls.joined(separator: ","))"]
    )
    try #require(run.status == 0, "\(run)")
    let names = try String(contentsOfFile: log, encoding: .utf8).lines.map { line in
      String(line.prefix { $0 != "(" })
    }
    return Dictionary(grouping: names.filter(Self.calls.contains)) { $0 }.mapValues(\.count)
  }

  /// Runs a verb that is killed at the n-th call; returns whether it was.
  func run(_ words: [String], killedAt call: String, _ number: Int) throws -> Bool {
    let run = try site.mail.mulligan(
      words,
      input: Self.text,
      under: [
        "strace", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):signal=KILL:when=\(number)",
      ]
    )
    return run.status == 9
  }

  /// Runs a verb whose delivery program is killed at its first call; returns how the verb ended.
  func runKillingDelivery(_ words: [String]) throws -> Int32 {
    try site.mail.mulligan(
      words,
      under: [
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", "\(site.mail.folder)/sendmail", "-e",
        "trace=execve", "-e", "inject=execve:signal=KILL",
      ]
    ).status
  }

  /// Checks what must hold after a kill, and after settling.
  func check(_ point: String, deliveredBefore base: Int) throws {
    // A sender that is at work meanwhile has steps under way, which are not interrupted.
    try withoutSender {
      let recovery = try site.mail.mulligan("history", "recover")
      #expect(recovery.status == 0, "\(point): \(recovery)")
      #expect(
        try site.mail.mulligan("history", "recover").output == "Nothing was interrupted\n",
        "\(point)"
      )
      try state(point, base)
    }
    // Whoever sends next decides on what was cut off, and files what has left.
    try site.endSender()
    try waitUntil("\(point): nothing is on its way") {
      _ = try site.mail.mulligan("outbox", "run")
      let items = try site.outbox()
      return items.allSatisfy { item in
        item["state"] as? String != "leaving"
          && (item["state"] as? String != "sent" || item["filed"] as? Bool == true)
      }
    }
    try state("\(point), sent again", base)
    try site.endSender()
    let verified = try site.mail.mulligan("history", "verify")
    #expect(verified.status == 0, "\(point): \(verified.output)")
    try site.mail.notmuch("new")
    #expect(try site.mail.count("tag:new") == 0, "\(point)")
  }

  private func state(_ point: String, _ base: Int) throws {
    let copies = site.delivered.count - base
    let tags = try site.mail.dump().filter { !$0.contains("+sent") }
      .map { $0.replacing("+replied ", with: "") }
    #expect(tags == before || tags == after, "\(point): \(tags)")
    let items = try site.outbox()
    // The text is there whatever else is, once it was there.
    for item in items where item["filed"] as? Bool == false {
      let id = String(item["id"] as? Int ?? 0)
      let text = try site.mail.mulligan("outbox", "show", id).output
      #expect(text.contains("my words"), "\(point): \(items)")
    }
    #expect(copies <= 1, "\(point): \(items)")
    switch items.first?["state"] as? String {
    case "sent": #expect(copies == 1 || base > 0, "\(point)")
    case "draft", "held", nil: #expect(copies == 0, "\(point): \(items)")
    default: break
    }
  }
}
