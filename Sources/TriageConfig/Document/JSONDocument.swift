import TriageCore

/// Reads JSON into nodes that know their positions.
struct JSONDocument {
  private let bytes: [UInt8]
  private var offset = 0
  private var counter = PositionCounter()

  /// Deeper nesting is no plan.
  private static let deepest = 64

  /// Reads a text that is one object.
  ///
  /// - Throws: `FileProblem` with the position where the text is no JSON.
  static func read(_ text: String) throws(FileProblem) -> Table {
    var document = JSONDocument(bytes: Array(text.utf8))
    let node = try document.value(depth: 0)
    document.skipBlank()
    guard document.offset == document.bytes.count, let table = node.table else {
      throw document.problem()
    }
    return table
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func position() -> FilePosition { counter.position(of: offset, in: bytes) }

  private func problem() -> FileProblem {
    let found = byte.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "…" } ?? ""
    return FileProblem(.syntax, "JSON: \(found)", at: FilePosition(offset: offset, in: bytes))
  }

  private mutating func skipBlank() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  private mutating func expect(_ expected: UInt8) throws(FileProblem) {
    guard byte == expected else { throw problem() }
    offset += 1
  }

  private mutating func value(depth: Int) throws(FileProblem) -> Node {
    skipBlank()
    guard depth < Self.deepest, let byte else { throw problem() }
    let position = position()
    let value: Node.Value
    switch byte {
    case UInt8(ascii: "{"): value = .table(try object(depth))
    case UInt8(ascii: "["): value = .array(try array(depth))
    case UInt8(ascii: "\""): value = .string(try string())
    default: value = try word()
    }
    return Node(value: value, position: position)
  }

  private mutating func object(_ depth: Int) throws(FileProblem) -> Table {
    var table = Table()
    var known: Set<String> = []
    try list(closedBy: UInt8(ascii: "}")) { document throws(FileProblem) in
      let position = document.position()
      let key = try document.string()
      guard known.insert(key).inserted else { throw FileProblem(.duplicate, key, at: position) }
      document.skipBlank()
      try document.expect(UInt8(ascii: ":"))
      let node = try document.value(depth: depth + 1)
      table.entries.append(Table.Entry(key: key, position: position, node: node))
    }
    return table
  }

  private mutating func array(_ depth: Int) throws(FileProblem) -> [Node] {
    var nodes: [Node] = []
    try list(closedBy: UInt8(ascii: "]")) { document throws(FileProblem) in
      nodes.append(try document.value(depth: depth + 1))
    }
    return nodes
  }

  /// What stands between brackets, with commas.
  private mutating func list(
    closedBy end: UInt8,
    _ item: (inout JSONDocument) throws(FileProblem) -> Void
  ) throws(FileProblem) {
    offset += 1
    skipBlank()
    guard byte != end else { return offset += 1 }
    while true {
      skipBlank()
      try item(&self)
      skipBlank()
      if byte == end { return offset += 1 }
      try expect(UInt8(ascii: ","))
    }
  }

  private mutating func word() throws(FileProblem) -> Node.Value {
    let start = offset
    let ends = Array(" \t\r\n,]}:\"[{".utf8)
    while let byte, !ends.contains(byte) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .other
    default:
      if let number = Int(word), !word.hasPrefix("+") { return .integer(number) }
      if word.first.map({ $0 == "-" || $0.isNumber }) == true, let number = Double(word) {
        return .number(number)
      }
      offset = start
      throw problem()
    }
  }

  private mutating func string() throws(FileProblem) -> String {
    try expect(UInt8(ascii: "\""))
    var text: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw problem() }
      offset += 1
      if byte == UInt8(ascii: "\\") {
        text += String(try escaped()).utf8
      } else {
        text.append(byte)
      }
    }
    try expect(UInt8(ascii: "\""))
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escaped() throws(FileProblem) -> Unicode.Scalar {
    let marks: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    guard let byte else { throw problem() }
    if let mark = marks[byte] {
      offset += 1
      return mark
    }
    try expect(UInt8(ascii: "u"))
    let high = try digits()
    // Libraries would take it for the end of the string.
    if high == 0 { throw FileProblem(.syntax, "U+0000", at: position()) }
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) ?? "\u{FFFD}" }
    try expect(UInt8(ascii: "\\"))
    try expect(UInt8(ascii: "u"))
    let low = try digits()
    guard (0xDC00..<0xE000).contains(low) else { throw problem() }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func digits() throws(FileProblem) -> UInt32 {
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    guard text.utf8.count == 4, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16)
    else { throw problem() }
    offset += 4
    return number
  }
}
