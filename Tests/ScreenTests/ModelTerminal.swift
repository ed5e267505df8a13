@testable import Screen

/// A terminal that knows only the sequences the renderer may send, and reports any other byte.
///
/// How it measures characters can be chosen, to stand for terminals that disagree.
struct ModelTerminal {
  enum Measure: CaseIterable {
    /// Clusters as the program measures them.
    case clusters
    /// Every code point for itself: a family is as wide as its members together.
    case codePoints
    /// Like an old table: whatever is in doubt is one column.
    case narrow
  }

  struct ModelCell: Equatable {
    var text = " "
    var style = CellStyle.plain
    /// Covered by the cell before it.
    var isCovered = false
    /// What it opens.
    var target: String?
  }

  let size: ScreenSize
  let measure: Measure
  private(set) var cells: [[ModelCell]]
  private(set) var cursor = Position(row: 0, column: 0)
  private(set) var isCursorVisible = true
  private(set) var style = CellStyle.plain
  /// What is written now opens.
  private(set) var target: String?
  /// What a renderer must never send.
  private(set) var offences: [String] = []
  private var last: Position?
  private var scrolled: Range<Int>

  init(size: ScreenSize, measure: Measure = .clusters) {
    self.size = size
    self.measure = measure
    scrolled = 0..<size.rows
    cells = Array(repeating: Array(repeating: ModelCell(), count: size.columns), count: size.rows)
  }

