import Screen

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
  var canvas: Canvas
  var targets: [(area: Rect, target: PointerTarget)] = []

  init(_ state: State, _ words: Wording) {
    self.state = state
    self.words = words
    canvas = Canvas(size: state.size, repertoire: words.isUTF8 ? .unicode : .ascii)
  }

  mutating func paint() {
    guard state.size.isEnough else { return paintTooSmall() }
    var rest = canvas.bounds
    let bar = rest.removeTop(rows: state.size.hasMenuBar ? 1 : 0)
    let prompt = rest.removeBottom(rows: 1)
    let status = rest.removeBottom(rows: 1)
    paintBody(rest)
    paintStatus(status)
    paintPrompt(prompt)
    if !bar.isEmpty { paintBar(bar) }
    if state.menu != nil { paintMenu(over: rest) }
    if state.dialog != nil { paintDialog(over: canvas.bounds) }
  }

  private mutating func paintBody(_ area: Rect) {
    if let finding = state.prompt?.finding, let rows = finding.rows {
      paintFound(rows, of: finding.text, area)
    } else if let help = state.help {
      paintHelp(help, area)
    } else if let reading = state.reading {
      paintReading(reading, area)
    } else {
      paintList(area)
    }
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
  mutating func paintNote(_ sentences: [Sentence], _ area: Rect, style: CellStyle = .plain) {
    let room = area.inset(rows: min(2, area.rows / 4), columns: 2)
    let lines = sentences.flatMap { words.text($0).wrapped(toColumns: room.columns) + [.empty] }
    for (row, line) in lines.enumerated() where row < room.rows {
      canvas.draw(line, row: room.row + row, column: room.column, style: style)
    }
    canvas.placeCursor(row: room.row, column: room.column)
  }

  mutating func addTarget(_ target: PointerTarget, _ area: Rect) {
    targets.append((area, target))
  }
}
