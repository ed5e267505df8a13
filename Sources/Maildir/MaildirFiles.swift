import CLinux
import Glibc
package import TriageCore

/// The files of Maildir folders: renamed without ever overwriting, found again when others move
/// them.
package final class MaildirFiles: MailFiles {
  /// How a file gets another name without overwriting.
  enum Renaming {
    /// By one call that refuses to replace.
    case atomic
    /// By a second name and the removal of the first, for file systems that cannot do the other.
    case linking
  }

  let tree: FolderTree
  let names = FreshNames()
  private let renaming: Renaming
  /// What two Maildirs hold: files that were moved are looked for in both.
  private var listings: [MaildirListing] = []

  /// Makes the keeper of the files below a mail root.
  package convenience init(root: String) {
    self.init(root: root, renaming: .atomic)
  }

  init(root: String, renaming: Renaming) {
    tree = FolderTree(root: root)
    self.renaming = renaming
  }

  package func wantedName(of file: String, flags: [MailTag: Bool]) -> String? {
    guard let name = MaildirName(file), name.isRegular else { return nil }
    return name.following(flags).path
  }

  package func flags(of file: String) -> [MailTag: Bool]? {
    guard let name = MaildirName(file), name.isRegular else { return nil }
    return name.flags
  }

  package func mayRename(_ file: String) -> Bool {
    let folders = folders(of: file)
    return !folders.isEmpty && folders.allSatisfy(mayWrite)
  }

  package func exists(_ file: String) -> Bool {
    var information = stat()
    return file.withFileName { lstat($0, &information) } == 0
  }

  package func rename(_ old: String, to new: String) throws(FileError) {
    let error = renameWithoutReplacing(old, to: new)
    if error != 0 { throw failure(error, old, new) }
  }

  /// 0 or an error; `EXDEV` for a name on another file system.
  func renameWithoutReplacing(_ old: String, to new: String) -> Int32 {
    var error = EINVAL
    if renaming == .atomic { error = both(old, new, clinux_rename_noreplace) }
    let isHalfDone = error == EEXIST && areOne(old, new)
    if error == EINVAL || error == ENOSYS || error == ENOTSUP || isHalfDone {
      error = relink(old, to: new)
    }
    return error
  }

  /// What an error means for a file that was to get a new name.
  func failure(_ error: Int32, _ old: String, _ new: String) -> FileError {
    switch error {
    case EEXIST: .exists(new)
    case ENOENT: exists(old) ? .missing(new) : .missing(old)
    // What is so for this name will be so the next time, too.
    case EACCES, EPERM, EROFS, ENAMETOOLONG, EXDEV, ELOOP, ENOTDIR: .notWritable(old)
    case ENOSPC, EDQUOT: .diskFull(new)
    default: .failed(old, errno: error)
    }
  }

  /// Gives a file a second name and takes the first away; 0 or an error.
  ///
  /// A file that has both names already was left so by a process that died in between.
  private func relink(_ old: String, to new: String) -> Int32 {
    if both(old, new, { link($0, $1) }) != 0 {
      let error = errno
      guard error == EEXIST, areOne(old, new) else { return error }
    }
    guard old.withFileName({ unlink($0) }) == 0 else {
      let error = errno
      new.withFileName { _ = unlink($0) }
      return error
    }
    return 0
  }

  /// Whether two names are names of one file, which has another one when one goes.
  private func areOne(_ first: String, _ second: String) -> Bool {
    if first == second { return false }
    var files = [stat(), stat()]
    guard first.withFileName({ lstat($0, &files[0]) }) == 0,
      second.withFileName({ lstat($0, &files[1]) }) == 0
    else { return false }
    return files[0].st_dev == files[1].st_dev && files[0].st_ino == files[1].st_ino
  }

  package func settle(_ files: [String]) throws(FileError) {
    let all = Set(files.flatMap { folders(of: $0) })
    for folder in all.sorted() {
      let descriptor = folder.withFileName { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      // A folder that has gone takes its names with it.
      if descriptor < 0, errno == ENOENT { continue }
      guard descriptor >= 0 else { throw .failed(folder, errno: errno) }
      defer { close(descriptor) }
      // A file system that cannot do this for folders answers EINVAL.
      guard fsync(descriptor) == 0 || errno == EINVAL else {
        throw .failed(folder, errno: errno)
      }
    }
  }

  package func find(_ file: String) -> String? {
    guard let name = MaildirName(file) else { return nil }
    if let listing = listings.first(where: { $0.isCurrent(for: name.maildir) }),
      let found = listing.only(name.unique), exists(found)
    {
      return found
    }
    let listing = MaildirListing(name.maildir)
    listings = [listing] + listings.filter { !$0.isCurrent(for: name.maildir) }.prefix(1)
    return listing.only(name.unique)
  }

  /// The folders whose entries change when a file of this name comes or goes: its own, and `cur`
  /// and `new` beside it.
  private func folders(of file: String) -> [String] {
    guard let name = MaildirName(file) else { return [] }
    return MaildirName.Subfolder.allCases.map { "\(name.maildir)/\($0.rawValue)" }
  }
}

/// Returns whether names may come and go in a folder.
func mayWrite(_ folder: String) -> Bool {
  folder.withFileName { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) } == 0
}

/// Calls a closure with two names as C takes them.
private func both<T>(
  _ first: String,
  _ second: String,
  _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> T
) -> T {
  first.withFileName { first in second.withFileName { body(first, $0) } }
}
