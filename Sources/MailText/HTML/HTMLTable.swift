import TriageCore

/// A table in the making: its cells are lines already.
struct HTMLTable {
  struct Cell {
    var lines: [ContentLine] = []
    var isHeader = false

    var isEmpty: Bool { lines.allSatisfy { $0.text.isEmpty && $0.kind != .rule } }
  }

  /// More cells of one row, or rows under one cell, are not counted.
  private static let widest = 60

  let hasBorder: Bool
  /// How many frames were open when it began.
  let frame: Int
  private(set) var rows: [[Cell]] = []
  /// For each column how many rows a cell above still reaches down.
  private var reaches: [Int] = []

  init(hasBorder: Bool, frame: Int) {
    self.hasBorder = hasBorder
    self.frame = frame
  }

  mutating func beginRow() {
    rows.append([])
    for index in reaches.indices { reaches[index] = max(0, reaches[index] - 1) }
  }

  mutating func beginCell(isHeader: Bool, columns: Int, rows spanned: Int) {
    if rows.isEmpty { beginRow() }
    skipReached()
    let width = min(max(columns, 1), Self.widest)
    for index in 0..<width {
      append(Cell(isHeader: isHeader), reach: min(max(spanned, 1), Self.widest))
      // The text goes to the first of the columns; the next ones stay empty.
      if index == 0 { current = rows[rows.count - 1].count - 1 }
    }
  }

  /// The column of the open cell in its row.
  private var current = 0

  mutating func endCell(_ lines: [ContentLine]) {
    guard let row = rows.indices.last, rows[row].indices.contains(current) else { return }
    rows[row][current].lines = lines
  }

  private mutating func append(_ cell: Cell, reach: Int) {
    let row = rows.count - 1
    guard rows[row].count < Self.widest else { return }
    rows[row].append(cell)
    if reaches.count < rows[row].count { reaches.append(0) }
    reaches[rows[row].count - 1] = reach
  }

  /// Leaves the columns free that a cell above reaches into.
  private mutating func skipReached() {
    let row = rows.count - 1
    while rows[row].count < reaches.count, reaches[rows[row].count] > 0,
      rows[row].count < Self.widest
    {
      rows[row].append(Cell())
    }
  }
}

// MARK: - Layout

extension HTMLTable {
  /// Returns the table as lines: in columns if it is a table of facts, else one cell below the other.
  func lines(columns: Int, measure: @escaping TextWidth) -> [ContentLine] {
    let grid = HTMLGrid(rows, measure: measure)
    guard grid.width > 1, grid.isPlain else { return stacked(columns: columns) }
    if grid.fits(columns) { return grid.aligned(grid.naturalWidths) }
    guard hasBorder || grid.hasHeader || grid.looksLikeFacts else {
      return stacked(columns: columns)
    }
    if let widths = grid.squeezedWidths(columns) { return grid.aligned(widths) }
    return grid.records()
  }

  /// Puts all cells below each other, with an empty line around the long ones.
  private func stacked(columns: Int) -> [ContentLine] {
    var result: [ContentLine] = []
    var wasLong = false
    for row in rows {
      var isFirst = true
      for cell in row where !cell.isEmpty || cell.lines.contains(where: { $0.kind == .hidden }) {
        let isLong = cell.lines.count > 1 || Self.isParagraph(cell, columns: columns)
        if !result.isEmpty, isLong || (wasLong && isFirst) || wasLong { gap(&result) }
        result += cell.lines
        (wasLong, isFirst) = (isLong, false)
      }
    }
    return result
  }

  private static func isParagraph(_ cell: Cell, columns: Int) -> Bool {
    cell.lines.contains { $0.kind == .heading || $0.text.utf8.count > columns * 2 / 3 }
  }

  private func gap(_ lines: inout [ContentLine]) {
    if let last = lines.last, !last.text.isEmpty || last.kind == .rule {
      lines.append(ContentLine(.text, ""))
    }
  }
}

/// The cells of a table that hold something, as texts in rows and columns.
struct HTMLGrid {
  /// Blanks between columns.
  private static let space = 2
  /// Lines that a cell of a table of facts may have.
  private static let tallest = 8

  private var rows: [[String]] = []
  private var headerRows = 0
  /// Whether every cell is a few lines of plain text.
  private(set) var isPlain = true
  let width: Int
  let naturalWidths: [Int]
  private let measure: TextWidth

  init(_ source: [[HTMLTable.Cell]], measure: @escaping TextWidth) {
    self.measure = measure
    let full = source.filter { $0.contains { !$0.isEmpty } }
    let count = full.map(\.count).max() ?? 0
    let used = (0..<count).filter { column in
      full.contains { column < $0.count && !$0[column].isEmpty }
    }
    for row in full {
      let cells = used.map { $0 < row.count ? row[$0] : HTMLTable.Cell() }
      if rows.count == headerRows, cells.allSatisfy({ $0.isHeader || $0.isEmpty }) {
        headerRows += 1
      }
      isPlain = isPlain && cells.allSatisfy(Self.isPlain)
      rows.append(cells.map { $0.lines.map(\.text).joined(separator: "\n") })
    }
    width = used.count
    naturalWidths = used.indices.map { [rows] column in
      rows.map { $0[column].split(separator: "\n").map { measure(String($0)) }.max() ?? 0 }.max()
        ?? 0
    }
    // A table of nothing but headings has none.
    if headerRows == rows.count { headerRows = 0 }
  }

