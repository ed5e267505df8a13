import Glibc

/// Measures what sealed mail costs, beside gpg and notmuch.
struct SealMeasures {
  let corpus: SealMaker
  /// The path of our program.
  let mulligan: String
  let rounds: Int
  /// Holds the program's configuration and state.
  let scratch: String
  /// Whether a goal is to be measured.
  let isWanted: (String) -> Bool

  func measure(_ results: inout Results) throws {
    for folder in ["state", "config", "home"] { try Files.makeFolder("\(scratch)/\(folder)") }
    let parts: [([String], (inout Results) throws -> Void)] = [
      (["K-S1a"], measureFirstScreen), (["K-S1b", "K-S1c", "K-S1d"], measureKeys),
      (["K-S2a", "K-S2b"], measureVerdict), (["K-S3a", "K-S3b"], measureOpening),
      (["K-S4a"], measureShow), (["K-S4b"], measureClear), (["K-S5a", "K-S5b"], measureMemory),
    ]
    for (goals, measure) in parts where goals.contains(where: isWanted) {
      results.attempt(goals, measure)
    }
  }

  private var environment: [String: String] {
    corpus.environment.merging([
      "HOME": "\(scratch)/home", "XDG_STATE_HOME": "\(scratch)/state",
      "XDG_CONFIG_HOME": "\(scratch)/config",
    ]) { $1 }
  }

  private func ours(_ words: String...) -> Program {
    Program(arguments: [mulligan] + words, environment: environment)
  }

  /// The screen on a kind of mail, when its list is there.
  private func client(_ name: String) throws -> Client {
    let client = try Client([mulligan, "read", "tag:\(name)"], environment)
    _ = try client.wait("the list") { $0.shows("ann") || $0.shows("Ann") }
    client.settle()
    return client
  }

  /// Presses a key until a text is shown; returns the milliseconds.
  private func press(_ keys: String, _ client: Client, until text: String) throws -> Double {
    guard let time = client.press(keys, until: { $1.shows(text) }) else {
      throw Failure("\(text) is not shown:\n\(client.screen.rows.joined(separator: "\n"))")
    }
    return time * 1_000
  }

  // MARK: The screen

  /// Until all texts of the window are there: of either kind as many fit.
  private func measureFirstScreen(_ results: inout Results) throws {
    var times: [String: [Double]] = [:]
    for round in 0..<rounds * 4 {
      for (name, text) in round % 2 == 0 ? Self.openings : Self.openings.reversed() {
        try corpus.endAgent()
        let client = try client(name)
        let time = client.press("\r") { _, screen in
          screen.rows.count { $0.contains(text) } == Self.textsOnScreen
        }
        guard let time else { throw Failure("a screen of \(name) is not filled") }
        times[name, default: []].append(time * 1_000)
      }
    }
    results.note("K-S1a", median(times["locked"] ?? []), median(times["brief"] ?? []))
  }

  private static let openings = [("brief", SealMaker.firstLine), ("locked", "Encrypted")]
  private static let textsOnScreen = 4

  private func measureKeys(_ results: inout Results) throws {
    results.note("K-S1b", try slowestKey(in: "signed") { _ in })
    try corpus.endAgent()
    results.note(
      "K-S1c",
      try slowestKey(in: "locked") { client in
        _ = try client.wait("the lock") { $0.shows("Enter unlocks it") }
        _ = try press("\r", client, until: SealMaker.firstLine)
      }
    )
    let agent = try corpus.agent()
    defer { kill(agent, SIGCONT) }
    kill(agent, SIGSTOP)
    results.note("K-S1d", try slowestKey(in: "large") { _ in })
  }

  /// Reads down a thread whose seals are tried meanwhile, and up again.
  private func slowestKey(in name: String, _ prepare: (Client) throws -> Void) throws -> Double? {
    let client = try client(name)
    _ = client.press("\r")
    try prepare(client)
    let times = (0..<400).map { number in
      let time = client.press(number / 100 % 2 == 0 ? "j" : "k", within: .seconds(5))
      client.read(within: .milliseconds(5))
      return (time ?? 5) * 1_000
    }
    return percentile99(times)
  }

