/// How a JSON text is laid out, so that what is added looks like the rest.
struct JSONStyle {
  /// Between a key and its value.
  var colon = Array(" : ".utf8)
  /// Before each member and before the closing brace; empty if all is on one line.
  var newline = [JSONByte.newline]
  /// For each level.
  var indent = Array("  ".utf8)

  /// Xcode's.
  init() {}

  /// Finds the style of a text by its first key; Xcode's if there is none.
  init(of bytes: [UInt8]) {
    guard let start = bytes.firstIndex(of: JSONByte.openBrace) else { return }
    var reader = JSONReader(bytes, at: start)
    var isFirst = true
    guard (try? reader.beginObject()) != nil, let key = try? reader.nextKey(&isFirst) else {
      return
    }
    colon = Array(bytes[key.upperBound..<reader.offset])
    let blank = bytes[(start + 1)..<key.lowerBound]
    newline = blank.prefix { $0 == JSONByte.newline || $0 == JSONByte.carriageReturn }.map(\.self)
    indent = blank.suffix { $0 == JSONByte.space || $0 == JSONByte.tab }
  }

  /// The same for an object on one line.
  var inline: JSONStyle {
    var style = self
    style.newline = newline.isEmpty ? [] : [JSONByte.space]
    style.indent = []
    return style
  }

  /// The blank before something at a depth.
  func blank(_ depth: Int) -> [UInt8] {
    newline + repeatElement(indent, count: depth).joined()
  }

  /// A key and its value.
  func member(_ key: String, _ value: [UInt8]) -> [UInt8] {
    JSONText.literal(of: key) + colon + value
  }

  /// An object of one or more members, at a depth.
  func object(_ members: [[UInt8]], depth: Int) -> [UInt8] {
    let separator = [JSONByte.comma] + blank(depth + 1)
    let inside = Array(members.joined(separator: separator))
    return [JSONByte.openBrace] + blank(depth + 1) + inside + blank(depth) + [JSONByte.closeBrace]
  }

  /// Says whether Xcode writes one key before another.
  static func precedes(_ first: String, _ second: String) -> Bool {
    let (one, two) = (first.lowercased(), second.lowercased())
    return one == two ? first < second : one < two
  }
}

extension ArraySlice<UInt8> {
  /// The longest ending whose bytes satisfy a condition.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> [UInt8] {
    Array(self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...])
  }
}
