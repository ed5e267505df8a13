import TriageCore

extension State {
  mutating func select(_ command: ScreenCommand, count: Int?) -> [Effect] {
    switch command {
    case .selectRange: selectRange()
    case .selectAll: selectAll()
    case .selectMatching: return ask(.selectMatching)
    default: toggleSelection(count ?? 1, goesOn: command == .selectAndNext)
    }
    return []
  }

  private mutating func toggleSelection(_ count: Int, goesOn: Bool) {
    list.range = nil
    let first = list.cursor
    for place in first..<first + count where list.order.indices.contains(place) {
      let thread = list.order[place]
      if list.selected.remove(thread) == nil { list.selected.insert(thread) }
      if goesOn { list.cursor = min(place + 1, list.order.count - 1) }
    }
    list.scroll(height: listHeight)
  }

  /// Begins a range at the cursor, or ends it where it is.
  private mutating func selectRange() {
    guard list.range == nil else {
      list.range = nil
      return
    }
    guard let current = list.current else { return }
    list.range = SelectedRange(anchor: current, base: list.selected)
  }

  /// Selects all threads of the list, those not known yet as soon as they are; the messages they
  /// have now are read at once, so that nothing that comes later is touched.
  private mutating func selectAll() {
    list.range = nil
    list.selected = Set(list.order)
    list.selectsRest = list.next != nil
    list.readsSelected = true
  }

  /// Selects the threads of the list that a query finds.
  mutating func select(matching text: String) -> [Effect] {
    let query = MailQuery(ListState.query(list.query, narrowedBy: text))
    return [
      request(
        .list(query, sort: list.sort, skip: 0, limit: .max, rows: 0),
        for: .matching(text, in: list.query)
      )
    ]
  }

  mutating func takeMatching(_ text: String, _ threads: [ThreadID]) {
    let found = Set(threads).intersection(list.order)
    guard !found.isEmpty else {
      return say(Sentence("status.no-matches", .text(text)), about: .key)
    }
    list.range = nil
    list.selected.formUnion(found)
  }

  /// Reads the rows of what is selected off the screen.
  mutating func readSelection() -> [Effect] {
    guard list.readsSelected, engine.isAlive, changes.gathering.isEmpty else { return [] }
    let missing = list.order.lazy.filter { [list] in
      list.selected.contains($0) && list.rows[$0] == nil && !list.absent.contains($0)
    }
    let wanted = Array(missing.prefix(200))
    guard !wanted.isEmpty else {
      list.readsSelected = list.selectsRest
      return []
    }
    return readRows(wanted)
  }
}
