import Foundation
import TestSupport
import TriageCore

/// A real IMAP server for one mailbox, and mbsync between the two.
///
/// dovecot's `imap` is started by whoever speaks to it and listens nowhere. It refuses to run as
/// root, and is nobody then.
final class ImapServer {
  /// A message as the server tells it.
  struct Message: Hashable, Comparable, CustomStringConvertible {
    var folder: String
    var uid: Int
    var flags: [String]
    var id: String

    var description: String { "\(folder) \(id) \(flags)" }

    static func < (one: Self, other: Self) -> Bool {
      (one.folder, one.id, one.uid) < (other.folder, other.id, other.uid)
    }
  }

  private let mail: TemporaryMail
  /// Speaks IMAP, already logged in.
  private let tunnel: String
  private let settings: String
  private let folders: [String]

  private static let program = "/usr/lib/dovecot/imap"

  /// Whether the programs are there that it takes.
  static let isThere = [program, "/usr/bin/mbsync", "/usr/bin/setpriv"]
    .allSatisfy(FileManager.default.isExecutableFile)

  /// Makes a server with empty folders, of which `INBOX` is one.
  init(_ mail: TemporaryMail, folders: [String]) throws {
    self.mail = mail
    self.folders = folders
    let base = "\(mail.folder)/server"
    for folder in folders {
      for place in ["cur", "new", "tmp"] {
        try FileManager.default.createDirectory(
          atPath: "\(base)/\(folder == "INBOX" ? "" : ".\(folder)/")\(place)",
          withIntermediateDirectories: true
        )
      }
    }
    let config = try mail.file("dovecot.conf", "mail_location = maildir:\(base)\n")
    let isRoot = getuid() == 0
    let nobody = isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
    tunnel = try mail.program(
      "imap.sh",
      "export USER=robin HOME='\(base)'\nexec \(nobody)\(Self.program) -c '\(config)'"
    )
    settings = try mail.file("mbsyncrc", Self.settings(tunnel: tunnel, root: mail.root))
    try mail.run(["chmod", "755", mail.folder])
    if isRoot { try mail.run(["chown", "-R", "65534:65534", base]) }
  }

  private static func settings(tunnel: String, root: String) -> String {
    """
    IMAPStore server
    Tunnel "\(tunnel)"

    MaildirStore mail
    Path "\(root)/"
    Inbox "\(root)/INBOX"
    SubFolders Verbatim

    Channel all
    Far :server:
    Near :mail:
    Patterns *
    Create Near
    Expunge Both
    SyncState *

    """
  }

  /// Gives the server a message, as another client does.
  func append(_ message: SampleMessage, to folder: String, flags: String = "") throws {
    let text = message.text.replacingOccurrences(of: "\n", with: "\r\n")
    let answer = try speak(
      "a APPEND \"\(folder)\" (\(flags)) {\(text.utf8.count)+}\r\n\(text)\r\nb LOGOUT\r\n"
    )
    guard answer.contains("a OK") else { throw Refusal(answer: answer) }
  }

  /// Sets a flag of a message, as another client does.
  func flag(_ id: String, in folder: String, _ flag: String) throws {
    let uid = try messages().first { $0.folder == folder && $0.id == id }?.uid ?? 0
    let answer = try speak(
      "a SELECT \"\(folder)\"\r\nb UID STORE \(uid) +FLAGS (\(flag))\r\nc LOGOUT\r\n"
    )
    guard answer.contains("b OK") else { throw Refusal(answer: answer) }
  }

  /// All that the server has.
  func messages() throws -> [Message] {
    try folders.flatMap { folder in
      let answer = try speak(
        "a EXAMINE \"\(folder)\"\r\n"
          + "b FETCH 1:* (UID FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])\r\nc LOGOUT\r\n"
      )
      guard answer.contains("a OK") else { throw Refusal(answer: answer) }
      let fetched = #/FETCH \(UID (\d+) FLAGS \(([^)]*)\)[^<]*<([^>]*)>/#
      return answer.matches(of: fetched).map { match in
        // Which mail is new to whoever asks is no flag that anybody has set.
        let flags = match.2.split(separator: " ").map(String.init).filter { $0 != "\\Recent" }
        return Message(
          folder: folder,
          uid: Int(match.1) ?? 0,
          flags: flags.sorted(),
          id: String(match.3)
        )
      }
    }.sorted()
  }

  private struct Refusal: Error { var answer: String }

  private func speak(_ commands: String) throws -> String {
    try mail.run([tunnel], input: commands)
  }

  /// Runs mbsync, and returns what it said.
  func synchronize() throws -> String {
    try mail.run(["mbsync", "--verbose", "--config", settings, "all"])
  }
}
