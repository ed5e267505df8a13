import TriageCore
import UndoKit

extension State {
  /// Opens another list; `back` returns to the present one.
  mutating func show(_ list: ListState) -> [Effect] {
    leaveList()
    shownLists[list.query] = list.name
    let generation = self.list.generation
    self.list = list
    self.list.generation = generation + 1
    self.list.awaitsSettings = true
    visits.push(self.list)
    return enterList()
  }

  /// Whether there is something to return to.
  var canGoBack: Bool { !isInList || visits.canUndo }

  /// Whether the list is narrowed otherwise than its view sets.
  var isLimitedByHand: Bool { list.limit != nil && list.limit != view.limit }

  /// Whether a list was left by going back.
  var canGoForward: Bool { visits.canRedo }

  /// Leaves what is open, or the list for the one before; on the first list quits.
  mutating func back() -> [Effect] {
    if sidebar.hasFocus {
      sidebar.hasFocus = false
      return []
    }
    return canGoBack ? goBack() : quit()
  }

  /// Leaves the thread being read, or the list for the one that was shown before.
  mutating func goBack() -> [Effect] {
    if history != nil {
      leaveHistory()
      return []
    }
    if reading != nil {
      reading = nil
      return []
    }
    leaveList()
    sidebar.hasFocus = false
    return visits.undo() ? resume() : []
  }

  /// Returns to the list that was left by going back.
  mutating func goForward() -> [Effect] {
    leaveList()
    return visits.redo() ? resume() : []
  }

  /// Narrows the list, or shows all of it again; the cursor stays on its thread.
  mutating func limit(to text: String?) -> [Effect] {
    relist(limit: text, sort: list.sort, goal: list.current.map(ListState.Goal.narrowed))
  }

  /// Shows the list in another order; the cursor stays on its thread.
  mutating func sort(_ order: SortOrder) -> [Effect] {
    guard order != list.sort else { return [] }
    return relist(limit: list.limit, sort: order, goal: list.current.map(ListState.Goal.thread))
  }

  private mutating func relist(
    limit: String?,
    sort: SortOrder,
    goal: ListState.Goal?
  ) -> [Effect] {
    list = list.anew(limit: limit, sort: sort, goal: goal)
    shownLists[list.query] = list.name
    visits.amend(list)
    return loadList()
  }

  private mutating func leaveList() {
    history = nil
    reading = nil
    list.range = nil
    sidebar.hasFocus = false
    visits.amend(list)
  }

  /// Shows a list as it was left, and asks the index again.
  private mutating func resume() -> [Effect] {
    let generation = list.generation
    sidebar.hasFocus = false
    list = visits.current
    list.generation = generation + 1
    list.refreshed = nil
    list.scroll(height: listHeight)
    let left = changes.unrestored.filter { $0.query == list.query }
    changes.unrestored.removeAll { $0.query == list.query }
    left.forEach { restore($0) }
    list.awaitsSettings = false
    return enterList() + (list.phase == .ready ? refresh() : loadList())
  }
}
