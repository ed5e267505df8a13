import Glibc

/// Measures snoozing, waking, whole senders, rules from habits and totals on a corpus, beside notmuch.
struct LaterMeasures {
  let bench: Bench
  /// The program beside this one that makes long histories.
  let historyMaker: String
  /// Whether a goal is to be measured.
  let isWanted: (String) -> Bool

  /// When mail is put away here, until when, and that time.
  private static let evening = "2026-11-23T18:00:00Z"
  private static let tag = "snoozed/2026-11-24T08:00Z"
  private static let morning = "2026-11-24T08:00:00Z"

  func measure(_ results: inout Results) {
    let parts: [([String], (inout Results) throws -> Void)] = [
      (["L-S1a", "L-S1b"], measureSleep), (["L-S2"], measureRefresh),
      (["L-S3a", "L-S3b", "L-S5a", "L-S5b"], measureHistory), (["L-S4"], measureSender),
    ]
    for (goals, measure) in parts where goals.contains(where: isWanted) {
      results.attempt(goals, measure)
    }
  }

  private var notmuch: Notmuch { bench.corpus.notmuch }

  private func ours(at time: String, _ words: String...) -> Program {
    var program = Program(arguments: [bench.mulligan] + words, environment: bench.environment)
    program.environment["MULLIGAN_CLOCK"] = time
    program.environment["TZ"] = "UTC"
    return program
  }

  private func milliseconds(_ program: Program) throws -> Double {
    try program.run().seconds * 1_000
  }

  // MARK: Snoozing and waking

  /// A set put away and brought back, in turn by ours and by notmuch, which is told the same changes.
  private func measureSleep(_ results: inout Results) throws {
    guard let size = bench.corpus.batch else { throw Failure("the corpus has no set") }
    let set = Corpus.query(size)
    let time = String(Self.tag.dropFirst("snoozed/".count))
    let ours = (
      self.ours(at: Self.evening, "apply", "--yes", "snooze:\(time)", "--", set),
      self.ours(at: Self.morning, "wake", "--yes")
    )
    let peer = (
      notmuch.program("tag", "+snoozed", "+\(Self.tag)", "-inbox", "--", set),
      notmuch.program("tag", "-snoozed", "-\(Self.tag)", "+inbox", "+woken", "--", set)
    )
    var times: [[(Double, Double)]] = [[], []]
    for round in 0..<bench.rounds {
      for place in round % 2 == 0 ? [0, 1] : [1, 0] {
        let (there, back) = place == 0 ? ours : peer
        let asleep = try milliseconds(there)
        try check(size, "\(set) and tag:snoozed and tag:\(Self.tag) and not tag:inbox")
        let awake = try milliseconds(back)
        try check(size, "\(set) and tag:inbox and tag:woken and not tag:snoozed")
        times[place].append((asleep, awake))
        _ = try notmuch.program("tag", "-woken", "--", set).run()
      }
    }
    results.note("L-S1a", median(times[0].map(\.0)), median(times[1].map(\.0)))
    results.note("L-S1b", median(times[0].map(\.1)), median(times[1].map(\.1)))
  }

  /// A command that does nothing must not pass as a fast one.
  private func check(_ size: Int, _ query: String) throws {
    let count = try notmuch.count(query)
    guard count == size else { throw Failure("\(query): \(count) of \(size)") }
  }

  // MARK: Refreshing

  private static let refreshes = 200

  /// What a refresh of the same list takes more of the processor, of screen and engine together, with
  /// 1,000 messages asleep elsewhere of which none is due.
  private func measureRefresh(_ results: inout Results) throws {
    let set = Corpus.query(1_000)
    guard [1_000, 10_000].allSatisfy(bench.corpus.sets.contains) else {
      throw Failure("the corpus has no sets of 1,000 and 10,000")
    }
    func tag(_ change: String) throws {
      let words = ["\(change)snoozed", "\(change)snoozed/2099-01-01T00:00Z"]
      _ = try notmuch.program("tag", words[0], words[1], "--", set).run()
    }
    defer { try? tag("-") }
    var times: [[Double]] = [[], []]
    for _ in 0..<bench.rounds {
      for asleep in [0, 1] {
        try tag(asleep == 1 ? "+" : "-")
        times[asleep].append(try refresh())
      }
    }
    guard let without = median(times[0]), let with = median(times[1]) else { return }
    results.note("L-S2", with - without)
  }

