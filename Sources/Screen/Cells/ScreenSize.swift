/// The size of a screen or a part of it, in cells.
package struct ScreenSize: Hashable, Sendable {
  /// The cells of a row.
  package var columns: Int
  /// The rows.
  package var rows: Int

  /// Makes a size; nothing is smaller than nothing.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

extension ScreenSize: CustomStringConvertible {
  /// The size as people write it: `80×24`.
  package var description: String { "\(columns)×\(rows)" }
}

/// A place on a screen, counted from zero.
package struct Position: Hashable, Sendable {
  /// The row, from the top.
  package var row: Int
  /// The column, from the left.
  package var column: Int

  /// Makes a place.
  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
