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
  /// Reads a folder as a person writes it: slashes at the end mean nothing.
  package init(notation: String) {
    var text = notation[...]
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text = text.dropLast() }
    self.init(String(text))
  }
}
