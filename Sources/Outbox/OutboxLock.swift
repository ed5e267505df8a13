import CLinux
import Glibc
package import TriageCore

/// A lock that lasts as long as somebody has its descriptor: this value, or a program that inherits it.
package final class OutboxLock {
  /// The descriptor, closed with this value.
  package let descriptor: Int32

  /// Takes the lock of a file, which is made if it is missing; does not wait: `nil` if somebody has it.
  ///
  /// - Parameter path: The absolute name of the file.
  /// - Throws: What keeps the file from being opened.
  package init?(_ path: String) throws(FileError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw failure(errno, path) }
    let result = clinux_lock_take(file)
    guard result == 0 else {
      close(file)
      if result < 0 { throw failure(-result, path) }
      return nil
    }
    descriptor = file
  }

  deinit { close(descriptor) }

  /// Whether somebody has the lock of a file.
  package static func isTaken(_ path: String) -> Bool { clinux_lock_probe(path) == 1 }
}
