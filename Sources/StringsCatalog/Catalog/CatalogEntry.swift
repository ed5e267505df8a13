/// What a catalog says about one key.
public struct CatalogEntry: Sendable {
  /// The key.
  public let key: StringKey
  /// What translators should know.
  public let comment: String?
  /// How the key came into the catalog.
  public let extractionState: ExtractionState?
  /// Whether the sentence is to be translated; a product's name may not be.
  public let shouldTranslate: Bool
  /// The sentence in each language that has it; without one for the source language, the key itself
  /// is the sentence there.
  public let localizations: [LanguageTag: Localization]
  /// What in the entry is malformed; those parts are left out of it.
  let findings: [Finding]
  /// Where the key stands.
  let offset: Int
}

/// A problem of one entry, its place not yet worked out.
struct Finding: Sendable {
  var code: CatalogProblem.Code
  var language: LanguageTag?
  var form = TextForm()
  var offset: Int
  var detail = ""

  /// A language that has no text for a key.
  static func missing(_ language: LanguageTag, at offset: Int) -> Finding {
    Finding(code: .missingTranslation, language: language, offset: offset)
  }
}
