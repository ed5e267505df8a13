/// Decodes character references as HTML 13.2.5.72–80 does; the parser knows those of HTML 4 only.
enum HTMLReferences {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// No name is longer.
  private static let longestName = 32

  /// Adds what the reference stands for that begins at `index`, in a form the parser reads.
  ///
  /// - Returns: Where the reference ends; `nil` if there is none, and nothing was added.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at index: Int,
    inAttribute: Bool,
    to result: inout [UInt8]
  ) -> Int? {
    if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "#") {
      return decodeNumber(bytes, at: index, to: &result)
    }
    let run = bytes[(index + 1)...].prefix(longestName)
    let end = run.firstIndex { !$0.isLetterOrDigit } ?? run.endIndex
    if end < bytes.count, bytes[end] == UInt8(ascii: ";"),
      let found = find(bytes, index + 1..<end)
    {
      result.append(contentsOf: found.text)
      return end + 1
    }
    // Without semicolon, the longest beginning that is a name; in a link it may be a parameter's.
    for end in stride(from: min(end, index + 7), to: index + 2, by: -1) {
      guard let found = find(bytes, index + 1..<end), found.needsNoSemicolon else { continue }
      let isParameter =
        end < bytes.count && (bytes[end] == UInt8(ascii: "=") || bytes[end].isLetterOrDigit)
      if inAttribute, isParameter { return nil }
      result.append(contentsOf: found.text)
      return end
    }
    return nil
  }

  private static func decodeNumber(
    _ bytes: Bytes,
    at index: Int,
    to result: inout [UInt8]
  ) -> Int? {
    var next = index + 2
    let isHex = next < bytes.count && bytes[next] | 0x20 == UInt8(ascii: "x")
    if isHex { next += 1 }
    var value: UInt32?
    while next < bytes.count, let digit = Character(Unicode.Scalar(bytes[next])).hexDigitValue,
      isHex || digit < 10
    {
      value = min((value ?? 0) * (isHex ? 16 : 10) + UInt32(digit), 0x110000)
      next += 1
    }
    guard let value else {
      // The parser would drop it.
      result.append(contentsOf: "&#38;".utf8)
      return index + 1
    }
    if next < bytes.count, bytes[next] == UInt8(ascii: ";") { next += 1 }
    result.append(contentsOf: text(of: value).utf8)
    return next
  }

  private static func text(of value: UInt32) -> String {
    let isC1 = (0x80...0x9f).contains(value)
    let code = isC1 ? UInt32(windows1252[Int(value - 0x80)]) : value
    guard code > 0, code & 0xfffe != 0xfffe, let scalar = Unicode.Scalar(code) else {
      return "\u{fffd}"
    }
    return scalar.isASCII ? "&#\(code);" : String(Character(scalar))
  }

  /// What 80 to 9F mean: controls where windows-1252 has no character.
  private static let windows1252: [UInt16] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
    0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc,
    0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
  ]

  /// Looks a name up in the sorted table.
  private static func find(
    _ bytes: Bytes,
    _ name: Range<Int>
  ) -> (text: Slice<Bytes>, needsNoSemicolon: Bool)? {
    let table = Bytes(start: entities.utf8Start, count: entities.utf8CodeUnitCount)
    var (low, high) = (0, table.count)
    while low < high {
      let middle = (low + high) / 2
      let start = table[low..<middle].lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? low
      let end = table[middle..<high].firstIndex { $0 <= 0x20 } ?? high
      let entry = table[start..<end]
      let sign = entry.firstIndex { !$0.isLetterOrDigit } ?? end
      if entry[..<sign].elementsEqual(bytes[name]) {
        return (entry[(sign + 1)...], entry[sign] == UInt8(ascii: ":"))
      }
      if entry[..<sign].lexicographicallyPrecedes(bytes[name]) {
        low = min(end + 1, high)
      } else {
        high = max(start - 1, low)
      }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5a).contains(self & 0xdf)
  }
}
