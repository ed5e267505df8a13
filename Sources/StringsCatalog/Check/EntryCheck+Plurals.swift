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
