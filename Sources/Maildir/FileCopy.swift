import Glibc
import TriageCore

/// A copy of a file on another file system, made under a name in `tmp` and durable before it is seen.
enum FileCopy {
  /// Copies a file to a new name, in place of what an earlier try has left there; 0 or an error.
  static func make(of old: String, in temporary: String) -> Int32 {
    let source = openForReading(old)
    guard source >= 0 else { return errno }
    defer { close(source) }
    var information = stat()
    guard fstat(source, &information) == 0 else { return errno }
    // The name is ours alone: it stands in the history before anything is written.
    temporary.withFileName { _ = unlink($0) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let target = temporary.withFileName { open($0, flags, information.st_mode & 0o777) }
    guard target >= 0 else { return errno }
    var error = transfer(from: source, to: target)
    var times = [information.st_atim, information.st_mtim]
    if error == 0 { futimens(target, &times) }
    if error == 0, fsync(target) != 0 { error = errno }
    if close(target) != 0, error == 0 { error = errno }
    if error != 0 { temporary.withFileName { _ = unlink($0) } }
    return error
  }

  private static func transfer(from source: Int32, to target: Int32) -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count == 0 { return 0 }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      var written = 0
      while written < count {
        let step = buffer.withUnsafeBytes { bytes in
          // Inside the buffer: `written` is less than `count`, which is at most its size.
          write(target, bytes.baseAddress.map { $0 + written }, count - written)
        }
        if step < 0 {
          if errno == EINTR { continue }
          return errno
        }
        written += step
      }
    }
  }

  /// Returns whether two files hold the same bytes; `false` if one cannot be read.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let (one, other) = (openForReading(first), openForReading(second))
    defer {
      if one >= 0 { close(one) }
      if other >= 0 { close(other) }
    }
    guard one >= 0, other >= 0 else { return false }
    var (ours, theirs) = (
      [UInt8](repeating: 0, count: 65_536), [UInt8](repeating: 0, count: 65_536)
    )
    while true {
      let (count, same) = (fill(&ours, from: one), fill(&theirs, from: other))
      guard count >= 0, count == same else { return false }
      if count == 0 { return true }
      guard ours.prefix(count) == theirs.prefix(count) else { return false }
    }
  }

  private static func openForReading(_ path: String) -> Int32 {
    path.withFileName { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
  }

  /// Reads until the buffer is full or the file ends; a negative number if that fails.
  private static func fill(_ buffer: inout [UInt8], from file: Int32) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = buffer.withUnsafeMutableBytes { bytes in
        // Inside the buffer: `filled` is less than its size.
        read(file, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
      }
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return -1 }
      filled += count
    }
    return filled
  }
}
