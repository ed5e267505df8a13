/// Finds the encoded words (RFC 2047) of a header value.
package enum EncodedWords {
  /// The bytes of neighbouring words in one charset.
  package struct Run {
    /// The charset's name, without a language.
    package let charset: String
    /// The bytes that the words stand for.
    package fileprivate(set) var bytes: [UInt8] = []
    /// The payloads of the last words, while these are base64.
    fileprivate var base64: [ArraySlice<UInt8>] = []
  }

  /// Returns a value in which `text` replaces neighbouring words and the blanks between them.
  package static func replaced(
    in value: ArraySlice<UInt8>,
    by text: ([Run]) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var rest = value
    while let start = rest.firstIndex(of: UInt8(ascii: "=")) {
      guard let first = Word(rest[start...]) else {
        result += rest[...start]
        rest = rest[(start + 1)...]
        continue
      }
      result += rest[..<start]
      var words = [first]
      rest = rest[first.end...]
      while let next = Word(rest.drop(while: isBlank)) {
        words.append(next)
        rest = rest[next.end...]
      }
      result += text(runs(of: words))
    }
    return result + rest
  }

  /// Returns a value with the bytes of its words in place, whatever their charset.
  ///
  /// This reads links and ids, which are ASCII.
  static func asciiDecoded(_ value: [UInt8]) -> [UInt8] {
    replaced(in: value[...]) { $0.flatMap(\.bytes) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func runs(of words: [Word]) -> [Run] {
    var runs: [Run] = []
    for word in words {
      if runs.last?.charset.asciiLowercased != word.charset.asciiLowercased {
        if !runs.isEmpty { runs[runs.count - 1].endBase64() }
        runs.append(Run(charset: word.charset))
      }
      if word.isBase64 {
        runs[runs.count - 1].base64.append(word.payload)
      } else {
        runs[runs.count - 1].endBase64()
        runs[runs.count - 1].bytes += unquoted(word.payload)
      }
    }
    runs[runs.count - 1].endBase64()
    return runs
  }

  /// The bytes of a `Q` payload.
  private static func unquoted(_ payload: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = payload.startIndex
    while index < payload.endIndex {
      if payload[index] == UInt8(ascii: "="), index + 2 < payload.endIndex,
        let high = digit(payload[index + 1]), let low = digit(payload[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(payload[index] == UInt8(ascii: "_") ? 0x20 : payload[index])
        index += 1
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// One encoded word: `=?charset?encoding?payload?=`.
  private struct Word {
    let charset: String
    let isBase64: Bool
    let payload: ArraySlice<UInt8>

    var end: Int { payload.endIndex + 2 }

    init?(_ text: ArraySlice<UInt8>) {
      guard text.starts(with: [0x3D, 0x3F]) else { return nil }
      let name = text.dropFirst(2).prefix(64).prefix { $0 != 0x3F && $0 > 0x20 }
      let mark = name.endIndex
      guard mark + 3 < text.endIndex, text[mark] == 0x3F, text[mark + 2] == 0x3F else { return nil }
      let encoding = text[mark + 1] | 0x20
      guard encoding == UInt8(ascii: "b") || encoding == UInt8(ascii: "q") else { return nil }
      payload = text[(mark + 3)...].prefix { $0 != 0x3F && $0 != 0x0A }
      guard text[payload.endIndex...].starts(with: [0x3F, 0x3D]) else { return nil }
      charset = String(decoding: name.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
      isBase64 = encoding == UInt8(ascii: "b")
    }
  }
}

extension EncodedWords.Run {
  /// Decodes the base64 payloads: one by one if each is whole, joined if a group was cut.
  fileprivate mutating func endBase64() {
    guard !base64.isEmpty else { return }
    if base64.allSatisfy({ Base64(decoding: $0).isWhole }) {
      for payload in base64 { bytes += Base64(decoding: payload).bytes }
    } else {
      bytes += Base64(decoding: base64.joined()).bytes
    }
    base64 = []
  }

  /// Decoded base64 that may go on behind padding.
  private struct Base64 {
    var bytes: [UInt8] = []
    /// Whether no group of four was cut; missing padding is no cut.
    var isWhole = true

    init(decoding payload: some Sequence<UInt8>) {
      var (group, digits, padding): (UInt32, Int, Int) = (0, 0, 0)
      for byte in payload {
        if byte == UInt8(ascii: "=") {
          padding += 1
          continue
        }
        guard let value = Self.value(byte) else { continue }
        if padding > 0 {
          end(&group, &digits, padding)
          padding = 0
        }
        group = group << 6 | UInt32(value)
        digits += 1
        if digits == 4 {
          bytes += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
          (group, digits) = (0, 0)
        }
      }
      end(&group, &digits, padding)
    }

    /// Takes the bytes of a group that is not full.
    private mutating func end(_ group: inout UInt32, _ digits: inout Int, _ padding: Int) {
      if padding > 0, digits + padding != 4 { isWhole = false }
      guard digits > 0 else { return }
      let bits = digits * 6
      for shift in stride(from: bits - 8, through: 0, by: -8) {
        bytes.append(UInt8(group >> UInt32(shift) & 0xFF))
      }
      let isEven = group & (1 << UInt32(bits % 8) - 1) == 0
      if digits == 1 || !isEven { isWhole = false }
      (group, digits) = (0, 0)
    }

    private static func value(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x41...0x5A: byte - 0x41
      case 0x61...0x7A: byte - 0x47
      case 0x30...0x39: byte + 4
      case UInt8(ascii: "+"): 62
      case UInt8(ascii: "/"): 63
      default: nil
      }
    }
  }
}
