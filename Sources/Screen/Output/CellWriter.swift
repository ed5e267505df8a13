/// Writes cells where the terminal's cursor is, or moves it there first.
struct CellWriter {
  /// The blanks at a row's end that are cheaper written than erased.
  static let eraseThreshold = 3
  /// The unchanged cells between two changes that are cheaper written again than jumped over.
  private static let gapThreshold = 4
  /// The equal cells that are cheaper written one by one than repeated.
  static let repeatThreshold = 7

  private(set) var bytes: [UInt8] = []
  private let grid: Grid
  private let isUTF8: Bool
  private var style: StyleWriter
  /// Where the terminal's cursor is known to be; without a column, somewhere in the row.
  private var cursor: (row: Int, column: Int?)?

  init(grid: Grid, capabilities: TerminalCapabilities) {
    self.grid = grid
    isUTF8 = capabilities.isUTF8
    style = StyleWriter(capabilities: capabilities)
  }

  mutating func append(_ sequence: String) { bytes.append(contentsOf: sequence.utf8) }

  mutating func clear() {
    append("\u{1B}[m\u{1B}[H\u{1B}[2J")
    cursor = (0, 0)
  }

  mutating func endStyle() { style.change(to: .plain, in: &bytes) }

  /// Scrolls rows within themselves, up or down; those that come in are blank.
  mutating func scroll(_ scrolling: Scrolling) {
    bytes.appendSequence([scrolling.rows.lowerBound + 1, scrolling.rows.upperBound], final: "r")
    let distance = abs(scrolling.distance)
    bytes.appendSequence(distance == 1 ? [] : [distance], final: scrolling.distance > 0 ? "S" : "T")
    bytes.appendSequence([], final: "r")
    cursor = nil
  }

  mutating func eraseLine(from place: Position) {
    endStyle()
    move(to: place)
    append("\u{1B}[K")
  }

  /// Writes the cluster of a lead cell.
  mutating func write(_ cell: Cell, at place: Position) {
    goOn(to: place, styled: cell.style)
    if cell.glyph != 0x20 || !style.showsBlanks(like: cell.style) {
      style.change(to: cell.style, in: &bytes)
    }
    if cell.doubt > 0 {
      writeDoubted(cell, at: place)
    } else {
      writeGlyph(cell)
      advance(by: Int(cell.span))
    }
  }

  /// Writes an ASCII cell so many times.
  mutating func write(_ cell: Cell, times: Int, at place: Position) {
    write(cell, at: place)
    bytes.appendSequence([times - 1], final: "b")
    advance(by: times - 1)
  }

  /// Writes a cluster whose width terminals disagree on: its cells are blanked first, and the
  /// cursor is put where it belongs afterwards.
  private mutating func writeDoubted(_ cell: Cell, at place: Position) {
    let span = Int(cell.span)
    bytes.append(contentsOf: repeatElement(0x20, count: span))
    if place.column + span < grid.size.columns {
      bytes.append(contentsOf: repeatElement(0x08, count: span))
    } else {
      cursor = nil
      move(to: place)
    }
    writeGlyph(cell)
    cursor = nil
  }

  private mutating func writeGlyph(_ cell: Cell) {
    if cell.isCluster {
      append(isUTF8 ? grid.glyphText(cell) : "?")
    } else if cell.glyph < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: cell.glyph))
    } else if let scalar = Unicode.Scalar(cell.glyph) {
      append(isUTF8 ? String(scalar) : "?")
    }
    guard !isUTF8, cell.span > 1 else { return }
    bytes.append(contentsOf: repeatElement(0x20, count: Int(cell.span) - 1))
  }

  private mutating func advance(by columns: Int) {
    guard let place = cursor, let column = place.column else { return }
    // In the last column a terminal's cursor stays or waits to wrap: nobody knows which.
    let end = column + columns
    cursor = (place.row, end < grid.size.columns ? end : nil)
  }

  /// Comes to a place, over a few unchanged cells by writing them again.
  private mutating func goOn(to place: Position, styled: CellStyle) {
    if let cursor, let column = cursor.column, cursor.row == place.row, column < place.column,
      place.column - column <= CellWriter.gapThreshold,
      let gap = plainGap(from: column, to: place, style: styled)
    {
      style.change(to: styled, in: &bytes)
      for cell in gap { bytes.append(UInt8(truncatingIfNeeded: cell.glyph)) }
      self.cursor = (place.row, place.column)
    }
    move(to: place)
  }

  /// The cells of a gap, if each is one byte in the style that is wanted anyway.
  private func plainGap(
    from column: Int,
    to end: Position,
    style: CellStyle
  ) -> ArraySlice<Cell>? {
    let first = grid.offset(row: end.row, column: column)
    let gap = grid.cells[first..<first + end.column - column]
    let isPlain = gap.allSatisfy {
      $0.glyph < 0x7F && $0.span == 1
        && ($0.style == style || ($0.glyph == 0x20 && style.showsBlanks(like: $0.style)))
    }
    return isPlain ? gap : nil
  }

  mutating func move(to place: Position) {
    defer { cursor = (place.row, place.column) }
    guard let cursor else { return position(place) }
    if cursor.row == place.row, cursor.column == place.column { return }
    if place.column == 0, cursor.row == place.row {
      bytes.append(0x0D)
    } else if place.column == 0, cursor.row + 1 == place.row {
      bytes += [0x0D, 0x0A]
    } else if cursor.row == place.row, let column = cursor.column, column < place.column {
      let distance = place.column - column
      bytes.appendSequence(distance == 1 ? [] : [distance], final: "C")
    } else {
      position(place)
    }
  }

  private mutating func position(_ place: Position) {
    switch (place.row, place.column) {
    case (0, 0): bytes.appendSequence([], final: "H")
    case (_, 0): bytes.appendSequence([place.row + 1], final: "H")
    default: bytes.appendSequence([place.row + 1, place.column + 1], final: "H")
    }
  }
}
