extension Bench {
  /// C1, C2, C10, C13: what only reads.
  func measureReading(_ results: inout Results) {
    results.attempt(["C1"]) { results in
      var list = self.ours("list", "--limit", "50", "tag:inbox")
      list.environment = environmentOfToday
      let (ours, peer) = try race(
        list,
        corpus.notmuch.program("search", "--limit=50", "tag:inbox"),
        rounds: max(rounds, 7)
      )
      results.note("C1", ours, peer)
    }
    results.attempt(["C2"]) { results in
      let (ours, peer) = try race(
        self.ours("list", "tag:inbox"),
        corpus.notmuch.program("search", "tag:inbox"),
        rounds: rounds
      )
      results.note("C2", ours, peer)
    }
    results.attempt(["C10"]) { results in
      let thread = try longestThread()
      let (ours, peer) = try race(
        self.ours("show", "--limit", "1", thread),
        corpus.notmuch.program("show", "--format=json", thread),
        rounds: max(rounds, 7)
      )
      results.note("C10", ours, peer)
    }
    measureStart(&results)
  }

  /// C13: what every verb takes before it does anything, in the processor's time: neither side waits for
  /// another program.
  private func measureStart(_ results: inout Results) {
    let notmuch = corpus.notmuch
    let pairs = [
      ("C13a", ours("--help"), notmuch.program("--version")),
      ("C13b", ours("count", "*"), notmuch.program("count", "*")),
    ]
    for (goal, mine, peer) in pairs {
      results.attempt([goal]) { results in
        let (ours, theirs) = try race(mine, peer, rounds: max(rounds, 21)) { $0.processor }
        results.note(goal, ours, theirs)
      }
    }
  }

  /// The thread of 300 messages.
  private func longestThread() throws -> String {
    let query = Corpus.longThread
    let found = try corpus.notmuch.program("search", "--output=threads", query).lines().first
    guard let found, try corpus.notmuch.count(String(found)) == 300 else {
      throw Failure("the corpus has no thread of 300 messages")
    }
    return String(found)
  }
}
