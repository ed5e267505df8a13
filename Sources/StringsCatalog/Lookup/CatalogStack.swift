/// Catalogs laid one over another: what the first has hides what the others have of the same key in
/// the same language.
///
/// So a person's own catalog can override a program's sentences, and add keys and languages.
public struct CatalogStack: Sendable {
  /// The catalogs, the one that counts most first.
  public let catalogs: [Catalog]

  /// Lays catalogs one over another, the one that counts most first.
  public init(_ catalogs: [Catalog]) {
    self.catalogs = catalogs
  }

  /// The languages in which there are sentences, in order.
  public var languages: [LanguageTag] {
    Set(catalogs.flatMap(\.languages)).sorted()
  }

  /// Returns the language in which a reader of another is best served, or `nil` if none will do.
  public func language(for reader: LanguageTag) -> LanguageTag? {
    reader.matches(among: languages).first
  }

  /// Chooses the sentences for a reader of a language.
  ///
  /// A language that no catalog has is served in the source language.
  public func localizer(for reader: LanguageTag) -> Localizer {
    Localizer(catalogs: catalogs, reader: reader, matches: reader.matches(among: languages))
  }

  /// Says whether any of the catalogs has a key.
  public func contains(_ key: StringKey) -> Bool {
    catalogs.contains { $0.contains(key) }
  }
}
