/// Counts the attributes of each tag as the parser will see them, and admits only so many.
///
/// The parser compares every attribute of a tag with all those before it.
struct HTMLTagCounter {
  private enum Place {
    case text
    /// Behind a `<`.
    case opening
    /// In a tag, between attributes.
    case between
    case name
    /// Behind a `=`.
    case equals
    case bareValue
    case value(quote: UInt8)
  }

  /// Attributes beyond these are dropped.
  private static let most = 100

  private var place = Place.text
  private var count = 0

  /// Whether the next byte is text unless it opens a tag.
  var isInText: Bool {
    if case .text = place { true } else { false }
  }

  /// Takes in the next byte and says whether the parser may see it.
  mutating func admits(_ byte: UInt8) -> Bool {
    let isEnd = byte == UInt8(ascii: ">")
    let isBlank = byte <= 0x20
    switch place {
    case .text: place = byte == UInt8(ascii: "<") ? .opening : .text
    case .opening: open(byte)
    case .between:
      if isEnd { return close() }
      if !isBlank, byte != UInt8(ascii: "/") {
        count += 1
        place = .name
      }
    case .name:
      if isEnd { return close() }
      if byte == UInt8(ascii: "=") { place = .equals } else if isBlank { place = .between }
    case .equals:
      if isEnd { return close() }
      if !isBlank { place = byte == 0x22 || byte == 0x27 ? .value(quote: byte) : .bareValue }
    case .bareValue:
      if isEnd { return close() }
      if isBlank { place = .between }
    case .value(let quote): if byte == quote { place = .between }
    }
    return count <= Self.most
  }

  private mutating func open(_ byte: UInt8) {
    let isLetter = (0x41...0x5a).contains(byte & 0xdf)
    // The tag's own name counts as one.
    (place, count) = isLetter ? (.name, 1) : (byte == UInt8(ascii: "<") ? .opening : .text, 0)
  }

  private mutating func close() -> Bool {
    (place, count) = (.text, 0)
    return true
  }
}
