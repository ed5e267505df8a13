import Screen
import TriageCore

extension ReaderPane {
  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { $0.drawThread(thread, $1) }
  }
}

extension Painter {
  fileprivate mutating func drawThread(_ reading: OpenThread, _ area: Rect) {
    if let failure = reading.failure { return drawNote([.failure(failure)], area) }
    let layout = reading.layout
    guard layout.count > 0 else {
      return drawLoading(area)
    }
    placeCursor(of: reading, area)
    for row in 0..<area.rows {
      guard let position = layout.position(of: reading.top + row) else { break }
      let line = area.row(at: row)
      addTarget(.item(reading.top + row), line)
      let message = reading.messages[position.message]
      if position.line == 0 {
        drawHeader(of: position.message, line, reading)
      } else {
        let row = position.line - 1
        let rows = reading.texts[message.id]?.rows
        drawRow(
          rows.map { $0[row] },
          line,
          left: reading.left,
          hits: reading.hits(in: message.id, row: row, display: display)
        )
      }
    }
  }

  private mutating func placeCursor(of reading: OpenThread, _ area: Rect) {
    guard hasFocus else { return }
    let row = reading.layout.firstLine(of: reading.cursor) - reading.top
    canvas.placeCursor(row: area.row + max(0, min(row, area.rows - 1)), column: area.column)
  }

  /// The columns that a sender is known by.
  private static let leastForSender = 14

  /// One line of who and when: selection, fold mark, unread, star, whose answer, sender, tags, date.
  private mutating func drawHeader(of index: Int, _ line: Rect, _ reading: OpenThread) {
    let listed = reading.messages[index]
    let message = listed.opened(reading.texts[listed.id]?.content)
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
    let branch = words.shown(reading.branch(of: index, columns: line.columns / 3))
    let start = canvas.draw(branch, row: line.row, column: line.column + 5, style: look[.faint])
    // Who has written it comes before its tags, and before the year and the time of day.
    let whole = words.headerDate(message.date)
    let isRoomy = line.endColumn - whole.width - start >= Self.leastForSender
    let date = isRoomy ? whole : words.columnDate(message.date, .short)
    let dateStart = line.endColumn - date.width
    let room = dateStart - 2 - start - Self.leastForSender
    let tags = tagText(message.tags).truncated(toColumns: max(0, min(line.columns / 4, room)))
    let tagStart = dateStart - (tags.isEmpty ? 0 : tags.width + 2)
    canvas.draw(
      words.display(message.from),
      row: line.row,
      column: start,
      columns: max(0, tagStart - start - 2),
      style: style
    )
    canvas.draw(tags, row: line.row, column: tagStart, style: style.overlaid(with: look[.tags]))
    canvas.draw(date, row: line.row, column: dateStart, style: style)
    canvas.highlight(line, style: index == reading.cursor ? look[.cursor] : look[.header])
  }
}

extension OpenThread {
  /// The lines of the tree that lead to a message: from what it answers, past what comes later.
  fileprivate func branch(of index: Int, columns: Int) -> DisplayText {
    let depth = messages[index].depth
    guard depth > 0 else { return .empty }
    let later = messages[(index + 1)...]
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
