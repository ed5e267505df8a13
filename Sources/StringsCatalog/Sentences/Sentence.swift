/// One sentence in one language, its placeholders resolved to arguments.
///
/// A sentence is written with the arguments it is given or not at all: it is never half finished.
struct Sentence: Sendable {
  /// The language it is written in, which also chooses the plural form.
  let language: LanguageTag
  let text: Text

  indirect enum Text: Sendable {
    case plain([Piece])
    /// A text for each plural form of a number; of the first number given where none is named.
    case plural(Number?, [PluralCategory: Text])
  }

  enum Piece: Sendable {
    case literal(String)
    /// A percent sign that begins no placeholder: text if nothing is to be put in, else a mistake.
    case strayPercent
    case argument(Number)
    /// The first number given: `%arg` where no part names its own.
    case firstNumber
    case part(Text)
  }

  /// An argument, counted from 1, and how it is written.
  struct Number: Sendable {
    let argument: Int
    let specifier: FormatSpecifier
  }
}

/// Compiles what a catalog says into a sentence, or finds that it cannot be one.
struct SentenceCompiler {
  private let parts: [String: Substitution]
  /// The arguments that parts take by their number; placeholders without a position leave them out.
  private let taken: Set<Int>
  /// Pieces still allowed, so that parts which name parts cannot grow without end.
  private var allowance = 2000

  /// A sentence that cannot be made: a part is missing, or parts name one another without end.
  private struct Broken: Error {}

  /// Makes a sentence of a localization; `nil` if it is broken.
  static func sentence(_ localization: Localization, in language: LanguageTag) -> Sentence? {
    var compiler = SentenceCompiler(parts: localization.substitutions)
    let text = try? compiler.text(localization.text, number: nil, depth: 0)
    return text.map { Sentence(language: language, text: $0) }
  }

  /// Makes a sentence of a key, which is its own text in the source language.
  static func sentence(_ key: StringKey, in language: LanguageTag) -> Sentence? {
    sentence(Localization(key: key), in: language)
  }

  private init(parts: [String: Substitution]) {
    self.parts = parts
    taken = Set(parts.values.compactMap(\.argument))
  }

  private mutating func text(
    _ text: VariedText,
    number: Sentence.Number?,
    depth: Int
  ) throws(Broken) -> Sentence.Text {
    switch text {
    case .plain(let unit):
      return .plain(try pieces(of: unit.value, number: number, depth: depth))
    case .device(let texts):
      // Where no text is for all others, that for a desktop computer comes nearest.
      guard let text = texts["other"] ?? texts["mac"] else { throw Broken() }
      return try self.text(text, number: number, depth: depth)
    case .plural(let texts):
      var forms: [PluralCategory: Sentence.Text] = [:]
      for (category, text) in texts {
        forms[category] = try self.text(text, number: number, depth: depth)
      }
      return .plural(number ?? Self.number(in: forms), forms)
    }
  }

  private mutating func pieces(
    of value: String,
    number: Sentence.Number?,
    depth: Int
  ) throws(Broken) -> [Sentence.Piece] {
    let text = FormatText(value)
    allowance -= text.pieces.count
    guard allowance > 0 else { throw Broken() }
    var positions = PositionCounter(first: number?.argument, taken: taken)
    var pieces: [Sentence.Piece] = text.strayPercents.isEmpty ? [] : [.strayPercent]
    for piece in text.pieces {
      switch piece {
      case .literal(let literal): pieces.append(.literal(literal))
      case .ownNumber: pieces.append(number.map(Sentence.Piece.argument) ?? .firstNumber)
      case .argument(let specifier, let position):
        let argument = position ?? positions.next()
        pieces.append(.argument(Sentence.Number(argument: argument, specifier: specifier)))
      case .part(let name, let position):
        guard let part = parts[name], depth < 3 else { throw Broken() }
        let argument = part.argument ?? position ?? positions.next()
        pieces.append(.part(try self.part(part, argument: argument, depth: depth + 1)))
      }
    }
    return pieces
  }

  private mutating func part(
    _ part: Substitution,
    argument: Int,
    depth: Int
  ) throws(Broken) -> Sentence.Text {
    guard let specifier = FormatSpecifier(part.formatSpecifier) else { throw Broken() }
    let number = Sentence.Number(argument: argument, specifier: specifier)
    return try text(part.text, number: number, depth: depth)
  }

  /// The first number that the forms write; `other` is asked first, since it surely writes it.
  private static func number(in forms: [PluralCategory: Sentence.Text]) -> Sentence.Number? {
    let order = [PluralCategory.other] + PluralCategory.allCases
    return order.lazy.compactMap { forms[$0] }.compactMap { number(in: $0) }.first
  }

  private static func number(in text: Sentence.Text) -> Sentence.Number? {
    switch text {
    case .plural(let number, _): number
    case .plain(let pieces):
      pieces.lazy.compactMap { piece in
        guard case .argument(let number) = piece else { return nil }
        return number.specifier.kind == .text ? nil : number
      }.first
    }
  }
}

/// Gives placeholders without a position their arguments, one after another.
struct PositionCounter {
  private var position: Int
  private let taken: Set<Int>

  /// Begins a count.
  ///
  /// - Parameters:
  ///   - first: The number of the part in which the placeholders stand; the count begins there.
  ///   - taken: Arguments to leave out where placeholders stand in no part.
  init(first: Int?, taken: Set<Int>) {
    position = first ?? 1
    self.taken = first == nil ? taken : []
  }

  mutating func next() -> Int {
    while taken.contains(position) { position += 1 }
    defer { position += 1 }
    return position
  }
}
