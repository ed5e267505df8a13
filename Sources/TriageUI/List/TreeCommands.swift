import Screen
import TriageCore

// Opening and closing threads in the list, and reading their messages.

extension ListPane {
  static let treeing: [ScreenCommand: Behavior<ListPane>] = [
    .expand: Behavior(unless: Self.reasonNotToExpand) { pane, _, shared in pane.expand(&shared) },
    .collapse: Behavior(unless: Self.reasonNotToCollapse) { pane, _, shared in
      pane.collapse(shared)
    },
    .toggleTree: Behavior { pane, _, shared in pane.toggleTree(shared) },
  ]

  func isOn(_ command: ScreenCommand) -> Bool { command == .toggleTree && list.trees.opensAll }

  private func reasonNotToExpand(_ shared: Shared) -> Sentence? {
    guard let thread = list.current else { return Sentence("status.no-row") }
    if list.currentMessage != nil { return Sentence("status.tree.message") }
    if list.isOnRest || list.trees.shown(thread) != nil { return nil }
    return list.rows[thread]?.messages.count == 1 ? Sentence("status.tree.single") : nil
  }

  private func reasonNotToCollapse(_ shared: Shared) -> Sentence? {
    guard let thread = list.current else { return Sentence("status.no-row") }
    return list.trees.isOpen(thread) ? nil : Sentence("status.tree.closed")
  }

  /// Why nothing can be done with the row that says how many more messages there are.
  func reasonOnRest(_ shared: Shared) -> Sentence? {
    let key = shared.keymap.key(for: .command(.expand), in: .list)
    return Sentence("status.tree.rest", .keys(key ?? ScreenCommand.expand.rawValue))
  }

  /// Opens the thread under the cursor; of one that is open, goes to the first message, or reads more.
  private mutating func expand(_ shared: inout Shared) {
    guard let thread = list.current else { return }
    if list.isOnRest { return list.trees.readMore(of: thread) }
    if list.trees.shown(thread) != nil {
      list.moveCursor(by: 1)
      return list.scroll(height: shared.listHeight)
    }
    list.keepScreenRow { $0.trees.open(thread) }
    list.revealOpened(height: shared.listHeight)
  }

  /// Whether the messages of the thread under the cursor, which is open, have not come: the next row
  /// is one of them.
  func awaitsRows(_ shared: Shared) -> Bool {
    guard shared.requests.isAlive, let thread = list.current, list.trees.known(thread) == nil else {
      return false
    }
    return list.trees.lacks(thread, of: list.rows[thread])
  }

  /// Closes the thread under the cursor if its messages have not come.
  mutating func giveUpRows(_ shared: Shared) {
    if awaitsRows(shared), let thread = list.current { list.trees.close(thread) }
  }

  /// Closes the thread that the cursor is on or in.
  private mutating func collapse(_ shared: Shared) {
    guard let thread = list.current else { return }
    list.trees.close(thread)
    list.cursorLine = 0
    if list.top == list.cursor { list.topLine = 0 }
    list.fillLastPage(height: shared.listHeight)
    list.scroll(height: shared.listHeight)
  }

  /// Opens all threads of the view, or closes them.
  private mutating func toggleTree(_ shared: Shared) {
    let opens = !list.trees.opensAll
    openedViews[list.view] = opens
    list.keepScreenRow { $0.trees.open(all: opens) }
    list.fillLastPage(height: shared.listHeight)
    list.scroll(height: shared.listHeight)
  }

  /// Opens what is under the cursor, a draft to go on with it, all else for reading; or reads more of
  /// its thread into the list.
  mutating func open(_ shared: inout Shared) {
    if list.isOnRest {
      expand(&shared)
    } else if let draft = listedDraft {
      shared.openDraft(draft)
    } else {
      shared.openThread()
    }
  }

  // MARK: The mouse

  /// The first click goes to a row, the second opens it.
  mutating func click(
    _ position: ListPosition,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    guard list.order.indices.contains(position.thread) else { return }
    if list.cursorPosition == position, button == .left { return open(&shared) }
    list.goal = nil
    list.cursorPosition = position
    list.scroll(height: shared.listHeight)
  }

