import TriageCore
import UndoKit

// Going from list to list: searches, views, limits, orders, back and forward, and back to where an
// action was done.

extension ListPane {
  // MARK: Other lists

  /// Opens what a query finds.
  mutating func show(query: String, _ shared: inout Shared) {
    show(
      ThreadList(query: query, title: shared.title(ofQuery: query)),
      isWorthReturning: !list.isFruitless,
      &shared
    )
  }

  /// Lists mail that the view hides, and opens its thread as soon as that is known.
  mutating func showOffer(_ query: String, _ shared: inout Shared) {
    let next = ThreadList(query: query, title: shared.title(ofQuery: query))
    show(next, isWorthReturning: true, &shared)
    offered = query
  }

  /// Opens the thread that was offered; of several, the list lets one be chosen.
  mutating func openOffered(_ shared: inout Shared) {
    guard let query = offered else { return }
    offered = nil
    guard query == list.query, list.order.count == 1, list.next == nil else { return }
    publish(&shared)
    let isPart = list.currentRow.map { $0.matched.count < $0.messages.count } ?? false
    shared.openThread(at: isPart ? .firstMatch : .whatIsNew)
  }

  /// Opens a view where it was left; the one that is shown already is only asked for again.
  mutating func show(_ view: SavedView, _ shared: inout Shared) {
    guard view.query != list.query else {
      shared.notify(.listReplaced)
      shared.focusList()
      return refresh(&shared)
    }
    var next = ThreadList(query: view.query, title: .view(view, in: shared.config))
    next.goal = leftThreads[view.query].map(ThreadList.Goal.narrowed)
    show(next, isWorthReturning: !list.isFruitless, &shared)
  }

  /// Opens another list; `back` returns to the present one if that is worth it: not to a search that has found
  /// nothing.
  private mutating func show(
    _ next: ThreadList,
    isWorthReturning: Bool,
    _ shared: inout Shared
  ) {
    leave(&shared)
    shownLists[next.query] = next.name
    list = next
    list.awaitsSettings = true
    tickets.dropReads()
    isWorthReturning ? visits.push(list) : visits.amend(list)
    enter(&shared)
  }

  /// Whether the list is narrowed otherwise than its view sets.
  func isLimitedByHand(_ shared: Shared) -> Bool {
    list.limit != nil && list.limit != shared.settings.view.limit
  }

  /// Lifts the limit, or returns to the list that was shown before; from the first one, leaves the
  /// program, if it comes twice.
  mutating func back(_ shared: inout Shared) {
    if isLimitedByHand(shared) { return limit(to: nil, &shared) }
    if visits.canUndo { return goBack(&shared) }
    guard shared.config.list.quit == .twice, shared.status.subject != .leaving else {
      return shared.perform(.command(.quit))
    }
    let key =
      shared.keymap.key(for: .command(.back), in: .list) ?? ScreenCommand.back.rawValue
    if shared.warnsOfDeparture(before: key) { return }
    shared.report(Sentence("status.leaving", .keys(key)), about: .leaving)
  }

  mutating func goBack(_ shared: inout Shared) {
    leave(&shared)
    if visits.undo() { resume(&shared) }
  }

  /// Returns to the list that was left by going back.
  mutating func goForward(_ shared: inout Shared) {
    leave(&shared)
    if visits.redo() { resume(&shared) }
  }

  /// Narrows the list, or shows all of it again; the cursor stays on its thread.
  mutating func limit(to text: String?, _ shared: inout Shared) {
    replace(
      with: list.anew(
        limit: text,
        sort: list.sort,
        goal: list.current.map(ThreadList.Goal.narrowed)
      ),
      &shared
    )
  }

  /// Shows the list in another order; the cursor stays on its thread.
  ///
  /// An order for which all threads must be read is shown when they have been.
  mutating func sort(_ order: SortOrder, _ shared: inout Shared) {
    guard order != tickets.sortedList?.sort ?? list.sort else { return }
    let goal = list.current.map(ThreadList.Goal.narrowed)
    let next = list.anew(limit: list.limit, sort: order, goal: goal)
    guard order.value != nil else { return replace(with: next, &shared) }
    shared.focusList()
    readSorted(next, &shared)
  }

