import TriageCore

/// Finds out what bytes say, whatever their label says.
struct TextDecoder {
  /// UTF-8, perhaps with faults, with line feeds only.
  var text: [UInt8] = []
  var notice: ContentNotice?

  /// Decodes bytes whose part has this `charset`, if any.
  init(_ bytes: [UInt8], declared: String?) {
    let label = declared.flatMap { $0.isEmpty ? nil : $0 }
    let known = label.flatMap(Charset.init)
    if let label, known == nil {
      decodeRefused(bytes, label: label)
    } else {
      decode(bytes, as: known)
    }
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    text = Self.withoutReturns(text)
  }

  private mutating func decode(_ bytes: [UInt8], as known: Charset?) {
    guard let known, known.converter != "UTF-8" else {
      return decodeUnicode(bytes, isDeclared: known == .utf8)
    }
    // Windows letters under the name of their ISO relatives are more common than C1 controls.
    let hasC1 = bytes.contains { (0x80...0x9f).contains($0) }
    let twin = hasC1 ? known.windowsTwin()?.convert(bytes) : nil
    guard let converted = twin?.flaws == 0 ? twin : known.convert(bytes) else {
      return decodeRefused(bytes, label: known.name)
    }
    text = converted.text
    if converted.flaws > 0, converted.flaws * 20 > bytes.count, Self.isUnicode(bytes) {
      text = bytes
      notice = .charsetGuessed(Charset.utf8.name)
    }
  }

  /// Text that is said to be Unicode or ASCII, or of which nothing is said.
  private mutating func decodeUnicode(_ bytes: [UInt8], isDeclared: Bool) {
    if Self.isUnicode(bytes) {
      text = bytes
      guard !isDeclared, let guess = Self.escapes(in: bytes),
        let converted = guess.convert(bytes), converted.flaws == 0
      else { return }
      (text, notice) = (converted.text, .charsetGuessed(guess.name))
    } else if let marked = Self.byteOrderMark(bytes), let converted = marked.convert(bytes) {
      (text, notice) = (converted.text, .charsetGuessed(marked.name))
    } else if isDeclared, Self.isMostlyUnicode(bytes) {
      text = bytes
    } else {
      let guess = Charset.windows1252
      (text, notice) = (guess.convert(bytes)?.text ?? bytes, .charsetGuessed(guess.name))
    }
  }

  /// Text under a name that is not on the list: every byte is a character, so nothing can hide.
  private mutating func decodeRefused(_ bytes: [UInt8], label: String) {
    let isPlain = Self.isUnicode(bytes)
    text = isPlain ? bytes : Charset.latin1.convert(bytes)?.text ?? bytes
    let taken = isPlain ? Charset.utf8 : .latin1
    notice = .charsetRefused(label.cut(toBytes: 40), taken.name)
  }
}

// MARK: - What bytes look like

extension TextDecoder {
  private static func isUnicode(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
  }

  /// Whether there are good sequences of several bytes, and not too many bad bytes beside them.
  ///
  /// In text of eight-bit character sets such sequences hardly ever occur.
  private static func isMostlyUnicode(_ bytes: [UInt8]) -> Bool {
    var (good, bad) = (0, 0)
    var codec = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch codec.decode(&iterator) {
      case .scalarValue(let scalar): good += scalar.value > 0x7f ? 1 : 0
      case .error: bad += 1
      case .emptyInput: return good > 0 && good * 3 >= bad
      }
    }
  }

  /// The character set whose escape sequences are in a text of seven bits.
  private static func escapes(in bytes: [UInt8]) -> Charset? {
    var index = 0
    while let escape = bytes[index...].firstIndex(of: 0x1b), escape + 2 < bytes.count {
      if bytes[escape + 1] == UInt8(ascii: "$"),
        [UInt8(ascii: "B"), UInt8(ascii: "@")].contains(bytes[escape + 2])
      {
        return Charset("iso-2022-jp")
      }
      index = escape + 1
    }
    return nil
  }

  private static func byteOrderMark(_ bytes: [UInt8]) -> Charset? {
    guard bytes.count > 3 else { return nil }
    return switch (bytes[0], bytes[1]) {
    case (0xff, 0xfe), (0xfe, 0xff): Charset("utf-16")
    default: nil
    }
  }

  /// Makes CR LF a line feed; a CR alone stays, to be seen, but for one that ends the text.
  private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0d) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0d, index + 1 == bytes.count || bytes[index + 1] == 0x0a { continue }
      result.append(byte)
    }
    return result
  }
}
