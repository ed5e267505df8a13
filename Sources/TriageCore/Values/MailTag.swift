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
