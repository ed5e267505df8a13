// Names of files and folders are bytes, not always UTF-8. As texts they keep every byte: one that is
// no part of a character stands as a character of its own, U+10FF80 for 0x80 to U+10FFFF for 0xFF.
// Where a name has these characters themselves, their bytes are kept in the same way, so every name
// has one text and every text one name.

extension String {
  /// Makes a text of a name's bytes.
  package init(fileName bytes: some Collection<UInt8>) {
    if !bytes.contains(Self.escapeLead), let text = String(validating: bytes, as: UTF8.self) {
      self = text
      return
    }
    self = Self.escaping(Array(bytes))
  }

  /// The bytes of the name that the text stands for.
  package var fileName: [UInt8] {
    guard utf8.contains(Self.escapeLead) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      Self.escapes.contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// Calls a closure with the name that the text stands for, as C takes it.
  package func withFileName<T>(_ body: (UnsafePointer<CChar>) throws -> T) rethrows -> T {
    guard utf8.contains(Self.escapeLead) else { return try withCString(body) }
    let name = fileName.map { CChar(bitPattern: $0) } + [0]
    return try name.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return try withCString(body) }
      // The array ends in a zero.
      return try body(start)
    }
  }

  /// The first byte of every character that stands for a byte.
  private static let escapeLead: UInt8 = 0xF4
  private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  private static func escaping(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return String(text)
      case .error(let length):
        text.append(contentsOf: bytes[offset..<offset + length].map(standing))
        offset += length
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        let own = bytes[offset..<offset + encoded.count]
        text.append(contentsOf: escapes.contains(scalar.value) ? own.map(standing) : [scalar])
        offset += encoded.count
      }
    }
  }

  /// The character that stands for a byte.
  private static func standing(for byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10FF00 + UInt32(byte)) ?? "\u{FFFD}"
  }
}
