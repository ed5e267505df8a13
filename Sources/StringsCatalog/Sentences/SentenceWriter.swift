import CICU

/// Writes one sentence with its arguments.
struct SentenceWriter {
  private let arguments: [Argument]
  /// The rules of the language the sentence is in.
  private let plurals: LanguageRules
  /// The rules by which the reader's numbers are written.
  private let numbers: LanguageRules
  private let isolation: Isolation
  private var segments: [Segment] = []
  private var words = ""

  init(
    arguments: [Argument],
    plurals: LanguageRules,
    numbers: LanguageRules,
    isolation: Isolation
  ) {
    self.arguments = arguments
    self.plurals = plurals
    self.numbers = numbers
    self.isolation = isolation
  }

  /// Returns the finished sentence, or `nil` if the arguments are not those it takes.
  consuming func segments(of sentence: Sentence) -> [Segment]? {
    guard write(sentence.text) else { return nil }
    endWords()
    return segments
  }

  private mutating func write(_ text: Sentence.Text) -> Bool {
    switch text {
    case .plain(let pieces):
      for piece in pieces where !write(piece) { return false }
      return true
    case .plural(let number, let forms):
      guard let form = form(of: number, among: forms) else { return false }
      return write(form)
    }
  }

  private func form(
    of number: Sentence.Number?,
    among forms: [PluralCategory: Sentence.Text]
  ) -> Sentence.Text? {
    let specifier = number?.specifier ?? .integer
    guard let value = number.map({ argument($0.argument) }) ?? firstNumber,
      specifier.kind != .text, specifier.kind.accepts(value)
    else { return nil }
    // As on Apple's systems, a text for zero is used for 0 in every language.
    if value == .number(0), let form = forms[.zero] { return form }
    let category = plurals.pluralCategory(of: value, skeleton: specifier.skeleton)
    return forms[category] ?? forms[.other]
  }

  private mutating func write(_ piece: Sentence.Piece) -> Bool {
    switch piece {
    case .literal(let text): words += text
    case .strayPercent: return arguments.isEmpty
    case .part(let text): return write(text)
    case .argument(let number):
      guard let value = argument(number.argument) else { return false }
      return write(value, as: number.specifier)
    case .firstNumber:
      guard let value = firstNumber else { return false }
      return write(value, as: .integer)
    }
    return true
  }

  private mutating func write(_ value: Argument, as specifier: FormatSpecifier) -> Bool {
    guard specifier.kind.accepts(value) else { return false }
    guard case .text(let text) = value else {
      words += specifier.text(of: value, rules: numbers)
      return true
    }
    let isolated = isolation.applies(to: text, inRightToLeft: plurals.isRightToLeft)
    if isolated { words += Isolation.start }
    endWords()
    segments.append(.argument(text))
    if isolated { words += Isolation.end }
    return true
  }

  private mutating func endWords() {
    if !words.isEmpty { segments.append(.literal(words)) }
    words = ""
  }

  private func argument(_ position: Int) -> Argument? {
    arguments.indices.contains(position - 1) ? arguments[position - 1] : nil
  }

  private var firstNumber: Argument? {
    arguments.first { if case .text = $0 { false } else { true } }
  }
}

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
