extension Bench {
  /// The queries of the views that stand in the sidebar if none are configured.
  private static let views = ["tag:inbox", "tag:unread", "tag:flagged", "*"]

  /// T10, T11: the threads of the shown view and of all views, from the start of the screen, beside
  /// notmuch that counts the same; and after a key.
  ///
  /// The screen counts the unread threads too, notmuch here does not.
  func measureCounts(_ results: inout Results) {
    results.attempt(["T10a", "T10b", "T11"]) { results in
      let tags = try TagsBefore(corpus.notmuch)
      var (shown, all, key): ([Double], [Double], [Double]) = ([], [], [])
      var (peerShown, peerAll): ([Double], [Double]) = ([], [])
      for round in 0..<rounds {
        if round % 2 == 1 { try countWithNotmuch(&peerShown, &peerAll) }
        let client = try Client(player(Self.views[0]).arguments, environmentOfToday)
        shown.append(try client.wait("a count in the title") { $0.titleCount != nil } * 1_000)
        all.append(try client.wait("a count of each view") { $0.hasViewCounts } * 1_000)
        client.settle()
        if let time = client.press("a", until: { $0.titleCount != $1.titleCount }) {
          key.append(time * 1_000)
        }
        client.settle()
        try tags.putBack()
        if round % 2 == 0 { try countWithNotmuch(&peerShown, &peerAll) }
      }
      results.note("T10a", median(shown), median(peerShown))
      results.note("T10b", median(all), median(peerAll))
      results.note("T11", median(key))
    }
  }

  private func countWithNotmuch(_ shown: inout [Double], _ all: inout [Double]) throws {
    let times = try Self.views.map { query in
      let program = corpus.notmuch.program("count", "--output=threads", "--", query)
      return try program.run().seconds * 1_000
    }
    shown.append(times[0])
    all.append(times.reduce(0, +))
  }
}

extension TerminalScreen {
  /// The threads that the title ends in, `3/7`; `nil` if it has none.
  fileprivate var titleCount: Substring? {
    let last = rows.first?.split(separator: " ").last
    return last?.contains("/") == true && last?.last?.isNumber == true ? last : nil
  }

  /// Whether every view of the sidebar has its number.
  fileprivate var hasViewCounts: Bool {
    let views = rows.dropFirst(2).map { $0.prefix(20).split(separator: " ") }
    let filled = views.prefix { !$0.isEmpty }
    return filled.count > 1 && filled.allSatisfy { $0.last?.last?.isNumber == true }
  }
}
