import Synchronization

/// How languages spread the numbers 0 to 999 over their plural forms, worked out once for each.
final class PluralUse: Sendable {
  private let known = Mutex<[LanguageTag: [PluralCategory: Set<Int>]]>([:])

  /// Returns the numbers from 0 to 999 that take each form.
  func numbers(in language: LanguageTag) -> [PluralCategory: Set<Int>] {
    if let numbers = known.withLock({ $0[language] }) { return numbers }
    let rules = LanguageRules(language)
    let numbers = Dictionary(grouping: 0...999) { rules.pluralCategory(of: $0) }.mapValues(Set.init)
    known.withLock { $0[language] = numbers }
    return numbers
  }
}
