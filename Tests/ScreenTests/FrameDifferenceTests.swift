import Testing

@testable import Screen

@Suite("What is sent to turn one frame into another")
struct FrameDifferenceTests {
  private let size = ScreenSize(columns: 24, rows: 6)

  @Test(arguments: ModelTerminal.Measure.allCases, UInt64(1)...40)
  func `after every frame a terminal shows it, however it measures doubted clusters`(
    measure: ModelTerminal.Measure,
    seed: UInt64
  ) {
    var frames = RandomFrames(seed: seed, size: size)
    var terminal = ModelTerminal(size: size, measure: measure)
    var shown: Frame?
    for _ in 0..<25 {
      let frame = frames.change(shown)
      terminal.receive(
        FrameDifference.bytes(from: shown, to: frame, capabilities: TerminalCapabilities())
      )
      shown = frame
      #expect(terminal.offences == [])
      #expect(differences(terminal, frame) == [])
    }
  }

  /// Lists the cells that a terminal shows otherwise; of a doubted cluster it may show any part.
  private func differences(_ terminal: ModelTerminal, _ frame: Frame) -> [String] {
    var found: [String] = []
    if terminal.style != .plain { found.append("style left on") }
    if terminal.target != nil { found.append("link left on") }
    if terminal.isCursorVisible != (frame.cursor != nil) { found.append("cursor visible or not") }
    if let cursor = frame.cursor, cursor != terminal.cursor { found.append("cursor place") }
    for row in 0..<size.rows {
      var doubted = (until: 0, text: "")
      for column in 0..<size.columns {
        let cell = frame.grid.cells[frame.grid.offset(row: row, column: column)]
        let text = frame.grid.text(row: row, column: column)
        if cell.doubt > 0 { doubted = (column + Int(cell.span), text) }
        let other = terminal.cells[row][column]
        let isRight =
          column < doubted.until
          ? (other.text + " ").unicodeScalars.allSatisfy {
            (doubted.text + " ").unicodeScalars.contains($0)
          }
          : other.text == text && other.style.shows(text, like: cell.style)
        if column >= doubted.until,
          other.target != frame.grid.link(row: row, column: column)?.target
        {
          found.append("\(row),\(column) opens \(other.target ?? "nothing")")
        }
        if !isRight { found.append("\(row),\(column) \(text) \(cell.style) but \(other)") }
      }
    }
    return found
  }

  @Test
  func `nothing is sent for a frame that is already shown`() {
    var frames = RandomFrames(seed: 7, size: size)
    let frame = frames.change(nil)
    var copy = Canvas(size: size)
    copy.redraw(frame)
    let same = Frame(grid: copy.frame.grid, cursor: frame.cursor)
    let capabilities = TerminalCapabilities()
    #expect(FrameDifference.bytes(from: frame, to: same, capabilities: capabilities) == [])
  }

