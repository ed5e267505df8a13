extension XLIFFDocument {
  /// Gathers a catalog's sentences for a translator into one language.
  ///
  /// A sentence that varies by number gets a unit for each form that the language uses for 0 to 999,
  /// and for `other`. Sentences that are not to be translated, and stale ones, are left out.
  ///
  /// - Parameters:
  ///   - catalog: The catalog.
  ///   - language: The language to translate to.
  ///   - overlay: A catalog that is laid over it; its translations count more.
  ///   - original: The name of the catalog's file.
  public init(
    exporting catalog: Catalog,
    to language: LanguageTag,
    under overlay: Catalog? = nil,
    original: String = "Localizable.xcstrings"
  ) {
    let used = LanguageRules(language).pluralCategories().union([.other])
    let entries = catalog.keys.compactMap { catalog.entry($0) }.filter { entry in
      entry.shouldTranslate && entry.extractionState != .stale
    }
    self.original = original
    sourceLanguage = catalog.sourceLanguage
    targetLanguage = language
    units = entries.flatMap { entry in
      EntryExporter(
        entry: entry,
        source: entry.localizations[catalog.sourceLanguage] ?? Localization(key: entry.key),
        target: overlay?.entry(entry.key)?.localizations[language]
          ?? entry.localizations[language],
        used: used
      ).units
    }
  }
}

/// The making of one entry's units.
private struct EntryExporter {
  let entry: CatalogEntry
  let source: Localization
  let target: Localization?
  /// The forms that the target's language uses.
  let used: Set<PluralCategory>

  /// The target's shape decides which units there are; without one, the source's does.
  var units: [XLIFFDocument.Unit] {
    let shape = target ?? source
    let parts = shape.substitutions.sorted { $0.key < $1.key }
    let paths =
      forms(of: shape.text, TextForm())
      + parts.flatMap { forms(of: $1.text, TextForm(.substitution($0))) }
    return paths.map(unit)
  }

  private func forms(of text: VariedText, _ form: TextForm) -> [TextForm] {
    switch text {
    case .plain: [form]
    case .device(let texts):
      texts.sorted { $0.key < $1.key }.flatMap { forms(of: $1, form + .device($0)) }
    case .plural(let texts):
      PluralCategory.allCases.flatMap { category -> [TextForm] in
        let isThere = texts[category] != nil && (target != nil || category == .zero)
        guard isThere || used.contains(category), let text = texts[category] ?? texts[.other] else {
          return []
        }
        return forms(of: text, form + .plural(category))
      }
    }
  }

  private func unit(_ form: TextForm) -> XLIFFDocument.Unit {
    let path = form.steps.isEmpty ? "" : XLIFFDocument.delimiter + form.description
    let translated = target?.unit(at: form)
    let exchange = PlaceholderExchange(parts: source.substitutions, form: form)
    let targetExchange = PlaceholderExchange(parts: target?.substitutions ?? [:], form: form)
    return XLIFFDocument.Unit(
      id: entry.key.rawValue + path,
      source: exchange.carried(source.unit(nearest: form)?.value ?? ""),
      target: translated.map { targetExchange.carried($0.value) },
      state: translated?.state,
      note: entry.comment
    )
  }
}

extension Localization {
  /// Returns the text to which a path leads, or `nil`.
  fileprivate func unit(at form: TextForm) -> StringUnit? {
    units.first { $0.form == form }?.unit
  }

  /// Returns the text to which a path leads, or that for `other` if there is none, or the first.
  fileprivate func unit(nearest form: TextForm) -> StringUnit? {
    let steps = form.steps.map { step -> TextForm.Step in
      switch step {
      case .plural: .plural(.other)
      case .device: .device("other")
      case .substitution: step
      }
    }
    return unit(at: form) ?? unit(at: TextForm(steps: steps)) ?? units.last?.unit
  }
}
