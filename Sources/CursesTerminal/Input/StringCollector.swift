import Screen

/// Swallows a string a terminal sent (OSC, DCS, APC, PM, SOS), or a control sequence that is too
/// long, up to its end.
struct StringCollector: Sendable {
  static let introducers = Array("]P_^X".utf8)

  /// The bytes kept: enough for the one answer that is understood.
  private static let capacity = 64

  private let introducer: UInt8
  private var text: [UInt8] = []

  init(introducer: UInt8) { self.introducer = introducer }

  /// Says whether an introducer is hardly a chord of Alt, because of what follows it.
  static func isLikely(introducer: UInt8, next: UInt8) -> Bool {
    let isDigit = (0x30..<0x3A).contains(next)
    return switch introducer {
    case UInt8(ascii: "]"): isDigit
    case UInt8(ascii: "P"): isDigit || "+$!>|=".utf8.contains(next)
    case UInt8(ascii: "_"): next == UInt8(ascii: "G")
    default: false
    }
  }

  /// Says whether a whole string of printable bytes is there, with its end.
  static func isWhole(_ bytes: ArraySlice<UInt8>, introducer: UInt8) -> Bool {
    let text = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    return bytes.dropFirst(text.count).starts(with: [0x1B, UInt8(ascii: "\\")])
  }

  /// Takes bytes; says how many are done with, and whether the string is over.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> (count: Int, isFinished: Bool) {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x1B:
        guard let next = bytes.dropFirst(index + 1).first else { return (index, false) }
        // An escape that does not end the string cancels it and begins something else.
        return (next == UInt8(ascii: "\\") ? index + 2 : index, true)
      case 0x40..<0x7F where introducer == UInt8(ascii: "["): return (index + 1, true)
      case 0x07 where introducer == UInt8(ascii: "]"), 0x18, 0x1A: return (index + 1, true)
      default: if text.count < StringCollector.capacity { text.append(byte) }
      }
    }
    return (bytes.count, false)
  }

  /// What the string says: the colour of the background, or nothing that is understood.
  var event: TerminalEvent? {
    guard introducer == UInt8(ascii: "]") else { return nil }
    return Background(reply: String(decoding: text, as: UTF8.self)).map(TerminalEvent.background)
  }
}

extension Background {
  /// Reads `11;rgb:ffff/ffff/ffff`, with one to four digits a colour.
  init?(reply: String) {
    let fields = reply.split(separator: ":")
    guard fields.count == 2, fields[0] == "11;rgb" || fields[0] == "11;rgba" else { return nil }
    let parts = fields[1].split(separator: "/").prefix(3).compactMap { digits -> Double? in
      guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * digits.count)) - 1)
    }
    guard parts.count == 3 else { return nil }
    let brightness = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
    self = brightness > 0.5 ? .light : .dark
  }
}
