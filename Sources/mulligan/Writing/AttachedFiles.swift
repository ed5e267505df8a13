import Foundation
import TriageCore
import TriageUI

/// The files that are to be attached.
enum AttachedFiles {
  /// Returns the absolute names of files, if all of them can be read and are not too large together.
  static func checked(
    _ names: [String],
    maxMebibytes: Int
  ) throws(AttachError) -> [String] {
    var paths: [String] = []
    for name in names {
      // A name that cannot end its line: it stands in a field of the template.
      guard (try? name.asHeader("--attach")) != nil else { throw .badName }
      paths.append(URL(fileURLWithPath: name).path)
    }
    try check(paths, maxMebibytes: maxMebibytes)
    return paths
  }

  /// Refuses files that cannot be read, or are too large together with so many bytes.
  static func check(
    _ paths: [String],
    _ others: Int = 0,
    maxMebibytes: Int
  ) throws(AttachError) {
    var room = maxMebibytes << 20
    var sizes = [others]
    for path in paths { sizes.append(try size(of: path)) }
    for bytes in sizes {
      guard bytes <= room else { throw .tooLarge(maxMebibytes) }
      room -= bytes
    }
  }

  /// Opened without waiting: a pipe would hold us up.
  private static func size(of path: String) throws(AttachError) -> Int {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw unreadable(path, errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw unreadable(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw unreadable(path, EISDIR)
    default: throw unreadable(path, EINVAL)
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> AttachError {
    .unreadable(path, reason: String(cString: strerror(code)))
  }
}

extension Refusal {
  /// The refusal of what cannot be attached.
  init(_ error: AttachError) {
    switch error {
    case .unreadable, .elsewhere: self.init(sentence: .problem(error), exit: Exit.failed)
    case .tooLarge:
      self.init(sentence: .problem(error), code: .tooLarge, exit: Exit.failed)
    case .badName:
      let failure = TriageFailure(.badHeader, "--attach")
      self.init(sentence: .failure(failure), code: failure.code)
    }
  }
}
