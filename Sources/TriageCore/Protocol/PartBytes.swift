/// Bytes of a part on their way to the screen.
///
/// A coder of values would write every byte as a number: they go as one text in which each byte is
/// the code point of its value, or, below 32, of its value and 256, since JSON needs six characters
/// for a control character.
package struct PartBytes: Hashable, Sendable {
  /// The bytes, in order.
  package var bytes: [UInt8]

  /// Wraps bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }
}

extension PartBytes: Codable {
  /// Reads the bytes from one text.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    bytes = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x120 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no byte: \(scalar.value)")
        )
      }
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    }
  }

  /// Writes the bytes as one text.
  package func encode(to encoder: any Encoder) throws {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      switch byte {
      case ..<0x20:
        text.append(0xC4)
        text.append(0x80 | byte)
      case ..<0x80:
        text.append(byte)
      default:
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: text, as: UTF8.self))
  }
}
