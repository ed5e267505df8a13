import Synchronization

/// The sentences and rules that a localizer has made ready.
final class SentenceStore: Sendable {
  let catalogs: [Catalog]
  /// The catalogs' languages that the reader understands, best first.
  private let matches: [LanguageTag]
  private let reader: LanguageTag
  private let ready = Mutex(Ready())

  private struct Ready {
    var sentences: [StringKey: [Sentence]] = [:]
    var rules: [LanguageTag: LanguageRules] = [:]
  }

  init(catalogs: [Catalog], matches: [LanguageTag], reader: LanguageTag) {
    self.catalogs = catalogs
    self.matches = matches
    self.reader = reader
  }

  /// Returns the sentences to try for a key, the best first.
  func candidates(for key: StringKey) -> [Sentence] {
    if let known = ready.withLock({ $0.sentences[key] }) { return known }
    let sentences = makeCandidates(for: key)
    ready.withLock { $0.sentences[key] = sentences }
    return sentences
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

  private func makeCandidates(for key: StringKey) -> [Sentence] {
    let entries = catalogs.compactMap { catalog in
      let source = catalog.sourceLanguage
      return catalog.localizations(of: key, in: matches + [source]).map { (source, $0) }
    }
    let understood = matches.flatMap { language in
      entries.compactMap { sentence(of: $0.1, in: language) }
    }
    let written = entries.filter { !matches.contains($0.0) }.compactMap {
      sentence(of: $0.1, in: $0.0)
    }
    let own = entries.first.flatMap { SentenceCompiler.sentence(key, in: $0.0) }
    return understood + written + [own].compactMap(\.self)
  }

  private func sentence(
    of localizations: [LanguageTag: Localization],
    in language: LanguageTag
  ) -> Sentence? {
    guard let localization = localizations[language] else { return nil }
    if case .plain(let unit) = localization.text, unit.isUntranslated { return nil }
    return SentenceCompiler.sentence(localization, in: language)
  }
}
