/// Measures one history on several machines, beside muchsync alone on two others.
struct MachineMeasures {
  let mulligan: String
  let rounds: Int
  let scratch: String
  /// The program beside this one that makes long histories.
  let historyMaker: String
  /// Whether a goal is to be measured.
  let isWanted: (String) -> Bool

  /// Two machines that sync, and two that only muchsync knows.
  private struct Machines {
    let laptop, desk, left, right: BenchMachine
  }

  func measure(_ results: inout Results) throws {
    guard Program.isInstalled("muchsync") else {
      return results.lack(Goal.ofMachines.map(\.id), "muchsync is not installed")
    }
    let all = try BenchMachine.make(
      ["laptop", "desk", "left", "right"],
      in: scratch,
      mulligan: mulligan
    )
    let machines = Machines(laptop: all[0], desk: all[1], left: all[2], right: all[3])
    _ = try machines.left.muchsync(machines.right).run()
    // Before there is anything to share.
    _ = try ours(machines.laptop, "tag", "--yes", "+first", "--", "*").run()
    _ = try sync(machines).run()
    let parts: [([String], (Machines, inout Results) throws -> Void)] = [
      (["M-S1"], measureIdle), (["M-S2", "M-S4a"], measureGroup), (["M-S4b"], measureLocal),
      (["M-S3a", "M-S3b"], measureJoining),
    ]
    for (goals, measure) in parts where goals.contains(where: isWanted) {
      results.attempt(goals) { try measure(machines, &$0) }
    }
  }

  private func ours(
    _ machine: BenchMachine,
    state: String = "state",
    _ words: String...
  ) -> Program {
    Program(arguments: [mulligan] + words, environment: machine.environment(state: state))
  }

  private func sync(_ machines: Machines, _ more: String...) -> Program {
    Program(
      arguments: [mulligan, "sync", machines.desk.name, "--quiet"] + more,
      environment: machines.laptop.environment()
    )
  }

  private func milliseconds(_ program: Program) throws -> Double {
    try program.run().seconds * 1_000
  }

  /// A command that does nothing must not pass as a fast one.
  private func check(_ machine: BenchMachine, _ tag: String, isThere: Bool) throws {
    let count = try machine.notmuch.count("tag:\(tag)")
    guard count == (isThere ? BenchMachine.size : 0) else {
      throw Failure("\(machine.name): \(count) messages have \(tag)")
    }
  }

  private func measureIdle(_ machines: Machines, _ results: inout Results) throws {
    var times: [[Double]] = [[], []]
    for _ in 0..<max(rounds, 5) {
      times[0].append(try milliseconds(sync(machines)))
      times[1].append(try milliseconds(machines.left.muchsync(machines.right)))
    }
    results.note("M-S1", median(times[0]), median(times[1]))
  }

  /// A group about all messages, one way; and what of it the steps and the answers take.
  private func measureGroup(_ machines: Machines, _ results: inout Results) throws {
    var (group, carried, answers, tagged): ([Double], [Double], [Double], [Double]) = (
      [], [], [], []
    )
    // A round takes about two minutes.
    for round in 0..<min(rounds, 3) {
      let word = round % 2 == 0 ? "+later" : "-later"
      _ = try ours(machines.laptop, "tag", "--yes", word, "--", "*").run()
      group.append(try milliseconds(sync(machines)))
      try check(machines.desk, "later", isThere: round % 2 == 0)
      tagged.append(try milliseconds(machines.left.notmuch.program("tag", word, "--", "*")))
      carried.append(try milliseconds(machines.left.muchsync(machines.right)))
      try check(machines.right, "later", isThere: round % 2 == 0)
      let other = round % 2 == 0 ? "+todo" : "-todo"
      _ = try ours(machines.laptop, "tag", "--yes", other, "--", "*").run()
      let whole = try milliseconds(sync(machines, "--no-carry"))
      answers.append(whole - (try milliseconds(sync(machines, "--no-carry"))))
      try check(machines.desk, "todo", isThere: round % 2 == 0)
      _ = try sync(machines).run()
    }
    results.note("M-S2", median(group), median(carried))
    results.note("M-S4a", median(answers), median(tagged))
  }

  /// What a local group costs where other machines have the history, and where none has.
  private func measureLocal(_ machines: Machines, _ results: inout Results) throws {
    let query = "tag:set1000 or tag:set100"
    var times: [[Double]] = [[], []]
    for round in 0..<max(rounds, 5) {
      let word = round % 2 == 0 ? "+local" : "-local"
      for (place, state) in [(0, "state"), (1, "alone")] {
        let tag = place == 0 ? word : word + "-alone"
        times[place].append(
          try milliseconds(ours(machines.laptop, state: state, "tag", "--yes", tag, "--", query))
        )
      }
    }
    results.note("M-S4b", median(times[0]), median(times[1]))
  }

  private static let groups = 10_000

  /// A long history that another machine has not got yet; the mail has its answers on both.
  private func measureJoining(_ machines: Machines, _ results: inout Results) throws {
    guard Files.exists(historyMaker) else { throw Failure("\(historyMaker) is not there") }
    let (laptop, desk) = (machines.laptop, machines.desk)
    let ids = try laptop.notmuch.program("search", "--output=messages", "--exclude=false", "*")
      .lines()
    let (input, batch) = ("\(scratch)/ids", "\(scratch)/batch")
    try Files.write(ids.map { $0.dropFirst(3) + "\n" }.joined(), to: input)
    // What `HistoryMaker` claims of them.
    let tags = ids.enumerated().map { "+group\($0.offset / 10 % 50) -- \($0.element)\n" }
    try Files.write(tags.joined(), to: batch)
    for machine in [laptop, desk] {
      _ = try machine.notmuch.program("tag", "--batch", "--input=\(batch)").run()
      _ = try Program(arguments: ["rm", "-rf", "\(machine.folder)/state"], environment: [:]).run()
    }
    let maker = [historyMaker, "history", laptop.index, "\(Self.groups)"]
    _ = try Program(arguments: maker, environment: laptop.environment(), input: input).run()
    var (times, peaks, batches): ([Double], [Double], [Double]) = ([], [], [])
    for round in 0..<3 {
      let receive = ours(desk, "sync", laptop.name, "--no-carry", "--quiet")
      let run = try receive.run(looksAtMemory: true)
      times.append(run.seconds * 1_000)
      peaks.append(run.peak)
      let count = try ours(desk, "history", "--limit", "0").lines().count
      guard count == Self.groups else { throw Failure("\(count) groups came") }
      let tag = ours(desk, "tag", "--yes", round % 2 == 0 ? "+b" : "-b", "--", "*")
      batches.append(try tag.run(looksAtMemory: true).peak)
      _ = try Program(arguments: ["rm", "-rf", "\(desk.folder)/state"], environment: [:]).run()
    }
    results.note("M-S3a", median(times))
    results.note("M-S3b", median(peaks), median(batches))
  }
}
