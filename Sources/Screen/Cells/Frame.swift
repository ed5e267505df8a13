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
