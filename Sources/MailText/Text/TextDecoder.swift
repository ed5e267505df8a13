import CGMime
import Glibc
import TriageCore

/// Finds out what text bytes are, whatever their label says.
struct TextDecoder {
  /// UTF-8, perhaps with faults, with line feeds only.
  var text: [UInt8] = []
  var notice: ContentNotice?

  /// Decodes bytes whose part has this `charset`, if any; words of a header keep their line ends.
  init(_ bytes: [UInt8], declared: String?, isWord: Bool = false) {
    let label = declared.flatMap { $0.isEmpty ? nil : $0 }
    let known = label.flatMap(Charset.init)
    if let label, known == nil {
      decodeRefused(bytes, label: label)
    } else {
      decode(bytes, as: known)
    }
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    if !isWord { text = Self.withoutReturns(text) }
  }

  private mutating func decode(_ bytes: [UInt8], as known: Charset?) {
    guard let known, known.converter != "UTF-8" else {
      return decodeUnicode(bytes, isDeclared: known?.name.contains("utf") == true)
    }
    // Windows letters under the name of their ISO relatives are more common than C1 controls.
    let hasC1 = bytes.contains { (0x80...0x9f).contains($0) }
    let twin = hasC1 ? known.windowsTwin()?.convert(bytes) : nil
    guard let converted = twin?.flaws == 0 ? twin : known.convert(bytes) else {
      return decodeRefused(bytes, label: known.name)
    }
    text = converted.text
    // Seven bits are no sign of UTF-8: escape sequences have no others.
    if converted.flaws > 0, converted.flaws * 20 > bytes.count,
      bytes.contains(where: { $0 > 0x7f }),
      Self.isUnicode(bytes)
    {
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
    let assumed = isPlain ? Charset.utf8 : .latin1
    notice = .charsetRefused(label.cut(toBytes: 40), assumed.name)
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
    let whole = withoutCutCharacter(bytes)
    var (good, bad) = (0, 0)
    var codec = UTF8()
    var iterator = whole.makeIterator()
    while true {
      switch codec.decode(&iterator) {
      case .scalarValue(let scalar): good += scalar.value > 0x7f ? 1 : 0
      case .error: bad += 1
      case .emptyInput:
        return good > 0 && good * 3 >= bad || bad == 0 && whole.count < bytes.count
      }
    }
  }

  /// The bytes without a character of UTF-8 that they end in, if it has lost its last bytes only.
  private static func withoutCutCharacter(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let tail = bytes.suffix(2).reversed().prefix { $0 & 0xc0 == 0x80 }.count
    guard tail > 0, let lead = bytes.dropLast(tail).last else { return bytes[...] }
    let isCut = tail == 1 ? (0xe0..<0xf5).contains(lead) : (0xf0..<0xf5).contains(lead)
    return isCut ? bytes.dropLast(tail + 1) : bytes[...]
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

/// A character set we agree to read.
struct Charset: Hashable, Sendable {
  /// The name as it is shown.
  let name: String
  /// The name that iconv knows it by: a superset where mail is known to need one.
  let converter: String

  static let utf8 = Charset(name: "utf-8", converter: "UTF-8")
  static let ascii = Charset(name: "us-ascii", converter: "UTF-8")
  static let latin1 = Charset(name: "iso-8859-1", converter: "ISO-8859-1")
  static let windows1252 = Charset(name: "windows-1252", converter: "CP1252")

  private init(name: String, converter: String) {
    self.name = name
    self.converter = converter
  }

  /// Finds a character set on the list by any of its names.
  ///
  /// - Returns: `nil` for what is not on it: UTF-7 and other disguises, paths, nonsense.
  init?(_ declared: String) {
    guard let converter = CharsetNames.converter(declared) else { return nil }
    let name = declared.lowercased().filter { $0 != " " && $0 != "\"" && $0 != "'" }
    self.init(name: name, converter: converter)
  }

  /// What a text in this character set most likely is if it has bytes that only Windows uses.
  func windowsTwin() -> Charset? {
    let twins = [
      "ISO-8859-1": "1252", "ISO-8859-2": "1250", "ISO-8859-4": "1257", "ISO-8859-5": "1251",
      "ISO-8859-6": "1256", "ISO-8859-7": "1253", "ISO-8859-8": "1255", "ISO-8859-9": "1254",
      "ISO-8859-13": "1257",
    ]
    return twins[converter].map { Charset(name: "windows-\($0)", converter: "CP\($0)") }
  }
}

extension Charset {
  /// Converts bytes to UTF-8; what the converter does not understand becomes U+FFFD.
  ///
  /// - Returns: `nil` if the system has no converter for this character set.
  func convert(_ bytes: [UInt8]) -> (text: [UInt8], flaws: Int)? {
    guard let handle = iconv_open("UTF-8", converter), Int(bitPattern: handle) != -1 else {
      return nil
    }
    defer { iconv_close(handle) }
    var conversion = Conversion(bytes.count)
    conversion.run(handle, bytes) { rescue(bytes[$0...]) }
    if converter == "EUC-JP-MS" { conversion.text = Self.withNECRows(conversion.text) }
    return (conversion.text, conversion.flaws)
  }

  /// Returns a character that the converter lacks though mail in this charset has it.
  private func rescue(_ rest: ArraySlice<UInt8>) -> (text: [UInt8], length: Int)? {
    guard let first = rest.first else { return nil }
    let pair = Array(rest.prefix(2))
    switch converter {
    case "GB18030" where first == 0x80: return (Array("€".utf8), 1)
    case "BIG5-HKSCS": return Self.whole(pair, as: "CP950").map { ($0, 2) }
    case "ISO-2022-JP-3", "ISO-2022-JP-2":
      guard pair.count == 2, pair.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
      return Self.windowsJapanese(row: Int(pair[0]) - 0x21, cell: Int(pair[1]) - 0x21).map {
        ($0, 2)
      }
    default: return nil
    }
  }

  /// Puts the rows that NEC added to JIS X 0208 in the place of the private characters that glibc has
  /// for them.
  private static func withNECRows(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0xee) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let position = Int(scalar.value) - 0xe000
      let (row, cell) = (84 + position / 94, position % 94)
      let found = (88...91).contains(row) ? windowsJapanese(row: row, cell: cell) : nil
      if let found {
        result.append(contentsOf: String(decoding: found, as: UTF8.self).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return Array(String(result).utf8)
  }

  /// Returns a character of JIS X 0208 with the rows that Windows adds, counted from 0.
  private static func windowsJapanese(row: Int, cell: Int) -> [UInt8]? {
    let lead = row / 2 + (row < 62 ? 0x81 : 0xc1)
    let trail = row % 2 == 1 ? cell + 0x9f : cell + (cell < 63 ? 0x40 : 0x41)
    return whole([UInt8(lead), UInt8(trail)], as: "CP932")
  }

  /// Converts one character; `nil` if there is none, or only one for private use.
  private static func whole(_ bytes: [UInt8], as converter: String) -> [UInt8]? {
    let charset = Charset(name: converter, converter: converter)
    guard let (text, flaws) = charset.convert(bytes), flaws == 0 else { return nil }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    let isPrivate = scalars.contains { (0xe000...0xf8ff).contains($0.value) }
    return scalars.count == 1 && !isPrivate ? text : nil
  }
}

/// Text that another program has written in a person's locale.
package enum LocaleText {
  /// Returns bytes as text; `nil` if nobody knows the charset, or if they are none of it.
  package static func read(_ bytes: [UInt8], in charset: String) -> String? {
    guard let (text, flaws) = Charset(charset)?.convert(bytes), flaws == 0 else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}

/// One run of iconv.
private struct Conversion {
  var text: [UInt8] = []
  var flaws = 0

  init(_ count: Int) { text.reserveCapacity(count + count / 2) }

  /// Converts bytes; `rescue` is asked for the character at a position that iconv has refused.
  mutating func run(
    _ handle: iconv_t,
    _ bytes: [UInt8],
    rescue: (Int) -> (text: [UInt8], length: Int)?
  ) {
    var room = [CChar](repeating: 0, count: 1 << 16)
    var input = bytes
    input.withUnsafeMutableBytes { raw in
      var next = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = raw.count
      while left > 0 {
        let code = step(handle, &next, &left, &room)
        if code == E2BIG { continue }
        guard code != 0, left > 0 else { break }
        if code == EILSEQ, let (found, length) = rescue(bytes.count - left) {
          text += found
          next = next.map { $0 + length }
          left -= length
          continue
        }
        // An invalid byte, or a sequence that the text ends in.
        flaws += 1
        text.append(contentsOf: [0xef, 0xbf, 0xbd])
        next = next.map { $0 + 1 }
        left = code == EINVAL ? 0 : left - 1
      }
    }
    flush(handle)
  }

  /// Takes the last letter from converters that wait for a mark to combine it with.
  private mutating func flush(_ handle: iconv_t) {
    var room = [CChar](repeating: 0, count: 64)
    let count = room.withUnsafeMutableBufferPointer { buffer in
      var out = buffer.baseAddress
      var free = buffer.count
      iconv(handle, nil, nil, &out, &free)
      return buffer.count - free
    }
    text += room[..<count].map { UInt8(bitPattern: $0) }
  }

  /// Converts what fits and returns the error number, 0 if none.
  private mutating func step(
    _ handle: iconv_t,
    _ next: inout UnsafeMutablePointer<CChar>?,
    _ left: inout Int,
    _ room: inout [CChar]
  ) -> Int32 {
    room.withUnsafeMutableBufferPointer { buffer in
      var out = buffer.baseAddress
      var free = buffer.count
      let result = iconv(handle, &next, &left, &out, &free)
      let code = result == Int(bitPattern: UInt.max) || result == -1 ? errno : 0
      let written = UnsafeRawBufferPointer(start: buffer.baseAddress, count: buffer.count - free)
      text.append(contentsOf: written)
      return code
    }
  }
}
