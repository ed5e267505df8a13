import Foundation
import TriageUI

extension FolderListing {
  /// Names of one folder that are read at most.
  private static let limit = 10_000

  /// Reads the names in a folder as it is typed, where `~` is the home; none if it cannot be read.
  init(reading typed: String, home: String) {
    let path = typed.isEmpty ? "." : Self.path(typed, home: home)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    self.init(
      folder: typed,
      entries: names.prefix(Self.limit).map { name in
        var status = stat()
        let isFolder = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        return Entry(name, isFolder: isFolder)
      }
    )
  }

  /// A path as it is typed: `~` is the person's home.
  static func path(_ typed: String, home: String) -> String {
    typed == "~" || typed.hasPrefix("~/") ? home + typed.dropFirst() : typed
  }
}
