import Foundation

/// A small private file of the state folder, shared by the screens that use that.
struct StateFile<Content: Codable> {
  private let path: String

  /// Names a file of a state folder.
  init(_ name: String, in stateFolder: String) {
    path = "\(stateFolder)/mulligan/\(name)"
  }

  /// Reads the content; `nil` for a file that is missing or not whole.
  func read() -> Content? {
    guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 20 else {
      return nil
    }
    return try? JSONDecoder().decode(Content.self, from: data)
  }

  /// Writes the content in one step; what cannot be kept is not kept.
  func write(_ content: Content) {
    guard let data = try? JSONEncoder().encode(content) else { return }
    let new = path + ".\(getpid())"
    guard
      FileManager.default.createFile(
        atPath: new,
        contents: data,
        attributes: [.posixPermissions: 0o600]
      )
    else { return }
    rename(new, path)
  }
}
