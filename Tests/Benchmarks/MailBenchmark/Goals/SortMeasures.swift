extension Bench {
  /// T12: the inbox in the order of its senders, for which all of it must be read, beside notmuch that
  /// lists the same; and given up on the way.
  func measureSorting(_ results: inout Results) {
    results.attempt(["T12a", "T12b"]) { results in
      var (sorted, cancelled, peer): ([Double], [Double], [Double]) = ([], [], [])
      for round in 0..<rounds {
        if round % 2 == 1 { peer.append(try listWithNotmuch()) }
        let client = try Client(player("tag:inbox").arguments, environmentOfToday)
        _ = try client.waitForList()
        client.settle()
        _ = client.press("o3", until: { $1.isSorting })
        // Ctrl-C: a lone Esc is known to be one only when 50 ms have brought nothing more.
        if let time = client.press("\u{3}", until: { $1.isCancelled }) {
          cancelled.append(time * 1_000)
        }
        client.settle()
        if let time = client.press("o3", until: { $1.isBySender }) { sorted.append(time * 1_000) }
        if round % 2 == 0 { peer.append(try listWithNotmuch()) }
      }
      results.note("T12a", median(sorted), median(peer))
      results.note("T12b", median(cancelled))
    }
  }

  private func listWithNotmuch() throws -> Double {
    let program = corpus.notmuch.program("search", "--output=summary", "tag:inbox")
    return try program.run().seconds * 1_000
  }
}

extension TerminalScreen {
  /// Whether the title says so.
  fileprivate var isBySender: Bool { rows.first?.contains("By Sender") == true }

  /// Whether the screen says how far it is.
  fileprivate var isSorting: Bool { rows.contains { $0.contains("Sorting: read") } }

  /// Whether the screen says so.
  fileprivate var isCancelled: Bool { rows.contains { $0.contains("Cancelled") } }
}
