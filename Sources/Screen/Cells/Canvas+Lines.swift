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
