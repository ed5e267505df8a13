import CGMime
import Glibc
import TriageCore

/// Finds out what text bytes are, whatever their label says.
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
    let name = declared.lowercased().filter { $0 != " " && $0 != "\"" && $0 != "'" }
    guard let converter = Self.converters[name] ?? Self.numbered(name) else { return nil }
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

  /// The families whose names differ by a number only.
  private static func numbered(_ name: String) -> String? {
    for prefix in ["iso-8859-", "iso8859-", "iso_8859-", "iso8859_"] where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count).prefix { $0 != "-" && $0 != ":" }
      guard let number = Int(rest), (1...16).contains(number), number != 12 else { return nil }
      return "ISO-8859-\(number)"
    }
    for prefix in ["windows-", "cp-", "cp", "x-cp", "win-"] where name.hasPrefix(prefix) {
      guard let number = Int(name.dropFirst(prefix.count)) else { continue }
      if (1250...1258).contains(number) || pages.contains(number) { return "CP\(number)" }
    }
    for prefix in ["ibm", "ibm-"] where name.hasPrefix(prefix) {
      guard let number = Int(name.dropFirst(prefix.count)) else { continue }
      if pages.contains(number) { return "CP\(number)" }
    }
    return nil
  }

  private static let pages: Set = [437, 850, 852, 855, 857, 858, 860, 861, 862, 863, 865, 866, 874]

  private static let converters: [String: String] = [
    "utf-8": "UTF-8", "utf8": "UTF-8", "unicode-1-1-utf-8": "UTF-8",
    "us-ascii": "UTF-8", "ascii": "UTF-8", "ansi_x3.4-1968": "UTF-8", "646": "UTF-8",
    "utf-16": "UTF-16", "utf-16le": "UTF-16LE", "utf-16be": "UTF-16BE", "ucs-2": "UTF-16",
    "utf-32": "UTF-32", "utf-32le": "UTF-32LE", "utf-32be": "UTF-32BE",
    "latin1": "ISO-8859-1", "latin-1": "ISO-8859-1", "l1": "ISO-8859-1", "latin2": "ISO-8859-2",
    "latin9": "ISO-8859-15", "iso-8859-8-i": "ISO-8859-8", "iso-8859-8-e": "ISO-8859-8",
    "koi8-r": "KOI8-R", "koi8r": "KOI8-R", "koi8-u": "KOI8-U", "koi8-ru": "KOI8-U",
    "gb2312": "GB18030", "gb_2312-80": "GB18030", "gbk": "GB18030", "gb18030": "GB18030",
    "cp936": "GB18030", "x-gbk": "GB18030", "euc-cn": "GB18030",
    "big5": "BIG5-HKSCS", "big5-hkscs": "BIG5-HKSCS", "cp950": "CP950", "x-big5": "BIG5-HKSCS",
    "euc-tw": "EUC-TW", "iso-2022-cn": "ISO-2022-CN",
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932",
    "ms_kanji": "CP932", "cp932": "CP932", "windows-31j": "CP932",
    "iso-2022-jp": "ISO-2022-JP-3", "iso-2022-jp-1": "ISO-2022-JP-3",
    "iso-2022-jp-2": "ISO-2022-JP-2", "iso-2022-jp-3": "ISO-2022-JP-3", "euc-jp": "EUC-JP-MS",
    "x-euc-jp": "EUC-JP-MS",
    "euc-kr": "CP949", "ks_c_5601-1987": "CP949", "ks_c_5601": "CP949", "ksc5601": "CP949",
    "cp949": "CP949", "uhc": "CP949", "iso-2022-kr": "ISO-2022-KR", "johab": "JOHAB",
    "tis-620": "TIS-620", "macintosh": "MACINTOSH", "mac": "MACINTOSH", "viscii": "VISCII",
    "windows-874": "CP874", "armscii-8": "ARMSCII-8", "georgian-ps": "GEORGIAN-PS",
    "ptcp154": "PTCP154", "mac-cyrillic": "MAC-CYRILLIC", "x-mac-cyrillic": "MAC-CYRILLIC",
  ]
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
    conversion.run(handle, bytes)
    return (conversion.text, conversion.flaws)
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

  mutating func run(_ handle: iconv_t, _ bytes: [UInt8]) {
    var room = [CChar](repeating: 0, count: 1 << 16)
    var input = bytes
    input.withUnsafeMutableBytes { raw in
      var next = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = raw.count
      while left > 0 {
        let code = step(handle, &next, &left, &room)
        if code == E2BIG { continue }
        guard code != 0, left > 0 else { break }
        // An invalid byte, or a sequence that the text ends in.
        flaws += 1
        text.append(contentsOf: [0xef, 0xbf, 0xbd])
        next = next.map { $0 + 1 }
        left = code == EINVAL ? 0 : left - 1
      }
    }
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
