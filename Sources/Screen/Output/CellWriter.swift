/// Writes cells where the terminal's cursor is, or moves it there first.
struct CellWriter {
  /// The blanks at a row's end that are cheaper written than erased.
  static let eraseThreshold = 3
  /// The unchanged cells between two changes that are cheaper written again than jumped over.
  private static let gapThreshold = 4

  private(set) var bytes: [UInt8] = []
  private let grid: Grid
  private let isUTF8: Bool
  private var style: StyleWriter
  /// Where the terminal's cursor is known to be.
  private var cursor: Position?

  init(grid: Grid, capabilities: TerminalCapabilities) {
    self.grid = grid
    isUTF8 = capabilities.isUTF8
    style = StyleWriter(capabilities: capabilities)
  }

  mutating func append(_ sequence: String) { bytes.append(contentsOf: sequence.utf8) }

  mutating func clear() {
    append("\u{1B}[m\u{1B}[H\u{1B}[2J")
    cursor = Position(row: 0, column: 0)
  }

  mutating func endStyle() { style.change(to: .plain, in: &bytes) }

  mutating func eraseLine(from place: Position) {
    endStyle()
    move(to: place)
    append("\u{1B}[K")
  }

  /// Writes the cluster of a lead cell.
  mutating func write(_ cell: Cell, at place: Position) {
    goOn(to: place, styled: cell.style)
    style.change(to: cell.style, in: &bytes)
    if cell.doubt > 0 {
      writeDoubted(cell, at: place)
    } else {
      writeGlyph(cell)
      advance(by: Int(cell.span))
    }
  }

  /// Writes a cluster whose width terminals disagree on: its cells are blanked first, and the
  /// cursor is put where it belongs afterwards.
  private mutating func writeDoubted(_ cell: Cell, at place: Position) {
    bytes.append(contentsOf: repeatElement(0x20, count: Int(cell.span)))
    cursor = nil
    move(to: place)
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
    guard var place = cursor else { return }
    place.column += columns
    // In the last column a terminal's cursor stays or waits to wrap: nobody knows which.
    cursor = place.column < grid.size.columns ? place : nil
  }

  /// Comes to a place, over a few unchanged cells by writing them again.
  private mutating func goOn(to place: Position, styled: CellStyle) {
    if let cursor, cursor.row == place.row, cursor.column < place.column,
      place.column - cursor.column <= CellWriter.gapThreshold,
      let gap = plainGap(from: cursor, to: place, style: styled)
    {
      style.change(to: styled, in: &bytes)
      for cell in gap { bytes.append(UInt8(truncatingIfNeeded: cell.glyph)) }
      self.cursor = place
    }
    move(to: place)
  }

  /// The cells of a gap, if each is one byte in the style that is wanted anyway.
  private func plainGap(
    from start: Position,
    to end: Position,
    style: CellStyle
  ) -> ArraySlice<Cell>? {
    let first = grid.offset(row: start.row, column: start.column)
    let gap = grid.cells[first..<first + end.column - start.column]
    return gap.allSatisfy { $0.glyph < 0x7F && $0.span == 1 && $0.style == style } ? gap : nil
  }

  mutating func move(to place: Position) {
    defer { cursor = place }
    guard let cursor else { return position(place) }
    guard cursor != place else { return }
    if cursor.row == place.row, cursor.column < place.column {
      let distance = place.column - cursor.column
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