  /// Opens or closes the thread of a row.
  mutating func fold(_ index: Int, _ button: PointerEvent.Button, _ shared: inout Shared) {
    guard list.order.indices.contains(index) else { return }
    list.goal = nil
    list.cursorPosition = ListPosition(thread: index, line: 0)
    guard button == .left else { return }
    let isOpen = list.trees.isOpen(list.order[index])
    shared.perform(.command(isOpen ? .collapse : .expand))
  }
}

// MARK: Reading

extension ListPane {
  /// Trees that are asked for at once.
  private var treesAtOnce: Int { 20 }

  /// Asks for the messages of open threads on the screen, and of those that come next.
  mutating func readShownTrees(_ shared: inout Shared) {
    guard tickets.trees == nil, list.refreshed == nil else { return }
    let height = shared.listHeight
    let shown = list.shownThreads(height: height)
    let lacks = { [list] in list.trees.lacks($0, of: list.rows[$0]) }
    var missing = shown.filter(lacks)
    missing += list.order.dropFirst(list.top + shown.count).prefix(height).filter {
      list.trees.known($0) == nil && lacks($0)
    }
    guard let first = missing.first else { return }
    // Of a thread that is read further, more is asked for than of the others.
    let limit = list.trees.limit(of: first)
    let some = missing.prefix(treesAtOnce).filter { list.trees.limit(of: $0) == limit }
    tickets.trees = shared.ask(
      TreesQuestion(threads: some, query: MailQuery(list.query), limit: limit)
    )
  }

  /// Takes messages of open threads; the cursor stays where it is on the screen.
  mutating func receiveTrees(
    _ answered: Answered<[ThreadTree]>,
    of asked: [ThreadID],
    _ shared: inout Shared
  ) {
    guard case .answer(let trees) = answered else {
      list.trees.fail(asked)
      if let failure = answered.failure { shared.report(failure, about: .refresh) }
      return
    }
    list.put(trees)
    list.revealOpened(height: shared.listHeight)
    list.fillLastPage(height: shared.listHeight)
    list.scroll(height: shared.listHeight)
  }
}

extension ThreadList {
  /// The threads that the window shows rows of.
  func shownThreads(height: Int) -> ArraySlice<ThreadID> {
    let last = position(topPosition, movedBy: height - 1).thread
    return order.dropFirst(top).prefix(max(0, last - top + 1))
  }

  /// Takes trees; the cursor stays on its message, and that on its row of the screen.
  fileprivate mutating func put(_ trees: [ThreadTree]) {
    let message = currentMessage?.id
    keepScreenRow { list in
      for tree in trees { list.trees.put(tree) }
      if let message, let thread = list.current,
        let line = list.trees.shown(thread)?.line(of: message)
      {
        list.cursorLine = line
      }
    }
    if let thread = current, trees.contains(where: { $0.thread == thread }) { reachTreeGoal() }
  }

  /// Moves the window so far down that the messages of the thread that was opened are seen.
  fileprivate mutating func revealOpened(height: Int) {
    guard let thread = trees.revealed, thread == current, trees.shown(thread) != nil else { return }
    trees.revealed = nil
    let last = ListPosition(thread: cursor, line: lastLine(of: cursor))
    topPosition = min(cursorPosition, max(topPosition, position(last, movedBy: 1 - height)))
  }

  /// Moves the cursor to the message that it is to go to, if its thread is open and has been read.
  mutating func reachTreeGoal() {
    guard let goal = trees.goal, let thread = current else { return }
    guard trees.isOpen(thread) else { return trees.goal = nil }
    guard let opened = trees.shown(thread) else { return }
    trees.goal = nil
    let isWhole = goal.changed >= opened.messages.count + opened.omitted
    if !isWhole, let line = opened.line(of: goal.message) { cursorLine = line }
  }

  /// Moves the cursor from the last thread's row to its last message.
  mutating func goToLastLine(height: Int) {
    cursorLine = lastLine(of: cursor)
    // Of one that is being read the messages are shown when they have come.
    trees.revealed = current
    scroll(height: height)
  }
}
