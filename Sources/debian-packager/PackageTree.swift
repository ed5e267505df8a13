import Foundation

/// The files of one package, in a folder that stands for the root of the machine's.
struct PackageTree {
  let folder: String

  /// Begins an empty tree.
  init(_ folder: String) throws {
    self.folder = folder
    try makeFolder("")
  }

  /// Where a file of the package lies meanwhile.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file, and the folders that it lies in.
  func write(_ content: Data, to name: String, mode: Int = 0o644) throws {
    try makeFolder((name as NSString).deletingLastPathComponent)
    try content.write(to: URL(filePath: path(name)))
    try setMode(mode, of: name)
  }

  /// Writes a file as `gzip` packs it: without a name or a date of its own.
  func writePacked(_ content: Data, to name: String) throws {
    try write(content, to: name)
    try Tool.run("gzip", "--best", "--no-name", path(name))
  }

  /// Makes a link that names another file or folder, seen from its own.
  func link(_ name: String, to target: String) throws {
    try makeFolder((name as NSString).deletingLastPathComponent)
    try FileManager.default.createSymbolicLink(
      atPath: path(name),
      withDestinationPath: target
    )
  }

  /// Makes a folder, and those around it; all of them everybody may read.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name),
      withIntermediateDirectories: true
    )
    var inner = name
    while true {
      try setMode(0o755, of: inner)
      if inner.isEmpty { return }
      inner = (inner as NSString).deletingLastPathComponent
    }
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  /// The names of all files, sorted.
  var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
          && !isFolder.boolValue
      }
      .filter { !$0.hasPrefix("DEBIAN/") }.sorted()
    }
  }

  /// What the files take when they are installed, in KiB as Debian counts.
  var installedSize: Int {
    get throws {
      let all = try FileManager.default.subpathsOfDirectory(atPath: folder)
      let sizes = try files.map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return ((attributes[.size] as? Int ?? 0) + 1023) / 1024
      }
      return sizes.reduce(0, +) + all.count - sizes.count
    }
  }
}
