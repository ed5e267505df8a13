import CNotmuch
import Glibc
package import TriageCore

/// What notmuch's configuration says, from its file and from the index, with notmuch's defaults.
package struct IndexSettings: Hashable, Sendable {
  /// The folder that file names of mail begin with.
  package var mailRoot: String
  /// Tags that hide a message from queries that do not name them.
  package var excludedTags: [MailTag]
  /// Tags that `notmuch new` gives to new mail.
  package var newTags: [MailTag]
  /// Whether Maildir flags follow the tags.
  package var synchronizesFlags: Bool
  /// The user's name; `nil` if it is not known.
  package var userName: String?
  /// The user's mail addresses, the first one first.
  package var addresses: [String]
  /// The saved queries (`query.*`), by name in the order of bytes.
  package var savedQueries: [SavedQuery]
  /// The fields of queries that the configuration adds (`index.header.*`), by name.
  package var ownFields: [String]
  /// The Maildir that all one sends is delivered into, and nowhere else: the demo's mail has one.
  package var deliveryFolder: String?

  /// A query saved by name.
  package struct SavedQuery: Hashable, Sendable {
    /// What the configuration calls it.
    package var name: String
    /// What it finds.
    package var query: String
  }
}

extension DatabaseHandle {
  /// Reads what the configuration said when the index was opened.
  func settings(of location: IndexLocation) throws(IndexError) -> IndexSettings {
    let root = value(NOTMUCH_CONFIG_MAIL_ROOT) ?? location.database
    if location.isApart, root == location.database {
      throw .configuration(path: location.configuration, detail: name(NOTMUCH_STATUS_NO_MAIL_ROOT))
    }
    var synchronizes: notmuch_bool_t = 0
    let key = NOTMUCH_CONFIG_SYNC_MAILDIR_FLAGS
    guard notmuch_config_get_bool(pointer, key, &synchronizes) == NOTMUCH_STATUS_SUCCESS else {
      let detail = "maildir.synchronize_flags=\(value(key) ?? "")"
      throw .configuration(path: location.configuration, detail: detail)
    }
    let own = [value(NOTMUCH_CONFIG_PRIMARY_EMAIL)].compactMap(\.self)
    return IndexSettings(
      mailRoot: root,
      excludedTags: values(NOTMUCH_CONFIG_EXCLUDE_TAGS).map { MailTag($0) },
      newTags: values(NOTMUCH_CONFIG_NEW_TAGS).map { MailTag($0) },
      synchronizesFlags: synchronizes != 0,
      userName: value(NOTMUCH_CONFIG_USER_NAME),
      addresses: own + values(NOTMUCH_CONFIG_OTHER_EMAIL),
      savedQueries: savedQueries(),
      ownFields: pairs(below: "index.header.").map(\.name).sorted(),
      deliveryFolder: pairs(below: "mulligan.").first { $0.name == "deliver_into" }?.value
    )
  }

  private func value(_ key: notmuch_config_key_t) -> String? {
    guard let value = notmuch_config_get(pointer, key) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  private func values(_ key: notmuch_config_key_t) -> [String] {
    guard let list = notmuch_config_get_values(pointer, key) else { return [] }
    defer { notmuch_config_values_destroy(list) }
    var values: [String] = []
    while notmuch_config_values_valid(list) != 0 {
      if let value = notmuch_config_values_get(list) { values.append(String(cString: value)) }
      notmuch_config_values_move_to_next(list)
    }
    return values
  }

  private func savedQueries() -> [IndexSettings.SavedQuery] {
    pairs(below: "query.").map { IndexSettings.SavedQuery(name: $0.name, query: $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The values whose keys begin so, also those that mean nothing to notmuch.
  private func pairs(below prefix: String) -> [(name: String, value: String)] {
    guard let list = notmuch_config_get_pairs(pointer, prefix) else { return [] }
    defer { notmuch_config_pairs_destroy(list) }
    var pairs: [(name: String, value: String)] = []
    while notmuch_config_pairs_valid(list) != 0 {
      if let key = notmuch_config_pairs_key(list), let value = notmuch_config_pairs_value(list) {
        let name = String(String(cString: key).dropFirst(prefix.count))
        pairs.append((name, String(cString: value)))
      }
      notmuch_config_pairs_move_to_next(list)
    }
    return pairs
  }
}
