import Glibc

/// Tells when a file may be another one, or is written to.
///
/// Its folder is watched, since editors put a new file in the place of the old one.
final class FileWatch {
  /// What of a file is looked at.
  enum Change {
    /// A whole file is there that was not.
    case replaced
    /// Something is written to it, or it goes.
    case written

    fileprivate var events: UInt32 {
      let ends = IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM
      return UInt32(self == .replaced ? ends | IN_CLOSE_WRITE : ends | IN_MODIFY)
    }
  }

  /// Readable when something has happened in the folder.
  let readFD: Int32
  /// What the file is called, and what a link of that name leads to.
  private var names: Set<String> = []

  /// Watches a file, also through a link; `nil` if its folder is not there or cannot be watched.
  init?(_ file: String, for change: Change) {
    readFD = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    // The descriptor is closed by `deinit` where this fails, too.
    guard readFD >= 0, add(file, change) else { return nil }
    guard let path = realpath(file, nil) else { return }
    defer { free(path) }
    _ = add(String(cString: path), change)
  }

  deinit { if readFD >= 0 { close(readFD) } }

  private func add(_ file: String, _ change: Change) -> Bool {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { String(file[..<$0]) } ?? "."
    names.insert(slash.map { String(file[file.index(after: $0)...]) } ?? file)
    return inotify_add_watch(readFD, folder.isEmpty ? "/" : folder, change.events) >= 0
  }

  /// Takes what has happened; returns whether it concerns the file.
  func isChanged() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isConcerned = false
    while true {
      let count = buffer.withUnsafeMutableBytes { read(readFD, $0.baseAddress, $0.count) }
      guard count > 0 else { return isConcerned }
      // The names stand in the events as they are in the folder, filled up with zeros.
      // What has none is about the folder, or says that there was more.
      isConcerned =
        isConcerned || names(in: buffer[..<count]).contains { names.contains($0) || $0.isEmpty }
    }
  }

  private func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var rest = bytes
    let head = MemoryLayout<inotify_event>.size
    while rest.count >= head {
      let length = rest.withUnsafeBytes {
        Int($0.loadUnaligned(fromByteOffset: head - 4, as: UInt32.self))
      }
      let name = rest.dropFirst(head).prefix(length).prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(head + length)
    }
    return names
  }
}
