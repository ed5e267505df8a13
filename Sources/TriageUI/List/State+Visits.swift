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

  /// Leaves what is open, lifts the limit, or leaves the list for the one before; in the first list
  /// quits, if it comes twice.
  mutating func back() -> [Effect] {
    if sidebar.hasFocus {
      sidebar.hasFocus = false
      return []
    }
    if isInList, isLimitedByHand { return limit(to: nil) }
    guard !canGoBack else { return goBack() }
    guard config.list.quit == .twice, status.subject != .leaving else { return quit() }
    let key = keymap.key(for: .command(.back), in: .list) ?? ScreenCommand.back.rawValue
    say(Sentence("status.leaving", .text(key)), about: .leaving)
    return []
  }

  /// Leaves the thread being read, or the list for the one that was shown before.
  mutating func goBack() -> [Effect] {
    sidebar.hasFocus = false
    if history != nil {
      leaveHistory()
      return []
    }
    if reading != nil {
      reading = nil
      return []
    }
    leaveList()
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
    sidebar.hasFocus = false
    list = list.anew(limit: limit, sort: sort, goal: goal)
    shownLists[list.query] = list.name
    visits.amend(list)
    return loadList()
  }

  private mutating func leaveList() {
    sidebar.hasFocus = false
    history = nil
    reading = nil
    list.range = nil
    visits.amend(list)
  }

  /// Shows a list as it was left, and asks the index again.
  private mutating func resume() -> [Effect] {
    let generation = list.generation
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
