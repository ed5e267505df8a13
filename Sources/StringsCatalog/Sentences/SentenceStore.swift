import Synchronization

/// The sentences and rules that a localizer has made ready.
final class SentenceStore: Sendable {
  let catalogs: [Catalog]
  /// The catalogs' languages that the reader understands, best first.
  private let matches: [LanguageTag]
  private let reader: LanguageTag
  /// Where sentences are looked for, in this order.
  private let sources: [Source]
  private let ready = Mutex(Ready())

  /// One language of one catalog.
  private struct Source {
    let catalog: Catalog
    let language: LanguageTag
    /// The language as the catalog writes it.
    let names: [ArraySlice<UInt8>]

    init(_ catalog: Catalog, _ language: LanguageTag) {
      self.catalog = catalog
      self.language = language
      names = catalog.index.languages.filter { $0.tag == language }.map(\.literal)
    }
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

  init(catalogs: [Catalog], matches: [LanguageTag], reader: LanguageTag) {
    self.catalogs = catalogs
    self.matches = matches
    self.reader = reader
    let understood = matches.flatMap { language in catalogs.map { Source($0, language) } }
    let written = catalogs.filter { !matches.contains($0.sourceLanguage) }
    let last = written.map { Source($0, $0.sourceLanguage) }
    sources = (understood + last).filter { !$0.names.isEmpty }
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
    let found = source.catalog.localization(of: key, in: source.language, named: source.names)
    guard let localization = found else { return nil }
    if case .plain(let unit) = localization.text, unit.isUntranslated { return nil }
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
