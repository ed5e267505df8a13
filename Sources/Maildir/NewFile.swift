import Glibc
package import TriageCore

/// A file being made in a folder that a person has chosen.
///
/// It never leaves the folder, replaces nothing, follows no link, and nobody but its owner may read
/// it; it can not be run. A file that is not finished is taken away again.
package final class NewFile {
  /// The file's whole name.
  package let path: String
  private let folder: Int32
  private let file: Int32
  private let name: String
  private var isFinished = false

  /// The most names that are tried.
  private static let attempts = 1_000

  /// Makes an empty file.
  ///
  /// - Parameters:
  ///   - folder: The folder, which must be there; a link to one is followed, as it was chosen.
  ///   - name: The name of one entry: no slash, not hidden.
  ///   - numbered: The name to try instead when so many are taken.
  /// - Throws: `.missing` of the folder, `.notWritable`, `.diskFull`, `.failed`.
  package convenience init(
    in folder: String,
    named name: String,
    numbered: (Int) -> String
  ) throws(FileError) {
    guard !name.hasPrefix(".") else { throw .failed("\(folder)/\(name)", errno: EINVAL) }
    try self.init(in: folder, named: name, attempts: Self.attempts, numbered)
  }

  /// Makes an empty file of exactly this name.
  ///
  /// - Throws: `.exists`, or as the other.
  package convenience init(at path: String) throws(FileError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? path[...]
    let folder = String(path[..<name.startIndex])
    try self.init(in: folder.isEmpty ? "./" : folder, named: String(name), attempts: 1) { _ in "" }
  }

  private init(
    in folder: String,
    named name: String,
    attempts: Int,
    _ numbered: (Int) -> String
  ) throws(FileError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno, folder) }
    var made: (name: String, file: Int32)?
    var failure = FileError.exists("\(folder)/\(name)")
    for attempt in 0..<attempts {
      let wanted = attempt == 0 ? name : numbered(attempt)
      guard Self.isEntry(wanted) else {
        failure = .failed("\(folder)/\(wanted)", errno: EINVAL)
        break
      }
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = openat(descriptor, wanted, flags, 0o600)
      if file >= 0 {
        made = (wanted, file)
        break
      }
      if errno == EEXIST { continue }
      failure = Self.failure(errno, "\(folder)/\(wanted)")
      break
    }
    guard let made else {
      close(descriptor)
      throw failure
    }
    self.folder = descriptor
    (self.name, file) = made
    path = folder.hasSuffix("/") ? folder + made.name : "\(folder)/\(made.name)"
    // Whatever the mask of the process is.
    fchmod(file, 0o600)
  }

  deinit {
    if !isFinished { unlinkat(folder, name, 0) }
    close(file)
    close(folder)
  }

  /// Writes further bytes.
  ///
  /// - Throws: `.diskFull`, `.failed`.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Self.failure(errno, path)
      }
    }
  }

  /// Keeps the file.
  ///
  /// - Throws: `.diskFull`, `.failed`: it is not kept.
  package func finish() throws(FileError) {
    // Where a file system has no disk to write to it answers EINVAL.
    guard fsync(file) == 0 || errno == EINVAL else { throw Self.failure(errno, path) }
    isFinished = true
  }

  private static func isEntry(_ name: String) -> Bool {
    !["", ".", ".."].contains(name) && name.utf8.count <= 255
      && !name.utf8.contains { $0 == 0x2F || $0 == 0 }
  }

  private static func failure(_ code: Int32, _ path: String) -> FileError {
    switch code {
    case ENOENT, ENOTDIR: .missing(path)
    case EACCES, EPERM, EROFS: .notWritable(path)
    case ENOSPC, EDQUOT: .diskFull(path)
    default: .failed(path, errno: code)
    }
  }
}
