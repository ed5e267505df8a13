/// Writes cells where the terminal's cursor is, or moves it there first.
struct CellWriter {
  /// The blanks at a row's end that are cheaper written than erased.
  static let eraseThreshold = 3
  /// The unchanged cells between two changes that are cheaper written again than jumped over.
  private static let gapThreshold = 4
  /// The equal cells that are cheaper written one by one than repeated.
  static let repeatThreshold = 7

  private(set) var bytes: [UInt8] = []
  private let grid: Grid
  private let isUTF8: Bool
  private let hasLinks: Bool
  private var style: StyleWriter
  /// The link that what is written belongs to.
  private var link: Hyperlink?
  /// Where the terminal's cursor is known to be; without a column, somewhere in the row.
  private var cursor: (row: Int, column: Int?)?

  init(grid: Grid, capabilities: TerminalCapabilities) {
    self.grid = grid
    isUTF8 = capabilities.isUTF8
    hasLinks = capabilities.hasHyperlinks && !grid.links.isEmpty
    style = StyleWriter(capabilities: capabilities)
  }

  mutating func append(_ sequence: String) { bytes.append(contentsOf: sequence.utf8) }

  mutating func clear() {
    append("\u{1B}[m\u{1B}[H\u{1B}[2J")
    cursor = (0, 0)
  }

  mutating func endStyle() {
    change(to: nil)
    style.change(to: .plain, in: &bytes)
  }

  /// Begins or ends a link; nothing is sent where it goes on.
  private mutating func change(to wanted: Hyperlink?) {
    guard link != wanted else { return }
    link = wanted
    append(wanted?.beginning ?? Hyperlink.end)
  }

  /// The link of a cell, if links are sent at all.
  private func link(at position: Position) -> Hyperlink? {
    hasLinks ? grid.link(row: position.row, column: position.column) : nil
  }

  /// Scrolls rows within themselves, up or down; those that come in are blank.
  mutating func scroll(_ scrolling: Scrolling) {
    bytes.appendSequence([scrolling.rows.lowerBound + 1, scrolling.rows.upperBound], final: "r")
    let distance = abs(scrolling.distance)
    bytes.appendSequence(distance == 1 ? [] : [distance], final: scrolling.distance > 0 ? "S" : "T")
    bytes.appendSequence([], final: "r")
    cursor = nil
  }

  mutating func eraseLine(from position: Position) {
    endStyle()
    move(to: position)
    append("\u{1B}[K")
  }

  /// Writes the cluster of a lead cell.
  mutating func write(_ cell: Cell, at position: Position) {
    moveOverGap(to: position, style: cell.style)
    change(to: link(at: position))
    if cell.glyph != 0x20 || !style.showsBlanks(like: cell.style) {
      style.change(to: cell.style, in: &bytes)
    }
    if cell.doubt > 0 {
      writeDoubted(cell, at: position)
    } else {
      writeGlyph(cell)
      advance(by: Int(cell.span))
    }
  }

  /// Writes an ASCII cell so many times.
  mutating func write(_ cell: Cell, times: Int, at position: Position) {
    write(cell, at: position)
    bytes.appendSequence([times - 1], final: "b")
    advance(by: times - 1)
  }

  /// Writes a cluster whose width terminals disagree on: its cells are blanked first, and the
  /// cursor is put where it belongs afterwards.
  private mutating func writeDoubted(_ cell: Cell, at position: Position) {
    let span = Int(cell.span)
    bytes.append(contentsOf: repeatElement(0x20, count: span))
    if position.column + span < grid.size.columns {
      bytes.append(contentsOf: repeatElement(0x08, count: span))
    } else {
      cursor = nil
      move(to: position)
    }
    writeGlyph(cell)
    cursor = nil
  }

  private mutating func writeGlyph(_ cell: Cell) {
    if cell.isCluster {
      append(isUTF8 ? grid.glyphText(cell) : "?")
    } else if cell.glyph < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: cell.glyph))
    } else if let scalar = Unicode.Scalar(cell.glyph) {
      append(isUTF8 ? String(scalar) : "?")
    }
    guard !isUTF8, cell.span > 1 else { return }
    bytes.append(contentsOf: repeatElement(0x20, count: Int(cell.span) - 1))
  }

  private mutating func advance(by columns: Int) {
    guard let cursor, let column = cursor.column else { return }
    // In the last column a terminal's cursor stays or waits to wrap: nobody knows which.
    let end = column + columns
    self.cursor = (cursor.row, end < grid.size.columns ? end : nil)
  }

  /// Moves to a position, over a few unchanged cells by writing them again.
  private mutating func moveOverGap(to position: Position, style wanted: CellStyle) {
    if !hasLinks || grid.links[position.row] == nil, link == nil,
      let cursor, let column = cursor.column, cursor.row == position.row, column < position.column,
      position.column - column <= CellWriter.gapThreshold,
      let gap = plainGap(from: column, to: position, style: wanted)
    {
      style.change(to: wanted, in: &bytes)
      for cell in gap { bytes.append(UInt8(truncatingIfNeeded: cell.glyph)) }
      self.cursor = (position.row, position.column)
    }
    move(to: position)
  }

  /// The cells of a gap, if each is one byte in the style that is wanted anyway.
  private func plainGap(
    from column: Int,
    to end: Position,
    style: CellStyle
  ) -> ArraySlice<Cell>? {
    let first = grid.offset(row: end.row, column: column)
    let gap = grid.cells[first..<first + end.column - column]
    let isPlain = gap.allSatisfy {
      $0.glyph < 0x7F && $0.span == 1
        && ($0.style == style || ($0.glyph == 0x20 && style.showsBlanks(like: $0.style)))
    }
    return isPlain ? gap : nil
  }

  mutating func move(to position: Position) {
    defer { cursor = (position.row, position.column) }
    guard let cursor else { return moveAbsolutely(to: position) }
    if cursor.row == position.row, cursor.column == position.column { return }
    if position.column == 0, cursor.row == position.row {
      bytes.append(0x0D)
    } else if position.column == 0, cursor.row + 1 == position.row {
      bytes += [0x0D, 0x0A]
    } else if cursor.row == position.row, let column = cursor.column, column < position.column {
      let distance = position.column - column
      bytes.appendSequence(distance == 1 ? [] : [distance], final: "C")
    } else {
      moveAbsolutely(to: position)
    }
  }

  private mutating func moveAbsolutely(to position: Position) {
    switch (position.row, position.column) {
    case (0, 0): bytes.appendSequence([], final: "H")
    case (_, 0): bytes.appendSequence([position.row + 1], final: "H")
    default: bytes.appendSequence([position.row + 1, position.column + 1], final: "H")
    }
  }
}