  mutating func receive(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      offences.append("not UTF-8")
      return
    }
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}" {
        rest = readSequence(rest.dropFirst())
      } else if "\r\u{08}\n".unicodeScalars.contains(scalar) {
        steer(scalar)
        rest = rest.dropFirst()
      } else if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.isBidiControl
      {
        offences.append("control \(scalar.value)")
        rest = rest.dropFirst()
      } else {
        rest = print(rest)
      }
    }
  }

  private mutating func steer(_ control: Unicode.Scalar) {
    switch control {
    case "\r": cursor.column = 0
    case "\n" where cursor.row + 1 < size.rows: cursor.row += 1
    case "\u{08}" where cursor.column > 0: cursor.column -= 1
    default: offences.append("control \(control.value) at \(cursor)")
    }
  }

  // MARK: Characters

  private mutating func print(_ rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    guard measure == .clusters, let cluster = Substring(rest).first else {
      if let scalar = rest.first { print(scalar) }
      return rest.dropFirst()
    }
    place(String(cluster), columns: Int(ClusterWidth(cluster).columns))
    return rest.dropFirst(cluster.unicodeScalars.count)
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    let kind = WidthTable.shared.kind(of: scalar)
    let isDoubted = ClusterWidth(scalar).doubt > 0
    switch kind {
    case .zero:
      if let last { cells[last.row][last.column].text.unicodeScalars.append(scalar) }
    default:
      place(String(scalar), columns: measure == .narrow && isDoubted ? 1 : kind.columns)
    }
  }

  private mutating func place(_ text: String, columns: Int) {
    let row = cursor.row
    let column = min(cursor.column, size.columns - columns)
    guard column >= 0 else { return offences.append("overflow") }
    for index in column..<column + columns { vacate(row: row, column: index) }
    cells[row][column] = ModelCell(text: text, style: style, target: target)
    for index in column + 1..<max(column + 1, column + columns) {
      cells[row][index] = ModelCell(text: "", style: style, isCovered: true, target: target)
    }
    last = Position(row: row, column: column)
    cursor.column = min(column + columns, size.columns - 1)
  }

  /// Blanks the whole character that has a part in a cell.
  private mutating func vacate(row: Int, column: Int) {
    var start = column
    while start > 0, cells[row][start].isCovered { start -= 1 }
    var end = start + 1
    while end < size.columns, cells[row][end].isCovered { end += 1 }
    for index in start..<end { cells[row][index] = ModelCell(style: cells[row][index].style) }
  }

  // MARK: Sequences

  private mutating func readSequence(
    _ rest: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    if rest.first == "]" { return readLink(rest.dropFirst()) }
    guard rest.first == "[", let end = rest.dropFirst().firstIndex(where: { $0.value >= 0x40 })
    else {
      offences.append("no control sequence")
      return rest.dropFirst()
    }
    let parameters = String(Substring(rest[..<end].dropFirst()))
    perform(String(rest[end]), parameters)
    return rest[rest.index(after: end)...]
  }

  /// Reads the beginning or the end of a link: the only command of the operating system.
  private mutating func readLink(
    _ rest: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    guard let end = rest.firstIndex(of: "\u{1B}"),
      let match = String(Substring(rest[..<end])).wholeMatch(of: #/8;(id=[0-9a-f]+)?;([!-~]*)/#),
      rest[end...].dropFirst().first == "\\"
    else {
      offences.append("no link")
      return rest
    }
    if (match.1 == nil) != match.2.isEmpty { offences.append("half a link") }
    let wanted = match.2.isEmpty ? nil : String(match.2)
    if wanted == target { offences.append("a link that goes on is begun again") }
    target = wanted
    return rest[end...].dropFirst(2)
  }

  private mutating func perform(_ final: String, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = numbers.first.flatMap { $0 }
    switch (final, parameters) {
    case ("H", _):
      let column = numbers.count > 1 ? (numbers[1] ?? 1) : 1
      cursor = Position(row: (first ?? 1) - 1, column: column - 1)
      if !Rect(size).contains(cursor) { offences.append("cursor outside \(cursor)") }
    case ("C", _): cursor.column += first ?? 1
    case ("K", ""):
      for column in cursor.column..<size.columns {
        vacate(row: cursor.row, column: column)
        cells[cursor.row][column] = ModelCell(style: style, target: target)
      }
    case ("b", _): repeatLast(first ?? 1)
    case ("r", _):
      scrolled = numbers.count > 1 ? ((first ?? 1) - 1)..<(numbers[1] ?? 1) : 0..<size.rows
      cursor = Position(row: 0, column: 0)
      if scrolled.upperBound > size.rows { offences.append("margins \(scrolled)") }
    case ("S", _): scroll(first ?? 1)
    case ("T", _): scroll(-(first ?? 1))
    case ("J", "2"): cells = ModelTerminal(size: size).cells
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    case ("m", _): select(numbers.map { $0 ?? 0 })
    default: offences.append("sequence \(parameters)\(final)")
    }
  }

  private mutating func repeatLast(_ count: Int) {
    guard let last, cursor == Position(row: last.row, column: last.column + 1) else {
      return offences.append("nothing to repeat")
    }
    let text = cells[last.row][last.column].text
    for _ in 0..<count { place(text, columns: 1) }
  }

  private mutating func scroll(_ distance: Int) {
    if style != .plain || target != nil { offences.append("scrolled in a style") }
    let blank = Array(repeating: ModelCell(), count: size.columns)
    let old = cells
    for row in scrolled {
      cells[row] = scrolled.contains(row + distance) ? old[row + distance] : blank
    }
  }

  private mutating func select(_ codes: [Int]) {
    var rest = codes[...]
    let attributes: [Int: CellStyle.Attributes] = [
      1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .reverse, 9: .strikethrough,
    ]
    if rest.isEmpty { style = .plain }
    while let code = rest.popFirst() {
      switch code {
      case 0: style = .plain
      case 22: style.attributes.subtract([.bold, .dim])
      case 39: style.foreground = .standard
      case 49: style.background = .standard
      case 30...37: style.foreground = .palette(UInt8(code - 30))
      case 90...97: style.foreground = .palette(UInt8(code - 82))
      case 40...47: style.background = .palette(UInt8(code - 40))
      case 100...107: style.background = .palette(UInt8(code - 92))
      case 38: style.foreground = color(&rest)
      case 48: style.background = color(&rest)
      default:
        if let attribute = attributes[code] {
          style.attributes.insert(attribute)
        } else if let attribute = attributes[code - 20] {
          style.attributes.remove(attribute)
        } else {
          offences.append("SGR \(code)")
        }
      }
    }
  }

  private mutating func color(_ rest: inout ArraySlice<Int>) -> Color {
    let form = rest.popFirst()
    let values = rest.prefix(form == 5 ? 1 : 3).map { UInt8(clamping: $0) }
    rest = rest.dropFirst(values.count)
    if form == 5, values.count == 1 { return .palette(values[0]) }
    if form == 2, values.count == 3 { return .rgb(values[0], values[1], values[2]) }
    offences.append("colour \(form ?? -1)")
    return .standard
  }
}
