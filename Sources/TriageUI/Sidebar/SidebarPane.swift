import Screen
import TriageCore

/// The saved views beside the list, and the counting of what they find.
struct SidebarPane: Pane {
  private var cursor = 0
  private var top = 0
  private var counting = Counting()

  var context: KeyContext { .sidebar }

  static let behaviors: [ScreenCommand: Behavior<SidebarPane>] = [
    .next: move { cursor, steps, _, _ in cursor + steps },
    .previous: move { cursor, steps, _, _ in cursor - steps },
    .halfPageDown: move { cursor, steps, page, _ in cursor + page / 2 * steps },
    .halfPageUp: move { cursor, steps, page, _ in cursor - page / 2 * steps },
    .pageDown: move { cursor, steps, page, _ in cursor + page * steps },
    .pageUp: move { cursor, steps, page, _ in cursor - page * steps },
    .top: Behavior { pane, count, shared in pane.go(to: (count ?? 1) - 1, shared) },
    .bottom: Behavior { pane, count, shared in
      pane.go(to: (count ?? shared.views.count) - 1, shared)
    },
    .nextUnread: .idle(because: Self.reasonNotToAct),
    .previousUnread: .idle(because: Self.reasonNotToAct),
    .nextHit: .idle(because: Self.reasonNotToAct),
    .previousHit: .idle(because: Self.reasonNotToAct),
    .toggleUnread: .idle(because: Self.reasonNotToAct),
    .toggleStar: .idle(because: Self.reasonNotToAct),
    .open: Behavior { pane, _, shared in pane.openView(at: pane.cursor, &shared) },
    .back: Behavior { _, _, shared in shared.focusList() },
    .cancel: Behavior { _, _, shared in shared.focusList() },
  ]

  private static func move(
    _ index: @escaping @Sendable (_ cursor: Int, _ steps: Int, _ page: Int, _ last: Int) -> Int
  ) -> Behavior<SidebarPane> {
    Behavior { pane, count, shared in
      let page = max(1, shared.layout.sidebar.rows - 1)
      pane.go(to: index(pane.cursor, count ?? 1, page, shared.views.count - 1), shared)
    }
  }

  /// Keeps the cursor on a view, and that on the screen.
  private mutating func go(to index: Int, _ shared: Shared) {
    cursor = max(0, min(index, shared.views.count - 1))
    // Hidden, it has no height by which a view could be out of sight.
    guard !shared.layout.sidebar.isEmpty else { return }
    let height = max(1, shared.layout.sidebar.rows - 1)
    top = max(0, min(top, cursor, shared.views.count - height))
    if cursor >= top + height { top = cursor - height + 1 }
  }

  private func openView(at index: Int, _ shared: inout Shared) {
    guard shared.views.indices.contains(index) else { return }
    shared.focusList()
    shared.notify(.showView(shared.views[index]))
  }

  func reasonNotToAct(_ shared: Shared) -> Sentence? {
    let key = shared.keymap.key(for: .command(.back), in: .sidebar) ?? ScreenCommand.back.rawValue
    return Sentence("status.not-in-sidebar", .keys(key))
  }

  func reasonUnknown(_ chords: [String], _ shared: Shared) -> Sentence? {
    shared.keymap.match(chords, in: .list) == .none ? nil : reasonNotToAct(shared)
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    guard case .item(let index) = target else { return }
    go(to: index, shared)
    if button == .left { openView(at: index, &shared) }
  }

  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    let last = shared.views.count - shared.layout.sidebar.rows + 1
    top = max(0, min(top + lines, last))
  }

  mutating func notice(_ notice: Notice, _ shared: inout Shared) {
    switch notice {
    case .sidebarFocused:
      go(to: shared.views.firstIndex { $0.query == shared.mailbox.shown.view } ?? cursor, shared)
    case .resized:
      go(to: cursor, shared)
      if shared.layout.sidebar.isEmpty { shared.focusList() }
    case .due(.counting): count(&shared)
    case .unmarked(let change): shared.mailbox.counts.forget(change)
    case .changed(let change, let result, returns: _):
      shared.mailbox.counts.note(result, of: change)
    case .engineStopped: counting = Counting()
    default: break
    }
  }

  var lastingHints: [ScreenCommand] { [.open, .back] }

  func hints(_ shared: Shared) -> [ActionID] {
    [.open, .back, .toggleSidebar, .search, .quit, .help].map(ActionID.command)
  }

  /// Where the key that goes back leads: to what the sidebar stands beside.
  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    guard action == .command(.back) else { return nil }
    return switch shared.viewOverList {
    case nil: Sentence("status.keys.to-list")
    case .message: Sentence("status.keys.to-message")
    default: nil
    }
  }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.sidebar) { $0.drawViews(from: top, cursor: cursor, $1) }
  }
}

// MARK: Counting

