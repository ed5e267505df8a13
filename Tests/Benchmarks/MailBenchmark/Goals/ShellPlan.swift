extension Bench {
  /// C12: twenty rules as one plan, beside twenty calls of `notmuch tag`.
  func measurePlan(_ results: inout Results) {
    results.attempt(["C12"]) { results in
      guard (try? ours("plan", "--help").run()) != nil else {
        throw Failure("the program has no plans")
      }
      let rules = try Rule.twenty(of: corpus.notmuch)
      let plan = "\(scratch)/rules.json"
      try Files.write(Self.plan(of: rules), to: plan)
      var times: [[Double]] = [[], []]
      for round in 0..<min(rounds, 2) {
        for place in round % 2 == 0 ? [0, 1] : [1, 0] {
          let programs = place == 0 ? [ours("plan", "run", "--yes", plan)] : rules.map(peer)
          times[place].append(try programs.reduce(0) { try $0 + $1.run().seconds } * 1_000)
          try takeBack(rules)
        }
      }
      results.note("C12", median(times[0]), median(times[1]))
    }
  }

  private static func plan(of rules: [Rule]) -> String {
    let commands = rules.map { rule in
      #"{"actions": ["add-tag:\#(rule.tag)"], "query": "\#(rule.query)"}"#
    }
    return #"{"plan": 1, "command": [\#(commands.joined(separator: ", "))]}"#
  }

  private func peer(_ rule: Rule) -> Program {
    corpus.notmuch.program("tag", "+\(rule.tag)", "--", rule.query)
  }

  private func takeBack(_ rules: [Rule]) throws {
    let tagged = rules.map { "tag:\($0.tag)" }.joined(separator: " or ")
    guard try corpus.notmuch.count(tagged) > 0 else { throw Failure("no rule has tagged anything") }
    var program = corpus.notmuch.program("tag")
    program.arguments += rules.map { "-\($0.tag)" } + ["--", tagged]
    _ = try program.run()
  }
}
