/// Where XML text stops being the XML that is read here, and why.
struct XMLFault: Error {
  let problem: XLIFFProblem
  let offset: Int
}

/// A cursor over XML text that answers one piece after another.
///
/// It reads what XLIFF files are made of. A document type, which could define entities that grow
/// without end, is refused.
struct XMLReader {
  enum Piece {
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  private let bytes: [UInt8]
  private(set) var offset: Int
  /// The names of the elements that are open, from the outside in.
  private var open: [String] = []
  /// The name of an element that ended where it began: its end is answered next.
  private var ended: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Returns the next piece, or `nil` at the end of the text.
  mutating func next() throws(XMLFault) -> Piece? {
    if let name = ended {
      ended = nil
      return .end(name)
    }
    while offset < bytes.count {
      if bytes[offset] != UInt8(ascii: "<") { return .text(try text()) }
      if skips("<!--") {
        _ = try upTo("-->")
      } else if skips("<![CDATA[") {
        guard !open.isEmpty else { throw fault(.unexpectedText) }
        return .text(Self.unifiedLines(try upTo("]]>")))
      } else if skips("<?") {
        _ = try upTo("?>")
      } else if skips("</") {
        return try end()
      } else if skips("<!") {
        throw fault(.documentType)
      } else {
        offset += 1
        return try start()
      }
    }
    guard open.isEmpty else { throw fault(.endsTooSoon) }
    return nil
  }

  func fault(_ problem: XLIFFProblem) -> XMLFault {
    XMLFault(problem: problem, offset: min(offset, bytes.count))
  }

  private mutating func skips(_ mark: StaticString) -> Bool {
    let mark = String(describing: mark).utf8
    guard bytes[offset...].starts(with: mark) else { return false }
    offset += mark.count
    return true
  }

  private mutating func upTo(_ mark: String) throws(XMLFault) -> String {
    let start = offset
    while offset < bytes.count {
      if bytes[offset...].starts(with: mark.utf8) {
        defer { offset += mark.utf8.count }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
      }
      offset += 1
    }
    throw fault(.endsTooSoon)
  }

  private mutating func text() throws(XMLFault) -> String {
    let start = offset
    offset = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    let raw = bytes[start..<offset]
    let text = try decoded(Self.unifiedLines(String(decoding: raw, as: UTF8.self)), from: start)
    guard !open.isEmpty || text.allSatisfy(\.isWhitespace) else {
      throw XMLFault(problem: .unexpectedText, offset: start)
    }
    return text
  }

  private mutating func end() throws(XMLFault) -> Piece {
    let start = offset
    let name = name()
    skipBlank()
    guard skips(">") else { throw fault(.malformedTag) }
    guard open.popLast() == name else { throw XMLFault(problem: .wrongEnd, offset: start) }
    return .end(name)
  }

  private mutating func start() throws(XMLFault) -> Piece {
    let name = name()
    guard !name.isEmpty, open.count < 64 else { throw fault(.malformedTag) }
    var attributes: [String: String] = [:]
    while true {
      skipBlank()
      if skips("/>") {
        ended = name
        return .start(name, attributes)
      }
      if skips(">") {
        open.append(name)
        return .start(name, attributes)
      }
      let (key, value) = try attribute()
      guard attributes.updateValue(value, forKey: key) == nil else { throw fault(.malformedTag) }
    }
  }

  private mutating func attribute() throws(XMLFault) -> (String, String) {
    let name = name()
    skipBlank()
    guard !name.isEmpty, skips("=") else { throw fault(.malformedTag) }
    skipBlank()
    let quote = skips("\"") ? "\"" : skips("'") ? "'" : nil
    guard let quote else { throw fault(.malformedTag) }
    let start = offset
    let raw = Self.unifiedLines(try upTo(quote))
    guard !raw.utf8.contains(UInt8(ascii: "<")) else {
      throw XMLFault(problem: .malformedTag, offset: start)
    }
    // XML makes blanks of raw line ends and tabs in attributes; those written as references stay.
    let flat = String(raw.map { $0 == "\t" || $0 == "\n" ? " " : $0 })
    return (name, try decoded(flat, from: start))
  }

  /// Passes a name, and returns it without its namespace.
  private mutating func name() -> String {
    let start = offset
    let ends = Array(" \t\r\n/>=<\"'".utf8)
    while offset < bytes.count, !ends.contains(bytes[offset]) { offset += 1 }
    let name = String(decoding: bytes[start..<offset], as: UTF8.self)
    return name.split(separator: ":").last.map(String.init) ?? ""
  }

  private mutating func skipBlank() {
    while offset < bytes.count, bytes[offset] <= JSONByte.space { offset += 1 }
  }

  private static func unifiedLines(_ text: String) -> String {
    String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  /// Replaces references such as `&lt;` and `&#10;` with their characters.
  private func decoded(_ text: String, from offset: Int) throws(XMLFault) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var decoded = String.UnicodeScalarView()
    // Scalar by scalar: a mark behind a reference would make one character with its end.
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: "&") {
      decoded += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ";"),
        let scalar = Self.character(Substring(rest[rest.index(after: start)..<end]))
      else { throw XMLFault(problem: .unknownReference, offset: offset) }
      decoded.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return String(decoded + rest)
  }

  private static func character(_ reference: Substring) -> UnicodeScalar? {
    switch reference {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    case _ where reference.hasPrefix("#x"):
      UInt32(reference.dropFirst(2), radix: 16).flatMap(UnicodeScalar.init)
    case _ where reference.hasPrefix("#"):
      UInt32(reference.dropFirst()).flatMap(UnicodeScalar.init)
    default: nil
    }
  }
}
