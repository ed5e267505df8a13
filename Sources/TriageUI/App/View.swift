import Screen
import TriageCore

/// Draws the state: the same state, words and clock give the same picture.
package func view(_ state: State, _ words: Wording, clock: LocalClock) -> Picture {
  var words = words
  words.clock = clock
  var painter = Painter(state, words)
  painter.paint()
  return Picture(frame: painter.canvas.frame, targets: painter.targets)
}

/// Draws one picture, region by region.
struct Painter {
  let state: State
  let words: Wording
  let look: Look
  var canvas: Canvas
  var targets: [(area: Rect, target: PointerTarget)] = []

  init(_ state: State, _ words: Wording) {
    self.state = state
    self.words = words
    look = state.look
    canvas = Canvas(size: state.size, repertoire: words.isUTF8 ? .unicode : .ascii)
  }

  mutating func paint() {
    if state.size.isEnough { paintRegions() } else { paintTooSmall() }
    if look[.text] != .plain { canvas.underlay(style: look[.text]) }
  }

  private mutating func paintRegions() {
    let layout = state.layout
    if !layout.sidebar.isEmpty {
      within(layout.sidebar) { $0.paintSidebar($1) }
      paintRule(rightOf: layout.sidebar)
    }
    paintContent(layout)
    paintStatus(layout.status)
    paintPrompt(layout.prompt)
    if !layout.bar.isEmpty { paintBar(layout.bar) }
    paintKeys(over: layout.content)
    if state.menu != nil { paintMenu(over: canvas.bounds) }
    if state.dialog != nil { paintDialog(over: canvas.bounds) }
  }

  private mutating func paintContent(_ layout: Layout) {
    if let finding = state.prompt?.finding, let rows = finding.rows {
      within(layout.content) { $0.paintFound(rows, of: finding.text, $1) }
    } else if let palette = state.palette {
      within(layout.content) { $0.paintPalette(palette, $1) }
    } else if let help = state.help {
      within(layout.content) { $0.paintHelp(help, $1) }
    } else if let history = state.history {
      within(layout.content) { $0.paintHistory(history, $1) }
    } else if let reading = state.reading {
      within(layout.content) { $0.paintReading(reading, $1) }
    } else {
      paintListAndPreview(layout)
    }
  }

  private mutating func paintListAndPreview(_ layout: Layout) {
    if !layout.preview.isEmpty {
      addTarget(.preview, layout.preview)
      within(layout.preview) { $0.paintPreview($1) }
      if layout.preview.row == layout.list.row {
        paintRule(rightOf: layout.list)
      } else {
        let line = Rect(
          row: layout.list.endRow,
          column: layout.list.column,
          columns: layout.list.columns,
          rows: 1
        )
        let style = look[.rule]
        canvas.within(line) { $0.drawRule(row: 0, style: style) }
      }
    }
    within(layout.list) { $0.paintList($1) }
  }

  private mutating func paintRule(rightOf area: Rect) {
    let line = Rect(row: area.row, column: area.endColumn, columns: 1, rows: area.rows)
    let style = look[.rule]
    canvas.within(line) { $0.drawRule(column: 0, style: style) }
  }

  /// Draws within a region, in its own coordinates.
  mutating func within(_ area: Rect, _ paint: (inout Painter, Rect) -> Void) {
    let outer = canvas.enter(area)
    paint(&self, canvas.bounds)
    canvas.leave(to: outer)
  }

  private mutating func paintTooSmall() {
    let needed = ScreenSize.smallest
    let text = words.text(
      Sentence(
        "status.too-small",
        .text(String(needed.columns)),
        .text(String(needed.rows))
      )
    )
    for (row, line) in text.wrapped(toColumns: canvas.columns).enumerated() {
      canvas.draw(line, row: row)
    }
    canvas.placeCursor(row: 0, column: 0)
  }

  /// Draws paragraphs in the middle of an empty region.
  mutating func paintNote(
    _ sentences: [Sentence],
    _ area: Rect,
    style: CellStyle = .plain,
    placesCursor: Bool = true
  ) {
    let room = area.inset(rows: min(2, area.rows / 4), columns: 2)
    let lines = sentences.flatMap { words.text($0).wrapped(toColumns: room.columns) + [.empty] }
    for (row, line) in lines.enumerated() where row < room.rows {
      canvas.draw(line, row: room.row + row, column: room.column, style: style)
    }
    if placesCursor { canvas.placeCursor(row: room.row, column: room.column) }
  }

  /// Says what a part of the present region is, for the mouse.
  mutating func addTarget(_ target: PointerTarget, _ area: Rect) {
    let whole = Rect(
      row: canvas.area.row + area.row,
      column: canvas.area.column + area.column,
      columns: area.columns,
      rows: area.rows
    )
    targets.append((whole, target))
  }
}
