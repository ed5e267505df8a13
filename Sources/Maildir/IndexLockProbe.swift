import CLinux
import Glibc
package import TriageCore

/// Looks at the write lock of the mail index: an open-file-description lock on a file's first byte.
package final class IndexLockProbe: WriteLockProbe {
  private let lockFile: String

  /// Makes a probe of the index's `flintlock`.
  package init(lockFile: String) {
    self.lockFile = lockFile
  }

  package func isFree() throws(TriageFailure) -> Bool {
    let answer = clinux_lock_probe(lockFile)
    switch answer {
    case 0, -ENOENT: return true
    case 1: return false
    case -EACCES: throw TriageFailure(.readOnly, lockFile)
    default:
      throw TriageFailure(.internalError, "\(String(cString: strerror(-answer))) (\(answer))")
    }
  }

  package func holder() -> LockHolder? {
    guard let path = realpath(lockFile, nil) else { return nil }
    defer { free(path) }
    let file = String(cString: path)
    let own = getpid()
    var waiting: LockHolder?
    for process in names(in: "/proc").compactMap({ Int32($0) }) where process != own {
      guard let descriptor = descriptor(of: process, on: file) else { continue }
      guard let program = program(process) else { continue }
      let holder = LockHolder(program: program, pid: process)
      if holdsLock(process, descriptor) { return holder }
      waiting = waiting ?? holder
    }
    return waiting
  }

  /// Returns the descriptor that a process has on a file; `nil` if it has none, or is not ours to see.
  private func descriptor(of process: Int32, on file: String) -> String? {
    let folder = "/proc/\(process)/fd"
    return names(in: folder).first { target(of: "\(folder)/\($0)") == file }
  }

  /// Whether a lock belongs to a descriptor: programs that only wait have the file open as well.
  private func holdsLock(_ process: Int32, _ descriptor: String) -> Bool {
    contents(of: "/proc/\(process)/fdinfo/\(descriptor)").contains("OFDLCK")
  }

  /// Returns a program's name and its first argument, without the folders they are in.
  private func program(_ process: Int32) -> String? {
    let words = contents(of: "/proc/\(process)/cmdline").split(separator: "\0").prefix(2)
    guard !words.isEmpty else { return nil }
    return words.map { $0.split(separator: "/").last.map { String($0) } ?? "" }
      .joined(separator: " ")
  }
}

private func target(of path: String) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    // The buffer holds any path the kernel gives; readlink writes no zero at its end.
    guard let start = buffer.baseAddress else { return nil }
    let count = readlink(path, start, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Returns the first 4 kB of a file of the kernel, empty if it cannot be read.
private func contents(of path: String) -> String {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = read(file, &buffer, buffer.count)
  return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
}
