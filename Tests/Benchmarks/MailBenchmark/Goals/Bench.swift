/// A corpus with the programs that are measured on it.
struct Bench {
  let corpus: Corpus
  /// The path of our program.
  let mulligan: String
  let rounds: Int
  /// Holds the configuration and state of all programs, so that none sees the person's own.
  let scratch: String
  init(_ corpus: Corpus, mulligan: String, rounds: Int, scratch: String) throws {
    self.corpus = corpus
    self.mulligan = mulligan
    self.rounds = rounds
    self.scratch = scratch
    try restoreSets()
    for folder in ["home", "state", "config", "cache", "data"] {
      try Files.makeFolder("\(scratch)/\(folder)")
    }
  }

  var environment: [String: String] { environment(corpus.notmuch) }

  func environment(_ notmuch: Notmuch) -> [String: String] {
    var environment = notmuch.environment
    environment["HOME"] = "\(scratch)/home"
    environment["XDG_STATE_HOME"] = "\(scratch)/state"
    environment["XDG_CONFIG_HOME"] = "\(scratch)/config"
    environment["XDG_CACHE_HOME"] = "\(scratch)/cache"
    environment["XDG_DATA_HOME"] = "\(scratch)/data"
    return environment
  }

  /// The same on the day after the newest mail: who reads mail has some of today.
  var environmentOfToday: [String: String] {
    environment.merging(["MULLIGAN_CLOCK": MailDate.day(Mailing.end) + "T00:00:00Z"]) { $1 }
  }

  /// Our program with some words.
  func ours(_ words: String..., on notmuch: Notmuch? = nil) -> Program {
    Program(
      arguments: [mulligan] + words,
      environment: environment(notmuch ?? corpus.notmuch)
    )
  }

  /// Runs both in turn and returns the middle times in milliseconds; who begins changes.
  func race(
    _ ours: Program,
    _ peer: Program,
    rounds: Int,
    by time: (Program.Run) -> Double = { $0.seconds }
  ) throws -> (ours: Double?, peer: Double?) {
    var times: [[Double]] = [[], []]
    for round in 0..<rounds {
      for place in round % 2 == 0 ? [0, 1] : [1, 0] {
        times[place].append(time(try (place == 0 ? ours : peer).run()) * 1_000)
      }
    }
    return (median(times[0]), median(times[1]))
  }

  /// Puts back the tags of the sets, should a run have been broken off.
  func restoreSets() throws {
    for set in corpus.sets where set <= 10_000 {
      let query = "\(Corpus.query(set)) and not (tag:inbox and tag:unread)"
      if try corpus.notmuch.count(query) > 0 {
        _ = try corpus.notmuch.program("tag", "+inbox", "+unread", "--", query).run()
      }
    }
  }
}
