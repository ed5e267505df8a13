/// The names of an index that a person can type.
package struct IndexNames: Hashable, Sendable, Codable {
  /// A saved query of notmuch's configuration.
  package struct SavedQuery: Hashable, Sendable, Codable {
    /// Its name.
    package var name: String
    /// What it finds.
    package var query: String

    /// Makes a saved query.
    package init(name: String, query: String) {
      self.name = name
      self.query = query
    }
  }

  /// All tags, in the order of bytes.
  package var tags: [MailTag]
  /// The saved queries, by name.
  package var queries: [SavedQuery]
  /// The folders below the mail root.
  package var folders: [String]
  /// Addresses that new messages came from, the newest first.
  package var addresses: [String]

  /// Makes a list of names.
  package init(
    tags: [MailTag] = [],
    queries: [SavedQuery] = [],
    folders: [String] = [],
    addresses: [String] = []
  ) {
    self.tags = tags
    self.queries = queries
    self.folders = folders
    self.addresses = addresses
  }
}
