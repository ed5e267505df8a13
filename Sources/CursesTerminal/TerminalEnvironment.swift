package import Screen

/// What the surroundings say of the terminal, as values: this target reads no environment.
package struct TerminalEnvironment: Hashable, Sendable {
  /// `TERM`.
  package var name: String?
  /// `COLORTERM`.
  package var colorTerm: String?
  /// `NO_COLOR`.
  package var noColor: String?
  /// Colours the user asked for, which go before everything else.
  package var colors: ColorDepth?
  /// Says whether the locale is UTF-8.
  package var isUTF8: Bool

  /// Makes an environment.
  package init(
    name: String?,
    colorTerm: String? = nil,
    noColor: String? = nil,
    colors: ColorDepth? = nil,
    isUTF8: Bool = true
  ) {
    self.name = name
    self.colorTerm = colorTerm
    self.noColor = noColor
    self.colors = colors
    self.isUTF8 = isUTF8
  }

  /// Returns what a terminal of an entry can show.
  func capabilities(of entry: TerminfoEntry) -> TerminalCapabilities {
    TerminalCapabilities(
      colors: depth(of: entry),
      attributes: entry.attributes,
      isUTF8: isUTF8,
      canRepeat: entry.canRepeat,
      canScroll: entry.canScroll
    )
  }

  private func depth(of entry: TerminfoEntry) -> ColorDepth {
    if let colors { return colors }
    if noColor?.isEmpty == false { return .none }
    if colorTerm == "truecolor" || colorTerm == "24bit" || entry.hasDirectColor { return .full }
    return switch entry.colors {
    case 256...: .palette
    case 8...: .sixteen
    default: .none
    }
  }
}
