/// A stretch of a finished sentence, by where its characters come from.
///
/// A program that shows mail or file names cleans what strangers wrote and trusts what its
/// translators wrote; segments let it tell the two apart.
public enum Segment: Hashable, Sendable {
  /// The catalog's own words, numbers, and the marks that isolate an argument.
  case literal(String)
  /// A text argument, exactly as it was given.
  case argument(String)

  /// The text, whatever it is.
  public var text: String {
    switch self {
    case .literal(let text), .argument(let text): text
    }
  }
}
