/// Turns JSON's string literals into text and back.
enum JSONText {
  /// Returns the text of a literal that a reader has passed, quotes included.
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
