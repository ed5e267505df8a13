import TriageCore

/// The fields that name who gets a copy without the others knowing.
enum BlindCopies {
  /// Returns a message without these fields; all else stays to the byte.
  static func removed(from message: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var (rest, isBlind) = (message[...], false)
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      let line = rest[..<end]
      // The header ends with its first empty line.
      if line == [0x0A] || line == [0x0D, 0x0A] { break }
      if line.first != 0x20, line.first != 0x09 {
        let name = line.prefix { $0 != UInt8(ascii: ":") && $0 > 0x20 }
        isBlind = HeaderField.blindCopies.contains(
          String(decoding: name, as: UTF8.self).lowercased()
        )
      }
      if !isBlind { kept += line }
      rest = rest[end...]
    }
    return kept + rest
  }
}

/// What a message that is not encoded may carry (RFC 2045).
enum PlainTransport {
  /// True if no line is over 998 bytes, and there is neither a NUL nor a bare carriage return.
  static func carries(_ bytes: [UInt8]) -> Bool {
    var columns = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0: return false
      case 0x0A: columns = 0
      case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A: break
      case 0x0D: return false
      default:
        columns += 1
        if columns > 998 { return false }
      }
    }
    return true
  }
}
