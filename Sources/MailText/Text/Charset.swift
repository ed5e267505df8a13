import CGMime
import Glibc

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
