extension Bench {
  /// C3 to C9: tagging a set and taking it back, beside `notmuch tag` there and back.
  func measureTagging(_ results: inout Results) {
    let goals = [1: ["C3"], 100: ["C4"], 1_000: ["C5", "C7"], 10_000: ["C6", "C8"]]
    for (set, ids) in goals.sorted(by: { $0.key < $1.key }) {
      guard corpus.sets.contains(set) else {
        results.lack(ids, "the corpus is too small for a set of \(set)")
        continue
      }
      results.attempt(ids) { results in
        let both = try tagAndBack(set, rounds: rounds(of: set))
        results.note(ids[0], both.ours.there, both.peer.there)
        if ids.count > 1 { results.note(ids[1], both.ours.back, both.peer.back) }
        if set == corpus.batch { results.note("C9a", both.ours.peak, both.peer.peak) }
      }
    }
    measureWide(&results)
  }

  /// C9b: the peak of 50,000 messages beside that of 10,000, with any change of theirs.
  ///
  /// It is not taken back: the next run changes them the other way.
  private func measureWide(_ results: inout Results) {
    guard corpus.sets.contains(50_000) else {
      return results.lack(["C9b"], "the corpus has no set of 50,000")
    }
    results.attempt(["C9b"]) { results in
      let peaks = try [50_000, 10_000].map { size in
        let query = Corpus.query(size)
        let isTagged = try corpus.notmuch.count("\(query) and tag:wide\(size)") > 0
        let change = "\(isTagged ? "-" : "+")wide\(size)"
        return try ours("tag", "--yes", change, "--", query).run(looksAtMemory: true).peak
      }
      results.note("C9b", peaks[0], peaks[1])
    }
  }

  /// C11: the same while file names follow the tags.
  func measureFlags(_ results: inout Results) {
    let flags = Notmuch(configuration: "\(corpus.folder)/notmuch-config-flags")
    results.attempt(["C11"]) { results in
      guard corpus.sets.contains(1_000), Files.exists(flags.configuration) else {
        throw Failure("the corpus has no set of 1,000 or no configuration with flags")
      }
      // The first time, files move from `new` to `cur`.
      _ = try tagAndBack(1_000, on: flags, rounds: 1, withOurs: false)
      let both = try tagAndBack(1_000, on: flags, rounds: min(rounds, 3))
      results.note("C11", both.ours.there, both.peer.there)
    }
  }

  /// How often a set is written there and back: the larger, the more a single time is worth.
  private func rounds(of set: Int) -> Int {
    set < 1_000 ? max(rounds, 5) : min(rounds, set < 10_000 ? 3 : 2)
  }

  struct Times {
    var there: Double?
    var back: Double?
    var peak: Double?
  }

  /// Tags a set and takes it back, ours and the peer's in turn.
  func tagAndBack(
    _ set: Int,
    on notmuch: Notmuch? = nil,
    rounds: Int,
    withOurs: Bool = true,
    withPeer: Bool = true
  ) throws -> (ours: Times, peer: Times) {
    let index = notmuch ?? corpus.notmuch
    let query = Corpus.query(set)
    let ours = (
      self.ours("tag", "--yes", "-unread", "-inbox", "--", query, on: index),
      self.ours("undo", "--yes", on: index)
    )
    let peer = (
      index.program("tag", "-unread", "-inbox", "--", query),
      index.program("tag", "+unread", "+inbox", "--", query)
    )
    var runs: [[[Program.Run]]] = [[[], []], [[], []]]
    for round in 0..<rounds {
      for place in round % 2 == 0 ? [0, 1] : [1, 0] where place == 0 ? withOurs : withPeer {
        let (there, back) = place == 0 ? ours : peer
        runs[place][0].append(try there.run(looksAtMemory: set >= 1_000))
        try check(set, isTagged: false)
        runs[place][1].append(try back.run())
        try check(set, isTagged: true)
      }
    }
    let times = runs.map { runs in
      Times(
        there: median(runs[0].map { $0.seconds * 1_000 }),
        back: median(runs[1].map { $0.seconds * 1_000 }),
        peak: median(runs[0].map(\.peak))
      )
    }
    return (times[0], times[1])
  }

  /// A command that does nothing must not pass as a fast one.
  private func check(_ set: Int, isTagged: Bool) throws {
    for tag in ["inbox", "unread"] {
      let count = try corpus.notmuch.count("\(Corpus.query(set)) and tag:\(tag)")
      guard count == (isTagged ? set : 0) else {
        try restoreSets()
        throw Failure("of \(set) messages \(count) have the tag \(tag)")
      }
    }
  }
}