  /// The milliseconds of the processor that a refresh takes.
  private func refresh() throws -> Double {
    let elsewhere = "\(Corpus.query(10_000)) and not \(Corpus.query(1_000))"
    let client = try Client(bench.player(elsewhere).arguments, bench.environment)
    _ = try client.waitForList()
    client.settle()
    let before = client.tree.processorTime
    for _ in 0..<Self.refreshes {
      _ = client.press("=", within: .milliseconds(20)) { _, _ in false }
    }
    client.settle()
    return (client.tree.processorTime - before) * 1_000 / Double(Self.refreshes)
  }

  // MARK: A long history

  /// A history of 10,000 groups over all mail, with three habits in it: suggested are those, with and
  /// without what is known of lists; and the totals by day and list.
  private func measureHistory(_ results: inout Results) throws {
    guard Files.exists(historyMaker) else { throw Failure("\(historyMaker) is not there") }
    let bench = try Bench(
      bench.corpus,
      mulligan: bench.mulligan,
      rounds: bench.rounds,
      scratch: "\(bench.scratch)/habits"
    )
    let later = LaterMeasures(bench: bench, historyMaker: historyMaker, isWanted: isWanted)
    try later.makeHistory()
    defer { try? later.takeBack() }
    let suggest = bench.ours("suggest", "--json")
    var times: [String: [Double]] = [:]
    for _ in 0..<bench.rounds {
      _ = try Program(arguments: ["rm", "-rf", "\(bench.scratch)/cache"], environment: [:]).run()
      times["new", default: []].append(try milliseconds(suggest))
      times["known", default: []].append(try milliseconds(suggest))
      times["day", default: []].append(try milliseconds(bench.ours("history", "--by", "day")))
      // What no rule could come of was not looked at before.
      _ = try bench.ours("history", "--by", "list").run()
      times["list", default: []].append(try milliseconds(bench.ours("history", "--by", "list")))
    }
    let found = try suggest.lines().count
    guard found == Self.habits else { throw Failure("\(found) rules are suggested") }
    results.note("L-S3a", median(times["new"] ?? []))
    results.note("L-S3b", median(times["known"] ?? []))
    results.note("L-S5a", median(times["day"] ?? []))
    results.note("L-S5b", median(times["list"] ?? []))
  }

  private static let habits = 3
  private static let groups = 10_000

  private func makeHistory() throws {
    // What was done last to a sender's mail is what it is a habit of.
    let others = (0..<Self.habits).map { "not from:news\($0)@n.example" }.joined(separator: " and ")
    let all = try notmuch.program("search", "--output=messages", "--exclude=false", others).lines()
    let input = "\(bench.scratch)/ids"
    try Files.write(all.map { $0.dropFirst(3) + "\n" }.joined(), to: input)
    let lock = "\(bench.corpus.folder)/mail/.notmuch/xapian"
    let maker = [historyMaker, "history", lock, "\(Self.groups)"]
    _ = try Program(arguments: maker, environment: bench.environment, input: input).run()
    for number in 0..<Self.habits { try plant(number) }
  }

  /// The mail of a sender is archived unread, three messages on each of five days; that is in no set.
  private func plant(_ number: Int) throws {
    let query = "from:news\(number)@n.example and not tag:set1 and not tag:set100"
    let search = notmuch.program("search", "--output=messages", "--limit=15", query)
    let ids = try search.lines()
    guard ids.count == 15 else { throw Failure("\(query): \(ids.count) messages") }
    let mine = ids.joined(separator: " or ")
    _ = try notmuch.program("tag", "+inbox", "+unread", "+habit", "--", mine).run()
    for day in 0..<5 {
      let some = ids[(3 * day)..<(3 * day + 3)].joined(separator: " or ")
      let archive = ours(at: Self.daysAgo(day), "apply", "--yes", "archive", "--", some)
      _ = try archive.run()
    }
  }

  private static func daysAgo(_ days: Int) -> String {
    "\(MailDate.day(time(nil) - 86_400 * days))T00:00:01Z"
  }

  /// The planted mail is as the corpus has it, or the next run plants it anew.
  private func takeBack() throws {
    _ = try notmuch.program("tag", "-habit", "--", "tag:habit").run()
  }

  // MARK: A sender

  /// All mail of the sender on top selected, from a list of all mail.
  private func measureSender(_ results: inout Results) throws {
    var times: [Double] = []
    for _ in 0..<bench.rounds {
      let client = try Client(bench.player("*").arguments, bench.environment)
      _ = try client.waitForList()
      client.settle()
      guard let time = client.press("ws", until: { $1.shows("Esc ") && $1.shows(" from ") }) else {
        let last = client.screen.rows.suffix(3).joined(separator: "\n")
        throw Failure("nothing was selected:\n\(last)")
      }
      times.append(time * 1_000)
    }
    results.note("L-S4", median(times))
  }
}
