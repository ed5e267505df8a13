/// A cursor over JSON text that checks what it reads and keeps nothing.
///
/// A catalog is indexed with it before anything is decoded, so it does not allocate.
struct JSONReader {
  let bytes: [UInt8]
  private(set) var offset: Int
  private var depth = 0

  private static let deepest = 128

  init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  func fault(_ problem: JSONProblem) -> JSONFault {
    JSONFault(problem: offset < bytes.count ? problem : .endsTooSoon, offset: offset)
  }

  /// The next byte that is not blank, or 0 at the end.
  mutating func next() -> UInt8 {
    while offset < bytes.count {
      switch bytes[offset] {
      case JSONByte.space, JSONByte.newline, JSONByte.carriageReturn, JSONByte.tab: offset += 1
      case let byte: return byte
      }
    }
    return 0
  }

  /// Skips blanks and one byte, which must be the one given.
  mutating func expect(_ byte: UInt8) throws(JSONFault) {
    guard next() == byte, offset < bytes.count else { throw fault(.unexpectedCharacter) }
    offset += 1
  }

  /// Checks that only blanks follow.
  mutating func expectEnd() throws(JSONFault) {
    _ = next()
    guard offset == bytes.count else { throw fault(.trailingText) }
  }

  /// Skips the beginning of an object.
  mutating func beginObject() throws(JSONFault) {
    try expect(JSONByte.openBrace)
    try descend()
  }

  /// Skips the next key of an object and its colon, or the object's end.
  ///
  /// Returns where the key's literal stands, quotes included, or `nil` at the end. The caller keeps
  /// the flag for the object, and must skip or read the value before the next call.
  mutating func nextKey(_ isFirst: inout Bool) throws(JSONFault) -> Range<Int>? {
    if next() == JSONByte.closeBrace {
      offset += 1
      depth -= 1
      return nil
    }
    if !isFirst { try expect(JSONByte.comma) }
    isFirst = false
    _ = next()
    let key = try string()
    try expect(JSONByte.colon)
    _ = next()
    return key
  }

  /// Skips a string, and returns where its literal stands, quotes included.
  mutating func string() throws(JSONFault) -> Range<Int> {
    let start = offset
    try expect(JSONByte.quote)
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == JSONByte.quote {
        offset += 1
        return start..<offset
      }
      if byte == JSONByte.backslash {
        try escape()
      } else if byte < JSONByte.space {
        throw fault(.rawControlCharacter)
      } else {
        offset += 1
      }
    }
    throw fault(.endsTooSoon)
  }

  private mutating func escape() throws(JSONFault) {
    offset += 1
    guard offset < bytes.count else { throw fault(.endsTooSoon) }
    if bytes[offset] == UInt8(ascii: "u") {
      let digits = bytes[min(offset + 1, bytes.count)..<min(offset + 5, bytes.count)]
      guard digits.count == 4, digits.allSatisfy(JSONByte.isHexDigit) else {
        throw fault(.unknownEscape)
      }
      offset += 5
    } else {
      guard JSONByte.meaning(ofEscaped: bytes[offset]) != nil else { throw fault(.unknownEscape) }
      offset += 1
    }
  }

  /// Skips any value.
  mutating func skipValue() throws(JSONFault) {
    switch next() {
    case JSONByte.quote: _ = try string()
    case JSONByte.openBrace: try skipObject()
    case JSONByte.openBracket: try skipArray()
    case UInt8(ascii: "t"): try skip(word: "true")
    case UInt8(ascii: "f"): try skip(word: "false")
    case UInt8(ascii: "n"): try skip(word: "null")
    default: try skipNumber()
    }
  }

  private mutating func skipObject() throws(JSONFault) {
    var isFirst = true
    try beginObject()
    while try nextKey(&isFirst) != nil { try skipValue() }
  }

  private mutating func skipArray() throws(JSONFault) {
    try expect(JSONByte.openBracket)
    try descend()
    var isFirst = true
    while next() != JSONByte.closeBracket {
      if !isFirst { try expect(JSONByte.comma) }
      isFirst = false
      try skipValue()
    }
    offset += 1
    depth -= 1
  }

  private mutating func descend() throws(JSONFault) {
    depth += 1
    guard depth <= Self.deepest else {
      throw JSONFault(problem: .tooDeep, offset: offset - 1)
    }
  }

  private mutating func skip(word: StaticString) throws(JSONFault) {
    let length = word.utf8CodeUnitCount
    let matches = bytes[offset...].prefix(length).elementsEqual(String(describing: word).utf8)
    guard matches else { throw fault(.unexpectedCharacter) }
    offset += length
  }

  private mutating func skipNumber() throws(JSONFault) {
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    try skipDigits()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    guard offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") else { return }
    offset += 1
    if offset < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[offset]) {
      offset += 1
    }
    try skipDigits()
  }

  private mutating func skipDigits() throws(JSONFault) {
    let start = offset
    while offset < bytes.count, JSONByte.isDigit(bytes[offset]) { offset += 1 }
    guard offset > start else { throw fault(.unexpectedCharacter) }
  }
}

/// Where JSON text stops being JSON, and how.
struct JSONFault: Error, Equatable {
  let problem: JSONProblem
  /// The byte at which it stops, counted from 0.
  let offset: Int
}

/// The ways in which text fails to be JSON.
public enum JSONProblem: String, Codable, Sendable {
  /// The text ends in the middle of a value.
  case endsTooSoon
  /// Another character was needed here.
  case unexpectedCharacter
  /// A string holds a raw control character; it must be written as `\n` or `\u000a`.
  case rawControlCharacter
  /// A string holds a backslash with a letter that has no meaning after it.
  case unknownEscape
  /// Something follows the value.
  case trailingText
  /// Objects or arrays stand one in another more than 128 deep.
  case tooDeep
}

/// The bytes that mean something in JSON.
enum JSONByte {
  static let space = UInt8(ascii: " ")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let tab = UInt8(ascii: "\t")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  /// Returns what a letter after a backslash stands for, `u` apart.
  static func meaning(ofEscaped letter: UInt8) -> UInt8? {
    switch letter {
    case quote, backslash, UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): newline
    case UInt8(ascii: "r"): carriageReturn
    case UInt8(ascii: "t"): tab
    default: nil
    }
  }
}
