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

  /// Measures all goals on a corpus, as far as peers and corpora are there.
  func run(on folder: String) throws {
    let results = try withBench(try Corpus(folder)) { bench in
      var results = Results()
      measure(bench, &results)
      if let larger = options.larger {
        results.attempt(["T2", "T3b"]) { results in
          bench.measureGrowth(try self.bench(try Corpus(larger), bench.scratch), &results)
        }
      } else {
        results.lack(["T2", "T3b"], "no larger corpus was named")
      }
      return results
    }
    let table = Table(results: results)
    print(table.text)
    if let picture = options.picture {
      try Files.write(Plot(results: results, title: title(folder)).svg, to: picture)
    }
    if let page = options.page { try Page.renew(page, with: table.text) }
  }

  private func title(_ folder: String) throws -> String {
    "Time and memory beside the peer, \(try Corpus(folder).count.grouped) messages: shorter is better"
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
    let results = try withBench(try Corpus("\(folder)/corpus")) { bench in
      var results = Results()
      bench.measureReading(&results)
      bench.measureTagging(&results)
      bench.measureFlags(&results)
      bench.measurePlan(&results)
      return results
    }
    let table = Table(results: results, isGross: true)
    print(table.text)
    print("measured in \(((.now - start) / .seconds(1)).short) s")
    if table.misses.isEmpty { return true }
    print("far from the goal: \(table.misses.joined(separator: ", "))")
    return false
  }

  private func measure(_ bench: Bench, _ results: inout Results) {
    if options.wants("reading") { bench.measureReading(&results) }
    if options.wants("tagging") { bench.measureTagging(&results) }
    if options.wants("flags") { bench.measureFlags(&results) }
    if options.wants("plan") { bench.measurePlan(&results) }
    if options.wants("screen") { bench.measureScreen(&results) }
    if options.wants("rest") { bench.measureRest(idle: options.idle, &results) }
    if options.wants("batch") { bench.measureBatch(&results) }
  }

  private func withBench(_ corpus: Corpus, _ body: (Bench) -> Results) throws -> Results {
    let scratch = try Files.temporaryFolder()
    defer { _ = try? Program(arguments: ["rm", "-rf", scratch], environment: [:]).run() }
    let bench = try bench(corpus, scratch)
    try bench.restoreSets()
    return body(bench)
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

extension Int {
  /// The number with commas between its thousands.
  fileprivate var grouped: String {
    if self < 1_000 { return "\(self)" }
    let rest = "\(self % 1_000)"
    return "\((self / 1_000).grouped),\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
