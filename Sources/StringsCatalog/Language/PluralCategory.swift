/// The forms that a language's words may take beside a number, as Unicode's CLDR names them.
///
/// The names are not numbers: Russian uses `one` for 21 and French for 0.
public enum PluralCategory: String, CaseIterable, Codable, Sendable {
  /// The form for nothing, where a language has its own.
  case zero
  /// The singular and what is spoken like it.
  case one
  /// The dual.
  case two
  /// The form for a few.
  case few
  /// The form for many.
  case many
  /// The form that every language has.
  case other
}