  private mutating func replace(with next: ThreadList, _ shared: inout Shared) {
    list = next
    shownLists[next.query] = next.name
    visits.amend(list)
    shared.focusList()
    load(&shared)
  }

  private mutating func leave(_ shared: inout Shared) {
    (round, awaitsRound, offered) = (nil, false, nil)
    list.range = nil
    leftThreads[list.view] = list.current
    visits.amend(list)
    shared.notify(.listReplaced)
    shared.focusList()
  }

  /// Shows a list as it was left, and asks the index again.
  private mutating func resume(_ shared: inout Shared) {
    list = visits.current
    tickets.dropReads()
    list.refreshed = nil
    list.scroll(height: shared.listHeight)
    dropStaleMarks()
    list.awaitsSettings = false
    enter(&shared)
    list.phase == .ready ? refresh(&shared) : load(&shared)
  }

  // MARK: What a view sets

  /// Leaves what the last list had set and enters this one; the answer follows at once.
  func enter(_ shared: inout Shared) {
    let view = shared.views.first { $0.query == list.view }
    shared.send(.enter(view?.onEnter ?? ViewEffects()))
  }

  /// Reads a list that is new as its view wants it.
  mutating func entered(_ shared: inout Shared) {
    guard list.awaitsSettings else { return }
    let settings = shared.settings.view
    list = list.anew(limit: list.limit ?? settings.limit, sort: settings.sort, goal: list.goal)
    list.trees.open(all: openedViews[list.view] ?? settings.tree)
    shownLists[list.query] = list.name
    visits.amend(list)
    readFirstPage(&shared)
  }

  // MARK: Cancelling and prompts

  /// Gives up what is being sorted or looked for, else ends a range, else gives up what was selected
  /// last of a sender or list, else the selection, else what was found, else the limit, else the list
  /// for the one before.
  mutating func cancel(_ shared: inout Shared) {
    if tickets.sorted != nil {
      giveUpSorting(TriageFailure(.cancelled), &shared)
    } else if list.find?.isLooking == true {
      stopFinding()
    } else if tickets.sources != nil {
      tickets.sources = nil
      shared.report(TriageFailure(.cancelled))
    } else if list.range != nil {
      list.range = nil
    } else if list.takeBackSource() {
      return
    } else if list.hasSelection {
      list.clearSelection()
    } else if list.find != nil {
      list.find = nil
    } else if list.limit != nil {
      limit(to: nil, &shared)
    } else if visits.canUndo {
      goBack(&shared)
    }
  }

  mutating func answer(_ topic: ListTopic, with text: String, _ shared: inout Shared) {
    switch topic {
    case .limit:
      if !text.isEmpty {
        limit(to: text, &shared)
      } else if list.limit != nil {
        limit(to: nil, &shared)
      }
    case .selectMatching: if !text.isEmpty { select(matching: text, &shared) }
    case .find: find(text, &shared)
    }
  }
}

// MARK: After an undo

extension ListPane {
  /// Sends the cursor to the row that a group was made at; where the list does not show that, opens the view
  /// that it was made in.
  ///
  /// A group of the shell has no view and changes none.
  mutating func goBackToPlace(of group: StepSummary, _ shared: inout Shared) {
    guard let anchor = group.context.anchor, let view = group.context.view else {
      refresh(&shared)
      tickets.location = shared.ask(StepQuestion(step: group.id, limit: 20))
      return
    }
    shared.notify(.listReplaced)
    refresh(&shared)
    guard view != list.query else { return goBack(to: anchor, of: group, &shared) }
    list.goal = .message(anchor)
    tickets.placeGroup = group
    tickets.place = askWhetherShown(MailQuery.quotedID(anchor), &shared)
  }

  /// Forgets where an earlier undo or redo was to lead: what the status line says is not about that any more.
  mutating func forgetReturn() {
    (list.goal, rereading) = (nil, nil)
    (tickets.anchor, tickets.location, tickets.visibility, tickets.place) = (nil, nil, nil, nil)
  }

