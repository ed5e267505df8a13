/// Reads what lists show of a message in the header of its file.
///
/// The index holds what the library made of it, which loses text and misreads some character sets.
package protocol HeadReading: AnyObject {
  /// Returns the fields of the first of these files that can be read; `nil` if there is none.
  func head(of files: [String]) -> MessageHead?
}

/// The header fields of a message that lists show.
package struct MessageHead: Hashable, Sendable {
  /// The decoded `From` field; empty if there is none.
  package var from: String
  /// The decoded `Subject` field; empty if there is none.
  package var subject: String

  /// Makes a head.
  package init(from: String, subject: String) {
    self.from = from
    self.subject = subject
  }
}
