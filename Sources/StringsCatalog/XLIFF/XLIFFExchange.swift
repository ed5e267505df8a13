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

/// Makes one entry's units.
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

extension CatalogEditor {
  /// A unit of an XLIFF file that was not applied to a catalog.
  public struct SkippedUnit: Hashable, Sendable {
    /// The unit's id.
    public let id: String
    /// Why it was skipped.
    public let reason: Reason

    /// The reasons for skipping a unit.
    public enum Reason: String, Codable, Sendable {
      /// The catalog has no such key.
      case unknownKey
      /// The unit has no translation, or marks it as yet to be made.
      case untranslated
    }
  }

  /// Applies the translations of an XLIFF file to the catalog, those of the base's sentences too.
  ///
  /// A translation of a text that the catalog has changed since is applied, to be reviewed. Whether
  /// placeholders agree is not asked; ``CatalogCheck`` finds where they do not.
  ///
  /// - Returns: The units that were skipped.
  public mutating func apply(_ document: XLIFFDocument) -> [SkippedUnit] {
    // What the base has is translated from there, whether the catalog has a text of it or not.
    let below = base.map {
      XLIFFDocument(exporting: $0, to: document.targetLanguage, under: catalog).units
    }
    let own = XLIFFDocument(exporting: catalog, to: document.targetLanguage).units
    let current = (below ?? []) + own
    let sources = Dictionary(current.map { ($0.id, $0.source) }) { first, _ in first }
    return document.units.compactMap { unit in
      guard let (key, form) = target(of: unit.id) else {
        return SkippedUnit(id: unit.id, reason: .unknownKey)
      }
      guard let target = unit.target, unit.state != .new else {
        return SkippedUnit(id: unit.id, reason: .untranslated)
      }
      let isSame = sources[unit.id].map { $0 == unit.source } ?? true
      let state = isSame ? unit.state ?? .translated : .needsReview
      let language = document.targetLanguage
      let exchange = PlaceholderExchange(parts: parts(of: key, in: language), form: form)
      set(exchange.own(target), for: key, in: language, form: form, state: state)
      return nil
    }
  }

  /// Returns the key and the path that an id names: the id itself if it is a key.
  private func target(of id: String) -> (StringKey, TextForm)? {
    if isKnown(id) { return (StringKey(id), TextForm()) }
    // The last delimiter counts, for a key may hold one too.
    guard let (key, path) = Self.split(id), let form = TextForm(path), isKnown(key) else {
      return nil
    }
    return (StringKey(key), form)
  }

  private func isKnown(_ key: String) -> Bool {
    catalog.contains(StringKey(key)) || base?.contains(StringKey(key)) == true
  }

  private static func split(_ id: String) -> (key: String, path: String)? {
    let pieces = id.split(separator: XLIFFDocument.delimiter, omittingEmptySubsequences: false)
    guard pieces.count > 1, let path = pieces.last else { return nil }
    return (pieces.dropLast().joined(separator: XLIFFDocument.delimiter), String(path))
  }

  /// The parts that placeholders may name: the language's own, or else the source's.
  private func parts(of key: StringKey, in language: LanguageTag) -> [String: Substitution] {
    let source = original(of: key)?.substitutions ?? [:]
    let own = catalog.entry(key)?.localizations[language]?.substitutions ?? [:]
    return source.merging(own) { _, own in own }
  }
}

/// The exchange of a catalog's own placeholders for those that translators' tools know, and back.
///
/// `%#@files@` travels as `%2$#@files@`, and `%arg` in that part as `%2$lld`.
struct PlaceholderExchange {
  private let pairs: [(own: String, carried: String)]

  /// Makes the exchange for one text among those of a sentence.
  init(parts: [String: Substitution], form: TextForm) {
    if case .substitution(let name)? = form.steps.first {
      pairs = parts[name].map(Self.numbers) ?? []
    } else {
      pairs = parts.sorted { $0.key < $1.key }.compactMap { name, part in
        part.argument.map { (own: "%#@\(name)@", carried: "%\($0)$#@\(name)@") }
      }
    }
  }

  private static func numbers(of part: Substitution) -> [(own: String, carried: String)] {
    let short = (own: "%arg", carried: "%" + part.formatSpecifier)
    guard let argument = part.argument else { return [short] }
    return [(own: "%arg", carried: "%\(argument)$" + part.formatSpecifier), short]
  }

  /// Returns a catalog's text as it travels.
  func carried(_ text: String) -> String {
    exchanged(text, pairs.map { ($0.own, $0.carried) })
  }

  /// Returns a text that has travelled as a catalog has it.
  func own(_ text: String) -> String {
    exchanged(text, pairs.map { ($0.carried, $0.own) })
  }

  private func exchanged(_ text: String, _ pairs: [(String, String)]) -> String {
    var exchanged = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "%") {
      exchanged += rest[..<sign]
      rest = rest[sign...]
      let pair = pairs.first { rest.hasPrefix($0.0) }
      let found = pair?.0 ?? String(rest.prefix(rest.hasPrefix("%%") ? 2 : 1))
      exchanged += pair?.1 ?? found
      rest = rest.dropFirst(found.count)
    }
    return exchanged + rest
  }
}
