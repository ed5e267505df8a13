import Glibc
import TriageCore

/// The Maildir folders below a mail root.
///
/// A folder is one only if its real path is below the root's real path, with `cur`, `new` and
/// `tmp` inside: no name and no link leads out.
struct FolderTree {
  /// The absolute name of the mail root, without a slash at its end.
  let root: String

  init(root: String) {
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
  }

  /// The absolute name of a folder.
  func path(of folder: MailFolder) -> String {
    folder.text.isEmpty ? root : "\(root)/\(folder.text)"
  }

  /// The folder of a Maildir, by its absolute name; `nil` if it is not below the root.
  func folder(at maildir: String) -> MailFolder? {
    if maildir.utf8.elementsEqual(root.utf8) { return MailFolder("") }
    let prefix = Array("\(root)/".utf8)
    guard maildir.utf8.starts(with: prefix) else { return nil }
    return MailFolder(String(decoding: maildir.utf8.dropFirst(prefix.count), as: UTF8.self))
  }

  /// Returns whether files can be moved into and out of a folder.
  func condition(of folder: MailFolder) -> FolderCondition {
    guard isPlain(folder) else { return .missing }
    if folder.isTooLong { return .tooLong }
    guard isMaildir(path(of: folder)) else { return .missing }
    let subfolders = Self.subfolders.map { "\(path(of: folder))/\($0)" }
    let isWritable = subfolders.allSatisfy(mayWrite)
    return isWritable ? .ready : .notWritable(path(of: folder))
  }

  /// All folders, in the order of bytes.
  func all() -> [MailFolder] {
    var found: [MailFolder] = []
    var waiting = [MailFolder("")]
    while let folder = waiting.popLast() {
      let path = path(of: folder)
      if isMaildir(path) { found.append(folder) }
      for name in entries(in: path) where !Self.subfolders.contains(name) && name != ".notmuch" {
        guard isFolder("\(path)/\(name)") else { continue }
        waiting.append(MailFolder(folder.text.isEmpty ? name : "\(folder.text)/\(name)"))
      }
    }
    return found.filter { !$0.text.isEmpty }.sorted()
  }

  static let subfolders = ["cur", "new", "tmp"]

  /// Whether a name says what it seems to say: relative, with no empty, `.` or `..` part, and with
  /// no mark of letters, which programs would look for in the wrong place.
  func isPlain(_ folder: MailFolder) -> Bool {
    if MaildirName.split(folder.text.utf8).letters != nil { return false }
    return folder.text.isEmpty
      || folder.text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { part in
          !part.isEmpty && ![".", "..", ".notmuch"].contains { part.elementsEqual($0.utf8) }
        }
  }

  private func isMaildir(_ path: String) -> Bool {
    guard let real = realPath(root) else { return false }
    return Self.subfolders.allSatisfy { name in
      guard isFolder("\(path)/\(name)"), let inner = realPath("\(path)/\(name)") else {
        return false
      }
      return inner.utf8.starts(with: "\(real)/".utf8)
    }
  }

  /// Whether a path is a folder; links among folders are followed, not those of a tree's loops.
  private func isFolder(_ path: String) -> Bool {
    var information = stat()
    return path.withFileName { lstat($0, &information) } == 0
      && information.st_mode & S_IFMT == S_IFDIR
  }

  func realPath(_ path: String) -> String? {
    guard let real = path.withFileName({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return String(fileName: bytes(of: real))
  }
}
