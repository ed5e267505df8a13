import Screen
import TriageCore

extension Painter {
  /// The saved views, each with its unread and all threads.
  mutating func paintSidebar(_ area: Rect) {
    let sidebar = state.sidebar
    canvas.draw(words.text(Sentence("menu.views")), row: area.row, column: 1, style: look[.heading])
    let shown = state.views.enumerated().dropFirst(sidebar.top).prefix(area.rows - 1)
    for (row, (place, view)) in shown.enumerated() {
      let line = area.row(at: row + 1)
      paint(view, line, isCurrent: place == state.currentView)
      addTarget(.view(place), line)
      guard sidebar.hasFocus, place == sidebar.cursor else { continue }
      canvas.overlay(line, style: look[.cursor])
      if state.prompt == nil { canvas.placeCursor(row: line.row, column: line.column) }
    }
  }

  private mutating func paint(_ view: SavedView, _ line: Rect, isCurrent: Bool) {
    let counts = state.counting.counts(of: view.query)
    let style = (counts?.unread ?? 0) > 0 ? look[.unread] : .plain
    let number = counts.map(text) ?? .empty
    if isCurrent { canvas.draw(">", row: line.row, style: look[.key]) }
    let end = line.columns - 2
    let room = end - 1 - (number.isEmpty ? 0 : number.width + 1)
    canvas.draw(
      words.text(.title(of: .view(view, in: state.config))),
      row: line.row,
      column: 1,
      columns: room,
      style: style
    )
    canvas.draw(number, row: line.row, column: end - number.width, style: style)
  }

  private func text(_ counts: CountingState.Counts) -> DisplayText {
    let isPlain = counts.unread == 0 || counts.unread == counts.total
    return words.display(isPlain ? "\(counts.total)" : "\(counts.unread)/\(counts.total)")
  }
}
