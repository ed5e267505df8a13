import Foundation
package import MailIndex
package import TriageCore

/// A mailbox of its own for one test: Maildir folders, notmuch's configuration, an index.
///
/// Nothing of the machine's own mail is looked at, and everything goes when the value is released.
/// The `notmuch` program serves as the oracle: it runs with this mailbox's environment.
package final class TemporaryMail {
  /// Where the index lies.
  package enum Layout: Sendable {
    /// In `.notmuch` inside the mail folder.
    case inside
    /// In a folder of its own, with `database.mail_root` set.
    case apart
  }

  /// The folder that holds everything.
  package let folder: String
  /// The absolute path of the mail folder.
  package let root: String
  /// The absolute path of notmuch's configuration file.
  package let configuration: String
  /// Where the index and its configuration are.
  package let location: IndexLocation

  /// Makes a mailbox without messages.
  ///
  /// `excludedTags` is `search.exclude_tags`; `settings` are more lines of the configuration file,
  /// with their `[section]` headers.
  package init(
    synchronizesFlags: Bool = false,
    excludedTags: [MailTag] = ["deleted", "spam"],
    settings: String = "",
    layout: Layout = .inside
  ) throws {
    folder = "\(temporaryFolder)/mail-\(UUID().uuidString)"
    root = "\(folder)/mail"
    configuration = "\(folder)/notmuch-config"
    let database = layout == .inside ? root : "\(folder)/index"
    location = IndexLocation(configuration: configuration, database: database)
    for path in [root, database, "\(folder)/home", "\(folder)/tmp"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let mailRoot = layout == .inside ? "" : "mail_root=\(root)\n"
    try write(
      configuration,
      """
      [database]
      path=\(database)
      \(mailRoot)[user]
      name=Robin Tester
      primary_email=robin@example.org
      [new]
      tags=
      [search]
      exclude_tags=\(excludedTags.map { "\($0);" }.joined())
      [maildir]
      synchronize_flags=\(synchronizesFlags)
      \(settings)

      """
    )
    try notmuch("new")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The environment that programs get: this mailbox and nothing of the person's own.
  package var environment: [String: String] {
    [
      "HOME": "\(folder)/home", "NOTMUCH_CONFIG": configuration, "LC_ALL": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin", "TMPDIR": "\(folder)/tmp", "TZ": "UTC",
      "MAILCAPS": "\(folder)/mailcap",
    ]
  }

  /// Opens the index for reading; the mailbox stays as long as the index.
  package func index(
    now: @escaping () -> Timestamp = { 1_700_000_000 }
  ) throws -> NotmuchIndex {
    try NotmuchIndex(at: location) { withExtendedLifetime(self) { now() } }
  }

  private func write(_ path: String, _ text: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}

extension TemporaryMail {
  /// Adds lines to the end of the configuration file.
  package func addSettings(_ lines: String) throws {
    let old = try String(contentsOfFile: configuration, encoding: .utf8)
    try (old + lines).write(toFile: configuration, atomically: false, encoding: .utf8)
  }
}
