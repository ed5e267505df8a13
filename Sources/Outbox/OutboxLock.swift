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
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw failure(errno, path) }
      let result = clinux_lock_take(file)
      if result == 0, Self.isNamed(path, file) {
        descriptor = file
        return
      }
      close(file)
      if result < 0 { throw failure(-result, path) }
      if result > 0 { return nil }
    }
  }

  /// Whether a file still has its name: whoever held the lock before may have removed it.
  private static func isNamed(_ path: String, _ file: Int32) -> Bool {
    var (opened, named) = (stat(), stat())
    guard fstat(file, &opened) == 0, lstat(path, &named) == 0 else { return errno != ENOENT }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  deinit { close(descriptor) }

  /// Writes into the file who has the lock, for whoever wants to end it.
  package func note(_ process: Int32) {
    let text = Array("\(process)\n".utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// The process that has the lock of a file; `nil` if nobody has it, or it does not say who.
  package static func holder(of path: String) -> Int32? {
    guard isTaken(path) else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(file, &bytes, bytes.count)
    let digits = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" }
    return Int32(digits).flatMap { $0 > 1 ? $0 : nil }
  }

  /// Whether somebody has the lock of a file.
  package static func isTaken(_ path: String) -> Bool { clinux_lock_probe(path) == 1 }
}
