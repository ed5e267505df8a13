/// A JSON value and its range in the text.
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
  /// The closure is given a member's key and reads its value, or skips it to leave it out.
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

/// Turns JSON's string literals into text and back.
enum JSONText {
  /// Returns the text of a literal that a reader has checked, quotes included.
  ///
  /// Half of a surrogate pair, which JSON allows and text does not, becomes U+FFFD.
  static func text(of literal: Range<Int>, in bytes: [UInt8]) -> String {
    let inside = bytes[(literal.lowerBound + 1)..<(literal.upperBound - 1)]
    guard inside.contains(JSONByte.backslash) else {
      return String(decoding: inside, as: UTF8.self)
    }
    var units: [UInt16] = []
    var rest = inside
    while let stop = rest.firstIndex(of: JSONByte.backslash), stop + 1 < rest.endIndex {
      units += String(decoding: rest[..<stop], as: UTF8.self).utf16
      let letter = rest[stop + 1]
      if let meaning = JSONByte.meaning(ofEscaped: letter) {
        units.append(UInt16(meaning))
        rest = rest[(stop + 2)...]
      } else {
        let digits = rest[(stop + 2)...].prefix(4)
        units.append(UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD)
        rest = rest[digits.endIndex...]
      }
    }
    units += String(decoding: rest, as: UTF8.self).utf16
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns the literal of a text as Xcode writes it: only what must be escaped is.
  static func literal(of text: String) -> [UInt8] {
    var literal = [JSONByte.quote]
    for byte in text.utf8 {
      switch byte {
      case JSONByte.quote, JSONByte.backslash: literal += [JSONByte.backslash, byte]
      case JSONByte.newline: literal += Array(#"\n"#.utf8)
      case JSONByte.carriageReturn: literal += Array(#"\r"#.utf8)
      case JSONByte.tab: literal += Array(#"\t"#.utf8)
      case 0x08: literal += Array(#"\b"#.utf8)
      case 0x0C: literal += Array(#"\f"#.utf8)
      case 0..<JSONByte.space: literal += Array(#"\u00"#.utf8) + hexDigits(byte)
      default: literal.append(byte)
      }
    }
    return literal + [JSONByte.quote]
  }

  private static func hexDigits(_ byte: UInt8) -> [UInt8] {
    Array(((byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
  }
}
