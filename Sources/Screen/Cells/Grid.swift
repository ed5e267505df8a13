/// What a screen shows: its cells and the terminal's cursor.
package struct Frame: Equatable, Sendable {
  /// The cells.
  package var grid: Grid
  /// Where the cursor is; `nil` hides it.
  package var cursor: Position?

  /// Makes a frame.
  package init(grid: Grid, cursor: Position? = nil) {
    self.grid = grid
    self.cursor = cursor
  }
}

/// Rows of cells, each with a cluster of characters and a style.
///
/// A cluster of several columns has a lead cell and covers the cells after it. Writing over any of
/// them blanks the rest: a grid never holds a part of a cluster.
package struct Grid: Sendable {
  /// The size in cells.
  package let size: ScreenSize
  var cells: [Cell]
  /// Clusters of more than one code point.
  private(set) var clusters: [Character] = []
  /// The links of the rows that have any, from left to right; they lie beside the cells, which are
  /// compared quickly.
  private(set) var links: [Int: [LinkedColumns]] = [:]

  /// Makes a grid of plain blanks.
  package init(size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  func offset(row: Int, column: Int) -> Int { row * size.columns + column }

  /// Writes a text, which must fit into the row; returns the column after it.
  mutating func write(_ text: DisplayText, row: Int, column: Int, style: CellStyle) -> Int {
    if text.layout == .bytes { return writeBytes(text, row: row, column: column, style: style) }
    var next = column
    for cluster in DisplayClusters(text) where cluster.columns > 0 {
      put(cluster, row: row, column: next, style: style)
      next += cluster.columns
    }
    return next
  }

  private mutating func writeBytes(
    _ text: DisplayText,
    row: Int,
    column: Int,
    style: CellStyle
  ) -> Int {
    guard text.width > 0 else { return column }
    var index = offset(row: row, column: column)
    clearOverlap(from: index, count: text.width, row: row)
    for byte in text.text.utf8 {
      cells[index] = Cell(glyph: UInt32(byte), style: style, span: 1, doubt: 0)
      index += 1
    }
    return column + text.width
  }

  /// Writes a cluster; it must lie within the row.
  private mutating func put(
    _ cluster: DisplayCluster,
    row: Int,
    column: Int,
    style: CellStyle
  ) {
    let start = offset(row: row, column: column)
    clearOverlap(from: start, count: cluster.columns, row: row)
    cells[start] = Cell(
      glyph: glyph(of: cluster),
      style: style,
      span: cluster.width.columns,
      doubt: cluster.width.doubt
    )
    for covered in 1..<max(1, cluster.columns) { cells[start + covered] = .continuation(style) }
  }

  private mutating func glyph(of cluster: DisplayCluster) -> UInt32 {
    switch cluster.glyph {
    case .scalar(let scalar): return scalar.value
    case .cluster(let character):
      clusters.append(character)
      return Cell.clusterBit | UInt32(clusters.count - 1)
    }
  }

  /// Writes blanks; the range must lie within the row.
  mutating func blank(row: Int, columns: Range<Int>, style: CellStyle) {
    guard !columns.isEmpty else { return }
    let start = offset(row: row, column: columns.lowerBound)
    clearOverlap(from: start, count: columns.count, row: row)
    for index in start..<start + columns.count { cells[index] = .blank(style) }
  }

  /// Changes the style of cells and keeps what they show; clusters are changed whole.
  mutating func restyle(row: Int, columns: Range<Int>, _ change: (CellStyle) -> CellStyle) {
    guard !columns.isEmpty else { return }
    var index = offset(row: row, column: columns.lowerBound)
    let rowEnd = offset(row: row, column: size.columns)
    let end = offset(row: row, column: columns.upperBound)
    while cells[index].isContinuation { index -= 1 }
    while index < end || (index < rowEnd && cells[index].isContinuation) {
      cells[index].style = change(cells[index].style)
      index += 1
    }
  }

  /// Blanks what clusters that reach into a stretch have outside it.
  private mutating func clearOverlap(from start: Int, count: Int, row: Int) {
    if !links.isEmpty { cutLinks(row: row, columns: start - row * size.columns, count: count) }
    let rowEnd = offset(row: row, column: size.columns)
    var left = start
    while cells[left].isContinuation { left -= 1 }
    for index in left..<start { cells[index] = .blank(cells[index].style) }
    var right = start + count
    while right < rowEnd, cells[right].isContinuation {
      cells[right] = .blank(cells[right].style)
      right += 1
    }
  }
}

extension Grid {
  /// Makes cells a link, clusters whole; what is written over them later is none.
  mutating func link(row: Int, columns: Range<Int>, to link: Hyperlink) {
    guard !columns.isEmpty else { return }
    var (first, end) = (columns.lowerBound, columns.upperBound)
    while cells[offset(row: row, column: first)].isContinuation { first -= 1 }
    while end < size.columns, cells[offset(row: row, column: end)].isContinuation { end += 1 }
    let columns = first..<end
    var spans = (links[row] ?? []).cutting(columns)
    spans.append(LinkedColumns(columns: columns, link: link))
    links[row] = spans.sorted { $0.columns.lowerBound < $1.columns.lowerBound }
  }

  private mutating func cutLinks(row: Int, columns start: Int, count: Int) {
    guard let spans = links[row] else { return }
    let kept = spans.cutting(start..<start + count)
    links[row] = kept.isEmpty ? nil : kept
  }

  /// Moves the links of rows with their cells.
  mutating func moveLinks(_ move: (_ row: Int) -> Int?) {
    var moved: [Int: [LinkedColumns]] = [:]
    for (row, spans) in links {
      if let target = move(row) { moved[target] = spans }
    }
    links = moved
  }

  /// Returns the link that a cell belongs to.
  package func link(row: Int, column: Int) -> Hyperlink? {
    links[row]?.first { $0.columns.contains(column) }?.link
  }

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

  /// Returns whether a cell shows the same as a cell of another grid.
  func shows(_ cell: Cell, sameAs other: Cell, of grid: Grid) -> Bool {
    guard cell.isCluster && other.isCluster else { return cell == other }
    return cell.style == other.style && cell.span == other.span
      && glyphText(cell).utf8.elementsEqual(grid.glyphText(other).utf8)
  }
}

extension Grid: Equatable {
  /// Returns whether two grids look the same.
  package static func == (left: Grid, right: Grid) -> Bool {
    left.size == right.size && left.links == right.links
      && zip(left.cells, right.cells).allSatisfy { left.shows($0, sameAs: $1, of: right) }
  }
}

/// One cell of a grid, in sixteen bytes so that two rows are compared quickly.
struct Cell: Hashable, Sendable {
  /// A code point, or with the upper bit set the index of a cluster in the grid's list.
  var glyph: UInt32
  var style: CellStyle
  /// The columns of the cluster that begins here; zero in the columns it covers after that.
  var span: UInt8
  /// As in `ClusterWidth`.
  var doubt: UInt8

  static let clusterBit: UInt32 = 0x8000_0000
  static let blank = Cell(glyph: 0x20, style: .plain, span: 1, doubt: 0)

  static func blank(_ style: CellStyle) -> Cell {
    Cell(glyph: 0x20, style: style, span: 1, doubt: 0)
  }

  static func continuation(_ style: CellStyle) -> Cell {
    Cell(glyph: 0, style: style, span: 0, doubt: 0)
  }

  var isContinuation: Bool { span == 0 }
  var isCluster: Bool { glyph & Cell.clusterBit != 0 }
}
