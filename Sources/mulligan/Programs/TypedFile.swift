import Foundation
import TriageUI

/// The private file of what was typed in prompts, shared by the screens of one state folder.
struct TypedFile {
  private let path: String

  /// Names the file of a state folder.
  init(stateFolder: String) {
    path = stateFolder + "/mulligan/typed.json"
  }

  /// Reads what was typed; a file that is missing or not whole holds nothing.
  func read() -> TypedTexts {
    guard let data = FileManager.default.contents(atPath: path), data.count < 1 << 20 else {
      return TypedTexts()
    }
    return (try? JSONDecoder().decode(TypedTexts.self, from: data)) ?? TypedTexts()
  }

  /// Adds a text to what other screens have added meanwhile; what cannot be kept is not kept.
  func add(_ text: String, as kind: TypedKind) {
    var texts = read()
    texts.add(text, as: kind)
    guard let data = try? JSONEncoder().encode(texts) else { return }
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
