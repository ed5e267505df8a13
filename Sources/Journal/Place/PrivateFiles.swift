import Glibc
import TriageCore

/// Folders and files that only their owner may read, whatever the umask says.
enum PrivateFiles {
  /// Makes the folder and an empty file of a journal if they are missing, and closes them to others.
  ///
  /// A journal that is already there is not opened: closing it again would drop the locks that
  /// SQLite holds on it in this process.
  static func prepare(_ place: JournalPlace) throws(JournalError) {
    try makeFolder(place.folder, of: place)
    guard let status = FileStatus(place.file) else { return try makeFile(place) }
    guard status.isFile else {
      throw .unwritable(path: place.file, detail: "not a regular file")
    }
    if status.isOpenToOthers { chmod(place.file, 0o600) }
  }

  /// Returns whether the journal and the files beside it may be written.
  static func mayWrite(_ place: JournalPlace) -> Bool {
    access(place.file, W_OK) == 0 && access(place.folder, W_OK | X_OK) == 0
  }

  private static func makeFolder(
    _ path: String,
    of place: JournalPlace
  ) throws(JournalError) {
    if let status = FileStatus(path) {
      // What cannot be changed is somebody else's; reading may still work.
      if path == place.folder, status.isOpenToOthers { chmod(path, 0o700) }
      return
    }
    let parent = parent(of: path)
    if !parent.isEmpty { try makeFolder(parent, of: place) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw unwritable(place, errno) }
    chmod(path, 0o700)
  }

  private static func makeFile(_ place: JournalPlace) throws(JournalError) {
    let descriptor = open(place.file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw unwritable(place, errno)
    }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  private static func unwritable(_ place: JournalPlace, _ code: Int32) -> JournalError {
    code == ENOSPC || code == EDQUOT
      ? .diskFull(path: place.file)
      : .unwritable(path: place.file, detail: String(cString: strerror(code)))
  }
}

/// What the file system says of one path, links followed.
struct FileStatus {
  private let status: stat

  /// Looks at a path; `nil` if there is nothing.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  var isFile: Bool { status.st_mode & S_IFMT == S_IFREG }

  var isEmpty: Bool { status.st_size == 0 }

  var isOpenToOthers: Bool { status.st_mode & 0o077 != 0 }

  /// What stays the same as long as the path leads to the same file.
  var identity: FileIdentity {
    FileIdentity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
  }
}

/// Tells one file from all others, whatever their names.
struct FileIdentity: Hashable {
  let device: UInt64
  let node: UInt64
}
