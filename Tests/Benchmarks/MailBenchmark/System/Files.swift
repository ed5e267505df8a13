import Glibc

/// What the benchmark cannot go on after; a missing peer or corpus is no such thing.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Files, without a library that would make this process, and so its children's peaks, larger.
enum Files {
  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }

  static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Returns what a file holds, or nothing if it cannot be read.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return String(decoding: readAll(file), as: UTF8.self)
  }

  /// Reads a descriptor to its end.
  static func readAll(_ file: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  /// The names in a folder; none if there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws {
    if exists(path) { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Failure("\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Makes a new folder below `$TMPDIR`.
  static func temporaryFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var pattern = Array("\(parent)/mail-benchmark.XXXXXX".utf8CString)
    guard mkdtemp(&pattern) != nil else { throw Failure("\(parent): no folder can be made there") }
    return String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the path of a file from the root.
  static func absolute(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}
