/// A key, without what is held down with it.
package enum Key: Hashable, Sendable {
  /// A printable character; a blank too.
  case character(Character)
  /// A key with a name.
  case named(NamedKey)
  /// A function key, from 1 to 12.
  case function(Int)
}

/// A key that has a name instead of a character.
package enum NamedKey: String, CaseIterable, Sendable {
  case tab = "Tab"
  case enter = "Enter"
  case escape = "Esc"
  case backspace = "Backspace"
  case delete = "Delete"
  case insert = "Insert"
  case up = "Up"
  case down = "Down"
  case left = "Left"
  case right = "Right"
  case home = "Home"
  case end = "End"
  case pageUp = "PageUp"
  case pageDown = "PageDown"
}

extension Key {
  /// The name or character as keymaps write it.
  package var notation: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .named(let name): name.rawValue
    case .function(let number): "F\(number)"
    }
  }

  /// Reads a name or a printable character.
  package init?(notation: String) {
    if notation == "Space" {
      self = .character(" ")
    } else if let name = NamedKey(rawValue: notation) {
      self = .named(name)
    } else if notation.count == 1, let character = notation.first, character.isKeyCharacter {
      self = .character(character)
    } else if notation.first == "F", let number = Int(notation.dropFirst()),
      (1...12).contains(number), notation == "F\(number)"
    {
      self = .function(number)
    } else {
      return nil
    }
  }
}

extension Character {
  /// Whether a key can have this character: it is printable and no blank.
  fileprivate var isKeyCharacter: Bool {
    !isWhitespace
      && unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
  }
}

/// A key and what is held down with it, in the one form that can be compared.
///
/// A terminal cannot tell some chords apart, so they are equal here: `Ctrl-I` is `Tab`, `Ctrl-M`
/// and `Ctrl-J` are `Enter`, `Ctrl-[` is `Esc`, `Ctrl-/` is `Ctrl-_`; letters after `Ctrl-` and
/// `Alt-` have no case; `Shift-` with a character is the character.
package struct KeyChord: Hashable, Sendable {
  /// What is held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Control.
    package static let ctrl = Modifiers(rawValue: 1)
    /// Alt, or Meta, or a key after Esc.
    package static let alt = Modifiers(rawValue: 2)
    /// Shift, with keys that have a name.
    package static let shift = Modifiers(rawValue: 4)
  }

  /// The key.
  package let key: Key
  /// What is held down with it.
  package let modifiers: Modifiers

  /// Makes a chord, in the form that can be compared.
  package init(_ key: Key, _ modifiers: Modifiers = []) {
    guard case .character(let character) = key else {
      (self.key, self.modifiers) = (key, modifiers)
      return
    }
    if modifiers.contains(.ctrl), let twin = KeyChord.controlTwins[character.folded] {
      self.key = twin.key
      self.modifiers = modifiers.subtracting(.ctrl).union(twin.modifiers)
      return
    }
    let isFolded = !modifiers.isDisjoint(with: [.ctrl, .alt])
    self.key = .character(isFolded ? character.folded : character)
    self.modifiers = character == " " ? modifiers : modifiers.subtracting(.shift)
  }

  /// Makes a chord of a printable character.
  package init(_ character: Character, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }

  /// Makes a chord of a named key.
  package init(_ name: NamedKey, _ modifiers: Modifiers = []) {
    self.init(.named(name), modifiers)
  }

  /// The character to type into a text field, or `nil` for a chord that types none.
  package var typed: Character? {
    guard modifiers.subtracting(.shift).isEmpty, case .character(let character) = key else {
      return nil
    }
    return character
  }

  /// What a terminal sends for some characters with control.
  private static let controlTwins: [Character: (key: Key, modifiers: Modifiers)] = [
    "I": (.named(.tab), []),
    "M": (.named(.enter), []),
    "J": (.named(.enter), []),
    "[": (.named(.escape), []),
    "?": (.named(.backspace), []),
    "/": (.character("_"), .ctrl),
    "@": (.character(" "), .ctrl),
  ]
}

extension Character {
  /// An ASCII letter in upper case; anything else as it is.
  fileprivate var folded: Character {
    isASCII && isLowercase ? Character(uppercased()) : self
  }
}

extension KeyChord: LosslessStringConvertible {
  private static let prefixes: [(String, Modifiers)] = [
    ("Ctrl-", .ctrl), ("Alt-", .alt), ("Shift-", .shift),
  ]

  /// Reads a chord as keymaps write it: `j`, `Ctrl-A`, `Alt-x`, `Shift-Tab`, `F10`, `Space`.
  ///
  /// `Shift-` goes before names only; a character already is the shifted one or not.
  package init?(_ description: String) {
    var rest = Substring(description)
    var modifiers: Modifiers = []
    while let (prefix, modifier) = KeyChord.prefixes.first(where: {
      rest.hasPrefix($0.0) && rest.count > $0.0.count
    }) {
      guard !modifiers.contains(modifier) else { return nil }
      modifiers.insert(modifier)
      rest = rest.dropFirst(prefix.count)
    }
    guard let key = Key(notation: String(rest)) else { return nil }
    if modifiers.contains(.shift), case .character(let character) = key, character != " " {
      return nil
    }
    self.init(key, modifiers)
  }

  /// The notation of keymaps, help and menus.
  package var description: String {
    let held = KeyChord.prefixes.filter { modifiers.contains($0.1) }.map(\.0)
    return held.joined() + key.notation
  }
}

/// Keys pressed one after another: `g g`.
package struct KeySequence: Hashable, Sendable {
  /// The chords; at least one.
  package let chords: [KeyChord]

  /// Makes a sequence, or `nil` of nothing.
  package init?(_ chords: [KeyChord]) {
    guard !chords.isEmpty else { return nil }
    self.chords = chords
  }

  /// Returns whether another sequence goes on where this one ends, or is the same.
  package func begins(_ other: KeySequence) -> Bool {
    other.chords.starts(with: chords)
  }
}

extension KeySequence: LosslessStringConvertible {
  /// Reads chords with one blank between them.
  package init?(_ description: String) {
    let parts = description.split(separator: " ", omittingEmptySubsequences: false)
    let chords = parts.compactMap { KeyChord(String($0)) }
    guard chords.count == parts.count else { return nil }
    self.init(chords)
  }

  /// The notation of keymaps, help and menus.
  package var description: String { chords.map(\.description).joined(separator: " ") }
}
