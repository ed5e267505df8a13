import Screen

/// A control sequence a terminal sent: `ESC [`, parameters, a final byte.
struct ControlSequence {
  private let mark: UInt8?
  private let numbers: [Int]
  private let hasIntermediates: Bool
  private let final: UInt8

  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    let mark = parameters.first.flatMap { (0x3C..<0x40).contains($0) ? $0 : nil }
    let list = mark == nil ? parameters : parameters.dropFirst()
    self.mark = mark
    self.final = final
    hasIntermediates = list.contains { $0 < 0x30 }
    // After a colon there are details of a parameter, which no key needs.
    numbers = list.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 0
    }
  }

  var beginsPaste: Bool { mark == nil && final == UInt8(ascii: "~") && number(0) == 200 }

  /// What it means; `nil` for answers and whatever is not known.
  var event: TerminalEvent? {
    guard !hasIntermediates else { return nil }
    switch (mark, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      return mouse
    case (nil, UInt8(ascii: "~")): return numbered.map(TerminalEvent.key)
    case (nil, UInt8(ascii: "u")): return coded(number(0), held: number(1)).map(TerminalEvent.key)
    case (nil, UInt8(ascii: "Z")): return .key(KeyChord(.tab, .shift))
    // With parameters this is the answer to the question for the cursor.
    case (nil, UInt8(ascii: "R")): return nil
    case (nil, _):
      return ControlSequence.letterKey(final).map { .key(KeyChord($0, modifiers(number(1)))) }
    default: return nil
    }
  }

  private func number(_ index: Int) -> Int { numbers.indices.contains(index) ? numbers[index] : 0 }

  private func modifiers(_ parameter: Int) -> KeyChord.Modifiers {
    KeyChord.Modifiers(parameter: parameter)
  }

  /// The keys whose sequences end in a letter.
  static func letterKey(_ letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .named(.up)
    case UInt8(ascii: "B"): .named(.down)
    case UInt8(ascii: "C"): .named(.right)
    case UInt8(ascii: "D"): .named(.left)
    case UInt8(ascii: "H"): .named(.home)
    case UInt8(ascii: "F"): .named(.end)
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }

  /// The keys whose sequences are a number and `~`.
  private var numbered: KeyChord? {
    let held = modifiers(number(1))
    switch number(0) {
    case 1, 7: return KeyChord(.home, held)
    case 2: return KeyChord(.insert, held)
    case 3: return KeyChord(.delete, held)
    case 4, 8: return KeyChord(.end, held)
    case 5: return KeyChord(.pageUp, held)
    case 6: return KeyChord(.pageDown, held)
    case let code where 11...15 ~= code: return KeyChord(.function(code - 10), held)
    case let code where 17...21 ~= code: return KeyChord(.function(code - 11), held)
    case let code where 23...24 ~= code: return KeyChord(.function(code - 12), held)
    case 27 where numbers.count == 3: return coded(number(2), held: number(1))
    default: return nil
    }
  }

  /// A key given by its code point, as terminals send it that report every chord.
  private func coded(_ code: Int, held parameter: Int) -> KeyChord? {
    let held = modifiers(parameter)
    switch code {
    case 9: return KeyChord(.tab, held)
    case 13: return KeyChord(.enter, held)
    case 27: return KeyChord(.escape, held)
    case 8, 127: return KeyChord(.backspace, held)
    case 0x20..<0x7F, 0xA0..<0xE000:
      guard let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      let character = Character(scalar)
      let isShifted = held.contains(.shift) && held.isDisjoint(with: [.ctrl, .alt])
      let upper = character.uppercased()
      return KeyChord(isShifted && upper.count == 1 ? Character(upper) : character, held)
    default: return nil
    }
  }

  private var mouse: TerminalEvent? {
    guard numbers.count == 3 else { return nil }
    let isRelease = final == UInt8(ascii: "m")
    return MouseEvent(code: number(0), column: number(1), row: number(2), isRelease: isRelease)
      .map(TerminalEvent.mouse)
  }
}

extension MouseEvent {
  /// Reads the number terminals send for what the mouse did; rows and columns count from one.
  init?(code: Int, column: Int, row: Int, isRelease: Bool) {
    guard column > 0, row > 0, let action = Action(code: code, isRelease: isRelease) else {
      return nil
    }
    var held: KeyChord.Modifiers = []
    if code & 4 != 0 { held.insert(.shift) }
    if code & 8 != 0 { held.insert(.alt) }
    if code & 16 != 0 { held.insert(.ctrl) }
    self.init(action, at: Position(row: row - 1, column: column - 1), modifiers: held)
  }
}

extension MouseEvent.Action {
  fileprivate init?(code: Int, isRelease: Bool) {
    let buttons: [MouseEvent.Button] = [.left, .middle, .right]
    let button = buttons.indices.contains(code & 3) ? buttons[code & 3] : nil
    let isMotion = code & 32 != 0
    switch (code & 0b1100_0000, button) {
    case (64, .left) where !isMotion: self = .wheelUp
    case (64, .middle) where !isMotion: self = .wheelDown
    case (0, _) where isRelease && !isMotion: self = .release
    case (0, nil) where isMotion: self = .move
    case (0, let button?): self = isMotion ? .drag(button) : .press(button)
    default: return nil
    }
  }
}
