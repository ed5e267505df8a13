/// A colour as a theme names it; the renderer brings it down to what the terminal has.
package struct Color: Hashable, Sendable {
  /// The tag in the upper byte, the value below.
  let raw: UInt32

  init(raw: UInt32) { self.raw = raw }

  /// The terminal's own colour.
  package static let standard = Color(raw: 0)

  /// One of the sixteen colours every palette begins with.
  package static func named(_ name: NamedColor) -> Color { .palette(UInt8(name.rawValue)) }

  /// An entry of the palette of 256; the first sixteen are the named ones.
  package static func palette(_ index: UInt8) -> Color { Color(raw: 0x0100_0000 | UInt32(index)) }

  /// A mixture of red, green and blue.
  package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(raw: 0x0200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// How the colour is given.
  enum Form: Equatable {
    case standard
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  var form: Form {
    switch raw >> 24 {
    case 1: .palette(UInt8(truncatingIfNeeded: raw))
    case 2:
      .rgb(
        UInt8(truncatingIfNeeded: raw >> 16),
        UInt8(truncatingIfNeeded: raw >> 8),
        UInt8(truncatingIfNeeded: raw)
      )
    default: .standard
    }
  }
}

/// The sixteen colours with names, in the palette's order.
package enum NamedColor: Int, CaseIterable, Sendable {
  case black
  case red
  case green
  case yellow
  case blue
  case magenta
  case cyan
  case white
  case brightBlack
  case brightRed
  case brightGreen
  case brightYellow
  case brightBlue
  case brightMagenta
  case brightCyan
  case brightWhite

  /// The name as themes and snapshots write it: `bright-red`.
  package var name: String {
    let plain = "\(self)"
    guard rawValue >= 8 else { return plain }
    return "bright-" + plain.dropFirst(6).lowercased()
  }

  /// Finds a colour by its name, or returns `nil`.
  package init?(name: String) {
    guard let found = NamedColor.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

extension Color: LosslessStringConvertible {
  /// Reads `default`, a name, a palette index from `0` to `255`, or `#rrggbb`.
  package init?(_ description: String) {
    if description == "default" {
      self = .standard
    } else if let name = NamedColor(name: description) {
      self = .named(name)
    } else if let index = UInt8(description) {
      self = .palette(index)
    } else {
      let digits = description.dropFirst()
      guard description.hasPrefix("#"), digits.utf8.count == 6,
        digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
      else { return nil }
      self.init(raw: 0x0200_0000 | value)
    }
  }

  /// The notation a theme uses.
  package var description: String {
    switch form {
    case .standard: return "default"
    case .palette(let index):
      return NamedColor(rawValue: Int(index))?.name ?? String(index)
    case .rgb:
      let digits = String(raw & 0xFF_FFFF, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
  }
}
