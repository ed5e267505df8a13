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

  private let renaming: Renaming
  private var listing: MaildirListing?

  /// Makes the files' keeper.
  package convenience init() {
    self.init(renaming: .atomic)
  }

  init(renaming: Renaming) {
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
    return !folders.isEmpty
      && folders.allSatisfy { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) == 0 }
  }

  package func exists(_ file: String) -> Bool {
    var information = stat()
    return lstat(file, &information) == 0
  }

  package func rename(_ old: String, to new: String) throws(FileError) {
    var error = EINVAL
    if renaming == .atomic { error = clinux_rename_noreplace(old, new) }
    if error == EINVAL || error == ENOSYS || error == ENOTSUP { error = relink(old, to: new) }
    switch error {
    case 0: return
    case EEXIST: throw .exists(new)
    case ENOENT: throw exists(old) ? .missing(new) : .missing(old)
    case EACCES, EPERM, EROFS: throw .notWritable(old)
    case ENOSPC, EDQUOT: throw .diskFull(new)
    default: throw .failed(old, errno: error)
    }
  }

  /// Gives a file a second name and takes the first away; 0 or an error.
  private func relink(_ old: String, to new: String) -> Int32 {
    guard link(old, new) == 0 else { return errno }
    guard unlink(old) == 0 else {
      let error = errno
      unlink(new)
      return error
    }
    return 0
  }

  package func settle(_ files: [String]) throws(FileError) {
    let all = Set(files.flatMap { folders(of: $0) })
    for folder in all.sorted() {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
    if let listing, listing.isCurrent(for: name.maildir),
      let found = listing.only(name.unique), exists(found)
    {
      return found
    }
    let listing = MaildirListing(name.maildir)
    self.listing = listing
    return listing.only(name.unique)
  }

  /// The folders whose entries change when a file of this name comes or goes: its own, and `cur`
  /// and `new` beside it.
  private func folders(of file: String) -> [String] {
    guard let name = MaildirName(file) else { return [] }
    return MaildirName.Place.allCases.map { "\(name.maildir)/\($0.rawValue)" }
  }
}
