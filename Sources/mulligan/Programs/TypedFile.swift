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
