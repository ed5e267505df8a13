import CICU

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

  private static let renewed = ["in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro"]

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

extension LanguageTag {
  /// Reads a POSIX locale name, as `LANG` has it: `de_AT.UTF-8`, `sr_RS@latin`.
  ///
  /// `C` and `POSIX` are English. `nil` if the name does not begin with a language.
  public init?(posixLocale name: String) {
    let locale = name.prefix { $0 != "." && $0 != "@" }
    if locale == "C" || locale == "POSIX" {
      self = "en"
      return
    }
    guard let tag = LanguageTag(String(locale)) else { return nil }
    let modifier = name.split(separator: "@").dropFirst().first.map(String.init) ?? ""
    self.init(
      language: tag.language,
      script: tag.script ?? Self.scripts[modifier],
      region: tag.region,
      extras: tag.extras
    )
  }

  /// Finds the language of messages in a process's environment, as POSIX ranks its variables.
  ///
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty decides; `nil` if there is
  /// none, or if it names no language.
  public init?(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
    guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
    self.init(posixLocale: name)
  }

  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
}

extension LanguageTag {
  /// Returns those of some languages that a reader of this one understands, best first.
  ///
  /// The same language in the same script is understood, wherever it is spoken. The tag itself
  /// comes first, then what means the same (`zh-Hant` for `zh-TW`, `pt` for `pt-BR`), then a part
  /// of the world that holds the region (`es-419` for `es-MX`), then the language at large (`de`
  /// for `de-AT`), then other regions.
  ///
  /// ```swift
  /// LanguageTag("zh-TW").matches(among: ["zh-Hans", "zh-Hant"])   // [zh-Hant]
  /// ```
  public func matches(among offered: [LanguageTag]) -> [LanguageTag] {
    let near = offered.filter { !isOtherLanguage(than: $0) }
    // The one that is plainly it needs no data about languages, which take a millisecond to load.
    if near.count < 2, near.allSatisfy({ $0 == self || isWrittenAlike($0) }) { return near }
    let wanted = maximized
    let ranked = near.compactMap { tag in rank(of: tag, for: wanted).map { ($0, tag) } }
    return ranked.sorted { $0 < $1 }.map(\.1)
  }

  /// Whether another tag is plainly of another language: codes of two letters are one for each.
  private func isOtherLanguage(than tag: LanguageTag) -> Bool {
    tag.language.utf8.count == 2 && language.utf8.count == 2 && tag.spoken != spoken
  }

  /// Whether another tag is plainly of the same language in the same script.
  private func isWrittenAlike(_ tag: LanguageTag) -> Bool {
    guard tag.language == language, tag.script == script else { return false }
    return script != nil || isPlain
  }

  /// Whether its script is known without data about languages.
  private var isPlain: Bool { script == nil && Self.plainLanguages.contains(language) }

  /// Some languages that are written in one script in every region, from left to right.
  private static let plainLanguages = [
    "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "hr", "hu", "it", "ja",
    "ko", "lt", "lv", "nb", "nl", "no", "pl", "pt", "ru", "sk", "sl", "sv", "uk",
  ]

  /// This tag with the script and region most likely meant: `zh-TW` becomes `zh-Hant-TW`.
  var maximized: LanguageTag {
    let text = icuText(capacity: 160) { cicu_maximized_tag(rawValue, $0, $1) }
    return text.flatMap { LanguageTag($0) } ?? self
  }

  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool { !isPlain && cicu_is_right_to_left(rawValue) }

  /// Returns how far a tag is from this one, or `nil` if its reader would not understand it.
  private func rank(of tag: LanguageTag, for wanted: LanguageTag) -> Int? {
    if tag == self { return 0 }
    let full = tag.maximized
    guard full.spoken == wanted.spoken, full.script == wanted.script else { return nil }
    if full.region == wanted.region { return 1 }
    guard let region = tag.region else { return 3 }
    let isPart = wanted.region.map { cicu_region_contains(region, $0) } == true
    return isPart ? 2 : 4
  }

  /// The language, with Bokmål counted as the Norwegian it is.
  private var spoken: String { language == "nb" ? "no" : language }
}
