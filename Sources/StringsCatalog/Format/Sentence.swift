/// One sentence in one language, its placeholders resolved to arguments.
///
/// A sentence takes the arguments it is given or answers that it does not: it is never half
/// finished.
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
