/// What a terminal of 140 by 40 shows, as far as mail clients use one: enough to see when a list is
/// there and when something on it has changed.
struct TerminalScreen: Equatable {
  static let rows = 40
  static let columns = 140

  private struct Cell: Equatable {
    var scalar: UInt32 = 32
    var style = 0
  }

  private var cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  private var row = 0
  private var column = 0
  private var style = 0
  /// The first and the last row that scrolls.
  private var region = 0...(rows - 1)
  private var saved = (row: 0, column: 0)
  /// The character that can be repeated.
  private var last: UInt32 = 32
  private var pending: [UInt8] = []
  /// How many bytes of what was received are characters to be seen, blanks included.
  private(set) var letters = 0

  static func == (one: Self, other: Self) -> Bool {
    one.cells == other.cells && one.row == other.row
  }

  /// How many rows have so much text that they are lines of a list.
  var filledRows: Int {
    cells.count { row in row.count { $0.scalar > 32 } >= 18 }
  }

  /// Whether a row shows a text.
  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// The text of each row.
  var rows: [String] {
    cells.map { row in
      String(String.UnicodeScalarView(row.compactMap { Unicode.Scalar($0.scalar) }))
    }
  }

  /// Takes what a program has written.
  mutating func receive(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var rest = pending[...]
    while let byte = rest.first {
      guard let length = byte == 0x1B ? sequence(rest) : character(rest) else { break }
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
  }

  // MARK: Characters

  /// Handles one character, and returns its length; `nil` if more of it is to come.
  private mutating func character(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    if first < 0x80 {
      guard first >= 0x20 else {
        control(first)
        return 1
      }
      put(UInt32(first))
      letters += 1
      return 1
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard bytes.count >= length else { return nil }
    let scalar = bytes.prefix(length).dropFirst().reduce(UInt32(first) & (0x7F >> length)) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    put(scalar)
    letters += length
    return length
  }

  private mutating func put(_ scalar: UInt32) {
    guard let found = Unicode.Scalar(scalar), found.properties.generalCategory != .nonspacingMark
    else { return }
    let isWide =
      (0x1100...0x115F).contains(scalar) || (0x2E80...0xFF60).contains(scalar)
      || scalar >= 0x1F300
    if column >= Self.columns { feed(returning: true) }
    cells[row][column] = Cell(scalar: scalar, style: style)
    column += isWide ? 2 : 1
    last = scalar
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 8: column = max(0, column - 1)
    case 9: column = min(Self.columns - 1, (column / 8 + 1) * 8)
    case 10, 11, 12: feed(returning: false)
    case 13: column = 0
    default: break
    }
  }

  private mutating func feed(returning: Bool) {
    if returning { column = 0 }
    if row == region.upperBound { scroll(1) } else { row = min(Self.rows - 1, row + 1) }
  }

  private mutating func scroll(_ lines: Int) {
    for _ in 0..<min(abs(lines), region.count) {
      let empty = Array(repeating: Cell(), count: Self.columns)
      cells.remove(at: lines > 0 ? region.lowerBound : region.upperBound)
      cells.insert(empty, at: lines > 0 ? region.upperBound : region.lowerBound)
    }
  }

  // MARK: Sequences

  private mutating func sequence(_ bytes: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(bytes)
    guard bytes.count >= 2 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return nil
      }
      perform(bytes[end], String(decoding: bytes[2..<end], as: UTF8.self))
      return end + 1
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      let end = bytes.firstIndex { $0 == 7 || $0 == UInt8(ascii: "\\") }
      return end.map { $0 + 1 }
    case UInt8(ascii: "("), UInt8(ascii: ")"): return bytes.count >= 3 ? 3 : nil
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"): (row, column) = saved
    case UInt8(ascii: "M"):
      if row == region.lowerBound { scroll(-1) } else { row = max(0, row - 1) }
    default: break
    }
    return 2
  }

  private mutating func perform(_ final: UInt8, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let first = max(1, numbers.first ?? 1)
    switch Character(Unicode.Scalar(final)) {
    case "H", "f": move(to: first - 1, max(1, numbers.dropFirst().first ?? 1) - 1)
    case "A": move(to: row - first, column)
    case "B": move(to: row + first, column)
    case "C": move(to: row, column + first)
    case "D": move(to: row, column - first)
    case "G": move(to: row, first - 1)
    case "d": move(to: first - 1, column)
    case "K": erase(in: numbers.first ?? 0)
    case "J": eraseScreen(numbers.first ?? 0)
    case "X": blank(column..<column + first)
    case "b": for _ in 0..<min(first, Self.columns) { put(last) }
    case "L": insertLines(first)
    case "M": deleteLines(first)
    case "S": scroll(first)
    case "T": scroll(-first)
    case "m": if !parameters.hasPrefix(">") { select(numbers) }
    case "r" where !parameters.hasPrefix("?"):
      let last = numbers.count > 1 && numbers[1] > 0 ? numbers[1] : Self.rows
      region = (first - 1)...max(first - 1, min(Self.rows, last) - 1)
      move(to: 0, 0)
    default: break
    }
  }

  private mutating func move(to row: Int, _ column: Int) {
    self.row = min(Self.rows - 1, max(0, row))
    self.column = min(Self.columns - 1, max(0, column))
  }

  private mutating func blank(_ range: Range<Int>) {
    for place in range.clamped(to: 0..<Self.columns) { cells[row][place] = Cell(style: style) }
  }

  private mutating func erase(in what: Int) {
    blank(what == 0 ? column..<Self.columns : what == 1 ? 0..<column + 1 : 0..<Self.columns)
  }

  private mutating func eraseScreen(_ what: Int) {
    erase(in: what)
    let others = what == 0 ? row + 1..<Self.rows : what == 1 ? 0..<row : 0..<Self.rows
    for place in others { cells[place] = Array(repeating: Cell(), count: Self.columns) }
  }

  private mutating func insertLines(_ count: Int) {
    let whole = region
    region = row...max(row, region.upperBound)
    scroll(-count)
    region = whole
  }

  private mutating func deleteLines(_ count: Int) {
    let whole = region
    region = row...max(row, region.upperBound)
    scroll(count)
    region = whole
  }

  /// Styles only need to differ where they differ.
  private mutating func select(_ codes: [Int]) {
    for code in codes { style = code == 0 ? 0 : (style &* 131 &+ code) & 0xFFFF_FFFF }
  }
}
