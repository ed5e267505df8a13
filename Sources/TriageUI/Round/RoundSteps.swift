import TriageCore

// A round through the list: from thread to thread as they were when it began, and its end.

extension ListPane {
  /// Begins a round with the first thread, as soon as the list knows all of them.
  mutating func beginRound(_ shared: inout Shared) {
    guard list.phase == .ready, list.next == nil else {
      awaitsRound = !list.phase.isFailed
      return
    }
    awaitsRound = false
    let threads = list.order.filter { !list.struck.contains($0) }
    guard let index = threads.first.flatMap(list.order.firstIndex) else {
      return shared.report(Sentence("status.no-row"), about: .key)
    }
    shared.notify(.listReplaced)
    list.clearSelection()
    round = Round(threads)
    show(index, shared)
    publish(&shared)
    shared.openThread()
  }

  /// Goes to a thread of the round, which is opened.
  private mutating func show(_ index: Int, _ shared: Shared) {
    go(to: index, shared)
    if let thread = list.current { round?.see(thread) }
  }

  /// Goes on to another thread of the round, which is opened instead; after the last the round ends.
  mutating func leave(
    _ thread: ThreadID,
    by count: Int,
    in round: Round,
    _ shared: inout Shared
  ) {
    if let index = index(by: count, from: thread, in: round) {
      show(index, shared)
      shared.notify(.threadLeft(thread, .rows(count)))
    } else if count > 0 {
      shared.notify(.endRound)
    } else {
      shared.report(Sentence("status.first-thread"), about: .key)
    }
  }

  /// Goes on from threads that were acted on to the next one of the round; after the last it ends.
  mutating func advance(past threads: [ThreadID], in round: Round, _ shared: inout Shared) {
    guard let current = list.current, threads.contains(current) else { return }
    let next = index(by: 1, from: current, in: round)
    if let next { show(next, shared) }
    shared.notify(.advanced(past: threads, toNext: next != nil))
    if next == nil { shared.notify(.endRound) }
  }

  /// Where a thread of the round stands now, so many on from one, or back, past those that have been
  /// dealt with or have gone; the last there is, if there are fewer; `nil` if there is none.
  private func index(by count: Int, from thread: ThreadID, in round: Round) -> Int? {
    var found: Int?
    var left = abs(count)
    for candidate in round.threads(count > 0, from: thread) where !list.struck.contains(candidate) {
      guard left > 0 else { break }
      guard let index = list.index(of: candidate, near: found ?? list.cursor) else { continue }
      found = index
      left -= 1
    }
    return found
  }

  /// Goes back to the thread of a group that was taken back, which is opened again; returns whether it
  /// is one of the round.
  mutating func goBack(to group: StepSummary, in round: Round, _ shared: inout Shared) -> Bool {
    guard let open = list.current, let done = round.groups[group.id], done.settlesThreads,
      let thread = done.threads.first,
      let index = list.index(of: thread, near: list.cursor)
    else { return false }
    go(to: index, shared)
    shared.notify(.threadLeft(open, .rows(-1)))
    refresh(&shared)
    return true
  }

  /// Ends the round, and shows what was done in it.
  mutating func endRound(_ shared: inout Shared) {
    guard let round else { return }
    self.round = nil
    if round.groups.isEmpty, !shared.changes.isBusy {
      shared.report(round.summary([]))
    } else {
      shared.open(HistoryPane(of: round))
    }
  }
}

extension ThreadList {
  /// Where a thread stands, which is sought first near some row.
  fileprivate func index(of thread: ThreadID, near row: Int) -> Int? {
    let nearby = order.indices.clamped(to: row - 50..<row + 50)
    return nearby.first { order[$0] == thread } ?? order.firstIndex(of: thread)
  }
}

extension ReaderPane {
  /// Closes the thread; a round that it was opened in ends.
  func leave(_ shared: inout Shared) {
    shared.close()
    shared.notify(.endRound)
  }
}
