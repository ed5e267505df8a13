/// Which arguments a sentence uses, and for what.
struct SentenceUse {
  /// The arguments that the sentence writes, and as what.
  private(set) var written: [Int: ArgumentKind] = [:]
  /// The arguments that choose a plural form.
  private(set) var deciding: [Int: ArgumentKind] = [:]
  /// The plurals in the sentence, for a look at each of their forms.
  private(set) var plurals: [Plural] = []

  struct Plural {
    let number: Int?
    let forms: [PluralCategory: SentenceUse]
  }

  /// All arguments, and as what they are used.
  var all: [Int: ArgumentKind] { written.merging(deciding) { written, _ in written } }

  init(_ sentence: Sentence) {
    self.init(sentence.text)
  }

  private init(_ text: Sentence.Text) {
    switch text {
    case .plain(let pieces):
      for piece in pieces { add(piece) }
    case .plural(let number, let forms):
      let uses = forms.mapValues { SentenceUse($0) }
      plurals = [Plural(number: number?.argument, forms: uses)]
      if let number { deciding[number.argument] = number.specifier.kind }
      // In the order of the forms, so that the same catalog always gives the same answer.
      for use in PluralCategory.allCases.compactMap({ uses[$0] }) { merge(use) }
    }
  }

  private mutating func add(_ piece: Sentence.Piece) {
    switch piece {
    case .literal, .strayPercent, .firstNumber: break
    case .argument(let number): written[number.argument] = number.specifier.kind
    case .part(let text): merge(SentenceUse(text))
    }
  }

  private mutating func merge(_ use: SentenceUse) {
    written.merge(use.written) { first, _ in first }
    deciding.merge(use.deciding) { first, _ in first }
    plurals += use.plurals
  }
}

extension ArgumentKind {
  /// A placeholder for an argument of this kind.
  func placeholder(_ argument: Int) -> String {
    switch self {
    case .text: "%\(argument)$@"
    case .integer: "%\(argument)$lld"
    case .decimal: "%\(argument)$f"
    }
  }
}
