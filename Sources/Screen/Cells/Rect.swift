/// The size of a screen or a part of it, in cells.
package struct ScreenSize: Hashable, Sendable {
  /// The cells of a row.
  package var columns: Int
  /// The rows.
  package var rows: Int

  /// Makes a size; negative numbers count as zero.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

extension ScreenSize: CustomStringConvertible {
  /// The size as people write it: `80×24`.
  package var description: String { "\(columns)×\(rows)" }
}

/// A position on a screen, counted from zero.
package struct Position: Hashable, Sendable {
  /// The row, from the top.
  package var row: Int
  /// The column, from the left.
  package var column: Int

  /// Makes a position.
  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A rectangle of cells.
package struct Rect: Hashable, Sendable {
  /// The first row.
  package var row: Int
  /// The first column.
  package var column: Int
  /// The size; a rectangle may be empty.
  package var size: ScreenSize

  /// Makes a rectangle from its upper left corner and its size.
  package init(row: Int = 0, column: Int = 0, columns: Int, rows: Int) {
    self.row = row
    self.column = column
    size = ScreenSize(columns: columns, rows: rows)
  }

  /// Makes the rectangle that covers a screen.
  package init(_ size: ScreenSize) {
    self.init(columns: size.columns, rows: size.rows)
  }

  /// The cells of a row.
  package var columns: Int { size.columns }
  /// The rows.
  package var rows: Int { size.rows }
  /// The row after the last.
  package var endRow: Int { row + rows }
  /// The column after the last.
  package var endColumn: Int { column + columns }
  /// Whether there is no cell in it.
  package var isEmpty: Bool { rows == 0 || columns == 0 }

  /// Returns whether a position lies within.
  package func contains(_ position: Position) -> Bool {
    (row..<endRow).contains(position.row) && (column..<endColumn).contains(position.column)
  }

  /// Returns what two rectangles share; perhaps an empty one.
  func intersection(_ other: Rect) -> Rect {
    let top = max(row, other.row)
    let left = max(column, other.column)
    return Rect(
      row: top,
      column: left,
      columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top
    )
  }

  /// Returns the rectangle without a border of some cells on each side.
  package func inset(rows: Int = 0, columns: Int = 0) -> Rect {
    Rect(
      row: row + rows,
      column: column + columns,
      columns: self.columns - 2 * columns,
      rows: self.rows - 2 * rows
    )
  }

  /// Returns a rectangle of a size, or what of it fits, in the middle of this one.
  package func centered(_ inner: ScreenSize) -> Rect {
    let columns = min(inner.columns, columns)
    let rows = min(inner.rows, rows)
    return Rect(
      row: row + (self.rows - rows) / 2,
      column: column + (self.columns - columns) / 2,
      columns: columns,
      rows: rows
    )
  }

  /// Returns one row of the rectangle, counted within it.
  package func row(at index: Int) -> Rect {
    Rect(row: row + index, column: column, columns: columns, rows: 1).intersection(self)
  }

  /// Removes rows from the top and returns them.
  package mutating func removeTop(rows count: Int) -> Rect {
    let count = min(max(0, count), rows)
    let removed = Rect(row: row, column: column, columns: columns, rows: count)
    self = Rect(row: row + count, column: column, columns: columns, rows: rows - count)
    return removed
  }

  /// Removes rows from the bottom and returns them.
  package mutating func removeBottom(rows count: Int) -> Rect {
    let count = min(max(0, count), rows)
    size = ScreenSize(columns: columns, rows: rows - count)
    return Rect(row: endRow, column: column, columns: columns, rows: count)
  }

  /// Removes columns from the left side and returns them.
  package mutating func removeLeading(columns count: Int) -> Rect {
    let count = min(max(0, count), columns)
    let removed = Rect(row: row, column: column, columns: count, rows: rows)
    self = Rect(row: row, column: column + count, columns: columns - count, rows: rows)
    return removed
  }

  /// Removes columns from the right side and returns them.
  package mutating func removeTrailing(columns count: Int) -> Rect {
    let count = min(max(0, count), columns)
    size = ScreenSize(columns: columns - count, rows: rows)
    return Rect(row: row, column: endColumn, columns: count, rows: rows)
  }
}
