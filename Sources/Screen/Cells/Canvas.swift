/// A grid being drawn, and the rectangle of it that a view may write to.
///
/// Positions are counted from the rectangle's corner; what lies outside is not drawn.
///
/// ```swift
/// var canvas = Canvas(size: size)
/// canvas.within(list) { canvas in
///   canvas.draw("Inbox", row: 0, style: CellStyle(.bold))
/// }
/// return canvas.frame
/// ```
package struct Canvas: Sendable {
  /// What may be shown.
  package enum Repertoire: Sendable {
    case unicode
    /// Where the locale is not UTF-8.
    case ascii
  }

  /// Where in the grid the canvas writes.
  package private(set) var area: Rect
  private var grid: Grid
  private var cursor: Position?
  private let repertoire: Repertoire

  /// Makes an empty canvas.
  package init(size: ScreenSize, repertoire: Repertoire = .unicode) {
    grid = Grid(size: size)
    area = Rect(size)
    self.repertoire = repertoire
  }

  /// What has been drawn.
  package var frame: Frame { Frame(grid: grid, cursor: cursor) }
  /// The columns of the rectangle.
  package var columns: Int { area.columns }
  /// The rows of the rectangle.
  package var rows: Int { area.rows }
  /// The rectangle in its own coordinates, to be divided.
  package var bounds: Rect { Rect(area.size) }

  /// Draws within a part of the rectangle, in that part's coordinates.
  package mutating func within<Result>(
    _ part: Rect,
    _ draw: (inout Canvas) throws -> Result
  ) rethrows -> Result {
    let outer = enter(part)
    defer { leave(to: outer) }
    return try draw(&self)
  }

  /// Draws within a part of the rectangle from now on; returns what `leave` needs to end that.
  package mutating func enter(_ part: Rect) -> Rect {
    let outer = area
    let moved = Rect(
      row: outer.row + part.row,
      column: outer.column + part.column,
      columns: part.columns,
      rows: part.rows
    )
    area = moved.intersection(outer)
    return outer
  }

  /// Ends what `enter` began.
  package mutating func leave(to outer: Rect) { area = outer }

  /// Draws text on one row; text that does not fit is cut between clusters and ends in an ellipsis.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - row: The row, in the rectangle.
  ///   - column: The first column, in the rectangle.
  ///   - columns: The most columns to use; by default all up to the rectangle's edge.
  ///   - alignment: Where in those columns a shorter text goes.
  ///   - style: How it looks.
  /// - Returns: The column after the text, in the rectangle.
  @discardableResult
  package mutating func draw(
    _ text: DisplayText,
    row: Int,
    column: Int = 0,
    columns: Int? = nil,
    alignment: Alignment = .leading,
    style: CellStyle = .plain
  ) -> Int {
    let room = min(columns ?? .max, self.columns - column)
    guard (0..<rows).contains(row), column >= 0, room > 0 else { return column }
    let shown = inRepertoire(text).truncated(toColumns: room)
    let start = column + alignment.offset(of: shown.width, in: columns == nil ? nil : room)
    let end = grid.write(
      inRepertoire(shown),
      row: area.row + row,
      column: area.column + start,
      style: style
    )
    return end - area.column
  }

  /// Makes what a row of the rectangle shows a link; what is drawn over it later is none.
  package mutating func link(row: Int, columns: Range<Int>, to link: Hyperlink) {
    let columns = columns.clamped(to: 0..<self.columns)
    guard (0..<rows).contains(row), !columns.isEmpty else { return }
    let start = area.column + columns.lowerBound
    grid.link(row: area.row + row, columns: start..<start + columns.count, to: link)
  }

  private func inRepertoire(_ text: DisplayText) -> DisplayText {
    repertoire == .unicode ? text : text.ascii
  }

  /// Blanks a part of the rectangle, or all of it, in a style.
  package mutating func fill(_ part: Rect? = nil, style: CellStyle = .plain) {
    forEachRow(of: part) { grid, row, columns in
      grid.blank(row: row, columns: columns, style: style)
    }
  }

  /// Lays a style over what a part of the rectangle, or all of it, shows.
  package mutating func overlay(_ part: Rect? = nil, style: CellStyle) {
    forEachRow(of: part) { grid, row, columns in
      grid.restyle(row: row, columns: columns) { $0.overlaid(with: style) }
    }
  }

  /// Shows a part of the rectangle, or all of it, in one colour: a style that has a background of its
  /// own, or exchanges both, replaces the colours of what it is laid over.
  package mutating func highlight(_ part: Rect? = nil, style: CellStyle) {
    let isWhole = style.background != .standard || style.attributes.contains(.reverse)
    forEachRow(of: part) { grid, row, columns in
      grid.restyle(row: row, columns: columns) { cell in
        let kept = isWhole ? CellStyle(cell.attributes.subtracting([.dim, .reverse])) : cell
        return kept.overlaid(with: style)
      }
    }
  }

  /// Lays a style under what a part of the rectangle, or all of it, shows: its colours come in where
  /// there are only the terminal's own.
  package mutating func underlay(_ part: Rect? = nil, style: CellStyle) {
    forEachRow(of: part) { grid, row, columns in
      grid.restyle(row: row, columns: columns) { style.overlaid(with: $0) }
    }
  }

  private mutating func forEachRow(
    of part: Rect?,
    _ change: (inout Grid, Int, Range<Int>) -> Void
  ) {
    let part = (part ?? bounds).intersection(bounds)
    let first = area.column + part.column
    for row in part.row..<part.endRow {
      change(&grid, area.row + row, first..<first + part.columns)
    }
  }

  /// Puts the terminal's cursor on a cell of the rectangle, or hides it if the cell is outside.
  package mutating func placeCursor(row: Int, column: Int) {
    let position = Position(row: area.row + row, column: area.column + column)
    cursor = area.contains(position) ? position : nil
  }
}

