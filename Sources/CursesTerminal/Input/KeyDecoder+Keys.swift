import Screen

extension KeyDecoder {
  /// Returns what the first bytes come to, outside pastes and strings.
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
    let taken = 1 + following.count
    if taken < length, taken == rest.count { return .incomplete(.short) }
    guard taken == length, let text = String(validating: rest.prefix(length), as: UTF8.self),
      let character = text.first, !(0x7F..<0xA0).contains(text.unicodeScalars.first?.value ?? 0)
    else { return .done(nil, count: prefix + taken) }
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
