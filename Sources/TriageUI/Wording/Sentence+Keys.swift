import Screen

// What keys are called. The configuration and the command line know them by their notation alone, in
// every language.

extension Sentence {
  /// Keys in the order in which they are pressed, as the person's keyboard calls them.
  static func keys(_ notation: String) -> Sentence {
    let chords = notation.split(separator: " ").map { KeyChord(String($0)) }
    // Most keys are characters.
    guard chords.contains(where: { $0?.isNamed ?? false }) else {
      return Sentence("custom", .text(notation))
    }
    let names = zip(notation.split(separator: " "), chords).map { text, chord in
      chord.map { Sentence($0) } ?? Sentence("custom", .text(String(text)))
    }
    return names.dropFirst().reduce(names[0]) {
      Sentence("key.sequence", .sentence($0), .sentence($1))
    }
  }

  /// A key, and what is held down with it.
  private init(_ chord: KeyChord) {
    var sentence: Sentence
    switch chord.key {
    case .character(" "): sentence = Sentence("key.space")
    case .named(let name): sentence = Sentence("key.\(name.rawValue.lowercased())")
    case .character, .function: sentence = Sentence("custom", .text(chord.key.notation))
    }
    let held: [(KeyChord.Modifiers, String)] = [
      (.shift, "key.shift"), (.alt, "key.alt"), (.ctrl, "key.ctrl"),
    ]
    for (modifier, key) in held where chord.modifiers.contains(modifier) {
      sentence = Sentence(key, .sentence(sentence))
    }
    self = sentence
  }
}

extension Sentence.Argument {
  /// Keys, as the person's keyboard calls them.
  static func keys(_ notation: String) -> Sentence.Argument { .sentence(.keys(notation)) }
}

extension KeyChord {
  /// Whether there is a word in what it is called.
  fileprivate var isNamed: Bool {
    switch key {
    case .named, .character(" "): true
    case .character, .function: !modifiers.isEmpty
    }
  }
}

extension Wording {
  /// Returns keys as the person's keyboard calls them.
  func keys(_ notation: String) -> DisplayText { text(.keys(notation)) }
}
