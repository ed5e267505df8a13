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

/// Something wrong in a catalog, and where.
public struct CatalogProblem: Hashable, Sendable {
  /// What is wrong.
  public let code: Code
  /// The key it concerns.
  public let key: StringKey
  /// The language it concerns; `nil` if it is not one language's.
  public let language: LanguageTag?
  /// The text it concerns among those that the sentence varies into.
  public let form: TextForm
  /// Where it stands; what is missing is reported where its key stands.
  public let position: TextPosition
  /// The placeholder, category or other thing that is meant; not a sentence.
  public let detail: String

  /// The kinds of problems.
  public enum Code: String, CaseIterable, Codable, Sendable {
    /// The language has no text for the key.
    case missingTranslation = "missing-translation"
    /// The translation waits for somebody to look at it.
    case needsReview = "needs-review"
    /// The program uses the key no more, or what it translates has changed.
    case stale
    /// The program uses no such key.
    case unusedKey = "unused-key"
    /// The program uses a key that the catalog does not have.
    case missingKey = "missing-key"
    /// The same key stands twice; the first one counts.
    case keyTwice = "key-twice"
    /// Something is not as a catalog has it; it is left out.
    case malformedEntry = "malformed-entry"
    /// A language's name is none.
    case unknownLanguage = "unknown-language"
    /// A plural form has a name that is none.
    case unknownPluralCategory = "unknown-plural-category"
    /// Two kinds of variation stand side by side; only one can count.
    case overlappingForms = "overlapping-forms"
    /// A plural lacks the form that every language needs.
    case pluralWithoutOther = "plural-without-other"
    /// A variation by device lacks the text for all others.
    case deviceWithoutOther = "device-without-other"
    /// A plural lacks a form that the language uses for 0 to 999.
    case missingPluralCategory = "missing-plural-category"
    /// The source varies by number, the translation does not, and its language would.
    case missingPlural = "missing-plural"
    /// A percent sign begins no placeholder.
    case strayPercent = "stray-percent"
    /// The text uses an argument that the source does not have.
    case unknownArgument = "unknown-argument"
    /// No form of the text uses an argument that the source uses.
    case missingArgument = "missing-argument"
    /// The text takes an argument for another kind of value than the source does.
    case wrongArgumentKind = "wrong-argument-kind"
    /// Placeholders stand in another order than the source's and name no positions.
    case reorderedWithoutPositions = "reordered-without-positions"
    /// Several placeholders name no positions, so that no translator can reorder them.
    case missingPositions = "missing-positions"
    /// The text names a part that is not there.
    case unknownSubstitution = "unknown-substitution"
    /// A part that no text names.
    case unusedSubstitution = "unused-substitution"
    /// The title is wider than the room it has.
    case tooWide = "too-wide"
    /// The text begins or ends with a blank, as if it were to be glued to another; reported for a
    /// translation only where the source does not.
    case gluedSentence = "glued-sentence"
  }
}

extension CatalogProblem: CustomStringConvertible {
  /// The problem on one line: position, language, key, form, code and detail.
  public var description: String {
    let location = "\(position.line):\(position.column)"
    let names = [language?.rawValue, "\"\(key)\"", form.description].compactMap(\.self)
    let what = names.filter { !$0.isEmpty }.joined(separator: " ")
    return "\(location): \(what): \(code.rawValue)" + (detail.isEmpty ? "" : " (\(detail))")
  }
}

/// A problem found in one entry, by its offset; lines and columns are worked out when it is reported.
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

extension CatalogProblem {
  init(_ finding: Finding, key: StringKey, lines: LineIndex) {
    code = finding.code
    self.key = key
    language = finding.language
    form = finding.form
    position = lines.position(of: finding.offset)
    detail = finding.detail
  }
}
