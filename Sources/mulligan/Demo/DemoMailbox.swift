import CDemo
import Foundation
import MailIndex
import TriageConfig
import TriageCore

/// The demo mailbox on disk, in one folder: `mail/`, `notmuch-config`, `state/`, `cache/`, `config/`,
/// `gnupg/`, and `Delivered/` for what is sent from it: nothing of it leaves the machine, whatever the configuration says.
struct DemoMailbox {
  let folder: String

  var mail: String { folder + "/mail" }
  var configuration: String { folder + "/notmuch-config" }
  var state: String { folder + "/state" }
  var keys: String { folder + "/gnupg" }
  /// The file of the program's own configuration.
  var settings: String { folder + "/config/config.toml" }

  /// The variables with which the program and notmuch use this mailbox.
  var variables: [String: String] {
    [
      "NOTMUCH_CONFIG": configuration, "XDG_STATE_HOME": state, "XDG_CACHE_HOME": folder + "/cache",
      "GNUPGHOME": keys,
    ]
  }

  /// Makes the folder's content: the mail that the program carries, and an index over it.
  ///
  /// No other program is needed. Throws `TriageFailure` that names the path.
  func build() throws(TriageFailure) {
    makeFolder(state)
    for file in Self.files {
      let path = mail + "/" + file.path
      let maildir = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/")
      for part in ["cur", "new", "tmp"] { makeFolder(maildir + "/" + part) }
      try write(file.content, to: path)
    }
    try write(Data(notmuchSettings.utf8), to: configuration)
    try buildKeys()
    try index()
  }

  /// Makes the demo's configuration, which begins as the person's own: what is written while it runs
  /// is written there.
  ///
  /// The catalogs beside that file come along; those that it names elsewhere stay there.
  func copyConfiguration(of person: Settings) throws(TriageFailure) {
    let from = URL(fileURLWithPath: person.file).deletingLastPathComponent()
    let to = URL(fileURLWithPath: settings).deletingLastPathComponent()
    makeFolder(to.path)
    let content = FileManager.default.contents(atPath: person.file)
    try write(content ?? Data(Config.defaultText.utf8), to: settings)
    let named = person.config.catalogs.filter { !$0.hasPrefix("/") && !$0.contains("..") }
    for name in named + ["strings.xcstrings"] {
      guard let catalog = FileManager.default.contents(atPath: from.appending(path: name).path)
      else { continue }
      let copy = to.appending(path: name)
      makeFolder(copy.deletingLastPathComponent().path)
      try write(catalog, to: copy.path)
    }
  }

  /// Makes GnuPG's folder: the keys that the sealed messages are read with.
  private func buildKeys() throws(TriageFailure) {
    makeFolder(keys + "/private-keys-v1.d")
    for file in Self.keyFiles { try write(file.content, to: keys + "/" + file.path) }
  }

  private func makeFolder(_ path: String) {
    // A folder that could not be made is named by the file that cannot be written into it.
    try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  private func write(_ content: Data, to path: String) throws(TriageFailure) {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard
      FileManager.default.createFile(atPath: path, contents: content, attributes: attributes)
    else { throw TriageFailure(.notWritable, path) }
  }

  private var notmuchSettings: String {
    """
    [database]
    path=\(mail)
    [user]
    name=Robin Ward
    primary_email=robin@example.org
    [new]
    tags=
    [search]
    exclude_tags=deleted;spam;muted
    [maildir]
    synchronize_flags=true
    [mulligan]
    deliver_into=\(folder)/Delivered

    """
  }

  private static var files: [(path: String, content: Data)] {
    contents(UnsafeBufferPointer(start: mulligan_demo_files, count: mulligan_demo_file_count))
  }

  private static var keyFiles: [(path: String, content: Data)] {
    contents(UnsafeBufferPointer(start: mulligan_demo_keys, count: mulligan_demo_key_count))
  }

  private static func contents(
    _ files: UnsafeBufferPointer<mulligan_demo_file>
  ) -> [(path: String, content: Data)] {
    files.map { (String(cString: $0.path), Data(bytes: $0.bytes, count: $0.count)) }
  }

  /// The names of the mail files, below the mail folder.
  static var paths: [String] { files.map(\.path) }

  /// The tags of each message, from lines such as `+inbox +unread -- id:x@example.org`.
  static var tags: [MessageID: Set<MailTag>] {
    let text = String(
      decoding: UnsafeBufferPointer(
        start: mulligan_demo_tags.bytes,
        count: mulligan_demo_tags.count
      ),
      as: UTF8.self
    )
    var tags: [MessageID: Set<MailTag>] = [:]
    for line in text.split(separator: "\n") {
      guard let separator = line.firstRange(of: " -- id:") else { continue }
      let words = line[..<separator.lowerBound].split(separator: " ")
      tags[MessageID(String(line[separator.upperBound...]))] =
        Set(words.map { MailTag(String($0.dropFirst())) })
    }
    return tags
  }
}

extension DemoMailbox {
  /// Indexes the mail through the library; each message gets the tags that the program carries.
  func index() throws(TriageFailure) {
    let tags = Self.tags
    let builder = try IndexBuilder(
      at: IndexLocation(configuration: configuration, database: mail)
    )
    for file in Self.paths {
      try builder.add(mail + "/" + file) { tags[$0] ?? [] }
    }
    try builder.finish()
  }
}
