import Synchronization

/// The sentences of some catalogs in the language of one reader.
///
/// A sentence is looked for in the reader's language in every catalog, then in the languages nearest
/// to it, then in the source language, and is the key itself when there is none. A translation that
/// is broken, or that does not take the arguments it is given, is passed over in the same way; so a
/// sentence may be in a lesser language, but is never half finished.
///
/// Sentences are made ready when they are first asked for, and kept. A localizer may be used from
/// any thread, and copies share what is ready.
///
/// ```swift
/// let localizer = catalog.localizer(for: "ru")
/// localizer.string("threads.archived", 22)   // "22 цепочки в архиве"
/// ```
public struct Localizer: Sendable {
  /// The language in which most sentences will be.
  public let language: LanguageTag
  /// The languages in which sentences are looked for, the best first.
  public let languages: [LanguageTag]
  /// When text arguments are isolated from the sentence's direction of writing.
  public var isolation = Isolation.automatic

  private let sentences: SentenceStore

  init(catalogs: [any SentenceSource], reader: LanguageTag, matches: [LanguageTag]) {
    var languages = matches
    for source in catalogs.map(\.sourceLanguage) where !languages.contains(source) {
      languages.append(source)
    }
    self.languages = languages
    language = languages.first ?? "en"
    sentences = SentenceStore(
      catalogs: catalogs,
      matches: matches,
      reader: matches.isEmpty ? language : reader
    )
  }

  /// Returns the sentences of the same catalogs for a reader of another language.
  public func localizer(for reader: LanguageTag) -> Localizer {
    CatalogStack(sentences.catalogs).localizer(for: reader)
  }

  /// Returns a finished sentence.
  ///
  /// Text arguments have their own marks of direction balanced, so that they cannot turn the rest of
  /// the sentence; nothing else in them is changed.
  public func string(_ key: StringKey, _ arguments: Argument...) -> String {
    string(key, arguments: arguments)
  }

  /// Returns a finished sentence.
  public func string(_ key: StringKey, arguments: [Argument]) -> String {
    joined(segments(key, arguments: arguments))
  }

  /// Returns segments as a finished sentence: the marks of direction in its arguments are balanced.
  public func joined(_ segments: [Segment]) -> String {
    segments.reduce(into: "") { text, segment in
      switch segment {
      case .literal(let words): text += words
      case .argument(let words): text += isolation == .never ? words : Isolation.balanced(words)
      }
    }
  }

  /// Returns a finished sentence, its text arguments apart from its own words.
  ///
  /// The arguments are exactly as given; whoever joins the segments sees to the marks of direction
  /// in them.
  public func segments(_ key: StringKey, arguments: [Argument] = []) -> [Segment] {
    translation(of: key, arguments: arguments) ?? [.literal(key.rawValue)]
  }

  /// Returns a finished sentence, or `nil` if no catalog has one that takes these arguments.
  public func translation(of key: StringKey, arguments: [Argument] = []) -> [Segment]? {
    sentences.first(for: key) { sentence in
      let writer = SentenceWriter(
        arguments: arguments,
        plurals: sentences.rules(of: sentence.language),
        numbers: sentences.numberRules(in: sentence.language),
        isolation: isolation
      )
      return writer.segments(of: sentence)
    }
  }

  /// Returns whether any catalog has a key.
  public func contains(_ key: StringKey) -> Bool {
    sentences.catalogs.contains { $0.contains(key) }
  }

  /// Writes a whole number in the reader's way.
  public func number(_ number: Int) -> String {
    sentences.readerRules.text(number)
  }

  /// Writes a moment in the reader's way.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since 1970 began in Greenwich.
  ///   - style: The fields to write.
  ///   - timeZone: An IANA name, such as `Europe/Berlin`; `nil` for that of the process.
  /// - Returns: The text; empty if ICU knows no way to write it.
  public func date(
    secondsSince1970 seconds: Double,
    style: DateStyle,
    timeZone: String? = nil
  ) -> String {
    sentences.readerRules.date(secondsSince1970: seconds, style: style, timeZone: timeZone)
  }
}

