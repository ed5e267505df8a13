import Screen
import TriageCore

// Moving the cursor, the selection and the hits of the last search.

extension ListPane {
  static let moving: [ScreenCommand: Behavior<ListPane>] = [
    .next: move { list, steps, _ in list.moveCursor(by: steps) },
    .previous: move { list, steps, _ in list.moveCursor(by: -steps) },
    .halfPageDown: move { list, steps, height in list.page(by: height / 2 * steps, height) },
    .halfPageUp: move { list, steps, height in list.page(by: -height / 2 * steps, height) },
    .pageDown: move { list, steps, height in list.page(by: height * steps, height) },
    .pageUp: move { list, steps, height in list.page(by: -height * steps, height) },
    .top: Behavior { pane, count, shared in
      pane.go(to: count.map(pane.list.index) ?? 0, shared)
    },
    .bottom: Behavior { pane, count, shared in
      pane.go(to: count.map(pane.list.index) ?? pane.list.order.count - 1, shared)
      if count == nil { pane.list.goToLastLine(height: shared.listHeight) }
    },
    .nextUnread: Behavior { pane, count, shared in pane.seekUnread(count ?? 1, &shared) },
    .previousUnread: Behavior { pane, count, shared in pane.seekUnread(-(count ?? 1), &shared) },
    .nextMessage: Behavior(unless: Self.reasonWithoutPreview) { _, count, shared in
      shared.notify(.scrollPreview(count ?? 1))
    },
    .previousMessage: Behavior(unless: Self.reasonWithoutPreview) { _, count, shared in
      shared.notify(.scrollPreview(-(count ?? 1)))
    },
  ]

  private static func move(
    _ change: @escaping @Sendable (inout ThreadList, _ steps: Int, _ height: Int) -> Void
  ) -> Behavior<ListPane> {
    Behavior { pane, count, shared in
      pane.list.goal = nil
      pane.stopFinding()
      change(&pane.list, count ?? 1, shared.listHeight)
      pane.list.scroll(height: shared.listHeight)
    }
  }

  private func reasonWithoutPreview(_ shared: Shared) -> Sentence? {
    guard shared.layout.preview.isEmpty else { return nil }
    let key = shared.keymap.key(for: .command(.togglePreview), in: .list) ?? ""
    return shared.reasonAgainstPreview ?? Sentence("status.preview-off", .keys(key))
  }

  mutating func go(to index: Int, _ shared: Shared) {
    list.goal = nil
    list.cursor = index
    list.cursorLine = 0
    list.scroll(height: shared.listHeight)
  }

  // MARK: The selection

  mutating func toggleSelection(_ count: Int, goesOn: Bool, _ shared: Shared) {
    list.range = nil
    for position in list.positions(from: list.cursorPosition, count: count) {
      list.toggleSelection(at: position)
      if goesOn { list.cursorPosition = list.position(position, movedBy: 1) }
    }
    list.scroll(height: shared.listHeight)
  }

  /// Begins a range at the cursor, or ends it where it is.
  mutating func selectRange() {
    guard list.range == nil else {
      list.range = nil
      return
    }
    guard let current = list.current else { return }
    list.range = SelectedRange(
      anchor: current,
      message: list.currentMessage?.id,
      base: list.selected,
      messages: list.trees.selected
    )
  }

  /// Selects all threads of the list, those not known yet as soon as they are; the messages they
  /// have now are read at once, so that nothing that comes later is touched.
  mutating func selectAll() {
    list.range = nil
    list.trees.selected = [:]
    // Rows that have left the view stand there for the eye, and are not counted.
    list.selected = Set(list.order).subtracting(list.struck)
    list.selectsRest = list.next != nil
    list.readsSelected = true
  }

  /// Selects the threads of the list that a query finds.
  mutating func select(matching text: String, _ shared: inout Shared) {
    let query = MailQuery(ThreadList.query(list.query, narrowedBy: text))
    tickets.matchingText = text
    tickets.matching = shared.ask(ListQuestion(query: query))
  }

  mutating func receiveMatching(
    _ answered: Answered<ListQuestion.Answer>,
    _ shared: inout Shared
  ) {
    guard case .answer(let answer) = answered else {
      if let failure = answered.failure { shared.report(failure, about: .key) }
      return
    }
    let found = Set(answer.page.entries.map(\.thread)).intersection(list.order)
    guard !found.isEmpty else {
      return shared.report(Sentence("status.no-matches", .text(tickets.matchingText)), about: .key)
    }
    list.range = nil
    list.selected.formUnion(found)
  }

  // MARK: The hits of the last search

  /// Goes so many rows on, or back, among those that say what is looked for in the list, or else
  /// that the last search finds.
  mutating func seekHit(_ steps: Int, _ shared: inout Shared) {
    if list.find != nil { return seekFind(steps, &shared) }
    guard let text = shared.typed[.search].last else { return }
    if let hits = list.hits, hits.text == text, hits.revision == list.revision {
      return go(to: hits, steps, &shared)
    }
    let query = MailQuery(
      list.query == text ? text : ThreadList.query(list.query, narrowedBy: text)
    )
    (tickets.hitsText, tickets.hitSteps) = (text, steps)
    tickets.hits = shared.ask(ListQuestion(query: query))
  }

  mutating func receiveHits(
    _ answered: Answered<ListQuestion.Answer>,
    _ shared: inout Shared
  ) {
    guard case .answer(let answer) = answered else {
      if let failure = answered.failure { shared.report(failure, about: .key) }
      return
    }
    let hits = ListHits(
      text: tickets.hitsText,
      revision: list.revision,
      threads: Set(answer.page.entries.map(\.thread))
    )
    list.hits = hits
    go(to: hits, tickets.hitSteps, &shared)
  }

  private mutating func go(to hits: ListHits, _ steps: Int, _ shared: inout Shared) {
    let all = list.order.indices.filter { hits.threads.contains(list.order[$0]) }
    let (above, below) = (all.filter { $0 < list.cursor }, all.filter { $0 > list.cursor })
    let ahead = steps > 0 ? below : above.reversed()
    if let index = ahead.prefix(abs(steps)).last { return go(to: index, shared) }
    // The list is gone round, as long as all of it is known.
    let isWhole = list.next == nil || steps < 0
    guard isWhole, let index = steps > 0 ? all.first : all.last else {
      return shared.report(Sentence("status.no-more-hits", .text(hits.text)), about: .key)
    }
    let isElsewhere = index != list.cursor
    go(to: index, shared)
    if isElsewhere { shared.reportWrap(isForward: steps > 0) }
  }
}
