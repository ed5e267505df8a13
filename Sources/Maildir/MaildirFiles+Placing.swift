import Glibc
package import TriageCore

// Files that come from outside: messages of one's own.

extension MaildirFiles {
  package func makeFolder(_ folder: MailFolder) throws(FileError) {
    try tree.make(folder)
  }

  package func place(
    copyOf file: String,
    at location: CopyLocation,
    flags: [MailTag: Bool]
  ) throws(FileError) -> String {
    let folder = tree.path(of: location.folder)
    guard tree.condition(of: location.folder) == .ready,
      let name = MaildirName("\(folder)/cur/\(location.name):2,"), name.unique == location.name.text
    else { throw .notWritable(folder) }
    let path = name.following(flags).path
    let temporary = "\(folder)/tmp/\(location.name)"
    let copying = FileCopy.make(of: file, in: temporary)
    guard copying == 0 else { throw failure(copying, file, temporary) }
    let result = renameWithoutReplacing(temporary, to: path)
    guard result == 0 else {
      clearPlace(location)
      throw failure(result, temporary, path)
    }
    return path
  }

  package func placed(at location: CopyLocation) -> String? {
    find("\(tree.path(of: location.folder))/cur/\(location.name)")
  }

  package func remove(_ file: String) throws(FileError) {
    guard file.withFileName({ unlink($0) }) != 0, errno != ENOENT else { return }
    throw failure(errno, file, file)
  }

  package func clearPlace(_ location: CopyLocation) {
    "\(tree.path(of: location.folder))/tmp/\(location.name)".withFileName { _ = unlink($0) }
  }
}

extension FolderTree {
  /// Makes a folder and those above it where they are missing, for their owner alone.
  ///
  /// Nothing is made behind a link that leads out of the mail root.
  func make(_ folder: MailFolder) throws(FileError) {
    guard condition(of: folder) == .missing else { return }
    guard isPlain(folder), !folder.text.isEmpty, let real = realPath(root) else {
      throw .notWritable(path(of: folder))
    }
    var path = root
    for name in folder.text.utf8.split(separator: UInt8(ascii: "/")) {
      path += "/" + String(decoding: name, as: UTF8.self)
      try makeOne(path)
      guard let inner = realPath(path), inner.utf8.starts(with: "\(real)/".utf8) else {
        throw .notWritable(path)
      }
    }
    for name in Self.subfolders { try makeOne("\(path)/\(name)") }
    guard condition(of: folder) == .ready else { throw .notWritable(path) }
  }

  /// A new name is durable before anything is put behind it.
  private func makeOne(_ path: String) throws(FileError) {
    if path.withFileName({ mkdir($0, 0o700) }) != 0 {
      switch errno {
      case EEXIST: return
      case ENOSPC, EDQUOT: throw .diskFull(path)
      default: throw .notWritable(path)
      }
    }
    let above = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let descriptor = above.withFileName { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .failed(above, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .failed(above, errno: errno) }
  }
}
