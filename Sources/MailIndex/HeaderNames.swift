/// Returns the name to show for a `From` header: the display name, else the address.
///
/// Of several authors it is the first.
func authorName(from header: String) -> String {
  let bytes = Array(header.utf8)[...].trimmed
  guard let open = bytes.position(of: "<") else { return String(bareAuthor(bytes)) }
  let name = bytes[..<open]
  if name.contains(UInt8(ascii: "@")), let comma = name.position(of: ",") {
    return String(bareAuthor(name[..<comma]))
  }
  let shown = name.trimmed.unquoted
  let address = bytes[(open + 1)...].prefix { $0 != UInt8(ascii: ">") }
  return String(shown.isEmpty ? address.trimmed : shown)
}

/// `ann@example.org (Ann)`, or only the address.
private func bareAuthor(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var bytes = bytes
  if let comma = bytes.position(of: ","), bytes[..<comma].contains(UInt8(ascii: "@")) {
    bytes = bytes[..<comma].trimmed
  }
  guard bytes.last == UInt8(ascii: ")"), let open = bytes.firstIndex(of: UInt8(ascii: "(")) else {
    return bytes
  }
  let comment = bytes[(open + 1)...].dropLast().trimmed
  return comment.isEmpty ? bytes[..<open].trimmed : comment
}

/// Returns a subject without the one mark that a reply has put before it.
func withoutReplyMark(_ subject: String) -> String {
  let mark = subject.prefix(4).lowercased()
  return ["re: ", "aw: ", "vs: ", "sv: "].contains(mark) ? String(subject.dropFirst(4)) : subject
}

private let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")

extension String {
  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmed: Self {
    let rest = drop { blanks.contains($0) }
    guard let last = rest.lastIndex(where: { !blanks.contains($0) }) else { return [] }
    return rest[...last]
  }

  /// The first place of a character outside quotes.
  fileprivate func position(of character: Unicode.Scalar) -> Index? {
    let wanted = UInt8(ascii: character)
    var isQuoted = false
    var isEscape = false
    return firstIndex { byte in
      defer { isEscape = !isEscape && byte == backslash }
      if !isEscape, byte == quote { isQuoted.toggle() }
      return !isQuoted && byte == wanted
    }
  }

  /// The text without quotes, and with what is escaped in them.
  fileprivate var unquoted: Self {
    guard contains(quote) else { return self }
    var text: Self = []
    var isEscape = false
    for byte in self {
      if !isEscape, byte == backslash || byte == quote {
        isEscape = byte == backslash
      } else {
        text.append(byte)
        isEscape = false
      }
    }
    return text.trimmed
  }
}
