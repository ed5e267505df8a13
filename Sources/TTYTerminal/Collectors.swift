import Screen

/// Collects what is pasted, up to its end.
///
/// What is pasted may itself contain the sequence that ends a paste; its rest must not become keys.
/// So the end is only believed when nothing more comes for a moment, or another paste begins.
struct PasteCollector: Sendable {
  /// The most bytes that are kept.
  static let capacity = 1 << 20

  private static let ending = Array("\u{1B}[201~".utf8)
  private static let beginning = Array("\u{1B}[200~".utf8)

  private var text: [UInt8] = []
  private var isCut = false
  /// Whether an end was seen, so that what follows is perhaps no longer pasted.
  private(set) var isInTail = false

  /// Reads bytes; returns how many are done with, and whether the paste is certainly over.
  mutating func consume(_ bytes: ArraySlice<UInt8>) -> (count: Int, isFinished: Bool) {
    var rest = bytes
    while let (index, isEnding) = PasteCollector.nextMark(in: rest) {
      if !isEnding, isInTail { return (rest.startIndex - bytes.startIndex, true) }
      keep(rest[..<index])
      rest = rest[(index + PasteCollector.ending.count)...]
      if isEnding { isInTail = true }
    }
    guard !isInTail else {
      let isTooLong = rest.count > PasteCollector.capacity
      return (rest.startIndex - bytes.startIndex, isTooLong)
    }
    // A mark may have begun at the end.
    let whole = rest.dropLast(PasteCollector.ending.count - 1)
    keep(whole)
    return (whole.endIndex - bytes.startIndex, false)
  }

  func finished(with rest: ArraySlice<UInt8> = []) -> PastedText {
    var all = self
    all.keep(rest)
    return PastedText(String(decoding: all.text, as: UTF8.self), isCut: all.isCut)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = PasteCollector.capacity - text.count
    text += bytes.prefix(room)
    if bytes.count > room { isCut = true }
  }

  private static func nextMark(in bytes: ArraySlice<UInt8>) -> (index: Int, isEnding: Bool)? {
    var rest = bytes
    while let index = rest.firstIndex(of: 0x1B) {
      if bytes[index...].starts(with: ending) { return (index, true) }
      if bytes[index...].starts(with: beginning) { return (index, false) }
      rest = rest[(index + 1)...]
    }
    return nil
  }
}

/// Swallows a string a terminal sent (OSC, DCS, APC, PM, SOS), or a control sequence that is too
/// long, up to its end.
struct StringCollector: Sendable {
  static let introducers = Array("]P_^X".utf8)

  /// The bytes kept: enough for the one answer that is understood.
  private static let capacity = 64

  private let introducer: UInt8
  private var text: [UInt8] = []

  init(introducer: UInt8) { self.introducer = introducer }

  /// Returns whether an introducer is hardly a chord of Alt, because of what follows it.
  static func isLikely(introducer: UInt8, next: UInt8) -> Bool {
    let isDigit = (0x30..<0x3A).contains(next)
    return switch introducer {
    case UInt8(ascii: "]"): isDigit
    case UInt8(ascii: "P"): isDigit || "+$!>|=".utf8.contains(next)
    case UInt8(ascii: "_"): next == UInt8(ascii: "G")
    default: false
    }
  }

  /// Returns whether a whole string of printable bytes is there, with its end.
  static func isWhole(_ bytes: ArraySlice<UInt8>, introducer: UInt8) -> Bool {
    let text = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    return bytes.dropFirst(text.count).starts(with: [0x1B, UInt8(ascii: "\\")])
  }

  /// Reads bytes; returns how many are done with, and whether the string is over.
  mutating func consume(_ bytes: ArraySlice<UInt8>) -> (count: Int, isFinished: Bool) {
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
