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