  var hasHeader: Bool { headerRows > 0 }

  /// Whether most rows have several short cells.
  var looksLikeFacts: Bool {
    guard rows.count > 1, naturalWidths.allSatisfy({ $0 <= 60 }) else { return false }
    let rich = rows.count { $0.count { !$0.isEmpty } > 1 }
    return rich * 2 > rows.count && rows.allSatisfy { $0.allSatisfy { !$0.contains("\n") } }
  }

  func fits(_ columns: Int) -> Bool { Self.total(naturalWidths) <= columns }

  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + space * (widths.count - 1)
  }

  private static func isPlain(_ cell: HTMLTable.Cell) -> Bool {
    cell.lines.count <= tallest
      && cell.lines.allSatisfy { line in
        line.lead.isEmpty && (line.kind == .text || line.kind == .heading)
      }
  }
}

// MARK: - Widths

extension HTMLGrid {
  /// Returns widths that add up to no more than `columns` and cut no word; `nil` if there are none.
  func squeezedWidths(_ columns: Int) -> [Int]? {
    let least = naturalWidths.indices.map { column in
      rows.map { longestWord($0[column]) }.max() ?? 0
    }
    guard Self.total(least) <= columns else { return nil }
    var widths = least
    var spare = columns - Self.total(least)
    // Narrow columns first get what they want, wide ones share the rest.
    let order = widths.indices.sorted { naturalWidths[$0] < naturalWidths[$1] }
    for (index, column) in order.enumerated() {
      let share = spare / (order.count - index)
      let extra = min(naturalWidths[column] - widths[column], share)
      widths[column] += extra
      spare -= extra
    }
    return widths
  }

  private func longestWord(_ text: String) -> Int {
    text.split { $0 == " " || $0 == "\n" }.map { measure(String($0)) }.max() ?? 0
  }
}

// MARK: - Drawing

extension HTMLGrid {
  /// Returns the rows with their columns below each other.
  func aligned(_ widths: [Int]) -> [ContentLine] {
    let numeric = widths.indices.map(isNumeric)
    var lines: [ContentLine] = []
    for (index, row) in rows.enumerated() {
      let cells = row.indices.map { wrap(row[$0], to: widths[$0]) }
      for line in 0..<(cells.map(\.count).max() ?? 0) {
        let texts = cells.map { line < $0.count ? $0[line] : "" }
        lines.append(ContentLine(.preformatted, join(texts, widths, numeric)))
      }
      if index == headerRows - 1 {
        let strokes = widths.map { String(repeating: "-", count: $0) }
        lines.append(ContentLine(.preformatted, join(strokes, widths, numeric)))
      }
    }
    return lines
  }

  /// Returns each row as a group of lines that begin with the names of their columns.
  func records() -> [ContentLine] {
    let names = hasHeader ? rows[headerRows - 1].map(oneLine) : []
    var lines: [ContentLine] = []
    for row in rows[headerRows...] {
      if !lines.isEmpty { lines.append(ContentLine(.text, "")) }
      var isFirst = true
      for (column, text) in row.enumerated() where !text.isEmpty {
        let value = oneLine(text)
        let name = column < names.count ? names[column] : ""
        lines.append(
          ContentLine(.text, name.isEmpty ? value : "\(name): \(value)", lead: isFirst ? "" : "  ")
        )
        isFirst = false
      }
    }
    return lines
  }

  private func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  private func join(_ texts: [String], _ widths: [Int], _ numeric: [Bool]) -> String {
    var result = ""
    for (column, text) in texts.enumerated() {
      let padding = String(
        repeating: " ",
        count: max(0, widths[column] - measure(text))
      )
      if column > 0 { result += String(repeating: " ", count: Self.space) }
      result += numeric[column] ? padding + text : text + padding
    }
    while result.last == " " { result.removeLast() }
    return result
  }

  /// Whether a column holds amounts, which stand at the right.
  private func isNumeric(_ column: Int) -> Bool {
    let cells = rows[headerRows...].map { $0[column] }.filter { !$0.isEmpty }
    return !cells.isEmpty && cells.allSatisfy(Self.isAmount)
  }

  /// Whether a text is a number, perhaps with a sign, a currency or a unit: no date, no time.
  private static func isAmount(_ text: String) -> Bool {
    var rest = text[...]
    if let space = text.lastIndex(of: " "), text[space...].dropFirst().allSatisfy(\.isLetter),
      text[space...].count <= 4
    {
      rest = text[..<space]
    }
    while let last = rest.last, last == "%" || last.isCurrencySymbol || last == "円" {
      rest.removeLast()
    }
    while let first = rest.first, "+-−".contains(first) || first.isCurrencySymbol {
      rest.removeFirst()
    }
    return rest.contains { $0.isNumber } && rest.last?.isNumber == true
      && rest.allSatisfy { $0.isNumber || ".,' \u{a0}".contains($0) }
  }

  private func wrap(_ text: String, to width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrapLine($0, to: width) }
  }

  private func wrapLine(_ text: Substring, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      let columns = measure(String(word))
      if used > 0, used + 1 + columns > width {
        lines.append(line)
        (line, used) = ("", 0)
      }
      if used > 0 { line += " " }
      line += word
      used += columns + (used > 0 ? 1 : 0)
    }
    return lines + [line]
  }
}
