import Screen

extension KeyDecoder {
  /// Returns what the first bytes mean, outside pastes and strings.
  func step(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return .incomplete(.short) }
    return switch first {
    case 0x1B: stepEscape(bytes)
    case 0..<0x20, 0x7F: .done(.key(control(first, [])), count: 1)
    default: stepCharacter(bytes, after: 0, [])
    }
  }

  private func control(_ byte: UInt8, _ modifiers: KeyChord.Modifiers) -> KeyChord {
    switch byte {
    case 0x00: KeyChord(" ", modifiers.union(.ctrl))
    case 0x08 where erasesWithControlH: KeyChord(.backspace, modifiers)
    case 0x7F: KeyChord(.backspace, modifiers)
    default: KeyChord(Character(Unicode.Scalar(byte | 0x40)), modifiers.union(.ctrl))
    }
  }

  /// Reads one character of UTF-8; what is none is nothing.
  private func stepCharacter(
    _ bytes: ArraySlice<UInt8>,
    after prefix: Int,
    _ modifiers: KeyChord.Modifiers
  ) -> Step {
    let rest = bytes.dropFirst(prefix)
    guard let first = rest.first else { return .incomplete(.short) }
    let length =
      switch first {
      case 0..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    let following = rest.dropFirst().prefix(max(0, length - 1)).prefix { $0 & 0xC0 == 0x80 }
    let present = 1 + following.count
    if present < length, present == rest.count { return .incomplete(.short) }
    guard present == length, let text = String(validating: rest.prefix(length), as: UTF8.self),
      let character = text.first, !(0x7F..<0xA0).contains(text.unicodeScalars.first?.value ?? 0)
    else { return .done(nil, count: prefix + present) }
    return .done(.key(KeyChord(character, modifiers)), count: prefix + length)
  }

  private func stepEscape(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let second = bytes.dropFirst().first else { return .incomplete(.short) }
    switch second {
    case UInt8(ascii: "["): return stepControlSequence(bytes)
    case UInt8(ascii: "O"): return stepSingleShift(bytes)
    case _ where StringCollector.introducers.contains(second):
      return stepString(bytes, introducer: second)
    case 0x1B: return stepTwoEscapes(bytes)
    case 0..<0x20, 0x7F: return .done(.key(control(second, .alt)), count: 2)
    default: return stepCharacter(bytes, after: 1, .alt)
    }
  }

  /// Some terminals send Alt with an arrow as an escape before the arrow's own sequence.
  private func stepTwoEscapes(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let third = bytes.dropFirst(2).first else { return .incomplete(.short) }
    guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else {
      return .done(.key(KeyChord(.escape)), count: 1)
    }
    let inner =
      third == UInt8(ascii: "[")
      ? stepControlSequence(bytes.dropFirst()) : stepSingleShift(bytes.dropFirst())
    guard case .done(let event, let count) = inner else { return inner.after(1) }
    guard case .key(let chord) = event else { return .done(event, count: count + 1) }
    return .done(.key(KeyChord(chord.key, chord.modifiers.union(.alt))), count: count + 1)
  }

  /// A string only if it looks like one: `Alt-_` and `Alt-P` begin in the same way.
  private func stepString(_ bytes: ArraySlice<UInt8>, introducer: UInt8) -> Step {
    guard let third = bytes.dropFirst(2).first else { return .incomplete(.short) }
    let isString =
      StringCollector.isLikely(introducer: introducer, next: third)
      || StringCollector.isWhole(bytes.dropFirst(2), introducer: introducer)
    return isString ? .string(count: 2) : stepCharacter(bytes, after: 1, .alt)
  }
}

extension KeyDecoder.Step {
  /// The same, with some bytes before it.
  fileprivate func after(_ count: Int) -> KeyDecoder.Step {
    switch self {
    case .done(let event, let inner): .done(event, count: inner + count)
    case .paste(let inner): .paste(count: inner + count)
    case .string(let inner): .string(count: inner + count)
    case .incomplete: self
    }
  }
}

