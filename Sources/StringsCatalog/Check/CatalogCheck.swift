/// Looks a catalog over for what is missing, broken or doubtful.
///
/// ```swift
/// var check = CatalogCheck()
/// check.usedKeys = ["undo.menu", "undo.menu.empty"]
/// for problem in check.problems(in: catalog) { print(problem) }
/// ```
public struct CatalogCheck: Sendable {
  /// The languages that must be complete; `nil` for those the catalog has.
  public var languages: [LanguageTag]?
  /// All keys that the program uses; `nil` if that is not known.
  public var usedKeys: Set<StringKey>?
  /// The catalog over which the checked one is laid.
  ///
  /// Its sentences are the source of what the checked one overrides, and need not be repeated there.
  /// A language that the base does not have, nor one that serves its readers, must have all sentences
  /// of the base.
  public var base: Catalog?
  /// The room that titles have; `nil` for any.
  public var titleRoom: TitleRoom?
  /// The languages that are laid over the base and must be complete.
  var added: [LanguageTag] = []

  /// Makes a check of what can be known from a catalog alone.
  public init() {}

  /// Returns what is wrong in a catalog, in the order of its text.
  public func problems(in catalog: Catalog) -> [CatalogProblem] {
    let lines = LineIndex(catalog.bytes)
    let counts = PluralUse()
    var asked = self
    asked.languages = languages ?? catalog.languages
    asked.added = added(by: catalog)
    var problems: [CatalogProblem] = []
    func add(_ findings: [Finding], _ key: StringKey) {
      problems += findings.map { CatalogProblem($0, key: key, lines: lines) }
    }
    for repeated in catalog.index.repeated {
      let offset = repeated.keyRange.lowerBound
      add([Finding(code: .keyTwice, offset: offset, detail: repeated.key)], StringKey(repeated.key))
    }
    for key in catalog.keys {
      guard let entry = catalog.entry(key) else { continue }
      add(EntryCheck(entry, of: catalog, asked: asked, counts: counts).findings, key)
    }
    for key in (usedKeys ?? []).sorted(by: { $0.rawValue < $1.rawValue })
    where !catalog.contains(key) && base?.contains(key) != true {
      add([Finding(code: .missingKey, offset: catalog.index.strings.lowerBound)], key)
    }
    for key in base?.keys ?? [] where !asked.added.isEmpty && !catalog.contains(key) {
      guard let entry = base?.entry(key), entry.shouldTranslate, entry.extractionState != .stale
      else { continue }
      add(asked.added.map { Finding.missing($0, at: catalog.index.strings.lowerBound) }, key)
    }
    return problems.sorted { $0.position.offset < $1.position.offset }
  }

  private func added(by catalog: Catalog) -> [LanguageTag] {
    guard let base else { return [] }
    return (languages ?? catalog.languages).filter { $0.matches(among: base.languages).isEmpty }
  }
}

/// The room that some titles have.
public struct TitleRoom: Sendable {
  /// The columns, or whatever the width is counted in.
  public let limit: Int
  let isTitle: @Sendable (StringKey) -> Bool
  let width: @Sendable (String) -> Int

  /// Makes a rule for the width of titles.
  ///
  /// - Parameters:
  ///   - limit: The greatest width a title may have; placeholders in it count nothing.
  ///   - isTitle: Says which keys are titles.
  ///   - width: Measures a text.
  public init(
    limit: Int,
    isTitle: @escaping @Sendable (StringKey) -> Bool,
    width: @escaping @Sendable (String) -> Int
  ) {
    self.limit = limit
    self.isTitle = isTitle
    self.width = width
  }
}
