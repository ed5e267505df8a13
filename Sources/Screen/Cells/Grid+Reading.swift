extension Grid {
  /// Returns the cluster that begins in a cell; nothing in a cell covered by the one before it.
  package func text(row: Int, column: Int) -> String {
    let cell = cells[offset(row: row, column: column)]
    guard !cell.isContinuation else { return "" }
    return glyphText(cell)
  }

  /// Returns the style of a cell.
  package func style(row: Int, column: Int) -> CellStyle {
    cells[offset(row: row, column: column)].style
  }

  /// Returns the text of a row, without the blanks at its end.
  package func line(_ row: Int) -> String {
    let start = offset(row: row, column: 0)
    let visible = cells[start..<start + size.columns].filter { !$0.isContinuation }
    let last = visible.lastIndex { $0.glyph != 0x20 }.map { $0 + 1 } ?? 0
    return visible[..<last].map(glyphText).joined()
  }

  func glyphText(_ cell: Cell) -> String {
    if cell.isCluster { return String(clusters[Int(cell.glyph & ~Cell.clusterBit)]) }
    return Unicode.Scalar(cell.glyph).map(String.init) ?? " "
  }

  /// Says whether a cell shows the same as a cell of another grid.
  func shows(_ cell: Cell, sameAs other: Cell, of grid: Grid) -> Bool {
    guard cell.isCluster && other.isCluster else { return cell == other }
    return cell.style == other.style && cell.span == other.span
      && glyphText(cell).utf8.elementsEqual(grid.glyphText(other).utf8)
  }
}

extension Grid: Equatable {
  /// Says whether two grids look the same.
  package static func == (left: Grid, right: Grid) -> Bool {
    left.size == right.size
      && zip(left.cells, right.cells).allSatisfy { left.shows($0, sameAs: $1, of: right) }
  }
}
