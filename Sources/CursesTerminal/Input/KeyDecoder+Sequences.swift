import Screen

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
    guard let final = bytes.dropFirst(length).first else {
      return length > 64 ? .string(count: 2) : .incomplete(.long)
    }
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