/// What is being counted, and what cannot be.
private struct Counting: Sendable {
  var ticket: Ticket<ThreadCountQuestion>?
  /// The state of the index for which it was asked.
  var revision: IndexRevision?
  var query = ""
  /// Queries that cannot be counted.
  var refused: Set<String> = []
  /// Queries that could not be counted at this state of the index.
  var failed: Set<String> = []
  /// Whether it has been said that nothing is counted.
  var isFailureReported = false
}

extension SidebarPane {
  var awaited: [RequestID] { [counting.ticket?.id].compactMap(\.self) }

  /// Sets the timer for the next query to be counted, and gives up a count that would be out of date.
  mutating func settle(_ shared: inout Shared) {
    guard let revision = shared.mailbox.revision, shared.requests.isAlive,
      !shared.changes.isBusy, !shared.mailbox.shown.isLoading
    else {
      counting.ticket = nil
      return
    }
    if counting.revision != revision {
      counting.ticket = nil
      counting.failed = []
    }
    let next = nextQuery(shared)
    // A view that has been left does not keep the one that is shown waiting.
    if next == shared.mailbox.shown.query, counting.query != next { counting.ticket = nil }
    guard counting.ticket == nil, let query = next else { return }
    let isFirst = shared.mailbox.counts.lastCount(of: query) == nil
    shared.timers.want(
      .counting,
      for: .text("\(revision.number) \(query)"),
      // Who goes on acting would have everything counted after every key.
      after: isFirst || counting.revision == revision ? .zero : .milliseconds(300)
    )
  }

  /// The queries whose threads are counted, the most wanted first.
  private func queries(_ shared: Shared) -> [String] {
    [shared.mailbox.shown.query] + (shared.isSidebarShown ? shared.views.map(\.query) : [])
  }

  /// The first query that has not been counted at this state of the index.
  private func nextQuery(_ shared: Shared) -> String? {
    guard let revision = shared.mailbox.revision else { return nil }
    let left = counting.refused.union(counting.failed)
    return queries(shared).first {
      !left.contains($0) && !shared.mailbox.counts.isCounted($0, at: revision)
    }
  }

  /// Asks for the next count.
  private mutating func count(_ shared: inout Shared) {
    guard counting.ticket == nil, shared.requests.isAlive, let query = nextQuery(shared) else {
      return
    }
    counting.revision = shared.mailbox.revision
    counting.ticket = shared.ask(ThreadCountQuestion(query: MailQuery(query)))
    counting.query = query
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    let query = counting.query
    guard let answered = arrival.redeem(&counting.ticket) else { return }
    switch answered {
    case .answer(let counted):
      counting.isFailureReported = false
      if let revision = shared.mailbox.revision, counted.revision.isOlder(than: revision) {
        counting.failed.insert(query)
      } else {
        shared.mailbox.counts.note(counted, of: query, keeping: queries(shared))
      }
    case .failure(let failure): fail(query, failure, &shared)
    case .lost: counting.refused.insert(query)
    }
  }

  private mutating func fail(_ query: String, _ failure: TriageFailure, _ shared: inout Shared) {
    switch failure.code {
    case .indexBusy, .cancelled: counting.failed.insert(query)
    case .notCounted:
      counting.refused.insert(query)
      if !counting.isFailureReported { shared.report(failure) }
      counting.isFailureReported = true
    default: counting.refused.insert(query)
    }
  }
}

extension Painter {
  /// The saved views, each with its unread and all threads.
  fileprivate mutating func drawViews(from top: Int, cursor: Int, _ area: Rect) {
    canvas.draw(words.text(Sentence("menu.views")), row: area.row, column: 1, style: look[.heading])
    let views = shared.views.enumerated().dropFirst(top).prefix(area.rows - 1)
    let shown = shared.views.firstIndex { $0.query == shared.mailbox.shown.view }
    for (row, (index, view)) in views.enumerated() {
      let line = area.row(at: row + 1)
      draw(view, line, isShown: index == shown)
      addTarget(.item(index), line)
      guard hasFocus, index == cursor else { continue }
      canvas.highlight(line, style: look[.cursor])
      canvas.placeCursor(row: line.row, column: line.column)
    }
  }

  private mutating func draw(_ view: SavedView, _ line: Rect, isShown: Bool) {
    let counts = shared.counts(of: view.query)
    let style = (counts?.unread ?? 0) > 0 ? look[.unread] : .plain
    let number = counts.map(text) ?? .empty
    if isShown { canvas.draw(">", row: line.row, style: look[.key]) }
    let end = line.columns - 2
    let room = end - 1 - (number.isEmpty ? 0 : number.width + 1)
    canvas.draw(
      words.text(.title(of: .view(view, in: shared.config))),
      row: line.row,
      column: 1,
      columns: room,
      style: style
    )
    canvas.draw(number, row: line.row, column: end - number.width, style: style)
  }

  private func text(_ counts: ThreadCounts) -> DisplayText {
    words.counts(counts.unread, of: counts.total)
  }
}
