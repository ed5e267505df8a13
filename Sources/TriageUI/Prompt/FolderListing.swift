/// The names in a folder of the file system, for completing one.
package struct FolderListing: Hashable, Sendable {
  /// One name.
  package struct Entry: Hashable, Sendable {
    /// The name, as the file system has it.
    package let name: String
    /// Whether it is a folder's, or a link's to one.
    package let isFolder: Bool

    /// Makes an entry.
    package init(_ name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// The folder as a person has typed it, with the slash at its end; empty for the current one.
  package let folder: String
  /// What is in it, in no order.
  package let entries: [Entry]

  /// Makes a listing.
  package init(folder: String, entries: [Entry]) {
    self.folder = folder
    self.entries = entries
  }

  /// The folder that a path being typed is in, up to its last slash; of `~` alone, the home.
  static func folder(of path: String) -> String {
    if path == "~" { return "~/" }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// What a path can become: names that begin with a dot only if that is typed.
  func choices(for path: String, foldersOnly: Bool) -> [String] {
    guard Self.folder(of: path) == folder else { return [] }
    let begun = path == "~" ? "" : path.dropFirst(folder.count)
    return entries.filter { entry in
      entry.name.hasPrefix(begun) && (begun.hasPrefix(".") || !entry.name.hasPrefix("."))
        && (entry.isFolder || !foldersOnly)
    }.map { folder + $0.name + ($0.isFolder ? "/" : "") }.sorted()
  }
}
