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
    var (left, right) = (left.text, right.text)
    guard left.utf8.count == right.utf8.count else { return false }
    // A view of a text is asked for each byte, a buffer is not.
    return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
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

/// A Message-ID as notmuch stores it: without angle brackets and without `id:`.
package struct MessageID: ByteText {
  /// The text as the index stores it.
  package let text: String

  /// Wraps a text as the index stores it.
  package init(_ text: String) {
    self.text = text
  }
}

/// A thread's id in the index: bare, without `thread:`.
///
/// It is not kept across a rebuilt index.
package struct ThreadID: ByteText {
  /// The text as the index stores it.
  package let text: String

  /// Wraps a text as the index stores it.
  package init(_ text: String) {
    self.text = text
  }
}

/// A folder of mail, relative to the mail root, without `cur` or `new`; the root itself is `""`.
package struct MailFolder: ByteText {
  /// The text as the index stores it.
  package let text: String

  /// Wraps a text as the index stores it.
  package init(_ text: String) {
    self.text = text
  }
  /// The longest path of a folder that the index can hold, in bytes.
  ///
  /// A term of Xapian has 245, eight of them notmuch's prefix; over a longer one libnotmuch ends the
  /// process (measured with 0.37).
  package static let longest = 237

  /// Whether the index cannot hold the folder.
  package var isTooLong: Bool { text.utf8.count > Self.longest }

  /// Reads a folder as a person writes it: slashes at the end mean nothing.
  package init(notation: String) {
    var text = notation[...]
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text = text.dropLast() }
    self.init(String(text))
  }
}

/// A tag of the index; two tags are the same if their bytes are.
package struct MailTag: ByteText, ExpressibleByStringLiteral {
  /// The tag as the index stores it.
  package let text: String

  /// Wraps a tag as the index stores it.
  package init(_ text: String) {
    self.text = text
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// The tag of what is to be triaged.
  package static let inbox: MailTag = "inbox"
  /// The tag of what has not been read.
  package static let unread: MailTag = "unread"
  /// The tag of what has a star.
  package static let flagged: MailTag = "flagged"
  /// The tag that indexing gives to messages with attachments.
  package static let attachment: MailTag = "attachment"

  /// The longest tag that may be added, in bytes of UTF-8.
  package static let longest = 200

  /// Returns whether this tag may be *added*: 1 to 200 bytes, no control character, no leading `-`.
  ///
  /// Any tag that the index already has may be removed.
  package var isValidToAdd: Bool {
    let bytes = text.utf8
    guard (1...Self.longest).contains(bytes.count), bytes.first != UInt8(ascii: "-") else {
      return false
    }
    return !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
