/// The check of one entry.
struct EntryCheck {
  let entry: CatalogEntry
  let asked: CatalogCheck
  let counts: PluralUse
  /// The language translated from.
  let source: LanguageTag
  /// What is translated; `nil` if it is the key itself.
  let original: Localization?
  /// What the original does with its arguments; `nil` if it is broken.
  let originalUse: SentenceUse?

  init(_ entry: CatalogEntry, of catalog: Catalog, asked: CatalogCheck, counts: PluralUse) {
    self.entry = entry
    self.asked = asked
    self.counts = counts
    let own = entry.localizations[catalog.sourceLanguage]
    let base = own == nil ? asked.base?.entry(entry.key) : nil
    let source = base == nil ? catalog.sourceLanguage : asked.base?.sourceLanguage ?? "en"
    self.source = source
    original = own ?? base?.localizations[source]
    let sentence =
      original.map { SentenceCompiler.sentence($0, in: source) }
      ?? SentenceCompiler.sentence(entry.key, in: source)
    originalUse = sentence.map { SentenceUse($0) }
  }

  /// What is wrong in the entry.
  var findings: [Finding] {
    let localizations = entry.localizations.sorted { $0.key < $1.key }
    return entry.findings + usage + missingTranslations
      + localizations.flatMap { language, localization in
        findings(in: localization, language).map { finding in
          var finding = finding
          finding.language = language
          return finding
        }
      }
  }

  private var usage: [Finding] {
    var findings: [Finding] = []
    if entry.extractionState == .stale {
      findings.append(Finding(code: .stale, offset: entry.offset))
    }
    if let used = asked.usedKeys, !used.contains(entry.key) {
      findings.append(Finding(code: .unusedKey, offset: entry.offset))
    }
    if original == nil, entry.key.rawValue.isGlued {
      findings.append(Finding(code: .gluedSentence, language: source, offset: entry.offset))
    }
    return findings
  }

  /// The languages asked for that have no text; a base's own text will do.
  private var missingTranslations: [Finding] {
    guard entry.shouldTranslate else { return [] }
    let isBelow = asked.base?.contains(entry.key) == true
    let languages = (isBelow ? asked.added : asked.languages ?? []).filter { language in
      language != source && entry.localizations[language] == nil
    }
    return languages.map { Finding.missing($0, at: entry.offset) }
  }

  private func findings(in localization: Localization, _ language: LanguageTag) -> [Finding] {
    let units = localization.units.flatMap { form, unit in
      state(of: unit, language, form) + text(of: unit, in: localization, form)
    }
    return units + parts(of: localization) + agreement(of: localization, language)
      + plurals(of: localization, language)
  }

  /// Whether the text translated from is made to be glued to another.
  private var isOriginalGlued: Bool {
    original?.units.contains { $0.unit.value.isGlued } ?? entry.key.rawValue.isGlued
  }

  private func state(
    of unit: StringUnit,
    _ language: LanguageTag,
    _ form: TextForm
  ) -> [Finding] {
    let code: CatalogProblem.Code? =
      switch unit.state {
      case .new where language != source && entry.shouldTranslate: .missingTranslation
      case .needsReview: .needsReview
      case .stale: .stale
      default: nil
      }
    return code.map { [Finding(code: $0, form: form, offset: unit.offset)] } ?? []
  }

  private func text(
    of unit: StringUnit,
    in localization: Localization,
    _ form: TextForm
  ) -> [Finding] {
    let text = FormatText(unit.value)
    var findings: [Finding] = []
    func add(_ code: CatalogProblem.Code, _ detail: String = "") {
      findings.append(Finding(code: code, form: form, offset: unit.offset, detail: detail))
    }
    if text.hasPlaceholders || originalUse?.all.isEmpty == false {
      for stray in text.strayPercents { add(.strayPercent, stray) }
    }
    if text.unpositioned(in: localization) > 1 { add(.missingPositions) }
    for case .part(let name, _) in text.pieces where localization.substitutions[name] == nil {
      add(.unknownSubstitution, name)
    }
    if unit.value.isGlued, localization == original || !isOriginalGlued { add(.gluedSentence) }
    if let room = asked.titleRoom, room.isTitle(entry.key) {
      let width = room.width(text.words)
      if width > room.limit { add(.tooWide, "\(width) > \(room.limit)") }
    }
    return findings
  }

  private func parts(of localization: Localization) -> [Finding] {
    let named = localization.units.flatMap { FormatText($0.unit.value).pieces }
    return localization.substitutions.sorted { $0.key < $1.key }.flatMap { name, part in
      var findings: [Finding] = []
      let form = TextForm(.substitution(name))
      let isNamed = named.contains { if case .part(name, _) = $0 { true } else { false } }
      if !isNamed {
        findings.append(
          Finding(code: .unusedSubstitution, form: form, offset: part.offset, detail: name)
        )
      }
      if FormatSpecifier(part.formatSpecifier) == nil {
        let detail = "%" + part.formatSpecifier
        findings.append(
          Finding(code: .strayPercent, form: form, offset: part.offset, detail: detail)
        )
      }
      return findings
    }
  }
}

extension String {
  /// Whether the text begins or ends with a blank.
  fileprivate var isGlued: Bool { first?.isWhitespace == true || last?.isWhitespace == true }
}

extension FormatText {
  /// The text without its placeholders.
  fileprivate var words: String {
    pieces.reduce(into: "") { words, piece in
      if case .literal(let literal) = piece { words += literal }
    }
  }

  /// How many placeholders name no argument, neither themselves nor by the part they stand for.
  fileprivate func unpositioned(in localization: Localization) -> Int {
    pieces.count { piece in
      switch piece {
      case .argument(_, nil): true
      case .part(let name, nil): localization.substitutions[name]?.argument == nil
      default: false
      }
    }
  }
}
