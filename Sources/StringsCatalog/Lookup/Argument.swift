/// A value to be put into a sentence.
///
/// Whole numbers choose the sentence's plural form and are written in the language's way; text is
/// put in as it is. An argument may be stored (it is `Codable`) and put into the sentence of another
/// language later.
public enum Argument: Hashable, Sendable, Codable {
  /// Text, for `%@`.
  case text(String)
  /// A whole number, for `%lld` and its kin.
  case number(Int)
  /// A fraction, for `%f` and its kin.
  case decimal(Double)
}

extension Argument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  /// Makes text of a literal.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes a whole number of a literal.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// Makes a fraction of a literal.
  public init(floatLiteral value: Double) { self = .decimal(value) }
}