/// Writes the sequences that change how following cells look.
struct StyleWriter {
  let capabilities: TerminalCapabilities
  /// The style the terminal is in, brought down to what it has.
  private var current = CellStyle.plain
  /// The last style asked for, which most cells repeat.
  private var asked = CellStyle.plain

  init(capabilities: TerminalCapabilities) { self.capabilities = capabilities }

  /// Appends what brings the terminal to a style; nothing if it is there.
  mutating func change(to style: CellStyle, in bytes: inout [UInt8]) {
    guard style != asked else { return }
    asked = style
    let wanted = reduced(style)
    guard wanted != current else { return }
    let fromHere = SelectGraphicRendition(from: current, to: wanted, resets: false)
    let fromPlain = SelectGraphicRendition(from: .plain, to: wanted, resets: true)
    bytes += fromPlain.bytes.count <= fromHere.bytes.count ? fromPlain.bytes : fromHere.bytes
    current = wanted
  }

  /// Whether a blank written now looks as it would in a style.
  func showsBlanks(like style: CellStyle) -> Bool { current.showsBlanks(like: reduced(style)) }

  private func reduced(_ style: CellStyle) -> CellStyle {
    CellStyle(
      reduced(style.attributes),
      foreground: style.foreground.reduced(to: capabilities.colors),
      background: style.background.reduced(to: capabilities.colors)
    )
  }

  /// What is struck through is underlined where it can neither be so nor be faint.
  private func reduced(_ attributes: CellStyle.Attributes) -> CellStyle.Attributes {
    var attributes = attributes
    let isLost = capabilities.attributes.isDisjoint(with: [.strikethrough, .dim])
    if isLost, attributes.contains(.strikethrough) { attributes.insert(.underline) }
    return attributes.intersection(capabilities.attributes)
  }
}

/// One SGR sequence.
private struct SelectGraphicRendition {
  private(set) var bytes: [UInt8] = []
  private var codes: [Int] = []

  /// The sequence that leads from one style to another; with a reset first, from any to it.
  init(from old: CellStyle, to new: CellStyle, resets: Bool) {
    if resets { codes.append(0) }
    let lost = appendEnds(of: old.attributes.subtracting(new.attributes))
    append(attributes: new.attributes.subtracting(old.attributes.subtracting(lost)))
    if new.foreground != old.foreground { append(new.foreground, base: 30) }
    if new.background != old.background { append(new.background, base: 40) }
    bytes.appendSequence(codes == [0] ? [] : codes, final: "m")
  }

  /// Switches attributes off; returns all that are off then: bold and faint have one end.
  private mutating func appendEnds(of attributes: CellStyle.Attributes) -> CellStyle.Attributes {
    let ends: [(CellStyle.Attributes, Int)] = [
      ([.bold, .dim], 22), (.italic, 23), (.underline, 24), (.reverse, 27), (.strikethrough, 29),
    ]
    var lost: CellStyle.Attributes = []
    for (ended, code) in ends where !ended.isDisjoint(with: attributes) {
      codes.append(code)
      lost.formUnion(ended)
    }
    return lost
  }

  private mutating func append(attributes: CellStyle.Attributes) {
    let numbers: [(CellStyle.Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]
    for (attribute, code) in numbers where attributes.contains(attribute) { codes.append(code) }
  }

  private mutating func append(_ color: Color, base: Int) {
    switch color.form {
    case .standard: codes.append(base + 9)
    case .palette(let index) where index < 8: codes.append(base + Int(index))
    case .palette(let index) where index < 16: codes.append(base + 60 + Int(index) - 8)
    case .palette(let index): codes += [base + 8, 5, Int(index)]
    case .rgb(let red, let green, let blue):
      codes += [base + 8, 2, Int(red), Int(green), Int(blue)]
    }
  }
}

extension [UInt8] {
  /// Appends a control sequence with its parameters.
  mutating func appendSequence(_ parameters: [Int], final: Unicode.Scalar) {
    append(contentsOf: "\u{1B}[".utf8)
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { append(UInt8(ascii: ";")) }
      append(contentsOf: String(parameter).utf8)
    }
    append(UInt8(truncatingIfNeeded: final.value))
  }
}
