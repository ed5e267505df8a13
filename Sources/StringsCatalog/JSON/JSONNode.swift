/// A JSON value with the place where it stands.
struct JSONNode {
  /// Its bytes in the text.
  let range: Range<Int>
  let content: Content

  enum Content {
    case object([JSONMember])
    case string(String)
    /// A number, a truth value, `null` or an array, as it is written.
    case other(String)
  }

  /// The members, or `nil` if this is no object.
  var members: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The text, or `nil` if this is no string.
  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// A number or a truth value as it is written, or `nil` if this is neither.
  var literal: String? {
    if case .other(let literal) = content { literal } else { nil }
  }

  /// Returns the value of a key; the first one if the key comes twice.
  subscript(key: String) -> JSONNode? {
    members?.first { $0.key == key }?.value
  }
}

/// A key of an object and its value.
struct JSONMember {
  let key: String
  /// The key's literal, quotes included.
  let keyRange: Range<Int>
  let value: JSONNode
}

extension JSONReader {
  /// Reads the value at the cursor whole.
  mutating func node() throws(JSONFault) -> JSONNode {
    let byte = next()
    let start = offset
    switch byte {
    case JSONByte.quote:
      let literal = try string()
      return JSONNode(range: literal, content: .string(JSONText.text(of: literal, in: bytes)))
    case JSONByte.openBrace:
      let members = try members { reader, _ throws(JSONFault) in try reader.node() }
      return JSONNode(range: start..<offset, content: .object(members))
    default:
      try skipValue()
      let literal = String(decoding: bytes[start..<offset], as: UTF8.self)
      return JSONNode(range: start..<offset, content: .other(literal))
    }
  }

  /// Reads the object at the cursor, but of one of its members, named, only the members whose keys
  /// have given literals; of all if no literals are given.
  mutating func node(
    keeping keys: [ArraySlice<UInt8>]?,
    in name: String
  ) throws(JSONFault) -> JSONNode {
    guard let keys, next() == JSONByte.openBrace else { return try node() }
    let start = offset
    let literal = JSONText.literal(of: name)
    let members = try members { reader, key throws(JSONFault) in
      let isNamed = reader.bytes[key].elementsEqual(literal)
      return isNamed ? try reader.object(keeping: keys) : try reader.node()
    }
    return JSONNode(range: start..<offset, content: .object(members))
  }

  private mutating func object(keeping keys: [ArraySlice<UInt8>]) throws(JSONFault) -> JSONNode {
    guard next() == JSONByte.openBrace else { return try node() }
    let start = offset
    let members = try members { reader, key throws(JSONFault) in
      let literal = reader.bytes[key]
      if keys.contains(where: { $0.elementsEqual(literal) }) { return try reader.node() }
      try reader.skipValue()
      return nil
    }
    return JSONNode(range: start..<offset, content: .object(members))
  }

  /// Reads the members of the object at the cursor.
  ///
  /// The closure is given a member's key and reads its value, or passes it to leave it out.
  private mutating func members(
    _ value: (inout JSONReader, Range<Int>) throws(JSONFault) -> JSONNode?
  ) throws(JSONFault) -> [JSONMember] {
    var members: [JSONMember] = []
    var isFirst = true
    try beginObject()
    while let key = try nextKey(&isFirst) {
      guard let value = try value(&self, key) else { continue }
      let name = JSONText.text(of: key, in: bytes)
      members.append(JSONMember(key: name, keyRange: key, value: value))
    }
    return members
  }
}
