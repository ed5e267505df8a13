import Screen
import TriageCore

extension PartsPane {
  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { painter, area in
      if let shown { painter.draw(shown, area) } else { painter.draw(self, area) }
    }
  }
}

extension Painter {
  /// Draws a part's text below a line with its name.
  fileprivate mutating func draw(_ shown: PartsPane.ShownPart, _ area: Rect) {
    canvas.fill(area)
    var text = area
    let heading = text.removeTop(rows: 1)
    let (part, style) = (shown.part, look[.header])
    let details = words.text(
      Sentence("reading.part", .sentence(name(of: part)), .text(part.type), .text(part.sizeText))
    )
    canvas.draw(details, row: heading.row, column: 1, columns: heading.columns - 2)
    canvas.overlay(heading, style: style)
    drawText(shown.text, from: shown.top, text, left: shown.left)
    canvas.placeCursor(row: heading.row, column: 0)
  }

  private func name(of part: PartInfo) -> Sentence {
    Sentence("label.attachment", .text(part.name))
  }

  /// Draws the parts over the lower part of the text: number, type, size, name.
  fileprivate mutating func draw(_ pane: PartsPane, _ area: Rect) {
    let notes = pane.omitted > 0 ? 1 : 0
    let total = pane.parts.count
    let count = min(total, max(1, area.rows - 2 - notes))
    let top = max(0, min(pane.cursor - count / 2, total - count))
    var box = area
    box = box.removeBottom(rows: count + 2 + notes)
    canvas.within(box) { $0.drawBox(title: words.text(.title(of: .command(.parts)))) }
    let columns = PartColumns(pane.parts, words, room: box.columns - 4)
    for row in 0..<count {
      let line = box.row(at: row + 1).inset(columns: 1)
      draw(pane.parts[top + row], columns, line)
      addTarget(.item(top + row), line)
      if top + row == pane.cursor {
        canvas.highlight(line, style: look[.cursor])
        canvas.placeCursor(row: line.row, column: line.column)
      }
    }
    guard notes > 0 else { return }
    let line = box.row(at: count + 1).inset(columns: 1)
    canvas.draw(
      words.text(.notice(.partsCut(omitted: pane.omitted))),
      row: line.row,
      column: line.column + 1,
      columns: line.columns - 2,
      style: look[.faint]
    )
  }

  private mutating func draw(_ part: PartInfo, _ columns: PartColumns, _ line: Rect) {
    var column = line.column + 1
    let faint = part.isAttachment ? CellStyle.plain : look[.faint]
    canvas.draw(
      words.display(String(part.number)),
      row: line.row,
      column: column,
      columns: columns.number,
      alignment: .trailing,
      style: look[.key]
    )
    column += columns.number + 2
    canvas.draw(
      PartColumns.type(of: part, words),
      row: line.row,
      column: column,
      columns: columns.type,
      style: faint
    )
    column += columns.type + 2
    canvas.draw(
      PartColumns.size(of: part, words),
      row: line.row,
      column: column,
      columns: columns.size,
      alignment: .trailing,
      style: faint
    )
    column += columns.size + 2
    canvas.draw(
      PartColumns.name(of: part, words),
      row: line.row,
      column: column,
      columns: max(0, line.endColumn - 1 - column),
      style: faint
    )
  }
}

/// How wide the columns of the parts are.
private struct PartColumns {
  let number: Int
  let type: Int
  let size: Int

  /// Fits the columns to the parts: a type is cut only where a name needs its room; where there is
  /// little, the name matters more.
  init(_ parts: [PartInfo], _ words: Wording, room: Int) {
    number = parts.map { String($0.number).count }.max() ?? 1
    size = parts.map { Self.size(of: $0, words).width }.max() ?? 1
    let widest = parts.map { Self.type(of: $0, words).width }.max() ?? 1
    let names = parts.map { Self.name(of: $0, words).width }.max() ?? 0
    let left = room - number - size - 6 - names
    type = max(4, min(widest, max(left, room < 60 ? room / 4 : room * 2 / 5)))
  }

  /// Parts within others stand further to the right.
  static func type(of part: PartInfo, _ words: Wording) -> DisplayText {
    let indent = String(repeating: " ", count: min(part.depth, 6))
    return words.display(indent) + words.display(part.type)
  }

  static func size(of part: PartInfo, _ words: Wording) -> DisplayText {
    part.isContainer && part.size == 0 ? .empty : words.display(part.sizeText)
  }

  /// What has no width is marked: a name may be made to deceive.
  static func name(of part: PartInfo, _ words: Wording) -> DisplayText {
    let names = [part.filename ?? part.subject, part.otherFilename].compactMap(\.self)
      .map { words.shown(DisplayText($0, as: .address)) }
    guard names.count > 1 else { return names.first ?? .empty }
    return words.text(Sentence("reading.names", .text(names[0].text), .text(names[1].text)))
  }
}
