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
