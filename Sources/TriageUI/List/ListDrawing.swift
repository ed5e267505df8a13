import Screen
import TriageCore

extension ListPane {
  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.list) { $0.drawList(self, $1) }
  }
}

extension Painter {
  fileprivate mutating func drawList(_ pane: ListPane, _ area: Rect) {
    let list = pane.list
    if case .failed(let failure) = list.phase { return drawFailure(failure, area) }
    guard !list.order.isEmpty else { return drawEmpty(list, area) }
    let positions = list.positions(from: list.topPosition, count: area.rows)
    let rows = positions.lazy.compactMap { list.rows[list.order[$0.thread]] }
    let columns = rowColumns(area, rows)
    for (row, position) in positions.enumerated() {
      let line = area.row(at: row)
      if position.line > 0 {
        drawTreeRow(at: position, in: list, line, columns)
      } else {
        let thread = list.order[position.thread]
        let isStruck = list.struck.contains(thread)
        drawRow(list.rows[thread], line, columns, isStruck: isStruck, finding: list.find?.pattern)
        drawFold(of: thread, in: list, line)
      }
      drawMark(at: position, in: list, line)
      addTargets(at: position, line)
      if list.isLastOfSender(at: position) { canvas.overlay(line, style: CellStyle(.underline)) }
      if position == list.cursorPosition {
        canvas.highlight(line, style: look[hasFocus ? .cursor : .cursorAway])
        if hasFocus { canvas.placeCursor(row: line.row, column: line.column) }
      }
    }
  }

  private mutating func drawFailure(_ failure: TriageFailure, _ area: Rect) {
    let hint = Sentence.hint(for: failure).map { Sentence("status.hint", .sentence($0)) }
    drawNote([.failure(failure)] + (hint.map { [$0] } ?? []), area)
  }

  private mutating func drawEmpty(_ list: ThreadList, _ area: Rect) {
    switch (list.phase, list.title) {
    case (.loading, _): drawLoading(area)
    case (_, .named) where list.limit == nil, (_, .view) where list.limit == nil:
      drawNote([Sentence("status.nothing-left", .sentence(.title(of: list.title)))], area)
    case (_, .named), (_, .view), (_, .query):
      drawNothingFound(by: list.limit ?? list.query, area)
    }
  }

  /// Says that a query finds nothing, and of fields and tags in it that there are none such.
  private mutating func drawNothingFound(by query: String, _ area: Rect) {
    let names = shared.mailbox.names
    let notes = QueryWords.notes(on: query, fields: names.fields, tags: names.tags)
    let hints = notes.map { Sentence("status.hint", .sentence($0)) }
    drawNote([Sentence("status.no-matches", .text(query))] + hints, area)
  }

  /// The first rows of a query that is being typed.
  mutating func drawFound(_ rows: [ThreadRow], of query: String, _ area: Rect) {
    if rows.isEmpty { drawNothingFound(by: query, area) }
    let columns = rowColumns(area, rows.prefix(area.rows))
    for (line, row) in rows.prefix(area.rows).enumerated() {
      drawRow(row, area.row(at: line), columns, isStruck: false)
    }
  }

  /// Where the fields of the rows are that are shown.
  private func rowColumns(_ area: Rect, _ rows: some Sequence<ThreadRow>) -> RowColumns {
    RowColumns(
      shared.settings.view.columns,
      in: area.columns,
      date: words.dateColumns(dateForm(area)),
      count: rows.map { count($0).width }.max() ?? 0,
      sleep: (
        time: rows.compactMap { words.sleepColumn(of: $0.ownTags)?.width }.max() ?? 0,
        tag: rows.compactMap { words.sleep(of: $0.ownTags)?.width }.max() ?? 0
      )
    )
  }

  /// The date of a row or a message, or where there is no room for both until when it sleeps.
  func dateText(
    _ date: Timestamp?,
    _ tags: Set<MailTag>,
    _ line: Rect,
    _ columns: RowColumns
  ) -> DisplayText {
    let sleep = columns.showsSleepAsDate ? words.sleepColumn(of: tags) : nil
    return sleep ?? words.columnDate(date, dateForm(line))
  }

  /// How dates are written in a row.
  func dateForm(_ line: Rect) -> DateForm {
    DateForm(shared.config.list.dates, columns: line.columns)
  }

  /// How many messages of a thread are unread and how many there are; empty if it is one.
  private func count(_ row: ThreadRow) -> DisplayText {
    row.messages.count > 1 ? words.counts(row.marks.unread, of: row.messages.count) : .empty
  }

  private mutating func drawRow(
    _ row: ThreadRow?,
    _ line: Rect,
    _ columns: RowColumns,
    isStruck: Bool,
    finding pattern: DisplayText? = nil
  ) {
    guard let row else {
      canvas.draw("…", row: line.row, column: columns.start, style: look[.faint])
      return
    }
    let base = row.unread > 0 ? look[.unread] : .plain
    let style = isStruck ? base.overlaid(with: look[.struck]) : base
    fillGaps(row, line, columns, base)
    if row.unread > 0 { canvas.draw("N", row: line.row, column: 1, style: base) }
    if row.tags.contains(.flagged) {
      let isWhole = row.marks.starred >= row.messages.count
      let style = base.overlaid(with: look[isWhole ? .star : .faint])
      canvas.draw("*", row: line.row, column: 2, style: style)
    }
    drawFields(row, line, columns, style, finding: pattern)
  }

