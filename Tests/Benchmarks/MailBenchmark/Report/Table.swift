/// The outcomes of one run or more as tables of Markdown.
struct Table {
  /// The runs in the order in which they were made.
  let runs: [Results]
  /// Whether only gross regressions count.
  var isGross = false

  var text: String {
    let ratios = runs.indices.map { " \(runs.count == 1 ? "ratio" : "run \($0 + 1)") |" }.joined()
    let marks = runs.map { _ in "---:|" }.joined()
    let lines = Goal.all.compactMap { goal in
      runs.contains { $0.outcomes[goal.id] != nil } ? line(goal) : nil
    }
    return
      (["| | what | ours | peer |\(ratios) goal | |", "|---|---|---:|---:|\(marks)---:|---|"]
      + lines)
      .joined(separator: "\n")
  }

  private func line(_ goal: Goal) -> String {
    let found = runs.map { $0.outcomes[goal.id] }
    let start = "| \(goal.id) | \(goal.what) |"
    let end = "≤ \(bound(goal).goal) |"
    let values = found.map { $0?.value }
    guard let last = found.compactMap(\.self).last(where: { $0.value != nil }),
      case .measured(let ours, let peer) = last
    else {
      let dashes = runs.map { _ in " – |" }.joined()
      return "\(start) – | – |\(dashes) \(end) not measured: \(reason(goal)) |"
    }
    let ratios = values.map { value in
      " \(value.map { peer == nil ? goal.unit.text($0) : $0.ratio } ?? "–") |"
    }
    let verdict = isMissed(goal) ? "**miss**" : "met"
    return "\(start) \(goal.unit.text(ours)) | \(peer.map(goal.unit.text) ?? "–") |"
      + "\(ratios.joined()) \(end) \(verdict) |"
  }

  /// What a person wants to know who chooses a mail client: ours, the peer's and their ratio, by the
  /// last run.
  var summary: String {
    let lines = Goal.all.filter(\.isForUsers).compactMap { goal -> String? in
      guard let last = runs.last?.outcomes[goal.id], case .measured(let ours, let peer) = last
      else { return nil }
      let names = goal.what.split(separator: " / ")
      let other = peer.map { "\(goal.unit.text($0)), \(names.last ?? "")" } ?? "–"
      let ratio = peer == nil ? nil : last.value?.ratio
      return "| \(names[0]) | \(goal.unit.text(ours)) | \(other) | \(ratio ?? "–") |"
    }
    return (["| | Mulligan | beside | ratio |", "|---|---:|---:|---:|"] + lines)
      .joined(separator: "\n")
  }

  private func reason(_ goal: Goal) -> String {
    for case .absent(let reason)? in runs.map({ $0.outcomes[goal.id] }) { return reason }
    return "no reason is known"
  }

  /// Whether a goal was missed in every run that measured it.
  private func isMissed(_ goal: Goal) -> Bool {
    let values = runs.compactMap { $0.outcomes[goal.id]?.value }
    return !values.isEmpty && values.allSatisfy { $0 > bound(goal) }
  }

  private func bound(_ goal: Goal) -> Double { isGross ? goal.grossBound : goal.bound }

  /// The goals that were missed in every run.
  var misses: [String] { Goal.all.filter(isMissed).map(\.id) }

  /// How things grow with the size of the mailbox, and with that of the history.
  var growth: String {
    let mail = runs.last?.growths.filter { !$0.isOfHistory } ?? []
    let history = runs.last?.growths.filter(\.isOfHistory) ?? []
    return [growthTable(mail, of: "messages"), growthTable(history, of: "groups")]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func growthTable(_ growths: [Growth], of things: String) -> String {
    let sizes = growths.map { $0.points.map(\.size) }.max { $0.count < $1.count } ?? []
    guard !sizes.isEmpty else { return "" }
    let powers = runs.indices.map { " power, run \($0 + 1) |" }.joined()
    let head = sizes.map { " \($0.grouped) \(things) |" }.joined()
    let marks = sizes.map { _ in "---:|" }.joined() + runs.map { _ in "---:|" }.joined()
    let lines = growths.map { growth in
      let values = sizes.map { size in
        let value = growth.points.first { $0.size == size }?.value
        return " \(value.map(growth.unit.text) ?? "–") |"
      }
      let powers = runs.map { run in
        let same = run.growths.first { $0.id == growth.id }
        return " \(same?.exponent?.text(decimals: 2) ?? "–") |"
      }
      return "| \(growth.what) |\(values.joined())\(powers.joined())"
    }
    return (["| |\(head)\(powers)", "|---|\(marks)"] + lines).joined(separator: "\n")
  }
}

extension Growth {
  /// Whether the history grows, not the mailbox.
  fileprivate var isOfHistory: Bool { id == "history" || id == "group" }
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
