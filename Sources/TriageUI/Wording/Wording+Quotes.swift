import StringsCatalog

// Quotation marks within others: the catalog has only the outer ones of each language.

/// The quotation marks of a language, and those within them.
struct QuotationMarks: Sendable {
  private let outer: [String]
  private let inner: [String]

  /// The marks of a language; `nil` for one that has none of its own here.
  init?(_ language: LanguageTag) {
    switch language.language {
    case "de": (outer, inner) = (["„", "“"], ["‚", "‘"])
    case "en": (outer, inner) = (["“", "”"], ["‘", "’"])
    case "es": (outer, inner) = (["«", "»"], ["“", "”"])
    case "fr": (outer, inner) = (["«\u{A0}", "\u{A0}»"], ["“", "”"])
    case "ja": (outer, inner) = (["「", "」"], ["『", "』"])
    case "ru": (outer, inner) = (["«", "»"], ["„", "“"])
    case "zh" where language.script == "Hant": (outer, inner) = (["「", "」"], ["『", "』"])
    case "zh": (outer, inner) = (["“", "”"], ["‘", "’"])
    default: return nil
    }
  }

  /// Whether what follows these words stands in quotation marks.
  func areOpen(after words: String) -> Bool {
    words.hasSuffix(outer[0]) || words.hasSuffix(outer[0] + "\u{2068}")
  }

  /// Words as they are written within quotation marks.
  func within(_ words: String) -> String {
    zip(outer, inner).reduce(words) { $0.replacing($1.0, with: $1.1) }
  }
}

extension StringsCatalog.Segment {
  /// The segment as it is written within quotation marks: arguments stay as they are.
  func quoted(by marks: QuotationMarks?) -> StringsCatalog.Segment {
    guard let marks, case .literal(let words) = self else { return self }
    return .literal(marks.within(words))
  }
}

extension [StringsCatalog.Segment] {
  /// The arguments, given as their numbers, that stand in quotation marks.
  func quoted(by marks: QuotationMarks?) -> Set<Int> {
    guard let marks else { return [] }
    return zip(self, dropFirst()).reduce(into: []) { found, pair in
      guard case (.literal(let words), .argument(let number)) = pair, marks.areOpen(after: words)
      else { return }
      if let index = Int(number) { found.insert(index) }
    }
  }
}