  /// Gives the blanks between the fields the style of the row: its letters need fewer sequences so.
  private mutating func fillGaps(
    _ row: ThreadRow,
    _ line: Rect,
    _ columns: RowColumns,
    _ style: CellStyle
  ) {
    let subject = columns.fields.first { $0.column == .subject }?.room.lowerBound ?? columns.start
    let isFull = columns.hasTagsAtEnd && !tagPieces(row.ownTags, columns).isEmpty
    // The blanks after the last letter are erased, which only plain ones can be.
    let end = isFull ? line.columns : min(subject, line.columns)
    canvas.fill(Rect(row: line.row, column: 0, columns: end, rows: 1), style: style)
  }

  private mutating func drawFields(
    _ row: ThreadRow,
    _ line: Rect,
    _ columns: RowColumns,
    _ style: CellStyle,
    finding pattern: DisplayText?
  ) {
    // Tags at the end take what they need, and leave the rest to the subject.
    let tags = columns.hasTagsAtEnd ? tagPieces(row.ownTags, columns) : []
    let width = width(of: tags, sleeping: row.ownTags.wakeTime != nil, in: columns)
    for (column, room) in columns.fields {
      switch column {
      case .date: draw(dateText(row.date, row.ownTags, line, columns), line, room, style)
      case .authors:
        draw(people(of: row), line, room, style, finding: pattern)
      case .count: draw(count(row), line, room, style, alignment: .trailing)
      case .subject:
        if row.tags.contains(.attachment) {
          draw("@", line, room.lowerBound - 2..<room.lowerBound, style)
        }
        let end = room.upperBound - (tags.isEmpty ? 0 : width + 2)
        let rest = room.lowerBound..<max(room.lowerBound, end)
        draw(subject(row.subject), line, rest, style, finding: pattern)
      case .tags: draw(tagPieces(row.ownTags, columns), line, room, style, finding: pattern)
      }
    }
    guard !tags.isEmpty else { return }
    draw(tags, line, line.columns - width..<line.columns, style, finding: pattern)
  }

  /// The columns of tags at the end of a row.
  func width(
    of tags: [(text: DisplayText, style: CellStyle)],
    sleeping: Bool,
    in columns: RowColumns
  ) -> Int {
    let time = sleeping && !columns.showsSleepAsDate ? tags.first?.text.width ?? 0 : 0
    return min(columns.tagColumns(sleeping: time), tags.reduce(-1) { $0 + $1.text.width + 1 })
  }

  /// Draws tags one after the other, each as the theme has it.
  mutating func draw(
    _ tags: [(text: DisplayText, style: CellStyle)],
    _ line: Rect,
    _ room: Range<Int>,
    _ style: CellStyle,
    finding pattern: DisplayText? = nil
  ) {
    var column = room.lowerBound
    for tag in tags where column < room.upperBound {
      let look = style.overlaid(with: tag.style)
      draw(tag.text, line, column..<room.upperBound, look, finding: pattern)
      column += tag.text.width + 1
    }
  }

  mutating func draw(
    _ text: DisplayText,
    _ line: Rect,
    _ room: Range<Int>,
    _ style: CellStyle,
    alignment: Alignment = .leading,
    finding pattern: DisplayText? = nil
  ) {
    canvas.draw(
      text,
      row: line.row,
      column: room.lowerBound,
      columns: room.count,
      alignment: alignment,
      style: style
    )
    guard let pattern else { return }
    for hit in text.ranges(of: pattern).map(text.columns(ofClusters:)) {
      let seen = hit.clamped(to: 0..<room.count)
      let start = room.lowerBound + seen.lowerBound
      let cells = Rect(row: line.row, column: start, columns: seen.count, rows: 1)
      canvas.overlay(cells, style: look[.hit])
    }
  }

  /// Who has written a row's messages, or who gets them if they are one's own.
  private func people(of row: ThreadRow) -> DisplayText {
    let people = row.people.joined(separator: ", ")
    if row.recipients.isEmpty, shared.mailbox.shown.view == SavedView.drafts.query {
      return words.text(Sentence("outgoing.no-recipients"))
    }
    return row.recipients.isEmpty
      ? words.display(people) : words.text(Sentence("view.recipients", .text(people)))
  }

  func subject(_ subject: String) -> DisplayText {
    subject.isEmpty ? words.text(Sentence("status.no-subject")) : words.display(subject)
  }

  /// What the column of tags says, first when it wakes, unless another column does.
  func tagPieces(
    _ tags: Set<MailTag>,
    _ columns: RowColumns? = nil
  ) -> [(text: DisplayText, style: CellStyle)] {
    let time = columns?.showsSleepAsDate == true ? nil : words.sleep(of: tags)
    let others = shared.shownTags(tags).map {
      (text: words.display(look.glyphs[$0] ?? $0.text), style: look.style(of: $0))
    }
    guard let time else { return others }
    // What is cut beside a time reads as part of it.
    let room = columns?.tagColumns(sleeping: time.width) ?? .max
    var taken = time.width
    let whole = others.prefix { tag in
      taken += tag.text.width + 1
      return taken <= room
    }
    return [(time, look.style(of: WakeTime.asleep))] + whole
  }

  /// The same as one text.
  func tagText(_ tags: Set<MailTag>) -> DisplayText {
    .joined(tagPieces(tags).map(\.text), separator: " ")
  }
}
