import TriageCore

extension State {
  mutating func perform(_ command: ScreenCommand, count: Int?) -> [Effect] {
    switch command {
    case .next, .previous, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .nextUnread, .previousUnread, .nextMessage, .previousMessage:
      move(command, count: count)
      return []
    case .open: return open()
    case .back: return back()
    case .cancel: return cancel()
    case .search: return ask(.search)
    case .refresh: return refreshByHand()
    case .selectAndNext, .select, .selectAll: return select(command, count: count)
    case .undo: return turn(.undo, count: count)
    case .redo: return turn(.redo, count: count)
    case .repeat: return changes.last.map { act($0, count: count) } ?? []
    case .toggleUnread: return act(.fixed(toggledUnread), count: count)
    case .toggleStar: return act(.fixed(toggledStar), count: count)
    case .help:
      help = HelpState()
      return []
    case .menuBar, .menuMessage, .menuEdit, .menuView, .menuGo, .menuHelp:
      menu = MenuName(command).map { MenuState(menu: $0) }
      return []
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    // Quitting during a write finishes it: the engine reads its input to the end first.
    case .quit: return quit()
    }
  }

  /// Marks as read if any message is unread, else as unread.
  private var toggledUnread: FixedAction {
    let isUnread =
      readMessages?.contains { $0.tags.contains(.unread) }
      ?? actingRows.contains { $0.unread > 0 }
    return isUnread ? .markRead : .markUnread
  }

  /// Stars if any message has no star, else takes the stars away.
  ///
  /// A row tells only whether any of its messages has one.
  private var toggledStar: FixedAction {
    let isStarred =
      readMessages?.allSatisfy { $0.tags.contains(.flagged) }
      ?? actingRows.allSatisfy { $0.tags.contains(.flagged) }
    return isStarred ? .unstar : .star
  }

  /// The messages of the thread being read, if they have come.
  private var readMessages: [MessageFacts]? {
    reading.flatMap { $0.messages.isEmpty ? nil : $0.messages }
  }

  private var actingRows: [ThreadRow] { actingThreads.compactMap { list.rows[$0] } }

  private mutating func refreshByHand() -> [Effect] {
    guard engine.isAlive else { return [.restartEngine] }
    list.acted = []
    list.struck = []
    reading?.forgetFailures()
    return refresh()
  }

  /// The first that applies: a change under way, the selection, the thread being read, a search.
  private mutating func cancel() -> [Effect] {
    if changes.isBusyForPerson { return cancelChanges() }
    if !list.selected.isEmpty || list.selectsRest {
      list.selected = []
      list.selectsRest = false
      return []
    }
    return reading == nil && earlier.isEmpty ? [] : back()
  }

  private mutating func back() -> [Effect] {
    if reading != nil {
      reading = nil
      return []
    }
    guard var last = earlier.popLast() else { return quit() }
    last.generation = list.generation + 1
    list = last
    list.scroll(height: listHeight)
    return refresh()
  }

  private mutating func select(_ command: ScreenCommand, count: Int?) -> [Effect] {
    if command == .selectAll {
      list.selected = Set(list.order)
      list.selectsRest = list.next != nil
      return []
    }
    let first = list.cursor
    for place in first..<first + (count ?? 1) where list.order.indices.contains(place) {
      let thread = list.order[place]
      if list.selected.remove(thread) == nil { list.selected.insert(thread) }
      if command == .selectAndNext { list.cursor = min(place + 1, list.order.count - 1) }
    }
    list.scroll(height: listHeight)
    return []
  }
}
