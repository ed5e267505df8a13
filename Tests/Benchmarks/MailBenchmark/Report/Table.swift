/// The outcomes as a table of Markdown, as README has it.
struct Table {
  let results: Results
  /// Whether only gross regressions count.
  var isGross = false

  var text: String {
    let lines = Goal.all.compactMap { goal in
      results.outcomes[goal.id].map { line(goal, $0) }
    }
    return
      (["| | what | ours | peer | ratio | goal | |", "|---|---|---:|---:|---:|---:|---|"] + lines)
      .joined(separator: "\n")
  }

  private func line(_ goal: Goal, _ outcome: Outcome) -> String {
    let bound = "≤ \(bound(goal).goal)"
    switch outcome {
    case .absent(let reason):
      return "| \(goal.id) | \(goal.what) | – | – | – | \(bound) | not measured: \(reason) |"
    case .measured(let ours, let peer):
      let verdict = isHit(goal) == true ? "hit" : "**miss**"
      let ratio = peer == nil ? "–" : outcome.value?.ratio ?? "–"
      return
        "| \(goal.id) | \(goal.what) | \(goal.unit.text(ours)) | \(peer.map(goal.unit.text) ?? "–") "
        + "| \(ratio) | \(bound) | \(verdict) |"
    }
  }

  /// Whether a goal was met; `nil` if it was not measured.
  func isHit(_ goal: Goal) -> Bool? {
    results.outcomes[goal.id]?.value.map { $0 <= bound(goal) }
  }

  private func bound(_ goal: Goal) -> Double { isGross ? goal.grossBound : goal.bound }

  /// The goals that were missed.
  var misses: [String] { Goal.all.filter { isHit($0) == false }.map(\.id) }
}

extension Goal.Unit {
  func text(_ value: Double) -> String {
    switch self {
    case .milliseconds: "\(value.short) ms"
    case .megabytes: "\(value.text(decimals: value < 10 ? 1 : 0)) MB"
    case .seconds: "\(value.text(decimals: 2)) s"
    case .bytes: value.text(decimals: 0)
    }
  }
}

extension Double {
  /// A ratio: two decimals, more for a very small one.
  fileprivate var ratio: String { text(decimals: self < 0.01 ? 4 : 2) }

  /// A bound with no more decimals than it has.
  fileprivate var goal: String {
    let text = text(decimals: 3)
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return String(text[end] == "." ? text[..<end] : text[...end])
  }
}
