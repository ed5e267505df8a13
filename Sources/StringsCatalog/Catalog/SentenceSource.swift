/// Where a ``Localizer`` looks sentences up: a ``Catalog`` that was read, or a ``CompiledCatalog``.
public protocol SentenceSource: Sendable {
  /// The language in which the program is written.
  var sourceLanguage: LanguageTag { get }
  /// The languages in which there are sentences, with the source language, in order.
  var languages: [LanguageTag] { get }

  /// Returns whether there is a key, in whatever language.
  func contains(_ key: StringKey) -> Bool
  /// Returns a key's sentence in one language, or `nil` if it has none there.
  func localization(of key: StringKey, in language: LanguageTag) -> Localization?
}

extension Catalog: SentenceSource {
  /// Returns a key's sentence in one language, or `nil` if it has none there.
  ///
  /// The sentences of other languages are not decoded.
  public func localization(of key: StringKey, in language: LanguageTag) -> Localization? {
    guard let slot = slot(key.rawValue) else { return nil }
    let names = index.languages.filter { $0.tag == language }.map(\.literal)
    return EntryDecoder.entry(of: slot, in: bytes, names: names).localizations[language]
  }
}
