extension DisplayText {
  /// The text where only ASCII can be shown: pictures of controls as `^[`, frames and the
  /// interface's own signs as their nearest likeness, `?` for any other character.
  package var ascii: DisplayText {
    guard layout != .bytes else { return self }
    var plain = ""
    for cluster in DisplayClusters(self) where cluster.columns > 0 {
      switch cluster.glyph {
      case .scalar(let scalar): plain += scalar.asciiLikeness
      case .cluster: plain += "?"
      }
    }
    return DisplayText(safe: plain, width: plain.utf8.count, layout: .bytes)
  }
}

extension Unicode.Scalar {
  /// What stands for a code point in ASCII.
  var asciiLikeness: String {
    switch value {
    case 0..<0x7F: String(self)
    case 0x2400..<0x2420: "^" + String(UnicodeScalar(UInt8(value - 0x2400) + 0x40))
    case 0x2421: "^?"
    case 0x2500, 0x2501, 0x2550: "-"
    case 0x2502, 0x2503, 0x2551: "|"
    case 0x2504..<0x2580: "+"
    case 0x25B8: ">"
    case 0x25BE: "v"
    case 0xA0: " "
    case 0xB7: "-"
    case 0xD7: "x"
    case 0x2018, 0x2019: "'"
    case 0x201C, 0x201D: "\""
    case 0x2026: "~"
    default: "?"
    }
  }
}
