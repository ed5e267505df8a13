import Screen
import TriageCore

extension Painter {
  /// Draws the lines of a message's page from one on.
  mutating func draw(
    _ page: ComposePage,
    _ parts: [OutgoingFacts.Part],
    from top: Int,
    cursor: Int,
    _ area: Rect
  ) {
    let titles =
      DraftText.Field.allCases.map(\.title)
      + [Sentence("compose.field.attached"), Sentence("compose.field.seal")]
    let further = page.lines.compactMap { line -> DisplayText? in
      guard case .further(let name?, _) = line else { return nil }
      return words.display(name)
    }
    let width = (titles.map { words.text($0) } + further).map(\.width).max() ?? 0
    for (row, line) in page.lines.dropFirst(top).prefix(area.rows).enumerated() {
      let place = area.row(at: row)
      draw(line, of: page, parts, labels: min(width, area.columns / 3), place)
      addTarget(.item(top + row), place)
      guard top + row == cursor else { continue }
      canvas.highlight(place, style: look[.cursor])
      if hasFocus { canvas.placeCursor(row: place.row, column: place.column) }
    }
  }

  private mutating func draw(
    _ line: ComposePage.Line,
    of page: ComposePage,
    _ parts: [OutgoingFacts.Part],
    labels: Int,
    _ area: Rect
  ) {
    let start = 1 + labels + 2
    let room = max(0, area.columns - start - 1)
    switch line {
    case .field(let field):
      draw(label: words.text(field.title), labels, area)
      let value = page.content?.value(of: field) ?? ""
      canvas.draw(
        words.display(value),
        row: area.row,
        column: start,
        columns: room,
        style: field == .subject ? look[.heading] : .plain
      )
    case .further(let name, let value):
      if let name { draw(label: words.display(name), labels, area) }
      canvas.draw(words.shown(value), row: area.row, column: start, columns: room)
    case .part(let index):
      if index == 0 { draw(label: words.text(Sentence("compose.field.attached")), labels, area) }
      draw(parts[index], page, start, room, area)
    case .seal:
      draw(label: words.text(Sentence("compose.field.seal")), labels, area)
      if let sentence = page.seal.sentence {
        draw(seal: sentence, isMissing: false, start, area)
      }
    case .key(let index):
      let key = page.keys[index]
      draw(seal: key.sentence, isMissing: key.match.fingerprint == nil, start, area)
    case .obstacle(let sentence): drawNotice(sentence, style: look[.error], area)
    case .warning(let warning): drawNotice(warning.sentence, style: look[.key], area)
    case .rest(let text, let isObstacle):
      let style = look[isObstacle ? .error : .key]
      canvas.draw(text, row: area.row, column: 3, columns: area.columns - 4, style: style)
    case .rule:
      let style = look[.rule]
      canvas.within(area) { $0.drawRule(row: 0, style: style) }
    case .text(let text):
      canvas.draw(words.shown(text), row: area.row, column: 1, columns: area.columns - 2)
    }
  }

  private mutating func draw(label: DisplayText, _ columns: Int, _ area: Rect) {
    canvas.draw(
      label,
      row: area.row,
      column: 1,
      columns: columns,
      style: look[.faint]
    )
  }

  private mutating func draw(
    _ part: OutgoingFacts.Part,
    _ page: ComposePage,
    _ start: Int,
    _ room: Int,
    _ area: Rect
  ) {
    let known = page.draft.facts.attachments.firstIndex(of: part)
    let size = known.flatMap { page.draft.sizes.indices.contains($0) ? page.draft.sizes[$0] : nil }
    let facts = DisplayText.joined(
      [words.display(part.type), words.display(size?.inUnits ?? "")],
      separator: "  "
    )
    let isSpacious = room >= 30
    let name = words.display(part.name ?? part.type)
    let end = isSpacious ? max(0, room - facts.width - 2) : room
    canvas.draw(name, row: area.row, column: start, columns: end)
    guard isSpacious else { return }
    let column = start + room - facts.width
    canvas.draw(facts, row: area.row, column: column, style: look[.faint])
  }

  private mutating func drawNotice(_ sentence: Sentence, style: CellStyle, _ area: Rect) {
    canvas.draw("!", row: area.row, column: 1, style: style)
    let room = ComposePage.noticeColumns(area.columns)
    let first = words.text(sentence).wrapped(toColumns: room).first { _ in true } ?? .empty
    canvas.draw(first, row: area.row, column: 3, columns: room, style: style)
  }
}