  private func measureVerdict(_ results: inout Results) throws {
    let text = "Good signature"
    let part = "\(corpus.folder)/part"
    let verify = corpus.program("gpg", "--verify", "\(part).asc", part)
    var (new, known, peer): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      let client = try client("one")
      // The key is looked up, and GnuPG asked for its version, once.
      _ = try press("\r", client, until: text)
      client.settle()
      _ = client.press("q")
      client.settle()
      _ = client.press("j")
      client.settle()
      new.append(try press("\r", client, until: text))
      client.settle()
      _ = client.press("q")
      client.settle()
      known.append(try press("\r", client, until: text))
      peer.append(try verify.run().seconds * 1_000)
    }
    results.note("K-S2a", median(new), median(peer))
    results.note("K-S2b", median(known))
  }

  private func measureMemory(_ results: inout Results) throws {
    let client = try client("large")
    let before = try memoryOfEngine(client)
    _ = try press("\r", client, until: SealMaker.firstLine)
    for number in 2...SealMaker.count {
      let place = "\(number)/\(SealMaker.count)"
      guard client.press("J", until: { $1.shows(place) && $1.shows(SealMaker.firstLine) }) != nil
      else { throw Failure("message \(number) has not opened") }
    }
    client.settle()
    results.note("K-S5a", try memoryOfEngine(client) - before)
    _ = client.press("q")
    _ = client.press(":")
    _ = client.press("forget\r")
    client.settle()
    results.note("K-S5b", try memoryOfEngine(client) - before)
  }

  private func memoryOfEngine(_ client: Client) throws -> Double {
    let engine = client.tree.members.first {
      Files.read("/proc/\($0)/cmdline")?.contains("\0engine") ?? false
    }
    guard let engine else { throw Failure("there is no engine") }
    return ProcessTree(root: engine).memory
  }

  // MARK: The shell

  private func measureOpening(_ results: inout Results) throws {
    try corpus.endAgent()
    _ = try corpus.agent()
    // Where something is not shown it ends with 3.
    func show(_ name: String) -> Program {
      Program(
        arguments: ["sh", "-c", "\"$0\" show tag:\(name); test $? -le 3", mulligan],
        environment: environment
      )
    }
    let (locked, clear) = try race(show("locked"), show("clear"))
    let perSeal = Double(SealMaker.count)
    results.note("K-S3a", (locked - clear) / perSeal)
    let (keyed, open) = try race(show("keyed"), show("clear"))
    let key = try sessionKey()
    let gpg = corpus.program(
      "gpg",
      "--batch",
      "--override-session-key",
      key,
      "--decrypt",
      "\(corpus.folder)/ann.asc"
    )
    let alone = try (0..<rounds * 3).map { _ in try gpg.run().seconds * 1_000 }
    results.note("K-S3b", (keyed - open) / perSeal, median(alone))
  }

  private func sessionKey() throws -> String {
    let dump = try corpus.program("notmuch", "dump", "--include=properties", "tag:keyed").lines()
    let key = dump.lazy.compactMap { $0.split(separator: "session-key=").last }
      .first { $0.contains("%3a") }
    guard let key else { throw Failure("the index has no session key") }
    return String(key).replacing("%3a", with: ":")
  }

  private func measureShow(_ results: inout Results) throws {
    let peer = corpus.program("notmuch", "show", "--verify", "tag:signed")
    let (mine, theirs) = try race(ours("show", "tag:signed"), peer)
    results.note("K-S4a", mine, theirs)
  }

  private func measureClear(_ results: inout Results) throws {
    let off = ours("show", "--no-verify", "--decrypt", "never", "tag:clear")
    // Both start no program, so the processor's time is all they take: what else runs beside them, which
    // is more than the two hundredths that are looked for, is not counted.
    let (on, without) = try race(ours("show", "tag:clear"), off, rounds: rounds * 8) {
      $0.processor
    }
    results.note("K-S4b", on, without)
  }

  /// Runs both in turn and returns the middle of their times in milliseconds.
  private func race(
    _ one: Program,
    _ other: Program,
    rounds: Int? = nil,
    by time: (Program.Run) -> Double = { $0.seconds }
  ) throws -> (Double, Double) {
    var times: [[Double]] = [[], []]
    for round in 0..<(rounds ?? self.rounds) {
      for place in round % 2 == 0 ? [0, 1] : [1, 0] {
        times[place].append(time(try (place == 0 ? one : other).run()) * 1_000)
      }
    }
    return (median(times[0]) ?? 0, median(times[1]) ?? 0)
  }
}
