import TOMLKit
import TriageCore

/// Reads TOML into nodes: the library says what is there, `TOMLPositions` where it stands.
enum TOMLDocument {
  /// Reads a text.
  ///
  /// - Throws: `FileProblem` with the position where the text is no TOML.
  static func read(_ text: String) throws(FileProblem) -> Table {
    if let zero = FileProblem(zeroIn: text) { throw zero }
    let positions = TOMLPositions(text)
    if let problem = positions.refused { throw problem }
    let root: TOMLTable
    do {
      root = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let begin = error.source.begin
      throw FileProblem(
        .syntax,
        error.description,
        at: FilePosition(line: begin.line, column: begin.column)
      )
    } catch {
      throw FileProblem(.syntax, "\(error)", at: nil)
    }
    return table(root, [], positions)
  }

  private static func table(
    _ table: TOMLTable,
    _ path: [TOMLPositions.Step],
    _ positions: TOMLPositions
  ) -> Table {
    let entries = table.keys.compactMap { key -> Table.Entry? in
      let path = path + [.key(key)]
      guard let value = table[key] else { return nil }
      return Table.Entry(
        key: key,
        position: positions.keys[path],
        node: node(value, path, positions)
      )
    }
    let last = FilePosition(line: .max, column: .max)
    return Table(entries: entries.sorted { ($0.position ?? last) < ($1.position ?? last) })
  }

  private static func node(
    _ value: any TOMLValueConvertible,
    _ path: [TOMLPositions.Step],
    _ positions: TOMLPositions
  ) -> Node {
    Node(
      value: content(value, path, positions),
      position: positions.values[path] ?? positions.keys[path]
    )
  }

  private static func content(
    _ value: any TOMLValueConvertible,
    _ path: [TOMLPositions.Step],
    _ positions: TOMLPositions
  ) -> Node.Value {
    switch value.type {
    case .string: value.string.map { .string($0) } ?? .other
    case .int: value.int.map { .integer($0) } ?? .other
    case .double: value.double.map { .number($0) } ?? .other
    case .bool: value.bool.map { .bool($0) } ?? .other
    case .table: value.table.map { .table(table($0, path, positions)) } ?? .other
    case .array:
      .array(
        (value.array.map(Array.init) ?? []).enumerated().map { index, item in
          node(item, path + [.index(index)], positions)
        }
      )
    case .date, .time, .dateTime: .other
    }
  }
}

/// Works out positions in a text that are asked for in order, in one pass.
struct PositionCounter {
  private var offset = 0
  private var position = FilePosition(line: 1, column: 1)

  /// The position of a byte that is not before the last one asked for.
  mutating func position(of wanted: Int, in bytes: [UInt8]) -> FilePosition {
    let wanted = min(wanted, bytes.count)
    for byte in bytes[offset..<wanted] {
      if byte == UInt8(ascii: "\n") {
        position = FilePosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    offset = wanted
    return position
  }
}

extension FileProblem {
  /// A zero, which libraries take for the end of a text: what is behind it would be lost to them.
  init?(zeroIn text: String) {
    guard text.utf8.contains(0) else { return nil }
    self.init(.syntax, "U+0000", at: FilePosition(of: 0, in: Array(text.utf8)))
  }
}

extension FilePosition {
  /// The position of the first byte of a value.
  init(of byte: UInt8, in bytes: [UInt8]) {
    self.init(offset: bytes.firstIndex(of: byte) ?? bytes.count, in: bytes)
  }

  /// The position of a byte of UTF-8.
  init(offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<offset]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: before[start...].count { $0 & 0xC0 != 0x80 } + 1
    )
  }
}
