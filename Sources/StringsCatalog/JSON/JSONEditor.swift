/// Changes single values of a JSON object and leaves every other byte as it is.
struct JSONEditor {
  /// The object's text.
  private(set) var bytes: [UInt8]
  let style: JSONStyle
  /// How deep the object stands in its file.
  let depth: Int

  /// Puts a literal where a path of keys leads, making the objects that are missing on the way.
  ///
  /// What stands in the way and is no object is replaced.
  mutating func set(_ literal: [UInt8], at path: [String]) {
    guard var node = root else { return }
    for (step, key) in path.enumerated() {
      guard node.members != nil else {
        let object = object(path[step...], literal, style, depth + step)
        return bytes.replaceSubrange(node.range, with: object)
      }
      guard let value = node[key] else { return insert(path[step...], literal, node, depth + step) }
      node = value
    }
    if !bytes[node.range].elementsEqual(literal) {
      bytes.replaceSubrange(node.range, with: literal)
    }
  }

  /// Puts a text where a path of keys leads; the same text, however escaped, is left alone.
  mutating func set(_ text: String, at path: [String]) {
    if self.text(at: path) != text { set(JSONText.literal(of: text), at: path) }
  }

  /// Removes the member to which a path of keys leads, if it is there.
  mutating func remove(at path: [String]) {
    guard let key = path.last, let parent = node(at: path.dropLast()),
      let members = parent.members, let index = members.firstIndex(where: { $0.key == key })
    else { return }
    let member = members[index]
    let range =
      if index + 1 < members.count {
        member.keyRange.lowerBound..<members[index + 1].keyRange.lowerBound
      } else if index > 0 {
        members[index - 1].value.range.upperBound..<member.value.range.upperBound
      } else {
        (parent.range.lowerBound + 1)..<(parent.range.upperBound - 1)
      }
    bytes.removeSubrange(range)
  }

  /// The text to which a path of keys leads.
  func text(at path: [String]) -> String? {
    node(at: path[...])?.text
  }

  private var root: JSONNode? {
    var reader = JSONReader(bytes)
    return try? reader.node()
  }

  private func node(at path: ArraySlice<String>) -> JSONNode? {
    path.reduce(root) { node, key in node?[key] }
  }

  private func object(
    _ path: ArraySlice<String>,
    _ literal: [UInt8],
    _ style: JSONStyle,
    _ depth: Int
  ) -> [UInt8] {
    guard let key = path.first else { return literal }
    let value = object(path.dropFirst(), literal, style, depth + 1)
    return style.object([style.member(key, value)], depth: depth)
  }

  private mutating func insert(
    _ path: ArraySlice<String>,
    _ literal: [UInt8],
    _ node: JSONNode,
    _ depth: Int
  ) {
    guard let key = path.first, let members = node.members, let last = members.last else {
      return bytes.replaceSubrange(node.range, with: object(path, literal, style, depth))
    }
    let style = bytes[node.range].contains(JSONByte.newline) ? style : style.inline
    let value = object(path.dropFirst(), literal, style, depth + 1)
    let member = style.member(key, value)
    if let next = members.first(where: { JSONStyle.precedes(key, $0.key) }) {
      let text = member + [JSONByte.comma] + style.blank(depth + 1)
      bytes.insert(contentsOf: text, at: next.keyRange.lowerBound)
    } else {
      let text = [JSONByte.comma] + style.blank(depth + 1) + member
      bytes.insert(contentsOf: text, at: last.value.range.upperBound)
    }
  }
}

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

  /// Returns whether Xcode writes one key before another.
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
