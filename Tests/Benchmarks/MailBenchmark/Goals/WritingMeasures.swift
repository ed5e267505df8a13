import Glibc

/// Measures what writing and sending cost, beside `notmuch reply` where that does the same.
struct WritingMeasures {
  let corpus: WritingMaker
  /// The path of our program.
  let mulligan: String
  let rounds: Int
  /// For how many seconds a message is held while its sender is watched.
  let idle: Int
  /// Whether a goal is to be measured.
  let isWanted: (String) -> Bool

  func measure(_ results: inout Results) {
    let parts: [([String], (inout Results) throws -> Void)] = [
      (["W-S1a", "W-S1b"], measureEditor), (["W-S2a", "W-S2b"], measureSending),
      (["W-S3a"], measureLeaving), (["W-S3b", "W-S3c"], measureSender),
      (["W-S4a"], measureReply), (["W-S4b"], measureCompletion), (["W-S5"], measureAttaching),
    ]
    for (goals, measure) in parts where goals.contains(where: isWanted) {
      results.attempt(goals, measure)
      endSender()
    }
  }

  private var environment: [String: String] {
    corpus.notmuch.environment.merging([
      "HOME": "\(corpus.folder)/home", "XDG_STATE_HOME": "\(corpus.folder)/state",
      "XDG_CONFIG_HOME": "\(corpus.folder)/config",
    ]) { $1 }
  }

  private func ours(_ words: String..., input: String = "/dev/null") -> Program {
    Program(arguments: [mulligan] + words, environment: environment, input: input)
  }

  /// The screen on a kind of mail, when its list is there.
  private func client(_ name: String) throws -> Client {
    let client = try Client([mulligan, "read", "tag:\(name)"], environment)
    _ = try client.wait("the list") { $0.shows("Ann") }
    client.settle()
    return client
  }

  /// Presses keys until the screen is as wished; returns the milliseconds.
  private func press(
    _ keys: String,
    _ client: Client,
    _ wish: String,
    until isSo: (TerminalScreen) -> Bool
  ) throws -> Double {
    guard let time = client.press(keys, until: { isSo($1) }) else {
      throw Failure("not seen, \(wish):\n\(client.screen.rows.joined(separator: "\n"))")
    }
    return time * 1_000
  }

  private static func isPage(_ screen: TerminalScreen) -> Bool {
    screen.shows("y Send") && screen.shows("The answer.")
  }

  private static func isHeld(_ screen: TerminalScreen) -> Bool {
    screen.shows("leaves in") && !screen.shows("y Send")
  }

  // MARK: The screen

  private func measureEditor(_ results: inout Results) throws {
    try corpus.configure(hold: 3_000, editor: "editor")
    let client = try client("large")
    var (begins, ends): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds * 3 {
      begins.append(try press("r", client, "the editor") { $0.shows(WritingMaker.editing) })
      client.settle()
      ends.append(try press("\r", client, "the page") { $0.shows("y Send") })
      client.settle()
      _ = try press("x", client, "the list") { !$0.shows("y Send") && $0.shows("large") }
      client.settle()
    }
    results.note("W-S1a", median(begins))
    results.note("W-S1b", median(ends))
  }

  private func measureSending(_ results: inout Results) throws {
    try corpus.configure(hold: 3_000, editor: "quick")
    let client = try client("short")
    var (sends, keys): ([Double], [Double]) = ([], [])
    for round in 0..<rounds * 20 {
      _ = try press("r", client, "the page", until: Self.isPage)
      // What was written is saved by then.
      client.read(within: .milliseconds(100))
      if round.isMultiple(of: 2) {
        sends.append(try press("y", client, "that it is held", until: Self.isHeld))
      } else {
        keys.append(slowestKey("y", client, until: Self.isHeld))
      }
      client.read(within: .milliseconds(50))
      _ = client.press("j")
    }
    results.note("W-S2a", percentile99(sends))
    results.note("W-S2b", percentile99(keys))
  }

  /// Goes on pressing keys after the first, until the screen is as wished; returns how many milliseconds
  /// the slowest of them took.
  private func slowestKey(
    _ first: String,
    _ client: Client,
    until isSo: (TerminalScreen) -> Bool
  ) -> Double {
    var slowest = (client.press(first, within: .seconds(5)) ?? 5) * 1_000
    for number in 0..<2_000 where !isSo(client.screen) {
      let time = client.press(number.isMultiple(of: 2) ? "j" : "k", within: .seconds(5))
      slowest = max(slowest, (time ?? 5) * 1_000)
    }
    return slowest
  }

  private func measureCompletion(_ results: inout Results) throws {
    try corpus.configure(hold: 3_000, editor: "quick")
    let client = try client("crowd")
    _ = try press("r", client, "the page", until: Self.isPage)
    client.settle()
    _ = try press("t", client, "the field") { $0.shows("To: ") }
    client.settle()
    var times: [Double] = []
    for number in 1...rounds * 2 {
      // The field has who is answered.
      _ = client.press("\u{15}")
      client.settle()
      times += try ["p", "\(number % 9 + 1)", "\(number % 7)"].map { key in
        try press(key, client, "what is typed") { $0.shows("To: p") }
      }
      times.append(try press("\t", client, "an address") { $0.shows("@x.org") })
      client.settle()
    }
    results.note("W-S4b", percentile99(times))
  }

