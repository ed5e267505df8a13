package import Screen

extension Frame {
  /// The text, a line a row, without blanks at the ends of rows.
  package var textScreen: String {
    (0..<grid.size.rows).map { grid.line($0) + "\n" }.joined()
  }

  /// Where which styles are, and the cursor: ` 3  0-79 reverse; 81-90 bold fg=red`.
  ///
  /// Rows and columns count from zero. Rows in plain style are left out.
  package var styleScreen: String {
    let rows = (0..<grid.size.rows).compactMap(styleLine)
    let position = cursor.map { "cursor \($0.row),\($0.column)" } ?? "cursor hidden"
    return (rows + [position]).map { $0 + "\n" }.joined()
  }

  /// Both, as files of screens keep them.
  package var snapshot: String { textScreen + "---\n" + styleScreen }

  private func styleLine(_ row: Int) -> String? {
    let columns = grid.size.columns
    var runs: [String] = []
    var start = 0
    while start < columns {
      let style = grid.style(row: row, column: start)
      let end = (start..<columns).first { grid.style(row: row, column: $0) != style } ?? columns
      if style != .plain { runs.append("\(start)-\(end - 1) \(style)") }
      start = end
    }
    guard !runs.isEmpty else { return nil }
    return "\(row)  " + runs.joined(separator: "; ")
  }
}
