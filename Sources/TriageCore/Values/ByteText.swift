/// A text that is equal to another only if its bytes are.
///
/// Swift compares strings by canonical equivalence; the index compares tags and ids by bytes.
package protocol ByteText: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The text as the index stores it.
  var text: String { get }
  /// Wraps a text as the index stores it.
  init(_ text: String)
}

extension ByteText {
  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }

  package var description: String { text }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
