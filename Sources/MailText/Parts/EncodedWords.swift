import CGMime

/// Prepares the encoded words (RFC 2047) of a header for GMime.
///
/// Words in a character set that is not on our list become ISO 8859-1, as texts do. And GMime 3.2.13
/// must be kept from losing text: it joins neighbouring words before it decodes them, and its base64
/// decoder stops at the padding of the first. So all words are put into the other encoding, `Q`.
struct EncodedWords {
  private var result: [UInt8] = []

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
        words.result.append(value[index])
        index += 1
      }
    }
    return words.result
  }

  private mutating func take(_ word: Word) {
    let name = String(decoding: word.charset, as: UTF8.self)
    let isKnown = Charset(String(name.prefix { $0 != "*" })) != nil
    result += [0x3d, 0x3f] + (isKnown ? Array(word.charset) : Array(Charset.latin1.name.utf8))
    result += word.isBase64 ? Self.quoted(word.payload) : Array(word.rest)
  }

  /// Returns the end of a word whose payload was base64.
  private static func quoted(_ payload: ArraySlice<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = [UInt8](repeating: 0, count: payload.count + 4)
    var (state, saved): (Int32, guint32) = (0, 0)
    let count = payload.withUnsafeBufferPointer { input in
      g_mime_encoding_base64_decode_step(input.baseAddress, input.count, &bytes, &state, &saved)
    }
    var word = Array("?Q?".utf8)
    for byte in bytes[0..<count] {
      word += [0x3d, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return word + [0x3f, 0x3d]
  }

  /// One encoded word: `=?charset?encoding?payload?=`.
  private struct Word {
    let charset: ArraySlice<UInt8>
    /// From the mark behind the character set to the end.
    let rest: ArraySlice<UInt8>

    var end: Int { rest.endIndex }
    var isBase64: Bool { rest[rest.startIndex + 1] | 0x20 == UInt8(ascii: "b") }
    var payload: ArraySlice<UInt8> { rest.dropFirst(3).dropLast(2) }

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
