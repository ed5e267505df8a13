import TriageCore

/// Where the keys and values of a TOML text stand, which the library does not report.
///
/// Only what is TOML is told apart here: the library says whether the text is. It is looked at before
/// the library reads it, which has no limit of its own for keys that are joined by points.
struct TOMLPositions {
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  /// Deeper nesting is no configuration and no plan.
  static let deepest = 128

  /// What the library would not survive, or would read wrongly.
  private(set) var refused: FileProblem?
  private(set) var keys: [[Step]: FilePosition] = [:]
  private(set) var values: [[Step]: FilePosition] = [:]
  private let bytes: [UInt8]
  private var offset = 0
  private var counter = PositionCounter()
  /// Where the last part of the key read last stands.
  private var keyPosition: FilePosition?
  /// How many tables an array of tables has so far.
  private var counts: [[Step]: Int] = [:]

  init(_ text: String) {
    // The library passes over a mark of the order of bytes, and so its keys must stand where they do without one.
    bytes = Array(text.utf8.trimmingPrefix("\u{FEFF}".utf8))
    var current: [Step] = []
    while skipBlank(), let byte {
      if byte == UInt8(ascii: "[") {
        current = header()
      } else {
        keyAndValue(in: current)
      }
    }
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func position() -> FilePosition { counter.position(of: offset, in: bytes) }

  /// Whether to go on below a path; if not, that is the end.
  private mutating func mayEnter(_ path: [Step]) -> Bool {
    guard path.count > Self.deepest else { return true }
    refuse("TOML: > \(Self.deepest)")
    return false
  }

  /// Ends here.
  private mutating func refuse(_ reason: String) {
    refused = refused ?? FileProblem(.syntax, reason, at: position())
    offset = bytes.count
  }

  /// Goes to the next byte that is not white space, the end of a line or part of a comment.
  @discardableResult
  private mutating func skipBlank(lines: Bool = true) -> Bool {
    while let byte {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard lines else { return true }
        offset += 1
      case UInt8(ascii: "#"):
        guard lines else { return true }
        while let byte = self.byte, byte != UInt8(ascii: "\n") { offset += 1 }
      default: return true
      }
    }
    return false
  }

  /// `[a.b]` or `[[a.b]]`: the path of what follows.
  private mutating func header() -> [Step] {
    offset += 1
    let isArray = byte == UInt8(ascii: "[")
    if isArray { offset += 1 }
    skipBlank(lines: false)
    // The library takes it for granted that a key begins here, and ends the process otherwise.
    if let byte, byte != UInt8(ascii: "]"), !byte.beginsKey {
      refuse("TOML: [")
      return []
    }
    let path = keyPath(in: [])
    while let byte, byte == UInt8(ascii: "]") { offset += 1 }
    guard isArray else { return resolved(path) }
    let index = counts[path, default: 0]
    counts[path] = index + 1
    values[path + [.index(index)]] = keyPosition
    return path + [.index(index)]
  }

  /// The path with the last table of an array instead of the array.
  private func resolved(_ path: [Step]) -> [Step] {
    counts[path].map { path + [.index($0 - 1)] } ?? path
  }

  private mutating func keyAndValue(in table: [Step]) {
    let start = offset
    let path = keyPath(in: table)
    if byte == UInt8(ascii: "=") { offset += 1 }
    skipBlank(lines: false)
    value(at: path)
    // What is not understood must not be looked at for ever.
    if offset == start { offset += 1 }
  }

  private mutating func value(at path: [Step]) {
    guard mayEnter(path) else { return }
    values[path] = position()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = string()
    case UInt8(ascii: "["): array(at: path)
    case UInt8(ascii: "{"): inlineTable(at: path)
    default: skipWord()
    }
  }

  private mutating func array(at path: [Step]) {
    offset += 1
    var index = 0
    while skipBlank(), let byte, byte != UInt8(ascii: "]") {
      // The library takes it for granted that a value begins here, too.
      if byte == UInt8(ascii: "}") { return refuse("TOML: }") }
      let start = offset
      value(at: path + [.index(index)])
      index += 1
      skipBlank()
      if self.byte == UInt8(ascii: ",") { offset += 1 }
      if offset == start { offset += 1 }
    }
    offset += 1
  }

  private mutating func inlineTable(at path: [Step]) {
    offset += 1
    while skipBlank(), let byte, byte != UInt8(ascii: "}") {
      keyAndValue(in: path)
      skipBlank()
      if self.byte == UInt8(ascii: ",") { offset += 1 }
    }
    offset += 1
  }

  /// A number, a word or a date, which may have a blank in it.
  private mutating func skipWord() {
    let ends = Array(",]}#\r\n".utf8)
    while let byte, !ends.contains(byte) { offset += 1 }
  }
}

extension TOMLPositions {
  /// Reads a key, whose parts may be joined by points, and notes where they stand.
  private mutating func keyPath(in table: [Step]) -> [Step] {
    var path = table
    for (key, position) in keyParts() {
      path = resolved(path) + [.key(key)]
      guard mayEnter(path) else { break }
      if keys[path] == nil { keys[path] = position }
      keyPosition = position
    }
    return path
  }

  private mutating func keyParts() -> [(String, FilePosition)] {
    var parts: [(String, FilePosition)] = []
    repeat {
      if !parts.isEmpty { offset += 1 }
      skipBlank(lines: false)
      let start = position()
      parts.append((keyPart(), start))
      skipBlank(lines: false)
    } while byte == UInt8(ascii: ".")
    return parts
  }

  private mutating func keyPart() -> String {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return string() }
    let start = offset
    let ends = Array(".=] \t\r\n".utf8)
    while let byte, !ends.contains(byte) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// A string of any of the four kinds; stands behind it.
  private mutating func string() -> String {
    let quote = bytes[offset]
    let isLong = bytes[offset...].starts(with: [quote, quote, quote])
    offset += isLong ? 3 : 1
    let start = offset
    while let byte {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        // The library would take it for the end of the string.
        let escape = bytes[offset...].dropFirst()
        if escape.starts(with: "u0000".utf8) || escape.starts(with: "U00000000".utf8) {
          refuse("U+0000")
          return ""
        }
        offset += 2
      } else if byte == quote, !isLong || bytes[offset...].starts(with: [quote, quote, quote]) {
        break
      } else {
        offset += 1
      }
    }
    let end = min(offset, bytes.count)
    offset = min(end + (isLong ? 3 : 1), bytes.count)
    // Up to two quotes may stand before the three that end a long string.
    while isLong, byte == quote { offset += 1 }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return quote == UInt8(ascii: "\"") ? text.unescaped : text
  }
}

extension UInt8 {
  /// Whether a key may begin with it, bare or in quotes.
  fileprivate var beginsKey: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: false
    }
  }
}

extension String {
  /// The text with TOML's escapes read.
  fileprivate var unescaped: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    let marks: [Unicode.Scalar: Unicode.Scalar] = [
      "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "e": "\u{1B}",
    ]
    var result = UnicodeScalarView()
    // Scalar by scalar: a mark behind an escape would make one character with it.
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let mark = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      if mark == "u" || mark == "U" {
        let digits = rest.prefix(mark == "u" ? 4 : 8)
        rest = rest.dropFirst(digits.count)
        if let scalar = UInt32(Substring(digits), radix: 16).flatMap(Unicode.Scalar.init) {
          result.append(scalar)
        }
      } else {
        result.append(marks[mark] ?? mark)
      }
    }
    return String(result)
  }
}
