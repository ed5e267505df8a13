import Screen

/// A frame as a scalable picture that keeps to the grid in whatever font it is shown.
struct ScreenPicture {
  private static let cell = (width: 8.4, height: 18.0)
  private static let paper = "#1d1f21"
  static let ink = "#d0d0d0"

  let frame: Frame

  /// The picture's text.
  var svg: String {
    let rows = frame.grid.size.rows
    let lines = (0..<rows).flatMap { svg(of: $0, at: $0) }
    return ([opening(rows: rows), paper] + lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The beginning of a picture of so many rows.
  func opening(rows: Int, attributes: String = "") -> String {
    let width = rounded(Double(frame.grid.size.columns) * Self.cell.width + 16)
    let height = Double(rows) * Self.cell.height + 16
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
      + "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
      + "font-size=\"14\"\(attributes)>"
  }

  /// What the screen is drawn on.
  var paper: String { "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"\(Self.paper)\"/>" }

  /// The pieces of a row, drawn as if it were another one.
  func svg(of row: Int, at place: Int) -> [String] { runs(in: row).flatMap { svg($0, place) } }

  /// Cells of one style side by side.
  private struct Run {
    var style: CellStyle
    var cells: [Cell]
  }

  /// A cluster and the columns it covers.
  private struct Cell {
    var column: Int
    var columns: Int
    var text: String
  }

  private func runs(in row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<frame.grid.size.columns {
      let text = frame.grid.text(row: row, column: column)
      let style = frame.grid.style(row: row, column: column)
      if runs.last?.style != style { runs.append(Run(style: style, cells: [])) }
      let cells = runs[runs.count - 1].cells
      if text.isEmpty, let last = cells.indices.last {
        runs[runs.count - 1].cells[last].columns += 1
      } else {
        runs[runs.count - 1].cells.append(Cell(column: column, columns: 1, text: text))
      }
    }
    return runs
  }

  /// What is written as one text: letters of one column each go together up to a gap, so that what is
  /// written from right to left stays in its place; a wider letter stands alone, since fonts
  /// give it other widths than two columns.
  private func pieces(of run: Run) -> [Cell] {
    var pieces: [Cell] = []
    var isJoined = false
    for (index, cell) in run.cells.enumerated() where cell.text != " " {
      let isWide = cell.columns > 1
      if isJoined, !isWide, let last = pieces.last {
        let blanks = cell.column - last.column - last.columns
        pieces[pieces.count - 1].text += String(repeating: " ", count: blanks) + cell.text
        pieces[pieces.count - 1].columns += blanks + 1
      } else {
        pieces.append(cell)
      }
      let next = run.cells[(index + 1)...].prefix { $0.text == " " }.count
      isJoined = !isWide && (next < 2 || !run.style.attributes.isDisjoint(with: Self.lines))
    }
    return pieces
  }

  /// What goes through blanks too.
  private static let lines: CellStyle.Attributes = [.underline, .strikethrough]

  private func svg(_ run: Run, _ row: Int) -> [String] {
    let y = Double(row) * Self.cell.height + 8
    let isReverse = run.style.attributes.contains(.reverse)
    let texts = pieces(of: run).map { piece in
      "<text xml:space=\"preserve\" \(position(of: piece)) y=\"\(y + 13.5)\""
        + "\(attributes(run.style, isReverse))>\(escaped(piece.text))</text>"
    }
    guard isReverse, let first = run.cells.first else { return texts }
    let columns = run.cells.reduce(0) { $0 + $1.columns }
    let paper =
      "<rect x=\"\(left(of: first.column))\" y=\"\(y)\" width=\"\(width(of: columns))\" "
      + "height=\"\(Self.cell.height)\" fill=\"\(Self.ink)\"/>"
    return [paper] + texts
  }

  /// A wide letter is centred on its cells; others are set to exactly the width of theirs.
  private func position(of piece: Cell) -> String {
    if piece.columns > 1, piece.text.count == 1 {
      let middle = left(of: piece.column) + width(of: piece.columns) / 2
      return "x=\"\(rounded(middle))\" text-anchor=\"middle\""
    }
    return "x=\"\(left(of: piece.column))\" textLength=\"\(width(of: piece.columns))\" "
      + "lengthAdjust=\"spacingAndGlyphs\""
  }

  private func left(of column: Int) -> Double { rounded(Double(column) * Self.cell.width + 8) }

  private func width(of columns: Int) -> Double { rounded(Double(columns) * Self.cell.width) }

  private func rounded(_ length: Double) -> Double { (length * 10).rounded() / 10 }

  private func attributes(_ style: CellStyle, _ isReverse: Bool) -> String {
    var words = " fill=\"\(isReverse ? Self.paper : Self.ink)\""
    if style.attributes.contains(.bold) { words += " font-weight=\"bold\"" }
    if style.attributes.contains(.dim) { words += " opacity=\"0.6\"" }
    if style.attributes.contains(.strikethrough) { words += " text-decoration=\"line-through\"" }
    if style.attributes.contains(.underline) { words += " text-decoration=\"underline\"" }
    return words
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      default: result.append(character)
      }
    }
    return result
  }
}
