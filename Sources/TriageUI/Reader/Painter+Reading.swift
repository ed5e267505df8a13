import Screen
import TriageCore

extension Painter {
  mutating func paintReading(_ reading: ReadingState, _ area: Rect) {
    if let failure = reading.failure { return paintNote([.failure(failure)], area) }
    let layout = reading.layout
    guard layout.count > 0 else {
      return paintLoading(area)
    }
    placeReadingCursor(area)
    for row in 0..<area.rows {
      guard let place = layout.place(of: reading.top + row) else { break }
      let line = area.row(at: row)
      addTarget(.line(reading.top + row), line)
      let message = reading.messages[place.message]
      if place.line == 0 {
        paintHeader(place.message, line, reading)
      } else {
        let row = place.line - 1
        let rows = reading.texts[message.id]?.rows
        paintRow(
          rows.map { $0[row] },
          line,
          left: reading.left,
          hits: reading.hits(in: message.id, row: row, display: display)
        )
      }
    }
    if let choice = reading.choice { paintChoice(choice, area) }
  }

  private mutating func placeReadingCursor(_ area: Rect) {
    guard let reading = state.reading, state.prompt == nil else { return }
    let row = reading.layout.firstLine(of: reading.cursor) - reading.top
    canvas.placeCursor(row: area.row + max(0, min(row, area.rows - 1)), column: area.column)
  }

  /// One line of who and when: selection, fold mark, unread, star, whose answer, sender, tags, date.
  private mutating func paintHeader(_ place: Int, _ line: Rect, _ reading: ReadingState) {
    let message = reading.messages[place]
    let isUnread = message.tags.contains(.unread)
    let style = isUnread ? look[.unread] : .plain
    if reading.selected.contains(message.id) { canvas.draw("+", row: line.row, style: style) }
    let fold: DisplayText = reading.unfolded.contains(message.id) ? "▾" : "▸"
    canvas.draw(fold, row: line.row, column: line.column + 1, style: style)
    if isUnread { canvas.draw("N", row: line.row, column: line.column + 2, style: style) }
    if message.tags.contains(.flagged) {
      canvas.draw(
        "*",
        row: line.row,
        column: line.column + 3,
        style: style.overlaid(with: look[.star])
      )
    }
    let date = words.headerDate(message.date)
    let tags = tagText(message.tags).truncated(toColumns: line.columns / 4)
    let dateStart = line.endColumn - date.width
    let tagStart = dateStart - (tags.isEmpty ? 0 : tags.width + 2)
    let branch = words.shown(reading.branch(of: place, columns: line.columns / 3))
    let start = canvas.draw(branch, row: line.row, column: line.column + 5, style: look[.faint])
    canvas.draw(
      words.display(message.from),
      row: line.row,
      column: start,
      columns: max(0, tagStart - start - 2),
      style: style
    )
    canvas.draw(tags, row: line.row, column: tagStart, style: style.overlaid(with: look[.tags]))
    canvas.draw(date, row: line.row, column: dateStart, style: style)
    canvas.overlay(line, style: place == reading.cursor ? look[.cursor] : look[.header])
  }
}

extension ReadingState {
  /// The lines of the tree that lead to a message: from what it answers, past what comes later.
  fileprivate func branch(of place: Int, columns: Int) -> DisplayText {
    let depth = messages[place].depth
    guard depth > 0 else { return .empty }
    let later = messages[(place + 1)...]
    var shallowest = depth + 1
    var goesOn = Set<Int>()
    for message in later where message.depth < shallowest {
      shallowest = message.depth
      goesOn.insert(message.depth)
    }
    // Of a deep tree the branches next to the message are shown.
    let shown = max(1, min(depth, columns / 2))
    let stems = (depth - shown + 1..<depth).map { goesOn.contains($0) ? "│ " : "  " }
    let mark = shown < depth ? "…" : ""
    return DisplayText(mark + stems.joined() + (goesOn.contains(depth) ? "├ " : "└ "))
  }
}
