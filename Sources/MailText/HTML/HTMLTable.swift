import TriageCore

/// A table in the making: its cells are lines already.
struct HTMLTable {
  struct Cell {
    var lines: [ContentLine] = []
    var isHeader = false

    var isEmpty: Bool { lines.allSatisfy { $0.text.isEmpty && $0.kind != .rule } }
  }

  /// More cells of one row, or rows under one cell, are not counted.
  private static let widest = 60

  let hasBorder: Bool
  /// How many frames were open when it began.
  let frame: Int
  private(set) var rows: [[Cell]] = []
  /// For each column how many rows a cell above still reaches down.
  private var reaches: [Int] = []

  init(hasBorder: Bool, frame: Int) {
    self.hasBorder = hasBorder
    self.frame = frame
  }

  mutating func beginRow() {
    rows.append([])
    for index in reaches.indices { reaches[index] = max(0, reaches[index] - 1) }
  }

  mutating func beginCell(isHeader: Bool, columns: Int, rows spanned: Int) {
    if rows.isEmpty { beginRow() }
    skipReached()
    let width = min(max(columns, 1), Self.widest)
    for index in 0..<width {
      append(Cell(isHeader: isHeader), reach: min(max(spanned, 1), Self.widest))
      // The text goes to the first of the columns; the next ones stay empty.
      if index == 0 { current = rows[rows.count - 1].count - 1 }
    }
  }

  /// The place of the open cell in its row.
  private var current = 0

  mutating func endCell(_ lines: [ContentLine]) {
    guard let row = rows.indices.last, rows[row].indices.contains(current) else { return }
    rows[row][current].lines = lines
  }

  private mutating func append(_ cell: Cell, reach: Int) {
    let row = rows.count - 1
    guard rows[row].count < Self.widest else { return }
    rows[row].append(cell)
    if reaches.count < rows[row].count { reaches.append(0) }
    reaches[rows[row].count - 1] = reach
  }

  /// Leaves the columns free that a cell above reaches into.
  private mutating func skipReached() {
    let row = rows.count - 1
    while rows[row].count < reaches.count, reaches[rows[row].count] > 0,
      rows[row].count < Self.widest
    {
      rows[row].append(Cell())
    }
  }
}

// MARK: - Layout

extension HTMLTable {
  /// Returns the table as lines: in columns if it is a table of facts, else one cell below the other.
  func lines(columns: Int, measure: @escaping TextWidth) -> [ContentLine] {
    let grid = HTMLGrid(rows, measure: measure)
    guard grid.width > 1, grid.isPlain else { return stacked(columns: columns) }
    if grid.fits(columns) { return grid.aligned(grid.naturalWidths) }
    guard hasBorder || grid.hasHeader || grid.looksLikeFacts else {
      return stacked(columns: columns)
    }
    if let widths = grid.squeezedWidths(columns) { return grid.aligned(widths) }
    return grid.records()
  }

  /// Puts all cells below each other, with an empty line around the long ones.
  private func stacked(columns: Int) -> [ContentLine] {
    var result: [ContentLine] = []
    var wasLong = false
    for row in rows {
      var isFirst = true
      for cell in row where !cell.isEmpty || cell.lines.contains(where: { $0.kind == .hidden }) {
        let isLong = cell.lines.count > 1 || Self.isParagraph(cell, columns: columns)
        if !result.isEmpty, isLong || (wasLong && isFirst) || wasLong { gap(&result) }
        result += cell.lines
        (wasLong, isFirst) = (isLong, false)
      }
    }
    return result
  }

  private static func isParagraph(_ cell: Cell, columns: Int) -> Bool {
    cell.lines.contains { $0.kind == .heading || $0.text.utf8.count > columns * 2 / 3 }
  }

  private func gap(_ lines: inout [ContentLine]) {
    if let last = lines.last, !last.text.isEmpty || last.kind == .rule {
      lines.append(ContentLine(.text, ""))
    }
  }
}
