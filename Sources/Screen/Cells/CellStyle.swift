/// How a cell looks.
package struct CellStyle: Hashable, Sendable {
  /// What is done to the letters.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt16

    /// Makes a set of its bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Heavier letters.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter letters.
    package static let dim = Attributes(rawValue: 2)
    /// Slanted letters.
    package static let italic = Attributes(rawValue: 4)
    /// A line below.
    package static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 16)
    /// A line through.
    package static let strikethrough = Attributes(rawValue: 32)

    /// The attributes in the order of their bits, with the names snapshots and themes use.
    package static let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"), (.strikethrough, "strikethrough"),
    ]
  }

  /// The colour of the letters.
  package var foreground: Color
  /// The colour behind them.
  package var background: Color
  /// What is done to them.
  package var attributes: Attributes

  /// Makes a style; what is not named is the terminal's own.
  package init(
    _ attributes: Attributes = [],
    foreground: Color = .standard,
    background: Color = .standard
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// Whether a blank looks the same in both: colour and weight of letters do not show in it.
  func showsBlanks(like other: CellStyle) -> Bool {
    let visible: Attributes = [.underline, .reverse, .strikethrough]
    guard attributes.union(other.attributes).isDisjoint(with: visible) else { return self == other }
    return background == other.background
  }

  /// The terminal's own colours, without attributes.
  package static let plain = CellStyle()

  /// Returns the style with another laid over it: attributes add up, colours that are not standard
  /// win.
  package func overlaid(with top: CellStyle) -> CellStyle {
    CellStyle(
      attributes.union(top.attributes),
      foreground: top.foreground == .standard ? foreground : top.foreground,
      background: top.background == .standard ? background : top.background
    )
  }
}

extension CellStyle: CustomStringConvertible {
  /// The style in a few words: `bold reverse fg=red bg=#101010`; a plain one is `plain`.
  package var description: String {
    var words = Attributes.names.filter { attributes.contains($0.0) }.map(\.1)
    if foreground != .standard { words.append("fg=\(foreground)") }
    if background != .standard { words.append("bg=\(background)") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}

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

extension Color {
  /// Returns the nearest colour of a depth; where there is none, the terminal's own.
  func reduced(to depth: ColorDepth) -> Color {
    switch (form, depth) {
    case (.standard, _), (_, .full): self
    case (_, .none): .standard
    case (.palette(let index), .sixteen) where index >= 16:
      Color.nearestNamed(to: Color.mixture(ofPalette: index))
    case (.palette, _): self
    case (.rgb(let red, let green, let blue), .palette):
      Color.nearestInCube(to: (Int(red), Int(green), Int(blue)))
    case (.rgb(let red, let green, let blue), .sixteen):
      Color.nearestNamed(to: (Int(red), Int(green), Int(blue)))
    }
  }

  private typealias Mixture = (red: Int, green: Int, blue: Int)

  private static let cubeLevels = [0, 95, 135, 175, 215, 255]

  private static func distance(_ left: Mixture, _ right: Mixture) -> Int {
    let (red, green, blue) = (
      left.red - right.red, left.green - right.green, left.blue - right.blue
    )
    return red * red + green * green + blue * blue
  }

  /// The usual mixture of an entry of the palette's cube or its greys.
  private static func mixture(ofPalette index: UInt8) -> Mixture {
    let index = Int(index)
    guard index >= 16 else { return namedMixtures[index] }
    if index >= 232 {
      let grey = 8 + (index - 232) * 10
      return (grey, grey, grey)
    }
    let offset = index - 16
    return (cubeLevels[offset / 36], cubeLevels[offset / 6 % 6], cubeLevels[offset % 6])
  }

  private static func nearestInCube(to mixture: Mixture) -> Color {
    nearest(to: mixture, among: 16..<256)
  }

  private static func nearestNamed(to mixture: Mixture) -> Color {
    nearest(to: mixture, among: 0..<16)
  }

  private static func nearest(to mixture: Mixture, among indices: Range<Int>) -> Color {
    let best = indices.min {
      distance(Color.mixture(ofPalette: UInt8($0)), mixture)
        < distance(Color.mixture(ofPalette: UInt8($1)), mixture)
    }
    return .palette(UInt8(best ?? 0))
  }

  /// The usual mixtures of the sixteen colours with names.
  private static let namedMixtures: [Mixture] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
    (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
