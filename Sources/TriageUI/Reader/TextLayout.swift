import Screen

/// How a message's text is laid out in a region of the screen, or on paper.
struct TextLayout: Hashable, Sendable {
  /// The columns of the region.
  var columns: Int
  /// All header fields rather than the short ones.
  var showsAllHeaders = false
  /// All that is known of seals rather than their verdicts.
  var showsSealDetails = false
  /// Whether the keys of seals are named whole beside a verdict, too.
  var showsWholeKeys = false
  /// The key that has a person asked for a passphrase; `nil` where none has.
  var unlockKey: String?
  var quotes = QuoteFolding.from(level: 1)
  /// Whether frames of seals are drawn in the margin.
  var hasFrames = false

  /// Columns left of the text.
  static let margin = 2
  /// The most columns of a row: longer ones are hard to follow.
  var widest = 100

  /// The columns that a row of the text may take.
  var measure: Int { max(1, min(columns - Self.margin, widest)) }

  /// Whether a line may reach into the margin rather than be broken: nothing else stands there, and it
  /// cannot be taken for the frame of a seal.
  func fits(_ lead: DisplayText, _ text: DisplayText) -> Bool {
    let width = lead.width + text.width
    guard width > measure, width <= columns, columns - Self.margin <= widest else { return false }
    return !hasFrames
      && "\(lead)\(text)".prefix(Self.margin).allSatisfy {
        $0.isLetter || $0.isNumber || $0 == " " || $0 == ">"
      }
  }
}

/// Which quoted text is folded away, if it is so long that the answer would be lost in it.
enum QuoteFolding: Hashable, Sendable {
  case none
  /// What is quoted at this level or deeper.
  case from(level: Int)

  /// The fewest lines of a quotation that is folded.
  static let least = 8

  /// The next one, round and round.
  var next: QuoteFolding {
    switch self {
    case .from(level: 1): .none
    case .none: .from(level: 2)
    case .from: .from(level: 1)
    }
  }
}
