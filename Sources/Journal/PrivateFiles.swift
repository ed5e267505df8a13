import CLinux
import Glibc
import TriageCore

/// Folders and files that only their owner may read, whatever the umask says.
enum PrivateFiles {
  /// Makes the folder and an empty file of a journal if they are missing, and closes them to others.
  ///
  /// A journal that is already there is not opened: closing it again would drop the locks that
  /// SQLite holds on it in this process.
  static func prepare(_ location: JournalLocation) throws(TriageFailure) {
    try makeFolder(location.folder, of: location)
    guard let status = FileStatus(location.file) else { return try makeFile(location) }
    guard status.isFile else {
      throw TriageFailure(.journalUnwritable, location.file, "not a regular file")
    }
    // The log holds what the journal holds.
    for path in [location.file, location.file + "-wal", location.file + "-shm"]
    where FileStatus(path)?.isOpenToOthers == true { chmod(path, 0o600) }
  }

  /// Returns whether the journal and the files beside it may be written.
  static func mayWrite(_ location: JournalLocation) -> Bool {
    access(location.file, W_OK) == 0 && access(location.folder, W_OK | X_OK) == 0
  }

  private static func makeFolder(
    _ path: String,
    of location: JournalLocation
  ) throws(TriageFailure) {
    if let status = FileStatus(path) {
      // What cannot be changed is somebody else's; reading may still work.
      if path == location.folder, status.isOpenToOthers { chmod(path, 0o700) }
      return
    }
    let parent = parent(of: path)
    if !parent.isEmpty { try makeFolder(parent, of: location) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw unwritable(location, errno) }
    chmod(path, 0o700)
  }

  private static func makeFile(_ location: JournalLocation) throws(TriageFailure) {
    let descriptor = open(location.file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw unwritable(location, errno)
    }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[..<slash])
  }

  private static func unwritable(_ location: JournalLocation, _ code: Int32) -> TriageFailure {
    code == ENOSPC || code == EDQUOT
      ? TriageFailure(.diskFull, location.file)
      : TriageFailure(.journalUnwritable, location.file, String(cString: strerror(code)))
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

/// Keeps other processes from setting up the same journal at the same time.
///
/// The lock lies on the journal's folder and goes with the process that holds it, which Ctrl-Z does not
/// stop meanwhile.
struct SetupLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock; without it if the folder cannot be locked.
  init(folder: String) {
    clinux_stop_defer()
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    clinux_stop_allow()
  }
}
