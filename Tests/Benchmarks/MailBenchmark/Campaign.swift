import Glibc

/// A run of the benchmark from the corpus to the table.
struct Campaign {
  let options: Options

  init(_ options: Options) throws {
    self.options = options
    guard Program.isInstalled("notmuch") else {
      throw Failure("notmuch is not installed: there is nothing to compare with")
    }
    guard Files.exists(options.mulligan) else {
      throw Failure(
        "\(options.mulligan) is not there: swift build -c release --static-swift-stdlib"
      )
    }
  }

  /// Measures all goals on a corpus, as far as peers and corpora are there, as often as asked.
  func run(on folder: String) throws {
    let start = ContinuousClock.now
    var runs: [Results] = []
    for number in 1...options.runs {
      runs.append(try withScratch { try measure(folder, $0) })
      tell("run \(number) ended after \((ContinuousClock.now - start) / .seconds(1)) s")
    }
    let table = Table(runs: runs)
    let heading = try heading(folder)
    let text = [heading, table.text, table.growth].joined(separator: "\n\n")
    print(text)
    if !table.misses.isEmpty { print("\nmissed: \(table.misses.joined(separator: ", "))") }
    guard options.records else { return }
    let title = "Time and memory beside the peer: shorter is better"
    try Files.write(Plot(runs: runs, title: title).svg, to: "fixtures/pictures/speed.svg")
    try Page.renew("Tests/Benchmarks/README.md", "goals", with: text)
    try Page.renew("README.md", "speed", with: "\(heading)\n\n\(table.summary)")
  }

  /// Makes mail to answer and measures what writing costs.
  func writing() throws {
    try repeatedly("writing") { scratch in
      let corpus = WritingMaker(folder: scratch)
      try corpus.make()
      var results = Results()
      WritingMeasures(
        corpus: corpus,
        mulligan: Files.absolute(options.mulligan),
        rounds: options.rounds,
        idle: options.idle,
        isWanted: options.wants
      )
      .measure(&results)
      return results
    }
  }

  /// Makes sealed mail and measures what it costs.
  func seals() throws {
    try repeatedly("seals") { scratch in
      let corpus = SealMaker(folder: scratch)
      try corpus.make()
      defer { try? corpus.endAgent() }
      var results = Results()
      try SealMeasures(
        corpus: corpus,
        mulligan: Files.absolute(options.mulligan),
        rounds: options.rounds,
        scratch: "\(scratch)/our",
        isWanted: options.wants
      )
      .measure(&results)
      return results
    }
  }

  /// Measures what mail that sleeps, senders, habits and totals cost, on a corpus.
  func later(_ folder: String) throws {
    let corpus = try Corpus(folder)
    try repeatedly("later") { scratch in
      var results = Results()
      LaterMeasures(
        bench: try bench(corpus, scratch),
        historyMaker: historyMaker,
        isWanted: options.wants
      )
      .measure(&results)
      return results
    }
  }

  /// Makes machines with the same mail and measures what it costs to have one history on them.
  func machines() throws {
    try repeatedly("machines") { scratch in
      var results = Results()
      try MachineMeasures(
        mulligan: Files.absolute(options.mulligan),
        rounds: options.rounds,
        scratch: scratch,
        historyMaker: historyMaker,
        isWanted: options.wants
      )
      .measure(&results)
      return results
    }
  }

  /// Measures as often as asked, and prints the table; renews that of a name if that is wanted.
  private func repeatedly(_ name: String, _ measure: (String) throws -> Results) throws {
    let table = Table(runs: try (1...options.runs).map { _ in try withScratch(measure) })
    print(table.text)
    if !table.misses.isEmpty { print("\nmissed: \(table.misses.joined(separator: ", "))") }
    guard options.records else { return }
    try Page.renew("Tests/Benchmarks/README.md", name, with: table.text)
  }

