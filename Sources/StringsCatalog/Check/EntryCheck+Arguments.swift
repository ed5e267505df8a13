import Synchronization

extension EntryCheck {
  /// Compares what a translation does with its arguments with what the original does.
  func agreement(of localization: Localization, _ language: LanguageTag) -> [Finding] {
    guard let originalUse, language != source,
      let sentence = SentenceCompiler.sentence(localization, in: language)
    else { return [] }
    let use = SentenceUse(sentence)
    let offset = localization.units.first?.unit.offset ?? entry.offset
    if isReordered(localization, use.all, originalUse.all) {
      return [Finding(code: .reorderedWithoutPositions, offset: offset)]
    }
    return unknown(use, originalUse, offset) + unused(use, originalUse, offset)
  }

  private func unknown(_ use: SentenceUse, _ original: SentenceUse, _ offset: Int) -> [Finding] {
    use.all.sorted { $0.key < $1.key }.compactMap { argument, kind in
      let wanted = original.all[argument]
      guard wanted != kind else { return nil }
      let code: CatalogProblem.Code = wanted == nil ? .unknownArgument : .wrongArgumentKind
      return Finding(code: code, offset: offset, detail: kind.placeholder(argument))
    }
  }

  private func unused(_ use: SentenceUse, _ original: SentenceUse, _ offset: Int) -> [Finding] {
    original.written.sorted { $0.key < $1.key }.compactMap { argument, kind in
      guard use.all[argument] == nil else { return nil }
      return Finding(code: .missingArgument, offset: offset, detail: kind.placeholder(argument))
    }
  }

  /// Returns whether the placeholders are the original's in another order, which only positions could
  /// tell apart.
  private func isReordered(
    _ localization: Localization,
    _ kinds: [Int: ArgumentKind],
    _ original: [Int: ArgumentKind]
  ) -> Bool {
    let hasPositions = localization.units.contains { _, unit in
      FormatText(unit.value).pieces.contains { piece in
        if case .argument(_, let position?) = piece { position > 0 } else { false }
      }
    }
    guard !hasPositions, localization.substitutions.isEmpty, kinds != original else { return false }
    let counted = { (kinds: [Int: ArgumentKind]) in Dictionary(grouping: kinds.values) { $0 } }
    return kinds.keys == original.keys && counted(kinds) == counted(original)
  }
}

extension EntryCheck {
  /// Looks at the forms of a sentence's plurals.
  func plurals(of localization: Localization, _ language: LanguageTag) -> [Finding] {
    let numbers = counts.numbers(in: language)
    let offset = localization.units.first?.unit.offset ?? entry.offset
    var findings = missingForms(in: localization.text, TextForm(), numbers)
    for (name, part) in localization.substitutions.sorted(by: { $0.key < $1.key }) {
      findings += missingForms(in: part.text, TextForm(.substitution(name)), numbers)
    }
    guard let sentence = SentenceCompiler.sentence(localization, in: language) else {
      return findings
    }
    let use = SentenceUse(sentence)
    if use.plurals.isEmpty, originalUse?.plurals.isEmpty == false, numbers.count > 1 {
      findings.append(Finding(code: .missingPlural, offset: offset))
    }
    return findings + use.plurals.flatMap { omissions(in: $0, numbers, localization, offset) }
  }

  private func missingForms(
    in text: VariedText,
    _ form: TextForm,
    _ numbers: [PluralCategory: Set<Int>]
  ) -> [Finding] {
    switch text {
    case .plain: return []
    case .device(let texts):
      return texts.sorted { $0.key < $1.key }.flatMap { device, text in
        missingForms(in: text, form + .device(device), numbers)
      }
    case .plural(let texts):
      let offset = text.units(under: form).first?.unit.offset ?? entry.offset
      // A missing `other` has been found when the entry was decoded.
      let missing = PluralCategory.allCases.filter { category in
        category != .other && numbers[category] != nil && texts[category] == nil
      }
      return missing.map { category in
        Finding(
          code: .missingPluralCategory,
          form: form,
          offset: offset,
          detail: category.rawValue
        )
      }
    }
  }

  /// Finds forms that leave out what the other forms write, or leave out the number although they are
  /// used for several: Russian `one` is also for 21.
  private func omissions(
    in plural: SentenceUse.Plural,
    _ numbers: [PluralCategory: Set<Int>],
    _ localization: Localization,
    _ offset: Int
  ) -> [Finding] {
    let written = plural.forms.values.reduce(into: [:]) { all, use in
      all.merge(use.written) { first, _ in first }
    }
    return PluralCategory.allCases.flatMap { category -> [Finding] in
      guard let use = plural.forms[category] else { return [] }
      let omitted = written.filter { argument, _ in
        use.all[argument] == nil
          && (argument != plural.number || isForSeveral(category, plural, numbers))
      }
      return omitted.sorted { $0.key < $1.key }.map { argument, kind in
        Finding(
          code: .missingArgument,
          form: TextForm(.plural(category)),
          offset: localization.offset(of: category) ?? offset,
          detail: kind.placeholder(argument)
        )
      }
    }
  }

  private func isForSeveral(
    _ category: PluralCategory,
    _ plural: SentenceUse.Plural,
    _ numbers: [PluralCategory: Set<Int>]
  ) -> Bool {
    var used = numbers[category] ?? []
    if plural.forms[.zero] != nil, category != .zero { used.remove(0) }
    return category == .other || used.count > 1
  }
}

extension Localization {
  /// Where the first text for a plural form stands.
  fileprivate func offset(of category: PluralCategory) -> Int? {
    units.first { $0.form.steps.contains(.plural(category)) }?.unit.offset
  }
}

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
