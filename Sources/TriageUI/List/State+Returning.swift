import TriageCore

extension State {
  /// After an undo or redo: opens the view the group was made in, and sends the cursor to its row.
  ///
  /// A group of the shell has no view and changes none.
  mutating func goToPlace(of result: ChangeResult) -> [Effect] {
    guard let group = result.target, result.changed > 0, history == nil else { return refresh() }
    let anchor = group.context.anchor
    let isRead = reading.map { reading in reading.messages.contains { $0.id == anchor } }
    if isRead == true { return refresh() }
    guard let anchor, let view = group.context.view else {
      return refresh() + [request(.step(group.id, limit: 20), for: .whereabouts)]
    }
    reading = nil
    let load = view == list.query ? refresh() : show(ListState(name(of: view)))
    return load + seek(anchor)
  }

  /// Asks whether the view shows any of the messages of a step.
  mutating func takeWhereabouts(_ detail: StepDetail) -> [Effect] {
    guard !detail.changes.isEmpty else { return [] }
    let mail = detail.changes.map { MailQuery.quotedID($0.change.message) }
      .joined(separator: " or ")
    let view = ListState.query(list.query, narrowedBy: mail)
    return [
      request(
        .list(MailQuery(view), sort: list.sort, skip: 0, limit: 1, rows: 0),
        for: .visibility(of: mail, in: list.query)
      )
    ]
  }

  /// Offers to open mail that the view hides.
  mutating func offerToOpen(_ mail: String) {
    offer = Offer(query: mail, said: status.left)
    status.isNew = true
  }

  /// What the status line says, and what Enter does as long as it is offered.
  var saidWithOffer: Sentence? {
    guard let offer, offer.said == status.left else { return status.left }
    let key = keymap.key(for: .command(.open), in: .list) ?? ""
    let hidden = Sentence("status.hidden", .text(key))
    return status.left.map { Sentence("status.both", .sentence($0), .sentence(hidden)) } ?? hidden
  }

  /// What the list was that had this query, here or on another screen: a view, one narrowed, or a
  /// search.
  private func name(of query: String) -> ListName {
    if let shown = shownLists[query] { return shown }
    for view in views {
      let title = ListTitle.view(view, in: config)
      if view.query == query { return ListName(view: query, title: title) }
      guard let limit = ListState.limit(of: query, in: view.query) else { continue }
      return ListName(view: view.query, limit: limit, title: title)
    }
    return ListName(view: query, title: .query)
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
        for: .anchor(of: message, in: list.query)
      )
    ]
  }

  mutating func takeAnchor(_ message: MessageID, _ page: ListPage) {
    guard list.goal?.message == message else { return }
    list.goal = page.entries.first.map { .thread($0.thread) }
    reachGoal()
  }

  /// Moves the cursor to where it is to go, if that is in the order by now.
  mutating func reachGoal() {
    guard let thread = list.goal?.thread else { return }
    if let place = list.order.firstIndex(of: thread) {
      list.cursor = place
      list.scroll(height: listHeight)
      if list.refreshed == nil, list.phase == .ready { list.goal = nil }
    } else if list.next == nil, list.refreshed == nil, list.phase == .ready {
      let isWanted = list.goal == .thread(thread)
      list.goal = nil
      if isWanted { offerToOpen("thread:\(thread)") }
    }
  }
}
