import Foundation

/// The checkout as the convention tests read it.
enum SourceTree {
  /// The folder that holds `Package.swift`.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file with its path relative to the root.
  struct File {
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    /// The target the file belongs to: the folder below `Sources` or `Tests`.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  }

  /// The Swift files below a folder.
  static func swiftFiles(below folder: String) -> [File] {
    paths(below: folder).filter { $0.hasSuffix(".swift") }.map(file)
  }

  /// All files below a folder, relative to the root, in the order of bytes.
  static func paths(below folder: String) -> [String] {
    let start = root.appending(path: folder)
    let walk = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    let prefix = root.path + "/"
    var found: [String] = []
    while let item = walk?.nextObject() as? URL {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: item.path, isDirectory: &isFolder)
      if exists, !isFolder.boolValue { found.append(String(item.path.dropFirst(prefix.count))) }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads a file of the tree.
  static func file(_ path: String) -> File {
    let data = FileManager.default.contents(atPath: root.appending(path: path).path) ?? Data()
    return File(path: path, text: String(decoding: data, as: UTF8.self))
  }

  /// Runs a program in the root and returns what it printed and its exit status.
  static func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = root
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
