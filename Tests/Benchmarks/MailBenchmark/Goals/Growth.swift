/// How something grows with the size of the mailbox or of the history.
struct Growth {
  let id: String
  let what: String
  let unit: Goal.Unit
  /// What was measured at each size, smallest first.
  var points: [(size: Int, value: Double)] = []

  /// The power of the size that fits best: 0 does not grow, 1 grows as the size does.
  var exponent: Double? {
    let logs = points.filter { $0.value > 0 }.map {
      (logarithm(Double($0.size)), logarithm($0.value))
    }
    guard logs.count > 1 else { return nil }
    let count = Double(logs.count)
    let (x, y) = (logs.reduce(0) { $0 + $1.0 } / count, logs.reduce(0) { $0 + $1.1 } / count)
    let spread = logs.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
    return logs.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / spread
  }
}

/// Mailboxes of several sizes, smallest first, measured with the same programs.
struct GrowthMeasures {
  let benches: [Bench]
  /// The one that all other goals are measured on.
  let main: Bench

  /// Measures ours in all sizes in turn, and T2 and T3b with it.
  func measure(_ results: inout Results) {
    results.attempt(["T2", "T3b"]) { results in
      let (screen, memory) = try screens()
      for growth in [screen, memory] { results.note(growth) }
      guard let last = benches.last, last.corpus.count >= 4 * main.corpus.count else {
        throw Failure("no corpus was named that is five times as large")
      }
      let place = benches.firstIndex { $0.corpus.count == main.corpus.count } ?? 0
      results.note("T2", screen.points.last?.value, screen.points[place].value)
      results.note("T3b", memory.points.last?.value, memory.points[place].value)
    }
    for (set, what) in [(1, "tag 1 message"), (1_000, "tag 1,000 messages")] {
      results.attempt([]) { results in
        var growth = Growth(id: "tag\(set)", what: what, unit: .milliseconds)
        for bench in benches where bench.corpus.sets.contains(set) {
          let times = try bench.tagAndBack(set, rounds: set == 1 ? 5 : 1, withPeer: false).ours
          growth.points.append((bench.corpus.count, times.there ?? 0))
        }
        results.note(growth)
      }
    }
  }

  private func screens() throws -> (Growth, Growth) {
    var found = Array(repeating: Sittings(), count: benches.count)
    for _ in 0..<min(main.rounds, 3) {
      for (place, bench) in benches.enumerated() {
        let client = try Client(bench.player("tag:inbox").arguments, bench.environmentOfToday)
        found[place].full.append(try client.waitForList() * 1_000)
        client.settle()
        found[place].memory.append(client.tree.memory)
      }
    }
    var screen = Growth(id: "screen", what: "first full screen", unit: .milliseconds)
    var memory = Growth(id: "memory", what: "memory, settled", unit: .megabytes)
    for (bench, sittings) in zip(benches, found) {
      screen.points.append((bench.corpus.count, median(sittings.full) ?? 0))
      memory.points.append((bench.corpus.count, median(sittings.memory) ?? 0))
    }
    return (screen, memory)
  }
}

extension Bench {
  /// Histories of 100, 1,000 and 10,000 groups: the newest of them listed, and one more made.
  func measureHistory(maker: String, _ results: inout Results) {
    results.attempt(["history"]) { results in
      guard Files.exists(maker) else { throw Failure("\(maker) is not there") }
      let ids = try corpus.notmuch.program("search", "--output=messages", "tag:inbox").lines()
      let input = "\(scratch)/ids"
      try Files.write(ids.map { $0.dropFirst(3) + "\n" }.joined(), to: input)
      var list = Growth(id: "history", what: "newest 20 of the history", unit: .milliseconds)
      var tag = Growth(id: "group", what: "tag 1 message, one group more", unit: .milliseconds)
      for groups in [100, 1_000, 10_000] {
        let bench = try Bench(
          corpus,
          mulligan: mulligan,
          rounds: rounds,
          scratch: "\(scratch)/history\(groups)"
        )
        let lock = "\(corpus.folder)/mail/.notmuch/xapian"
        _ = try Program(
          arguments: [maker, "history", lock, "\(groups)"],
          environment: bench.environment,
          input: input
        ).run()
        let times = try (0..<5).map { _ in try bench.ours("history", "--limit", "20").run() }
        list.points.append((groups, (median(times.map(\.seconds)) ?? 0) * 1_000))
        let there = try bench.tagAndBack(1, rounds: 5, withPeer: false).ours.there
        tag.points.append((groups, there ?? 0))
      }
      results.note(list)
      results.note(tag)
    }
  }
}
