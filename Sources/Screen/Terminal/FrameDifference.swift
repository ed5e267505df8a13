/// What a terminal must be sent to turn one frame into another.
///
/// Only these are ever written beside text: cursor position (`H`), cursor forward (`C`), carriage
/// return, line feed and backspace, erase to the end of the line (`K`), erase the screen (`2J`),
/// select graphic rendition (`m`), show and hide the cursor (`?25h`, `?25l`), and where the terminal
/// has them repeat (`b`), scroll some rows (`r`, `S`, `T`). The terminal must be in its plain style
/// with automatic wrapping off and all its rows for scrolling; it is left so.
package struct FrameDifference {
  private let old: Frame?
  private let new: Frame
  private let capabilities: TerminalCapabilities
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
    let old = difference.old?.grid
    guard capabilities.canScroll, let old, let scrolling = Scrolling(from: old, to: new.grid) else {
      return difference.write(over: old)
    }
    var scrolled = difference
    scrolled.writer.scroll(scrolling)
    let short = scrolled.write(over: old.scrolled(scrolling))
    let plain = difference.write(over: old)
    return short.count < plain.count ? short : plain
  }

  private init(from old: Frame?, to new: Frame, capabilities: TerminalCapabilities) {
    self.old = old?.grid.size == new.grid.size ? old : nil
    self.new = new
    self.capabilities = capabilities
    writer = CellWriter(grid: new.grid, capabilities: capabilities)
  }

  /// Writes what differs from what the terminal shows; without that, everything.
  private mutating func write(over shown: Grid?) -> [UInt8] {
    if shown == nil { writer.clear() }
    let before = shown ?? Grid(size: new.grid.size)
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
      let position = Position(row: row, column: column)
      if differs(column), let times = run(of: cell, in: cells[start + column..<start + columns]) {
        writer.write(cell, times: times, at: position)
        column += times
        continue
      }
      let span = max(1, Int(cell.span))
      if column < dirtyUntil || (column..<min(columns, column + span)).contains(where: differs) {
        writer.write(cell, at: position)
        if cell.doubt > 0 { dirtyUntil = max(dirtyUntil, column + span + Int(cell.doubt) - 1) }
      }
      column += span
    }
  }

  /// Returns how often a cell stands in a row at its beginning, if repeating it is cheaper.
  private func run(of cell: Cell, in rest: Slice<UnsafeBufferPointer<Cell>>) -> Int? {
    guard capabilities.canRepeat, cell.glyph < 0x80, cell.span == 1, cell.doubt == 0 else {
      return nil
    }
    let count = rest.prefix { $0 == cell }.count
    return count > CellWriter.repeatThreshold ? count : nil
  }

  /// Returns the first column after which there are only plain blanks.
  private func trailingBlanks(of row: Slice<UnsafeBufferPointer<Cell>>) -> Int {
    let last = row.lastIndex { $0 != .blank }
    return (last ?? row.startIndex - 1) - row.startIndex + 1
  }
}
