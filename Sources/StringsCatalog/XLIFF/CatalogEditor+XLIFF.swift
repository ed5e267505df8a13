extension CatalogEditor {
  /// A unit of an XLIFF file that was not taken into a catalog.
  public struct SkippedUnit: Hashable, Sendable {
    /// The unit's id.
    public let id: String
    /// Why it was not taken.
    public let reason: Reason

    /// The reasons for not taking a unit.
    public enum Reason: String, Codable, Sendable {
      /// The catalog has no such key.
      case unknownKey
      /// The unit has no translation, or says that it is yet to be made.
      case untranslated
    }
  }

  /// Takes the translations of an XLIFF file into the catalog; those of the base's sentences too.
  ///
  /// A translation of a text that the catalog has changed since is taken, to be reviewed. Whether
  /// placeholders agree is not asked; ``CatalogCheck`` finds where they do not.
  ///
  /// - Returns: The units that were not taken.
  public mutating func apply(_ document: XLIFFDocument) -> [SkippedUnit] {
    // What the base has is translated from there, whether the catalog has a text of it or not.
    let below = base.map {
      XLIFFDocument(exporting: $0, to: document.targetLanguage, under: catalog).units
    }
    let own = XLIFFDocument(exporting: catalog, to: document.targetLanguage).units
    let current = (below ?? []) + own
    let sources = Dictionary(current.map { ($0.id, $0.source) }) { first, _ in first }
    return document.units.compactMap { unit in
      guard let (key, form) = place(of: unit.id) else {
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
  private func place(of id: String) -> (StringKey, TextForm)? {
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
