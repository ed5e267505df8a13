import Screen
import TriageCore

extension Painter {
  mutating func paintList(_ area: Rect) {
    let list = state.list
    if case .failed(let failure) = list.phase { return paintFailure(failure, area) }
    guard !list.order.isEmpty else { return paintEmpty(area) }
    let columns = RowColumns(area.columns, date: words.dateColumns)
    for (row, thread) in list.order.dropFirst(list.top).prefix(area.rows).enumerated() {
      let line = area.row(at: row)
      canvas.draw(mark(thread), row: line.row)
      paintRow(list.rows[thread], line, columns, isStruck: list.struck.contains(thread))
      let place = list.top + row
      addTarget(.row(place), line)
      addTarget(.mark(place), Rect(row: line.row, columns: 1, rows: 1))
      if place == list.cursor {
        let hasFocus = !state.sidebar.hasFocus
        canvas.overlay(line, style: look[hasFocus ? .cursor : .cursorAway])
        if state.prompt == nil, hasFocus { canvas.placeCursor(row: line.row, column: line.column) }
      }
    }
  }

  private mutating func paintFailure(_ failure: TriageFailure, _ area: Rect) {
    let hint = Sentence.hint(for: failure).map { Sentence("status.hint", .sentence($0)) }
    paintNote([.failure(failure)] + (hint.map { [$0] } ?? []), area)
  }

  private mutating func paintEmpty(_ area: Rect) {
    let list = state.list
    switch (list.phase, list.title) {
    case (.loading, _): paintLoading(area)
    case (_, .named), (_, .view):
      paintNote([Sentence("status.nothing-left", .sentence(.title(of: list.title)))], area)
    case (_, .query): paintNote([Sentence("status.no-matches", .text(list.query))], area)
    }
  }

  /// Says that something is coming, if it has been so for a while.
  mutating func paintLoading(_ area: Rect) {
    let isSaid = state.timers.isDue(.loading)
    paintNote(isSaid ? [Sentence("status.loading")] : [], area, style: look[.faint])
  }

  /// The first rows of a query that is being typed.
  mutating func paintFound(_ rows: [ThreadRow], of query: String, _ area: Rect) {
    if rows.isEmpty { paintNote([Sentence("status.no-matches", .text(query))], area) }
    let columns = RowColumns(area.columns, date: words.dateColumns)
    for (place, row) in rows.prefix(area.rows).enumerated() {
      paintRow(row, area.row(at: place), columns, isStruck: false)
    }
  }

  private mutating func paintRow(
    _ row: ThreadRow?,
    _ line: Rect,
    _ columns: RowColumns,
    isStruck: Bool
  ) {
    guard let row else {
      canvas.draw("…", row: line.row, column: columns.date.lowerBound, style: look[.faint])
      return
    }
    let base = row.unread > 0 ? look[.unread] : .plain
    let style = isStruck ? base.overlaid(with: look[.struck]) : base
    if row.unread > 0 { canvas.draw("N", row: line.row, column: 1, style: base) }
    if row.tags.contains(.flagged) {
      canvas.draw("*", row: line.row, column: 2, style: base.overlaid(with: look[.star]))
    }
    paintFields(row, line, columns, style)
  }

  private func mark(_ thread: ThreadID) -> DisplayText {
    if state.list.selected.contains(thread) { return "+" }
    return state.list.struck.contains(thread) ? "-" : " "
  }

  private mutating func paintFields(
    _ row: ThreadRow,
    _ line: Rect,
    _ columns: RowColumns,
    _ style: CellStyle
  ) {
    draw(words.columnDate(row.date), line, columns.date, style)
    draw(words.display(row.authors.joined(separator: ", ")), line, columns.authors, style)
    if let count = columns.count, row.messages.count > 1 {
      let text = words.display("\(row.matched.count)/\(row.messages.count)")
      draw(text, line, count, style, alignment: .trailing)
    }
    if row.tags.contains(.attachment) { draw("@", line, columns.attachment, style) }
    let tags = columns.hasTags ? tagText(row.tags).truncated(toColumns: columns.tagRoom) : .empty
    let end = line.columns - (tags.isEmpty ? 0 : tags.width + 2)
    draw(subject(row.subject), line, columns.subject..<max(columns.subject, end), style)
    guard !tags.isEmpty else { return }
    let room = line.columns - tags.width..<line.columns
    draw(tags, line, room, style.overlaid(with: look[.tags]))
  }

  private mutating func draw(
    _ text: DisplayText,
    _ line: Rect,
    _ room: Range<Int>,
    _ style: CellStyle,
    alignment: Alignment = .leading
  ) {
    canvas.draw(
      text,
      row: line.row,
      column: room.lowerBound,
      columns: room.count,
      alignment: alignment,
      style: style
    )
  }

  func subject(_ subject: String) -> DisplayText {
    subject.isEmpty ? words.text(Sentence("status.no-subject")) : words.display(subject)
  }

  /// The tags that no other column shows and the view's query does not imply.
  func tagText(_ tags: Set<MailTag>) -> DisplayText {
    let shown = tags.subtracting([.unread, .flagged, .attachment]).filter {
      state.list.query != "tag:\($0)"
    }
    return words.display(shown.sorted().map(\.text).joined(separator: " "))
  }
}

/// Where the fields of a row are, for a width: tags go first, then counts, then authors shrink.
struct RowColumns {
  let date: Range<Int>
  let authors: Range<Int>
  let count: Range<Int>?
  let attachment: Range<Int>
  let subject: Int
  let hasTags: Bool
  /// The most columns that tags take.
  let tagRoom: Int

  init(_ columns: Int, date dateColumns: Int) {
    date = 4..<4 + dateColumns
    authors = date.upperBound + 2..<date.upperBound + 2 + max(12, min(20, columns / 4))
    let countEnd = authors.upperBound + 6
    count = columns >= 50 ? countEnd - 5..<countEnd : nil
    let place = count == nil ? authors.upperBound + 1 : countEnd + 1
    attachment = place..<place + 1
    subject = place + 2
    hasTags = columns >= 60
    tagRoom = max(0, (columns - subject) * 2 / 5)
  }
}