  private func measureAttaching(_ results: inout Results) throws {
    try corpus.configure(hold: 3_000, editor: "quick")
    let client = try client("short")
    var times: [Double] = []
    for _ in 0..<rounds {
      _ = try press("r", client, "the page", until: Self.isPage)
      client.settle()
      _ = client.press("a")
      _ = client.press("\u{15}\(corpus.attachment)")
      client.settle()
      times.append(slowestKey("\r", client) { $0.shows("50 MB") || $0.shows("50.0 MB") })
      _ = try press("q", client, "the list") { !$0.shows("y Send") }
      client.settle()
    }
    results.note("W-S5", times.max())
  }

  // MARK: The sender

  /// From the end of the hold to the program's start, which the file it makes tells.
  private func measureLeaving(_ results: inout Results) throws {
    try corpus.configure(hold: 3_000, editor: "quick")
    _ = try Program(arguments: ["rm", "-rf", corpus.sink], environment: [:]).run()
    try Files.makeFolder(corpus.sink)
    let text = "\(corpus.folder)/text"
    try Files.write("The text.\n", to: text)
    var delays: [Double] = []
    for _ in 0..<rounds {
      let begin = Self.wallClock
      // Nothing is held before this begins, so the delay is rather too long than too short.
      _ = try ours("compose", "--send", "--hold", "1", "--to", "ann@example.org", input: text).run()
      delays.append(try Self.wait { corpus.newest } - begin - 1)
      _ = try Program(arguments: ["rm", "-rf", corpus.sink], environment: [:]).run()
      try Files.makeFolder(corpus.sink)
    }
    results.note("W-S3a", median(delays))
  }

  private func measureSender(_ results: inout Results) throws {
    try corpus.configure(hold: 3_000, editor: "quick")
    // A screen shares with it what of the program is in memory.
    let client = try client("short")
    let text = "\(corpus.folder)/text"
    try Files.write("The text.\n", to: text)
    _ = try ours("compose", "--send", "--to", "ann@example.org", input: text).run()
    let sender = try Self.wait { self.sender }
    client.settle()
    let before = ProcessTree.processor(of: sender)
    sleep(UInt32(idle))
    results.note("W-S3c", (ProcessTree.processor(of: sender) - before) * 60 / Double(idle))
    results.note("W-S3b", ProcessTree.own(of: sender))
  }

  /// The process that sends: it says so in the file that it has locked.
  private var sender: pid_t? {
    let journals = "\(corpus.folder)/state/mulligan/journal"
    for name in Files.names(in: journals) {
      guard let text = Files.read("\(journals)/\(name)/sender.lock"),
        let line = text.split(separator: "\n").first, let process = pid_t(line),
        Files.read("/proc/\(process)/cmdline")?.contains("outbox") == true
      else { continue }
      return process
    }
    return nil
  }

  /// Ends the sender, which waits much longer than anybody here.
  private func endSender() {
    if let sender { kill(sender, SIGKILL) }
  }

  private static func wait<Value>(for value: () throws -> Value?) throws -> Value {
    for _ in 0..<3_000 {
      if let found = try value() { return found }
      usleep(10_000)
    }
    throw Failure("nothing has come in 30 s")
  }

  /// Seconds since 1970.
  private static var wallClock: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: The shell

  private func measureReply(_ results: inout Results) throws {
    let id = "id:short7@writing"
    let peer = corpus.notmuch.program("reply", id)
    var times: [[Double]] = [[], []]
    for round in 0..<rounds * 4 {
      for place in round % 2 == 0 ? [0, 1] : [1, 0] {
        let program = place == 0 ? ours("reply", id) : peer
        times[place].append(try program.run().seconds * 1_000)
      }
    }
    results.note("W-S4a", median(times[0]), median(times[1]))
  }
}

extension WritingMaker {
  /// When the delivery program was started last; `nil` as long as it was not.
  fileprivate var newest: Double? {
    let times = Files.names(in: sink).compactMap { name -> Double? in
      var status = stat()
      guard stat("\(sink)/\(name)", &status) == 0 else { return nil }
      return Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
    }
    return times.max()
  }
}

extension Goal {
  /// Those of writing and sending.
  static let ofWriting: [Goal] = [
    Goal(id: "W-S1a", what: "reply key to the editor, 100 kB", bound: 60, unit: .milliseconds),
    Goal(id: "W-S1b", what: "the editor's end to the page", bound: 60, unit: .milliseconds),
    Goal(id: "W-S2a", what: "send key to the held line, p99", bound: 50, unit: .milliseconds),
    Goal(id: "W-S2b", what: "any key meanwhile, p99", bound: 33, unit: .milliseconds),
    Goal(id: "W-S3a", what: "due to the delivery program", bound: 0.5, unit: .seconds),
    Goal(id: "W-S3b", what: "memory of the sender alone", bound: 10, unit: .megabytes),
    Goal(id: "W-S3c", what: "its processor time in a minute", bound: 0.02, unit: .seconds),
    Goal(id: "W-S4a", what: "reply / notmuch reply", bound: 1.5, unit: .milliseconds),
    Goal(
      id: "W-S4b",
      what: "completing among 50,000 addresses, p99",
      bound: 33,
      unit: .milliseconds
    ),
    Goal(id: "W-S5", what: "any key while 50 MB are attached", bound: 33, unit: .milliseconds),
  ]
}
