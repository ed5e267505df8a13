import Glibc
package import TriageCore

/// The folders of messages that are being written or sent, one each, beside the journal.
///
/// They lie outside the mail, so that nothing carries them elsewhere, and nobody but their owner may
/// read them. What is written here is durable when the call returns.
package struct OutboxFolders: Sendable {
  /// The folder that holds them.
  package let path: String

  /// Names the folders beside a journal, by the journal's folder; nothing is made yet.
  package init(beside journal: String) {
    path = journal + "/outgoing"
  }

  /// Makes the next folder.
  ///
  /// - Parameter last: The largest number that is taken elsewhere.
  /// - Returns: A folder whose number is above it, and above that of every folder there is.
  /// - Throws: What keeps it from being made.
  package func make(above last: OutgoingID?) throws(FileError) -> OutgoingFolder {
    try makeFolder(path)
    var number = max(last?.number ?? 0, try numbers().max() ?? 0)
    while true {
      number += 1
      let folder = OutgoingFolder(OutgoingID(number), in: path)
      if mkdir(folder.path, 0o700) == 0 {
        chmod(folder.path, 0o700)
        try synchronize(path)
        return folder
      }
      // Another process has been faster.
      guard errno == EEXIST else { throw failure(errno, folder.path) }
    }
  }

  /// Returns the folders that hold a text, in the order of their numbers.
  ///
  /// One without it was begun by a process that died before there was anything to lose.
  package func all() throws(FileError) -> [OutgoingFolder] {
    try numbers().sorted().map { OutgoingFolder(OutgoingID($0), in: path) }
      .filter { access("\($0.path)/\(OutgoingFolder.draft)", F_OK) == 0 }
  }

  /// Names the folder of a message, whether it is there or not.
  package func folder(_ id: OutgoingID) -> OutgoingFolder { OutgoingFolder(id, in: path) }

  private func numbers() throws(FileError) -> [Int64] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw failure(errno, path)
    }
    defer { closedir(directory) }
    var numbers: [Int64] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { field in
        // The name ends in NUL, inside the field.
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let number = Int64(name), number > 0, String(number) == name { numbers.append(number) }
    }
    return numbers
  }
}

/// Makes a folder for its owner alone, if it is missing; its name is durable then.
func makeFolder(_ path: String) throws(FileError) {
  guard mkdir(path, 0o700) == 0 else {
    if errno == EEXIST { return }
    throw failure(errno, path)
  }
  chmod(path, 0o700)
  try synchronize(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
}

/// Makes the names in a folder durable.
func synchronize(_ folder: String) throws(FileError) {
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw failure(errno, folder) }
  defer { close(descriptor) }
  // A file system that cannot do this for folders answers EINVAL.
  guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(errno, folder) }
}

/// What an error of the system means for a file.
func failure(_ code: Int32, _ path: String) -> FileError {
  switch code {
  case ENOENT: .missing(path)
  case EEXIST: .exists(path)
  case EACCES, EPERM, EROFS: .notWritable(path)
  case ENOSPC, EDQUOT, EFBIG: .diskFull(path)
  default: .failed(path, errno: code)
  }
}
