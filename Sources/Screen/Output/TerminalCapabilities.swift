/// How many colours may be used.
package enum ColorDepth: Int, Comparable, Sendable {
  /// Bold, reverse and underline only.
  case none
  case sixteen
  case palette
  case full

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What a terminal can show.
package struct TerminalCapabilities: Hashable, Sendable {
  /// The colours it has and the user wants.
  package var colors: ColorDepth
  /// The attributes it has.
  package var attributes: CellStyle.Attributes
  /// Says whether its locale is UTF-8.
  package var isUTF8: Bool
  /// Says whether it writes a character again so many times (REP).
  package var canRepeat: Bool
  /// Says whether some of its rows can be scrolled (DECSTBM, SU, SD).
  package var canScroll: Bool

  /// Makes capabilities.
  package init(
    colors: ColorDepth = .full,
    attributes: CellStyle.Attributes = [
      .bold, .dim, .italic, .underline, .reverse, .strikethrough,
    ],
    isUTF8: Bool = true,
    canRepeat: Bool = true,
    canScroll: Bool = true
  ) {
    self.colors = colors
    self.attributes = attributes
    self.isUTF8 = isUTF8
    self.canRepeat = canRepeat
    self.canScroll = canScroll
  }

  /// What to draw with.
  package var repertoire: Canvas.Repertoire { isUTF8 ? .unicode : .ascii }
}
