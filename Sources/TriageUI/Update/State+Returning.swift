import TriageCore

extension State {
  /// After an undo or redo: opens the view the group was made in, and sends the cursor to its row.
  ///
  /// A group of the shell has no view and changes none.
  mutating func goToPlace(of group: StepSummary?) -> [Effect] {
    let isRead = reading.map { reading in
      reading.messages.contains { $0.id == group?.context.anchor }
    }
    guard let anchor = group?.context.anchor, let view = group?.context.view, isRead != true else {
      return refresh()
    }
    reading = nil
    let load =
      view == list.query ? refresh() : show(ListState(query: view, title: title(of: view)))
    return load + seek(anchor)
  }

  /// The name that a query has as a view.
  private func title(of query: String) -> ListTitle {
    (earlier + [list]).first { $0.query == query }?.title ?? .query
  }

  /// Sends the cursor to the row of a message, as soon as that is known.
  private mutating func seek(_ message: MessageID) -> [Effect] {
    if let row = list.rows.values.first(where: { $0.messages.contains(message) }) {
      list.goal = .thread(row.thread)
      reachGoal()
      return []
    }
    list.goal = .message(message)
    return [
      request(
        .list(
          MailQuery(MailQuery.quotedID(message)),
          sort: list.sort,
          skip: 0,
          limit: 1,
          rows: 0
        ),
        for: .anchor(generation: list.generation)
      )
    ]
  }

  mutating func takeAnchor(_ page: ListPage) {
    guard list.goal?.message != nil else { return }
    list.goal = page.entries.first.map { .thread($0.thread) }
    reachGoal()
  }

  /// Moves the cursor to where it is to go, if that is in the order by now.
  mutating func reachGoal() {
    guard case .thread(let thread)? = list.goal else { return }
    if let place = list.order.firstIndex(of: thread) {
      list.cursor = place
      list.scroll(height: listHeight)
      if list.refreshed == nil, list.phase == .ready { list.goal = nil }
    } else if list.next == nil, list.refreshed == nil, list.phase == .ready {
      list.goal = nil
    }
  }
}
