import Screen
import TriageCore

extension Painter {
  /// The entries that fit what is typed: title, id, and the key or why it is disabled.
  mutating func paintPalette(_ palette: Palette, _ area: Rect) {
    guard !palette.entries.isEmpty else {
      let text = state.prompt?.field.text ?? ""
      let note = palette.asks.map(Sentence.question) ?? Sentence("status.no-command", .text(text))
      return paintNote([note], area, placesCursor: false)
    }
    let chosen = min(state.prompt?.entry ?? 0, palette.entries.count - 1)
    let top = max(0, chosen - area.rows + 1)
    for (row, action) in palette.entries.dropFirst(top).prefix(area.rows).enumerated() {
      let line = area.row(at: row)
      paint(action, line)
      addTarget(.entry(top + row), line)
      if top + row == chosen { canvas.overlay(line, style: look[.cursor]) }
    }
  }

  private mutating func paint(_ action: ActionID, _ line: Rect) {
    let reason = state.reasonInPalette(action)
    let style = reason == nil ? CellStyle.plain : look[.faint]
    let key = words.display(state.keymap.key(for: action) ?? "")
    let right = reason.map(words.text) ?? key
    let end = line.endColumn - 1
    let rightWidth = min(right.width, line.columns / 2)
    canvas.draw(
      right,
      row: line.row,
      column: end - rightWidth,
      columns: rightWidth,
      style: reason == nil ? look[.key] : style
    )
    let room = max(0, end - rightWidth - 2 - line.column - 1)
    let title = words.text(state.title(of: action))
    let after = canvas.draw(
      title,
      row: line.row,
      column: line.column + 1,
      columns: room,
      style: style
    )
    let idRoom = line.column + 1 + room - after - 2
    guard idRoom > 4 else { return }
    canvas.draw(
      words.display(action.id),
      row: line.row,
      column: after + 2,
      columns: idRoom,
      style: look[.faint]
    )
  }

  /// What can follow half-typed keys, or the letters of tags, in a box at the lower edge.
  mutating func paintKeys(over area: Rect) {
    if state.choosesTag {
      let tags = state.quickTags.map { tag in
        let title = tag.notation.map { words.display($0) }
        return (String(tag.letter), title ?? "  " + words.text(.title(ActionName(tag.action))))
      }
      paintKeyBox(words.text(Sentence("command.quick-tags.title")), tags, area)
    } else if !state.keys.chords.isEmpty, state.timers.isDue(.keys) {
      let count = state.keys.chords.count
      let keys = state.keymap.followers(of: state.keys.chords, in: state.keyView).map {
        (
          $0.chords.dropFirst(count).joined(separator: " "),
          words.text(state.title(of: $0.action))
        )
      }
      paintKeyBox(words.display(state.keys.chords.joined(separator: " ")), keys, area)
    }
  }

  private mutating func paintKeyBox(
    _ title: DisplayText,
    _ keys: [(key: String, title: DisplayText)],
    _ area: Rect
  ) {
    let lines = keys.map { (words.display($0.key), $0.title) }
    let keyWidth = lines.map(\.0.width).max() ?? 0
    let width = min(area.columns - 4, keyWidth + 2 + (lines.map(\.1.width).max() ?? 0))
    let perRow = max(1, (area.columns - 4) / (width + 3))
    let rows = min(area.rows - 2, (lines.count + perRow - 1) / perRow)
    guard rows > 0 else { return }
    let columns = min(perRow, (lines.count + rows - 1) / rows)
    let size = ScreenSize(
      columns: max(columns * (width + 3) + 1, title.width + 6),
      rows: rows + 2
    )
    let box = Rect(
      row: area.endRow - size.rows,
      column: area.column,
      columns: min(area.columns, size.columns),
      rows: size.rows
    )
    canvas.within(box) { $0.drawBox(title: title) }
    for (place, line) in lines.prefix(rows * columns).enumerated() {
      let row = box.row + 1 + place % rows
      let column = box.column + 2 + place / rows * (width + 3)
      canvas.draw(line.0, row: row, column: column, style: look[.key])
      canvas.draw(
        line.1,
        row: row,
        column: column + keyWidth + 2,
        columns: max(0, width - keyWidth - 2)
      )
    }
  }
}
