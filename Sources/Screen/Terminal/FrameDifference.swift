/// What a terminal must be sent to turn one frame into another.
///
/// Only these are ever written beside text: cursor position (`H`), cursor forward (`C`), carriage
/// return, line feed and backspace, erase to the end of the line (`K`), erase the screen (`2J`),
/// select graphic rendition (`m`), show and hide the cursor (`?25h`, `?25l`), and where the terminal
/// has them repeat (`b`), scroll some rows (`r`, `S`, `T`), begin and end a link (OSC 8). The terminal must be in its plain style
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
    let links = RowLinks(row, of: grid, over: before, capabilities)
    func differs(_ column: Int) -> Bool {
      let (cell, other) = (cells[start + column], oldCells[start + column])
      if let links, links.differ(column) { return true }
      return cell.isCluster ? !grid.shows(cell, sameAs: other, of: before) : cell != other
    }
    guard let first = (0..<columns).first(where: differs) else { return }
    let blankFrom = max(trailingBlanks(of: cells[start..<start + columns]), links?.end ?? 0)
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
      if differs(column), links == nil,
        let times = run(of: cell, in: cells[start + column..<start + columns])
      {
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

/// The links of a row, as they are and as they are to be; most rows have none.
private struct RowLinks {
  private let old: [LinkedColumns]
  private let new: [LinkedColumns]

  init?(_ row: Int, of grid: Grid, over before: Grid, _ capabilities: TerminalCapabilities) {
    guard capabilities.hasHyperlinks, !(grid.links.isEmpty && before.links.isEmpty) else {
      return nil
    }
    (old, new) = (before.links[row] ?? [], grid.links[row] ?? [])
    if old.isEmpty, new.isEmpty { return nil }
  }

  /// The column after the last link.
  var end: Int { new.last?.columns.upperBound ?? 0 }

  func differ(_ column: Int) -> Bool {
    old != new && Self.link(at: column, in: old) != Self.link(at: column, in: new)
  }

  private static func link(at column: Int, in spans: [LinkedColumns]) -> Hyperlink? {
    spans.first { $0.columns.contains(column) }?.link
  }
}

/// Rows of a terminal that are scrolled, so that what only moved is not written again.
struct Scrolling: Equatable {
  /// The rows among which the others move.
  let rows: Range<Int>
  /// How many rows up; downwards it is negative.
  let distance: Int

  /// The fewest rows that must be saved.
  private static let threshold = 3

  /// Finds what scrolling brings one grid nearest to another; `nil` if that saves little.
  ///
  /// Rows are compared in the columns that differ at all: a sidebar that stays does not hide that
  /// the list beside it has moved. It is written again where scrolling took it along.
  init?(from old: Grid, to new: Grid) {
    guard let columns = Scrolling.differingColumns(old, new) else { return nil }
    let before = old.hashes(of: columns)
    let after = new.hashes(of: columns)
    guard let distance = Scrolling.mostFrequentDistance(before, after) else { return nil }
    let moved = after.indices.filter {
      before.indices.contains($0 + distance) && after[$0] == before[$0 + distance]
        && after[$0] != before[$0]
    }
    guard let first = moved.first, let last = moved.last else { return nil }
    let disturbed = (first...last).filter {
      after[$0] == before[$0] && before.indices.contains($0 + distance)
        && after[$0] != before[$0 + distance]
    }
    guard moved.count - disturbed.count >= Scrolling.threshold else { return nil }
    self.distance = distance
    rows = min(first, first + distance)..<max(last, last + distance) + 1
  }

  /// How far the rows that differ have come, most of them; each row is looked for where it is once.
  private static func mostFrequentDistance(_ before: [Int], _ after: [Int]) -> Int? {
    var rowOfHash: [Int: Int] = [:]
    var doubled: Set<Int> = []
    for (row, hash) in before.enumerated() where rowOfHash.updateValue(row, forKey: hash) != nil {
      doubled.insert(hash)
    }
    var votes: [Int: Int] = [:]
    for (row, hash) in after.enumerated() where hash != before[row] && !doubled.contains(hash) {
      if let old = rowOfHash[hash] { votes[old - row, default: 0] += 1 }
    }
    return votes.max { ($0.value, -abs($0.key), $0.key) < ($1.value, -abs($1.key), $1.key) }?.key
  }

  /// The columns from the first to the last that differ in any row; `nil` if so few rows differ that
  /// scrolling would not save enough of them.
  private static func differingColumns(_ old: Grid, _ new: Grid) -> Range<Int>? {
    var first = new.size.columns
    var end = 0
    var rows = 0
    for row in 0..<new.size.rows {
      let start = new.offset(row: row, column: 0)
      func differs(_ column: Int) -> Bool {
        !new.shows(new.cells[start + column], sameAs: old.cells[start + column], of: old)
      }
      guard let column = (0..<new.size.columns).first(where: differs) else { continue }
      rows += 1
      first = min(first, column)
      if let column = (end..<new.size.columns).last(where: differs) { end = column + 1 }
    }
    return rows < threshold ? nil : first..<end
  }
}

extension Grid {
  /// What stands in some columns of each row, as numbers that are equal where that is.
  fileprivate func hashes(of columns: Range<Int>) -> [Int] {
    (0..<size.rows).map { row in
      var hasher = Hasher()
      if let links = links[row] { hasher.combine(links) }
      for cell in cells[offset(row: row, column: 0)...][..<offset(row: row, column: size.columns)]
        .dropFirst(columns.lowerBound).prefix(columns.count)
      {
        hasher.combine(cell.style)
        hasher.combine(cell.span)
        if cell.isCluster { hasher.combine(glyphText(cell)) } else { hasher.combine(cell.glyph) }
      }
      return hasher.finalize()
    }
  }

  /// The grid with some rows scrolled, and blank ones where others have left.
  func scrolled(_ scrolling: Scrolling) -> Grid {
    var grid = self
    for row in scrolling.rows {
      let source = row + scrolling.distance
      let target = offset(row: row, column: 0)..<offset(row: row + 1, column: 0)
      grid.cells[target] =
        scrolling.rows.contains(source)
        ? cells[offset(row: source, column: 0)..<offset(row: source + 1, column: 0)]
        : ArraySlice(repeatElement(.blank, count: size.columns))
    }
    grid.moveLinks { row in
      guard scrolling.rows.contains(row) else { return row }
      let target = row - scrolling.distance
      return scrolling.rows.contains(target) ? target : nil
    }
    return grid
  }
}
