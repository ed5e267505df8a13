import TriageCore

/// A selection that reaches from a row to the cursor.
struct SelectedRange: Hashable, Sendable {
  /// Where it begins.
  let anchor: ThreadID
  /// What was selected before.
  let base: Set<ThreadID>
}

extension ListState {
  /// Whether something is selected, or is being selected.
  var hasSelection: Bool { !selected.isEmpty || selectsRest || range != nil }

  mutating func clearSelection() {
    selected = []
    selectsRest = false
    readsSelected = false
    range = nil
  }

  /// Selects what lies between the beginning of the range and the cursor, besides what was.
  mutating func stretchRange() {
    guard let range else { return }
    guard let anchor = order.firstIndex(of: range.anchor) else {
      self.range = nil
      return
    }
    selected = range.base.union(order[min(anchor, cursor)...max(anchor, cursor)])
  }
}
