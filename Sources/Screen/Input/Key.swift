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
  /// Says whether a key can have this character: it is printable and no blank.
  fileprivate var isKeyCharacter: Bool {
    !isWhitespace
      && unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
  }
}
