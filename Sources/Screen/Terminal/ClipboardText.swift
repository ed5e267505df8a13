/// Text for a clipboard.
///
/// It will be pasted where control characters act, into a shell for instance: there are none in it,
/// but for the line ends and tabs of a text of several lines.
package struct ClipboardText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// The most bytes that are sent to a terminal: as base64 and with what is around them they are a
  /// sequence of 100,000 bytes, the longest that terminals are known to take.
  package static let terminalBytes = 74_994

  /// Makes text of one line: line ends and tabs are blanks.
  package init(line: String) {
    text = Self.cleaned(line) { $0.isLineEndOrTab ? " " : nil }
  }

  /// Makes text of several lines.
  package init(lines: String) {
    text = Self.cleaned(lines) { $0 == "\n" || $0 == "\t" ? $0 : nil }
  }

  /// Whether a terminal gets only the beginning.
  package var isCutForTerminal: Bool { text.utf8.count > Self.terminalBytes }

  /// The bytes that a terminal gets: all of it, or as many whole characters as it takes.
  package var terminalText: Substring.UTF8View {
    guard isCutForTerminal else { return text[...].utf8 }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.terminalBytes)
    // A byte within a code point.
    while text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
    return text[..<end].utf8
  }

  /// Leaves out what acts on a terminal or on the direction of writing, but for what is kept.
  private static func cleaned(
    _ text: String,
    keeping kept: (Unicode.Scalar) -> Unicode.Scalar?
  ) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !scalar.isLineEndOrTab, !scalar.actsOnTerminal, !scalar.isBidiControl {
        clean.append(scalar)
      } else if let scalar = kept(scalar) {
        clean.append(scalar)
      }
    }
    return String(clean)
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character of ASCII or of its upper half.
  fileprivate var actsOnTerminal: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  fileprivate var isLineEndOrTab: Bool {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
