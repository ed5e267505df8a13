/// Prepares the encoded words (RFC 2047) of a header for GMime.
///
/// Words in a character set that is not on our list become ISO 8859-1, as texts do. And GMime 3.2.13
/// must be kept from losing text: it joins neighbouring words of one character set before it decodes
/// them, and its base64 decoder stops at the padding of the first. Words whose character sets are
/// spelled differently are not joined.
struct EncodedWords {
  private var result: [UInt8] = []
  /// Whether a padded word has just ended, and how its character set was spelled.
  private var padded: [UInt8]?

  private init() {}

  /// Returns a header value that GMime decodes as it should.
  static func prepared(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var words = EncodedWords()
    words.result.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      if let word = Word(value[index...]) {
        words.take(word)
        index = word.end
      } else {
        if value[index] > 0x20 { words.padded = nil }
        words.result.append(value[index])
        index += 1
      }
    }
    return words.result
  }

  private mutating func take(_ word: Word) {
    let name = String(decoding: word.charset, as: UTF8.self)
    let isKnown = Charset(String(name.prefix { $0 != "*" })) != nil
    var charset = isKnown ? Array(word.charset) : Array(Charset.latin1.name.utf8)
    if charset == padded, let letter = charset.firstIndex(where: Self.isLetter) {
      charset[letter] ^= 0x20
    }
    result += [0x3d, 0x3f] + charset + word.rest
    padded = word.isPadded ? charset : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte & 0xdf) }

  /// One encoded word: `=?charset?encoding?payload?=`.
  private struct Word {
    let charset: ArraySlice<UInt8>
    /// From the mark behind the character set to the end.
    let rest: ArraySlice<UInt8>

    var end: Int { rest.endIndex }
    var isPadded: Bool { rest.dropLast(2).last == 0x3d }

    init?(_ text: ArraySlice<UInt8>) {
      guard text.starts(with: [0x3d, 0x3f]) else { return nil }
      let name = text.dropFirst(2).prefix(64).prefix { $0 != 0x3f && $0 > 0x20 }
      let mark = name.endIndex
      guard mark + 3 < text.endIndex, text[mark] == 0x3f, text[mark + 2] == 0x3f else { return nil }
      let payload = text[(mark + 3)...].prefix { $0 != 0x3f && $0 != 0x0a }
      guard text[payload.endIndex...].starts(with: [0x3f, 0x3d]) else { return nil }
      charset = name
      rest = text[mark..<(payload.endIndex + 2)]
    }
  }
}
