extension KeyChord {
  /// What the same key types with the Latin layout, if this is a letter of the Russian one.
  ///
  /// Who writes Russian has that layout on while reading, too.
  package var onLatinLayout: KeyChord? {
    guard case .character(let character) = key, let latin = Self.latinLetters[character] else {
      return nil
    }
    return KeyChord(latin, modifiers)
  }

  /// Letters of ЙЦУКЕН and what stands on their keys in QWERTY.
  private static let latinLetters: [Character: Character] = {
    let small = zip("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
    let large = zip("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~")
    return Dictionary(uniqueKeysWithValues: Array(small) + Array(large))
  }()
}
