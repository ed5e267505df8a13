/// A language with, where they matter, its script and region, as BCP 47 writes them: `ru`,
/// `zh-Hant`, `pt-BR`.
///
/// Tags are kept in their customary spelling (`ZH_hant` becomes `zh-Hant`), so that equal languages
/// are equal values. Old codes are renewed: `iw` is `he`.
///
/// ```swift
/// LanguageTag("zh_TW")?.rawValue            // "zh-TW"
/// LanguageTag(posixLocale: "de_AT.UTF-8")   // de-AT
/// ```
public struct LanguageTag: Sendable {
  /// The language subtag in small letters: `ru`, or `und` where none is known.
  public let language: String
  /// The script subtag with a capital: `Hant`.
  public let script: String?
  /// The region subtag: `BR`, or three digits for a part of the world: `419`.
  public let region: String?
  /// What follows the region, in small letters: variants and extensions.
  public let extras: [String]

  /// The tag as text.
  public var rawValue: String {
    ([language] + [script, region].compactMap(\.self) + extras).joined(separator: "-")
  }

  /// Reads a tag, with hyphens or underscores, in any case; `nil` if it is not formed like one.
  ///
  /// Whether such a language exists is not asked.
  public init?(_ text: String) {
    var subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...]
    guard text.utf8.count <= 80, subtags.allSatisfy(Self.isSubtag),
      let first = subtags.popFirst(), first.utf8.count >= 2, first.allSatisfy(\.isLetter)
    else { return nil }
    let script = subtags.first.flatMap(Self.script(from:))
    if script != nil { subtags.removeFirst() }
    let region = subtags.first.flatMap(Self.region(from:))
    if region != nil { subtags.removeFirst() }
    self.init(
      language: Self.renewed[first.lowercased()] ?? first.lowercased(),
      script: script,
      region: region,
      extras: subtags.map { $0.lowercased() }
    )
  }

  init(language: String, script: String?, region: String?, extras: [String] = []) {
    self.language = language
    self.script = script
    self.region = region
    self.extras = extras
  }

  private static let renewed = ["iw": "he", "in": "id", "ji": "yi"]

  private static func isSubtag(_ text: Substring) -> Bool {
    (1...8).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func script(from subtag: Substring) -> String? {
    guard subtag.utf8.count == 4, subtag.allSatisfy(\.isLetter) else { return nil }
    return subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
  }

  private static func region(from subtag: Substring) -> String? {
    let letters = subtag.utf8.count == 2 && subtag.allSatisfy(\.isLetter)
    let digits = subtag.utf8.count == 3 && subtag.allSatisfy(\.isNumber)
    return letters || digits ? subtag.uppercased() : nil
  }
}

extension LanguageTag: Hashable, Comparable {
  /// Orders tags by their text.
  public static func < (left: LanguageTag, right: LanguageTag) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension LanguageTag: LosslessStringConvertible {
  /// The tag as text.
  public var description: String { rawValue }
}

extension LanguageTag: ExpressibleByStringLiteral {
  /// Makes a tag of a literal; one that is not formed like a tag becomes `und`.
  public init(stringLiteral text: String) {
    self = LanguageTag(text) ?? LanguageTag(language: "und", script: nil, region: nil)
  }
}

extension LanguageTag: Codable {
  /// Reads the tag from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not formed like a tag.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let tag = LanguageTag(text) else {
      let reason = "\(text) is no language"
      throw DecodingError.dataCorruptedError(in: container, debugDescription: reason)
    }
    self = tag
  }

  /// Writes the tag as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
