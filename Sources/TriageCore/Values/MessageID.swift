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
}
