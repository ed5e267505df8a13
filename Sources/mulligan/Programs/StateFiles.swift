import Foundation
import TriageUI

/// What was typed in prompts, shared by the screens of one state folder.
struct TypedFile {
  private let file: StateFile<TypedTexts>

  /// Names the file of a state folder.
  init(stateFolder: String) {
    file = StateFile("typed.json", in: stateFolder)
  }

  /// Reads what was typed.
  func read() -> TypedTexts { file.read() ?? TypedTexts() }

  /// Adds a text to what other screens have added meanwhile.
  func add(_ text: String, as kind: TypedKind) {
    var texts = read()
    texts.add(text, as: kind)
    file.write(texts)
  }
}

/// The letters that tags are chosen by, shared by the screens of one state folder.
struct LetterFile {
  private let file: StateFile<TagLetters>

  /// Names the file of a state folder.
  init(stateFolder: String) {
    file = StateFile("letters.json", in: stateFolder)
  }

  /// Chooses letters besides those of the file and those that this screen knows, and keeps them.
  func choose(
    _ known: TagLetters,
    for owners: [TagLetters.Owner],
    except reserved: Set<Character>
  ) -> TagLetters {
    var letters = (file.read() ?? TagLetters()).adding(known)
    letters.choose(for: owners, except: reserved)
    file.write(letters)
    return letters
  }
}

/// Which keys are known, shared by the screens of one state folder.
struct HintFile {
  private let file: StateFile<HintMemory>
  /// What is not in the file yet.
  private var noted: HintMemory?

  /// Names the file of a state folder.
  init(stateFolder: String) {
    file = StateFile("hints.json", in: stateFolder)
  }

  /// Reads which keys are known.
  func read() -> HintMemory { file.read() ?? HintMemory() }

  /// Notes what this screen knows, to be kept.
  mutating func note(_ hints: HintMemory) { noted = hints }

  /// Adds what is noted to what others have added meanwhile.
  mutating func keep() {
    guard let hints = noted.take() else { return }
    file.write(read().adding(hints))
  }
}

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