/// Where text goes in the columns it is given.
package enum Alignment: Sendable {
  case leading
  case centered
  case trailing

  fileprivate func offset(of width: Int, in columns: Int?) -> Int {
    let spare = max(0, (columns ?? width) - width)
    return switch self {
    case .leading: 0
    case .centered: spare / 2
    case .trailing: spare
    }
  }
}

extension Canvas {
  /// Draws a line across the rectangle.
  package mutating func drawRule(row: Int, style: CellStyle = .plain) {
    draw(Canvas.line("─", columns: columns), row: row, style: style)
  }

  /// Draws a line down the rectangle.
  package mutating func drawRule(column: Int, style: CellStyle = .plain) {
    for row in 0..<rows {
      draw(Canvas.line("│", columns: 1), row: row, column: column, style: style)
    }
  }

  /// Draws a frame round the rectangle, with a title in its upper edge, and blanks what is inside.
  package mutating func drawBox(title: DisplayText = .empty, style: CellStyle = .plain) {
    guard rows >= 2, columns >= 2 else { return }
    fill(style: style)
    let edge = columns - 2
    draw(Canvas.line("─", columns: edge, between: "┌", "┐"), row: 0, style: style)
    for row in 1..<rows - 1 {
      draw(Canvas.line("│", columns: 1), row: row, style: style)
      draw(Canvas.line("│", columns: 1), row: row, column: columns - 1, style: style)
    }
    draw(
      Canvas.line("─", columns: edge, between: "└", "┘"),
      row: rows - 1,
      style: style
    )
    guard !title.isEmpty, columns > 6 else { return }
    let shown = " " + title.truncated(toColumns: columns - 6) + " "
    draw(shown, row: 0, column: 2, style: style)
  }

  private static func line(
    _ piece: String,
    columns: Int,
    between first: String = "",
    _ last: String = ""
  ) -> DisplayText {
    DisplayText(
      safe: first + String(repeating: piece, count: columns) + last,
      layout: .scalars
    )
  }
}