  /// Stays in the list if it shows the message that a group was made at, unless the person has gone elsewhere
  /// meanwhile.
  mutating func receivePlace(
    _ answered: Answered<ListQuestion.Answer>,
    _ shared: inout Shared
  ) {
    guard let group = tickets.placeGroup, let anchor = list.goal?.message,
      let view = group.context.view
    else { return }
    tickets.placeGroup = nil
    if case .answer(let answer) = answered, !answer.page.entries.isEmpty {
      return goBack(to: anchor, of: group, &shared)
    }
    show(ThreadList(name(of: view, shared)), isWorthReturning: true, &shared)
    goBack(to: anchor, of: group, &shared)
  }

  private mutating func goBack(
    to anchor: MessageID,
    of group: StepSummary,
    _ shared: inout Shared
  ) {
    list.trees.goal = ThreadTrees.Goal(message: anchor, changed: group.messages)
    seek(anchor, &shared)
  }

  /// Asks whether the view shows any of the messages of a step.
  mutating func receiveLocation(_ detail: StepDetail, _ shared: inout Shared) {
    guard !detail.changes.isEmpty else { return }
    let mail = detail.changes.map { MailQuery.quotedID($0.record.message) }
      .joined(separator: " or ")
    tickets.visibilityQuery = mail
    tickets.visibility = askWhetherShown(mail, &shared)
  }

  /// Asks whether the list has any of the mail that a query finds.
  private func askWhetherShown(_ mail: String, _ shared: inout Shared) -> Ticket<ListQuestion> {
    let view = ThreadList.query(list.query, narrowedBy: mail)
    return shared.ask(ListQuestion(query: MailQuery(view), limit: 1))
  }

  /// Offers to open mail that the view hides.
  func offerToOpen(_ mail: String, _ shared: inout Shared) {
    shared.status.offer = mail
    shared.status.isNew = true
  }

  /// What the list was that had this query, here or on another screen: a view, one narrowed, or a
  /// search.
  private func name(of query: String, _ shared: Shared) -> ListName {
    if let shown = shownLists[query] { return shown }
    for view in shared.views {
      let title = ListTitle.view(view, in: shared.config)
      if view.query == query { return ListName(view: query, title: title) }
      guard let limit = ThreadList.limit(of: query, in: view.query) else { continue }
      return ListName(view: view.query, limit: limit, title: title)
    }
    return ListName(view: query, title: .query)
  }

  /// Sends the cursor to the row of a message, as soon as that is known.
  private mutating func seek(_ message: MessageID, _ shared: inout Shared) {
    if let row = list.rows.values.first(where: { $0.messages.contains(message) }) {
      list.goal = .thread(row.thread)
      return reachGoal(&shared)
    }
    list.goal = .message(message)
    tickets.anchor = shared.ask(
      ListQuestion(query: MailQuery(MailQuery.quotedID(message)), limit: 1)
    )
  }

  mutating func receiveAnchor(_ page: ListPage, _ shared: inout Shared) {
    guard list.goal?.message != nil else { return }
    list.goal = page.entries.first.map { .thread($0.thread) }
    reachGoal(&shared)
  }

  /// Moves the cursor to where it is to go, if that is in the order by now.
  mutating func reachGoal(_ shared: inout Shared) {
    guard let thread = list.goal?.thread else { return }
    if let index = list.order.firstIndex(of: thread) {
      list.cursor = index
      list.reachTreeGoal()
      rereadMessage(&shared)
      if list.refreshed == nil, list.phase == .ready, !list.wantsRefresh { endGoal(shared) }
      list.scroll(height: shared.listHeight)
    } else if list.next == nil, list.refreshed == nil, list.phase == .ready {
      let isWanted = list.goal == .thread(thread)
      list.goal = nil
      if isWanted { offerToOpen("thread:\(thread)", &shared) }
    }
  }

  /// Leaves the cursor on the row it was to go to; if that has left the view with what was undone or
  /// redone, lets it go on as after an action.
  private mutating func endGoal(_ shared: Shared) {
    list.goal = nil
    // Which of its messages are left is known later.
    guard let current = list.current, list.struck.contains(current) else { return }
    if shared.config.list.advance, !shared.isListCovered { list.leaveDoneRow() }
  }

  /// Opens the thread under the cursor at the message where what was undone had been done.
  private mutating func rereadMessage(_ shared: inout Shared) {
    guard let message = rereading else { return }
    rereading = nil
    publish(&shared)
    shared.openThread(at: .message(message))
  }
}