extension KeyDecoder {
  /// Reads `ESC [ … final`.
  func stepControlSequence(_ bytes: ArraySlice<UInt8>) -> Step {
    if let (chord, count) = knownKey(bytes) { return .done(.key(chord), count: count) }
    guard let third = bytes.dropFirst(2).first else { return .incomplete(.long) }
    if third == UInt8(ascii: "[") {
      // The Linux console's first function keys: ESC [ [ A.
      return stepConsoleKey(bytes)
    }
    if third == UInt8(ascii: "M") { return stepOldMouse(bytes) }
    let parameters = bytes.dropFirst(2).prefix { (0x20..<0x40).contains($0) }
    let length = 2 + parameters.count
    // Whatever is so long is no key, in one piece or in several.
    guard length <= 64 else { return .string(count: 2) }
    guard let final = bytes.dropFirst(length).first else { return .incomplete(.long) }
    // Whatever cannot end it begins something else.
    guard (0x40..<0x7F).contains(final) else { return .done(nil, count: length) }
    let sequence = ControlSequence(parameters: parameters, final: final)
    if sequence.beginsPaste { return .paste(count: length + 1) }
    return .done(sequence.event, count: length + 1)
  }

  private func stepConsoleKey(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let fourth = bytes.dropFirst(3).first else { return .incomplete(.long) }
    let number = Int(fourth) - Int(UInt8(ascii: "A")) + 1
    guard (1...5).contains(number) else { return .done(nil, count: 4) }
    return .done(.key(KeyChord(.function(number))), count: 4)
  }

  /// The mouse as it was reported before there was a better way: three bytes after `ESC [ M`.
  private func stepOldMouse(_ bytes: ArraySlice<UInt8>) -> Step {
    let values = bytes.dropFirst(3).prefix(3).map { Int($0) - 32 }
    guard values.count == 3 else { return .incomplete(.long) }
    let event = MouseEvent(
      code: values[0],
      column: values[1],
      row: values[2],
      isRelease: values[0] & 0b1100_0011 == 3
    )
    return .done(event.map(TerminalEvent.mouse), count: 6)
  }

  /// Reads `ESC O x`; after anything unknown it was `Alt-O`.
  func stepSingleShift(_ bytes: ArraySlice<UInt8>) -> Step {
    if let (chord, count) = knownKey(bytes) { return .done(.key(chord), count: count) }
    let digits = bytes.dropFirst(2).prefix { (0x30..<0x3A).contains($0) }
    guard let final = bytes.dropFirst(2 + digits.count).first else { return .incomplete(.long) }
    guard let key = KeyDecoder.keypad[final] else {
      return .done(.key(KeyChord("O" as Character, .alt)), count: 2)
    }
    let held = KeyChord.Modifiers(parameter: Int(String(decoding: digits, as: UTF8.self)) ?? 1)
    return .done(.key(KeyChord(key, held)), count: 3 + digits.count)
  }

  /// Finds the key of terminfo whose sequence the bytes begin with.
  private func knownKey(_ bytes: ArraySlice<UInt8>) -> (KeyChord, Int)? {
    for count in 3...max(3, min(8, bytes.count)) {
      if let chord = keys[Array(bytes.prefix(count))] { return (chord, count) }
    }
    return nil
  }

  /// What follows `ESC O`: arrows, function keys and the keypad.
  private static let keypad: [UInt8: Key] = {
    var keys: [UInt8: Key] = [
      UInt8(ascii: "M"): .named(.enter), UInt8(ascii: "X"): .character("="),
    ]
    for (index, character) in "*+,-./0123456789".enumerated() {
      keys[UInt8(ascii: "j") + UInt8(index)] = .character(character)
    }
    for letter in "ABCDHFPQRS".utf8 { keys[letter] = ControlSequence.letterKey(letter) }
    return keys
  }()
}
