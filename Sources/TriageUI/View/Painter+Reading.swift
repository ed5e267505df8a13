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
        paintHeader(message, line, reading, isCurrent: place.message == reading.cursor)
      } else {
        paint(reading.texts[message.id]?.lines[place.line - 1], line)
      }
    }
  }

  private mutating func placeReadingCursor(_ area: Rect) {
    guard let reading = state.reading, state.prompt == nil else { return }
    let row = reading.layout.firstLine(of: reading.cursor) - reading.top
    canvas.placeCursor(row: area.row + max(0, min(row, area.rows - 1)), column: area.column)
  }

  /// One line of who and when: fold mark, unread, star, sender, tags, date.
  private mutating func paintHeader(
    _ message: MessageFacts,
    _ line: Rect,
    _ reading: ReadingState,
    isCurrent: Bool
  ) {
    let isUnread = message.tags.contains(.unread)
    let style = isUnread ? look[.unread] : .plain
    canvas.draw(reading.unfolded.contains(message.id) ? "-" : "+", row: line.row, style: style)
    if isUnread { canvas.draw("N", row: line.row, column: 1, style: style) }
    if message.tags.contains(.flagged) {
      canvas.draw("*", row: line.row, column: 2, style: style.overlaid(with: look[.star]))
    }
    let date = words.headerDate(message.date)
    let tags = tagText(message.tags).truncated(toColumns: line.columns / 4)
    let dateStart = line.columns - date.width
    let tagStart = dateStart - (tags.isEmpty ? 0 : tags.width + 2)
    canvas.draw(
      words.display(message.from),
      row: line.row,
      column: 4,
      columns: max(0, tagStart - 6),
      style: style
    )
    canvas.draw(tags, row: line.row, column: tagStart, style: style.overlaid(with: look[.tags]))
    canvas.draw(date, row: line.row, column: dateStart, style: style)
    canvas.overlay(line, style: isCurrent ? look[.cursor] : look[.header])
  }

  mutating func paint(_ text: ReadingText.Line?, _ line: Rect) {
    let column = ReadingText.margin
    switch text {
    case nil:
      guard state.timers.isDue(.loading) else { break }
      canvas.draw(
        words.text(Sentence("status.loading")),
        row: line.row,
        column: column,
        style: look[.faint]
      )
    case .text(let text, let look):
      canvas.draw(text, row: line.row, column: column, style: self.look[look.part])
    case .sentence(let sentence, let look):
      canvas.draw(words.text(sentence), row: line.row, column: column, style: self.look[look.part])
    case .rule:
      let style = look[.rule]
      canvas.within(line.inset(columns: column)) { $0.drawRule(row: 0, style: style) }
    case .failure(let failure):
      canvas.draw(
        words.text(.failure(failure)),
        row: line.row,
        column: column,
        style: look[.error]
      )
    }
  }
}

extension ReadingText.Look {
  fileprivate var part: ThemePart {
    switch self {
    case .plain: .text
    case .quote: .quote
    case .faint: .faint
    case .heading: .heading
    }
  }
}
