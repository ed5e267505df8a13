/// How a message's text is laid out in a region of the screen, or on paper.
struct TextLayout: Hashable, Sendable {
  /// The columns of the region.
  var columns: Int
  /// All header fields rather than the short ones.
  var showsAllHeaders = false
  var quotes = QuoteFolding.long

  /// Columns left of the text.
  static let margin = 2
  /// The most columns of a row: longer ones are hard to follow.
  var widest = 100

  /// The columns that a row of the text may take.
  var measure: Int { max(1, min(columns - Self.margin, widest)) }
}

/// Which quoted text is folded away.
enum QuoteFolding: Hashable, Sendable {
  /// What is quoted at such length that the answer would be lost in it.
  case long
  case none
  /// What is quoted at this level or deeper.
  case from(level: Int)

  /// The most lines of a quotation that is not long.
  static let short = 8

  /// The next one, round and round.
  var next: QuoteFolding {
    switch self {
    case .long: .none
    case .none: .from(level: 2)
    case .from(level: 2): .from(level: 1)
    case .from: .long
    }
  }
}