  /// Makes a small corpus and measures what only needs `notmuch`; `false` if something has
  /// become far slower or larger than it should be.
  func gross() throws -> Bool {
    let folder = try Files.temporaryFolder()
    defer { _ = try? Program(arguments: ["rm", "-rf", folder], environment: [:]).run() }
    let start = ContinuousClock.now
    // The corpus is another process's work: memory this one had would count as its children's.
    let maker = ["/proc/self/exe", "corpus", "\(folder)/corpus", "10000"]
    _ = try Program(arguments: maker, environment: Spawning.environment).run()
    print("10,000 messages made and indexed in \(((.now - start) / .seconds(1)).short) s")
    let results = try withScratch { scratch in
      let bench = try bench(try Corpus("\(folder)/corpus"), scratch)
      var results = Results()
      bench.measureReading(&results)
      bench.measureTagging(&results)
      bench.measureFlags(&results)
      bench.measurePlan(&results)
      return results
    }
    let table = Table(runs: [results], isGross: true)
    print(table.text)
    print("measured in \(((.now - start) / .seconds(1)).short) s")
    if table.misses.isEmpty { return true }
    print("far from the goal: \(table.misses.joined(separator: ", "))")
    return false
  }

  private func measure(_ folder: String, _ scratch: String) throws -> Results {
    let bench = try bench(try Corpus(folder), scratch)
    var results = Results()
    let parts: [(name: String, measure: (inout Results) -> Void)] = [
      ("reading", bench.measureReading), ("tagging", bench.measureTagging),
      ("flags", bench.measureFlags), ("plan", bench.measurePlan),
      ("screen", bench.measureScreen), ("counts", bench.measureCounts),
      ("sorting", bench.measureSorting),
      ("rest", { results in bench.measureRest(idle: options.idle, &results) }),
      ("batch", bench.measureBatch),
      ("growth", { results in measureGrowth(bench, scratch, &results) }),
      ("history", { results in bench.measureHistory(maker: historyMaker, &results) }),
    ]
    for part in parts where options.wants(part.name) {
      let start = ContinuousClock.now
      part.measure(&results)
      tell("\(part.name): \((ContinuousClock.now - start) / .seconds(1)) s")
    }
    return results
  }

  private func measureGrowth(_ main: Bench, _ scratch: String, _ results: inout Results) {
    guard !options.beside.isEmpty else {
      return results.lack(["T2", "T3b"], "no larger corpus was named")
    }
    var benches = [main]
    for folder in options.beside {
      do {
        let corpus = try Corpus(folder)
        benches.append(try bench(corpus, "\(scratch)/\(corpus.count)"))
      } catch {
        tell("not measured: \(error)")
      }
    }
    benches.sort { $0.corpus.count < $1.corpus.count }
    GrowthMeasures(benches: benches, main: main).measure(&results)
  }

  /// The program beside this one that makes long histories.
  private var historyMaker: String {
    let own = Files.absolute("/proc/self/exe")
    let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
    return "\(folder)/HotPathBenchmark"
  }

  private func heading(_ folder: String) throws -> String {
    let programs = ["notmuch", "alot"].filter { Program.isInstalled($0) }
    let versions = try programs.map { name in
      let line =
        try Program(arguments: [name, "--version"], environment: Spawning.environment)
        .lines().first ?? ""
      return "\(name) \(line.split(separator: " ").last ?? "")"
    }
    let count = try Corpus(folder).count.grouped
    return "\(count) messages, \(versions.joined(separator: ", ")), medians:"
  }

  private func withScratch(_ body: (String) throws -> Results) throws -> Results {
    let scratch = try Files.temporaryFolder()
    defer { _ = try? Program(arguments: ["rm", "-rf", scratch], environment: [:]).run() }
    return try body(scratch)
  }

  private func bench(_ corpus: Corpus, _ scratch: String) throws -> Bench {
    try Bench(
      corpus,
      mulligan: Files.absolute(options.mulligan),
      rounds: options.rounds,
      scratch: scratch
    )
  }
}

/// Says on standard error how far a run is, and what it lacks.
func tell(_ text: String) {
  let bytes = Array("\(text)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
