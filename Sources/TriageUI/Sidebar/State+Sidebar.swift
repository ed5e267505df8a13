import Screen
import TriageCore

extension State {
  /// Shows the sidebar and goes there; hides it when in it.
  mutating func toggleSidebar() {
    if sidebar.hasFocus {
      sidebar.hasFocus = false
      sidebar.isWished = false
    } else {
      sidebar.isWished = true
      sidebar.hasFocus = true
      sidebar.cursor = currentView ?? sidebar.cursor
    }
    settleRegions()
  }

  /// Goes up and down among the views.
  mutating func moveInSidebar(_ command: ScreenCommand, count: Int?) {
    let steps = count ?? 1
    let page = max(1, layout.sidebar.rows - 1)
    switch command {
    case .next: sidebar.cursor += steps
    case .previous: sidebar.cursor -= steps
    case .top: sidebar.cursor = count.map { $0 - 1 } ?? 0
    case .bottom: sidebar.cursor = count.map { $0 - 1 } ?? views.count - 1
    case .halfPageDown: sidebar.cursor += page / 2 * steps
    case .halfPageUp: sidebar.cursor -= page / 2 * steps
    case .pageDown: sidebar.cursor += page * steps
    case .pageUp: sidebar.cursor -= page * steps
    default: break
    }
    settleSidebar()
  }

  /// Keeps the cursor on a view, and that on the screen.
  mutating func settleSidebar() {
    let height = max(1, layout.sidebar.rows - 1)
    sidebar.cursor = max(0, min(sidebar.cursor, views.count - 1))
    if sidebar.cursor < sidebar.top { sidebar.top = sidebar.cursor }
    if sidebar.cursor >= sidebar.top + height { sidebar.top = sidebar.cursor - height + 1 }
    if layout.sidebar.isEmpty { sidebar.hasFocus = false }
  }

  /// Opens the view at a place of the sidebar; keys act in its list then.
  mutating func openView(at place: Int) -> [Effect] {
    guard views.indices.contains(place) else { return [] }
    sidebar.cursor = place
    return open(views[place])
  }

  /// Opens a view; the one that is shown already is only asked for again.
  mutating func open(_ view: SavedView) -> [Effect] {
    guard view.query != list.query else {
      sidebar.hasFocus = false
      reading = nil
      history = nil
      return refresh()
    }
    return show(ListState(query: view.query, title: .view(view, in: config)))
  }
}
