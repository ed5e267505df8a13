import TriageCore

extension State {
  mutating func perform(_ command: ScreenCommand, count: Int?) -> [Effect] {
    switch command {
    case .next, .previous, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .nextUnread, .previousUnread, .nextMessage, .previousMessage:
      move(command, count: count)
      return []
    case .open:
      if sidebar.hasFocus { return openView(at: sidebar.cursor) }
      return history == nil ? open() : openStep()
    case .back: return back()
    case .cancel: return cancel()
    case .goBack: return goBack()
    case .goForward: return goForward()
    case .search: return ask(.search)
    case .find, .toggleHeaders, .toggleRaw, .savePart, .openPart, .pipe, .links,
      .nextAlternative, .foldQuotes, .scrollLeft, .scrollRight:
      return perform(inMessage: command, count: count)
    case .nextHit where reading != nil, .previousHit where reading != nil:
      return perform(inMessage: command, count: count)
    case .nextHit: return seekHit(count ?? 1)
    case .previousHit: return seekHit(-(count ?? 1))
    case .limit: return ask(.limit)
    case .refresh: return refreshByHand()
    case .select where reading != nil: return selectMessage()
    case .selectAndNext, .select, .selectRange, .selectAll, .selectMatching:
      return select(command, count: count)
    case .undo: return turn(.undo, count: count)
    case .redo: return turn(.redo, count: count)
    case .repeat: return changes.last.map { act($0, count: count) } ?? []
    case .toggleUnread: return act(.toggle(.unread), count: count)
    case .quickTags: return chooseTag()
    case .savePlan: return askForPlan()
    case .clearSelection:
      list.clearSelection()
      return []
    case .palette: return ask(.palette)
    case .toggleStar: return act(.toggle(.star), count: count)
    case .history: return openHistory()
    case .revert: return revert()
    case .reapply: return history?.current.map { turn(.reapply, $0) } ?? []
    case .restore: return history?.current.map { turn(.restore, $0) } ?? []
    case .showAll:
      toggleAllSteps()
      return []
    case .filter: return ask(.filter)
    case .undoDialog:
      openUndoDialog()
      return []
    case .help:
      help = HelpState()
      return []
    case .about:
      say(Sentence("status.about", .text(version)), about: .key)
      return []
    case .menuBar, .menuMessage, .menuEdit, .menuView, .menuGo, .menuHelp:
      menu = MenuName(command).map { MenuState(menu: $0) }
      return []
    case .toggleSidebar:
      toggleSidebar()
      return []
    case .togglePreview: return togglePreview()
    case .poll: return poll()
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    // Quitting during a write finishes it: the engine reads its input to the end first.
    case .quit: return quit()
    }
  }

  /// Does what takes an argument.
  mutating func run(_ command: ArgumentCommand, _ argument: String) -> [Effect] {
    switch command {
    case .search: return show(ListState(query: argument, title: .query))
    case .view:
      return views.first { $0.name == argument }.map { open($0) } ?? []
    case .sort: return SortOrder(rawValue: argument).map { sort($0) } ?? []
    case .theme: return setTheme(argument)
    }
  }

  private mutating func refreshByHand() -> [Effect] {
    guard engine.isAlive else { return [.restartEngine] }
    list.acted = []
    list.struck = []
    reading?.forgetFailures()
    return refresh()
  }

  /// The first that applies: a change under way, the selection, the limit, the way back.
  private mutating func cancel() -> [Effect] {
    if changes.isBusyForPerson { return cancelChanges() }
    if sidebar.hasFocus {
      sidebar.hasFocus = false
      return []
    }
    if history?.filter.isEmpty == false, history?.open == nil { return filterHistory(by: "") }
    if isInList, list.hasSelection {
      list.clearSelection()
      return []
    }
    if reading?.giveUp() ?? false { return [] }
    if isInList, list.limit != nil { return limit(to: nil) }
    return canGoBack ? goBack() : []
  }
}
