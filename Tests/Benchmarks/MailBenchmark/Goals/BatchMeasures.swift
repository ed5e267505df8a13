extension Bench {
  /// T6, T7: a whole list archived with one key, while other keys are pressed.
  func measureBatch(_ results: inout Results) {
    let ids = ["T6", "T7a", "T7b", "T7c"]
    guard let set = corpus.batch else { return results.lack(ids, "the corpus has no set") }
    results.attempt(["T7a", "T7b", "T7c"]) { results in
      guard let peer = try alot(Corpus.query(set)) else { throw Failure("alot is not installed") }
      let ours = try tagAll(player(Corpus.query(set)), set)
      let theirs = try tagAll(peer, set)
      results.note("T7a", ours.reaction, theirs.reaction)
      results.note("T7b", ours.done, theirs.done)
      results.note("T7c", ours.memory, theirs.memory)
    }
    results.attempt(["T6"]) { results in results.note("T6", try slowestKey(set)) }
  }

  private struct Batch {
    var reaction: Double?
    var done: Double
    var memory: Double
  }

  private func tagAll(_ player: Player, _ set: Int) throws -> Batch {
    let client = try Client(player.arguments, environmentOfToday)
    _ = try client.waitForList()
    client.settle()
    let start = ContinuousClock.now
    let reaction = client.press(player.all, within: .seconds(180))
    let done = try player.done.map { words in
      _ = try client.wait(words, within: .seconds(300)) { $0.shows(words) }
      return ContinuousClock.now - start
    }
    // What says nothing is done when it rests; of what does, counts of other views may follow.
    let rest = client.settle(within: .seconds(300)) - start
    let memory = client.tree.memory
    guard try corpus.notmuch.count("\(Corpus.query(set)) and tag:inbox") == 0 else {
      try restoreSets()
      throw Failure("\(player.name) did not archive all \(set)")
    }
    try restoreSets()
    return Batch(
      reaction: reaction.map { $0 * 1_000 },
      done: (done ?? rest) / .milliseconds(1),
      memory: memory
    )
  }

  /// Presses keys for as long as a batch keeps the engine busy.
  private func slowestKey(_ set: Int) throws -> Double? {
    let client = try Client(player(Corpus.query(set)).arguments, environmentOfToday)
    _ = try client.waitForList()
    client.settle()
    _ = client.press("*a")
    var times: [Double] = []
    var isBusy = true
    while isBusy {
      let (start, before) = (ContinuousClock.now, client.tree.processorTime)
      for number in 0..<20 {
        // A key that is not answered counts as long as it was waited for.
        let time = client.press(number % 2 == 0 ? Player.down : "k", within: .seconds(5))
        times.append((time ?? 5) * 1_000)
        client.read(within: .milliseconds(20))
      }
      let wall = (ContinuousClock.now - start) / .seconds(1)
      isBusy = (client.tree.processorTime - before) / wall > 0.3
    }
    client.settle()
    try restoreSets()
    return percentile99(times)
  }
}