/// A value to be put into a sentence.
///
/// Whole numbers choose the sentence's plural form and are written in the language's way; text is
/// put in as it is. An argument may be stored (it is `Codable`) and put into the sentence of another
/// language later.
public enum Argument: Hashable, Sendable, Codable {
  /// Text, for `%@`.
  case text(String)
  /// A whole number, for `%lld` and its kin.
  case number(Int)
  /// A fraction, for `%f` and its kin.
  case decimal(Double)
}

extension Argument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  /// Makes text of a literal.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Makes a whole number of a literal.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// Makes a fraction of a literal.
  public init(floatLiteral value: Double) { self = .decimal(value) }
}

/// A stretch of a finished sentence, by where its characters come from.
///
/// A program that shows mail or file names cleans what strangers wrote and trusts what its
/// translators wrote; segments let it tell the two apart.
public enum Segment: Hashable, Sendable {
  /// The catalog's own words, numbers, and the marks that isolate an argument.
  case literal(String)
  /// A text argument, exactly as it was given.
  case argument(String)

  /// The text, whatever it is.
  public var text: String {
    switch self {
    case .literal(let text), .argument(let text): text
    }
  }
}

/// The sentences and rules that a localizer has made ready.
final class SentenceStore: Sendable {
  let catalogs: [any SentenceSource]
  /// The catalogs' languages that the reader understands, best first.
  private let matches: [LanguageTag]
  private let reader: LanguageTag
  /// Where sentences are looked for, in this order.
  private let sources: [Source]
  private let ready = Mutex(Ready())

  /// One language of one catalog.
  private struct Source {
    let catalog: any SentenceSource
    let language: LanguageTag
  }

  private struct Ready {
    var sentences: [SourcedKey: Sentence?] = [:]
    var rules: [LanguageTag: LanguageRules] = [:]
  }

  /// A key in one of the sources, or after the last one the key as its own text.
  private struct SourcedKey: Hashable {
    let key: StringKey
    let source: Int
  }

  init(catalogs: [any SentenceSource], matches: [LanguageTag], reader: LanguageTag) {
    self.catalogs = catalogs
    self.matches = matches
    self.reader = reader
    let understood = matches.flatMap { language in
      catalogs.map { Source(catalog: $0, language: language) }
    }
    let written = catalogs.filter { !matches.contains($0.sourceLanguage) }
    let last = written.map { Source(catalog: $0, language: $0.sourceLanguage) }
    sources = understood + last
  }

  /// Returns what the first sentence gives that gives anything, the best sentences first.
  ///
  /// A sentence that is not needed is not decoded.
  func first<Finished>(for key: StringKey, _ finish: (Sentence) -> Finished?) -> Finished? {
    for source in 0...sources.count {
      if let sentence = sentence(for: key, in: source), let finished = finish(sentence) {
        return finished
      }
    }
    return nil
  }

  private func sentence(for key: StringKey, in source: Int) -> Sentence? {
    let sourced = SourcedKey(key: key, source: source)
    if let known = ready.withLock({ $0.sentences[sourced] }) { return known }
    let sentence = source < sources.count ? decoded(key, sources[source]) : own(key)
    ready.withLock { $0.sentences[sourced] = .some(sentence) }
    return sentence
  }

  private func decoded(_ key: StringKey, _ source: Source) -> Sentence? {
    let found = source.catalog.localization(of: key, in: source.language)
    guard let localization = found, !localization.isUntranslated else { return nil }
    return SentenceCompiler.sentence(localization, in: source.language)
  }

  /// A key that a catalog has is its own text in that one's source language.
  private func own(_ key: StringKey) -> Sentence? {
    let catalog = catalogs.first { $0.contains(key) }
    return catalog.flatMap { SentenceCompiler.sentence(key, in: $0.sourceLanguage) }
  }

  /// Returns the rules of a language.
  func rules(of language: LanguageTag) -> LanguageRules {
    ready.withLock { ready in
      if let known = ready.rules[language] { return known }
      let rules = LanguageRules(language)
      ready.rules[language] = rules
      return rules
    }
  }

  /// The rules by which the reader's own numbers and dates are written.
  var readerRules: LanguageRules { rules(of: reader) }

  /// Returns the rules for numbers in a sentence: those of the reader's region if the sentence is in
  /// the reader's language (a Swiss reader's German), else those of the sentence.
  func numberRules(in language: LanguageTag) -> LanguageRules {
    rules(of: matches.contains(language) ? reader : language)
  }
}
