/// What a terminal must be sent to turn one frame into another.
///
/// Only these sequences are ever written: cursor position (`H`), cursor forward (`C`), erase to the
/// end of the line (`K`), erase the screen (`2J`), select graphic rendition (`m`), show and hide the
/// cursor (`?25h`, `?25l`). The terminal must be in its plain style with automatic wrapping off; it
/// is left in its plain style.
package struct FrameDifference {
  private let old: Frame?
  private let new: Frame
  private var writer: CellWriter

  /// Compares two frames.
  ///
  /// - Parameters:
  ///   - old: What the terminal shows; `nil`, or another size, repaints everything.
  ///   - new: What it is to show.
  ///   - capabilities: What it can show.
  /// - Returns: The bytes to send; none if the frames look the same.
  package static func bytes(
    from old: Frame?,
    to new: Frame,
    capabilities: TerminalCapabilities
  ) -> [UInt8] {
    var difference = FrameDifference(from: old, to: new, capabilities: capabilities)
    return difference.write()
  }

  private init(from old: Frame?, to new: Frame, capabilities: TerminalCapabilities) {
    self.old = old?.grid.size == new.grid.size ? old : nil
    self.new = new
    writer = CellWriter(grid: new.grid, capabilities: capabilities)
  }

  private mutating func write() -> [UInt8] {
    if old == nil { writer.clear() }
    let before = old?.grid ?? Grid(size: new.grid.size)
    new.grid.cells.withUnsafeBufferPointer { cells in
      // Rows are compared where they lie: a slice of each array would be copied or counted.
      before.cells.withUnsafeBufferPointer { oldCells in
        for row in 0..<new.grid.size.rows { write(row: row, cells, oldCells, before) }
      }
    }
    writeCursor()
    return writer.bytes
  }

  private mutating func writeCursor() {
    writer.endStyle()
    let wasVisible = old.map { $0.cursor != nil } ?? false
    guard let cursor = new.cursor else {
      if wasVisible || old == nil { writer.append("\u{1B}[?25l") }
      return
    }
    if !writer.bytes.isEmpty || old?.cursor != cursor { writer.move(to: cursor) }
    if !wasVisible { writer.append("\u{1B}[?25h") }
  }

  private mutating func write(
    row: Int,
    _ cells: UnsafeBufferPointer<Cell>,
    _ oldCells: UnsafeBufferPointer<Cell>,
    _ before: Grid
  ) {
    let columns = new.grid.size.columns
    let start = row * columns
    let grid = new.grid
    func differs(_ column: Int) -> Bool {
      let (cell, other) = (cells[start + column], oldCells[start + column])
      return cell.isCluster ? !grid.shows(cell, sameAs: other, of: before) : cell != other
    }
    guard let first = (0..<columns).first(where: differs) else { return }
    let blankFrom = trailingBlanks(of: cells[start..<start + columns])
    var column = first
    while cells[start + column].isContinuation { column -= 1 }
    var dirtyUntil = 0
    while column < columns {
      if column >= blankFrom, columns - column > CellWriter.eraseThreshold {
        let isDirty = column < dirtyUntil || (column..<columns).contains(where: differs)
        if isDirty { writer.eraseLine(from: Position(row: row, column: column)) }
        return
      }
      let cell = cells[start + column]
      let span = max(1, Int(cell.span))
      if column < dirtyUntil || (column..<min(columns, column + span)).contains(where: differs) {
        writer.write(cell, at: Position(row: row, column: column))
        if cell.doubt > 0 { dirtyUntil = max(dirtyUntil, column + span + Int(cell.doubt) - 1) }
      }
      column += span
    }
  }

  /// Returns the first column after which there are only plain blanks.
  private func trailingBlanks(of row: Slice<UnsafeBufferPointer<Cell>>) -> Int {
    let last = row.lastIndex { $0 != .blank }
    return (last ?? row.startIndex - 1) - row.startIndex + 1
  }
}
