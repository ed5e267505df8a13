import CICU

/// When a text argument is put between U+2068 and U+2069, so that its direction of writing and that
/// of the sentence leave each other alone.
public enum Isolation: Hashable, Sendable {
  /// Where it can make a difference: the sentence or something in the argument runs from right to
  /// left, or the argument holds marks of direction itself.
  case automatic
  /// Always.
  case always
  /// Never; the caller sees to it.
  case never

  func applies(to argument: String, inRightToLeft: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic:
      inRightToLeft
        || argument.unicodeScalars.contains { !$0.isASCII && cicu_turns_left($0.value) }
    }
  }

  static let start = "\u{2068}"
  static let end = "\u{2069}"

  /// Returns an argument whose own isolates are all closed, and which closes none but its own.
  ///
  /// Without this, an argument could end the isolation around it and turn the rest of the sentence.
  static func balanced(_ argument: String) -> String {
    guard argument.unicodeScalars.contains(where: { ("\u{2066}"..."\u{2069}").contains($0) }) else {
      return argument
    }
    var text = String.UnicodeScalarView()
    var open = 0
    for scalar in argument.unicodeScalars {
      switch scalar {
      case "\u{2066}", "\u{2067}", "\u{2068}": open += 1
      case "\u{2069}":
        if open == 0 { continue }
        open -= 1
      default: break
      }
      text.append(scalar)
    }
    text.append(contentsOf: repeatElement("\u{2069}", count: open))
    return String(text)
  }
}
