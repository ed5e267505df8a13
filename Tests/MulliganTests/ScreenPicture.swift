import Screen

/// A frame as a scalable picture, cell by cell.
struct ScreenPicture {
  private static let cell = (width: 8.4, height: 18.0)
  private static let paper = "#1d1f21"
  private static let ink = "#d0d0d0"

  let frame: Frame

  /// The picture's text.
  var svg: String {
    let grid = frame.grid
    let width = Double(grid.size.columns) * Self.cell.width + 16
    let height = Double(grid.size.rows) * Self.cell.height + 16
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
        + "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" "
        + "font-size=\"14\">",
      "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"\(Self.paper)\"/>",
    ]
    for row in 0..<grid.size.rows { lines += runs(in: row).flatMap { svg($0, row) } }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private struct Run {
    var column: Int
    var columns: Int
    var text: String
    var style: CellStyle
  }

  private func runs(in row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<frame.grid.size.columns {
      let text = frame.grid.text(row: row, column: column)
      let style = frame.grid.style(row: row, column: column)
      if let last = runs.last, last.style == style {
        runs[runs.count - 1].text += text
        runs[runs.count - 1].columns += 1
      } else {
        runs.append(Run(column: column, columns: 1, text: text, style: style))
      }
    }
    return runs
  }

  private func svg(_ run: Run, _ row: Int) -> [String] {
    let x = Double(run.column) * Self.cell.width + 8
    let y = Double(row) * Self.cell.height + 8
    let width = Double(run.columns) * Self.cell.width
    let isReverse = run.style.attributes.contains(.reverse)
    var lines: [String] = []
    if isReverse {
      lines.append(
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(Self.cell.height)\" "
          + "fill=\"\(Self.ink)\"/>"
      )
    }
    let text = run.text
    guard text.contains(where: { $0 != " " }) else { return lines }
    let blanks = text.prefix { $0 == " " }.count
    let trimmed = text.dropFirst(blanks).reversed().drop { $0 == " " }.reversed()
    let end = text.reversed().prefix { $0 == " " }.count
    let length = Double(run.columns - blanks - end) * Self.cell.width
    lines.append(
      "<text xml:space=\"preserve\" x=\"\(x + Double(blanks) * Self.cell.width)\" "
        + "y=\"\(y + 13.5)\" textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\""
        + "\(attributes(run.style, isReverse))>\(escaped(String(trimmed)))</text>"
    )
    return lines
  }

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