  @Test
  func `a cursor that moves costs one sequence`() {
    let grid = Grid(size: size)
    let bytes = FrameDifference.bytes(
      from: Frame(grid: grid, cursor: Position(row: 0, column: 0)),
      to: Frame(grid: grid, cursor: Position(row: 3, column: 0)),
      capabilities: TerminalCapabilities()
    )
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[4H")
  }

  @Test(arguments: [
    (ColorDepth.full, "\u{1B}[1;38;2;255;0;0mx\u{1B}[m"),
    (.palette, "\u{1B}[1;38;5;196mx\u{1B}[m"),
    (.sixteen, "\u{1B}[1;91mx\u{1B}[m"),
    (.none, "\u{1B}[1mx\u{1B}[m"),
  ])
  func `colours come down to what the terminal has`(depth: ColorDepth, expected: String) {
    let bytes = difference(
      CellStyle([.bold, .italic], foreground: .rgb(255, 0, 0)),
      TerminalCapabilities(colors: depth, attributes: [.bold])
    )
    #expect(bytes == "\u{1B}[H" + expected)
  }

  @Test(arguments: [
    (Color.rgb(95, 135, 175), ColorDepth.palette, Color.palette(67)),
    (.rgb(8, 8, 8), .palette, .palette(232)),
    (.palette(67), .sixteen, .named(.brightBlack)),
    (.palette(3), .sixteen, .named(.yellow)),
    (.palette(67), .none, .standard),
    (.standard, .full, .standard),
  ])
  func `a colour is replaced by the nearest`(color: Color, depth: ColorDepth, nearest: Color) {
    #expect(color.reduced(to: depth) == nearest)
  }

  private func difference(_ style: CellStyle, _ capabilities: TerminalCapabilities) -> String {
    var canvas = Canvas(size: size)
    let empty = canvas.frame
    canvas.draw("x", row: 0, style: style)
    let bytes = FrameDifference.bytes(from: empty, to: canvas.frame, capabilities: capabilities)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (CellStyle.plain, CellStyle(foreground: .named(.red)), "[31ma b[m"),
    (.plain, CellStyle(.bold), "[1ma b[m"),
    (CellStyle(.bold), CellStyle(.dim), "[2ma b[m"),
    (.plain, CellStyle(.underline), "[4ma[m [4mb[m"),
    (.plain, CellStyle(background: .named(.red)), "[41ma[m [41mb[m"),
    (
      CellStyle(.reverse), CellStyle(.reverse, foreground: .named(.red)),
      "[7;31ma[39m [31mb[m"
    ),
  ])
  func `a blank changes no colour that it does not show`(
    blank: CellStyle,
    letters: CellStyle,
    expected: String
  ) {
    var canvas = Canvas(size: size)
    canvas.draw("xxx", row: 0)
    let before = canvas.frame
    canvas.draw("a", row: 0, style: letters)
    canvas.draw(" ", row: 0, column: 1, style: blank)
    canvas.draw("b", row: 0, column: 2, style: letters)
    let bytes = FrameDifference.bytes(
      from: before,
      to: canvas.frame,
      capabilities: TerminalCapabilities()
    )
    let text = String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "")
    #expect(text.contains(expected))
  }

  @Test
  func `a terminal without UTF-8 gets ASCII only`() {
    var canvas = Canvas(size: size)
    canvas.draw("日本 é 👨\u{200D}👩\u{200D}👧 ─", row: 0)
    let bytes = FrameDifference.bytes(
      from: nil,
      to: canvas.frame,
      capabilities: TerminalCapabilities(isUTF8: false)
    )
    #expect(bytes.allSatisfy { $0 < 0x7F })
  }

  @Test
  func `moving the selection by a row costs less than 200 bytes`() {
    let size = ScreenSize(columns: 140, rows: 40)
    let bytes = FrameDifference.bytes(
      from: list(size, selected: 20),
      to: list(size, selected: 21),
      capabilities: TerminalCapabilities()
    )
    #expect(bytes.count < 200)
  }

  @Test(arguments: [1, 3, -1, -2])
  func `what only moved is not written again`(distance: Int) {
    let size = ScreenSize(columns: 80, rows: 24)
    let (before, after) = (list(size, selected: 10), list(size, selected: 10, from: 5 + distance))
    let bytes = FrameDifference.bytes(
      from: before,
      to: after,
      capabilities: TerminalCapabilities()
    )
    #expect(bytes.count < 400 + 90 * abs(distance))
    let plain = FrameDifference.bytes(
      from: before,
      to: after,
      capabilities: TerminalCapabilities(canScroll: false)
    )
    #expect(bytes.count * 2 < plain.count)
  }

  private func list(_ size: ScreenSize, selected: Int, from first: Int = 5) -> Frame {
    var canvas = Canvas(size: size)
    for row in 0..<size.rows {
      let style = row == selected ? CellStyle(.reverse) : .plain
      canvas.draw(">", row: row, style: style)
      canvas.draw("+N* 22 Aug  Ann, Bob   2/5 @", row: row, column: 1, style: style)
      let letter = String(Unicode.Scalar(UInt8(0x41 + first + row)))
      let words = [7, 3, 5, 2, 6].map { String(repeating: letter, count: $0) }
      let subject = DisplayText(words.joined(separator: " "))
      canvas.draw(subject, row: row, column: 36)
    }
    canvas.placeCursor(row: selected, column: 0)
    return canvas.frame
  }
}

extension CellStyle {
  /// Whether a text looks the same in both.
  fileprivate func shows(_ text: String, like other: CellStyle) -> Bool {
    self == other || (text == " " && showsBlanks(like: other))
  }
}
