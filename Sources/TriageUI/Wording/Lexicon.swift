import StringsCatalog
import TriageCore

/// The words by which a person looks for something: those of their language, and English.
package struct Lexicon: Sendable {
  private let languages: [Wording]

  /// Makes a lexicon without a word.
  package init() {
    languages = []
  }

  /// Makes a lexicon of a person's words and the English ones.
  package init(_ words: Wording) {
    languages = [words, words.translated(into: "en")]
  }

  /// The language of the person; `nil` if it is not known.
  var language: String? { languages.first?.localizer.language.description }

  /// What a sentence is in each language, each text once.
  func texts(_ sentence: Sentence) -> [String] {
    languages.map { $0.string(sentence) }.reduce(into: []) { texts, text in
      if !texts.contains(text) { texts.append(text) }
    }
  }

  /// Whether a list's filter passes a step: by title, tag, origin or date.
  func passes(_ step: StepSummary, of history: StepList) -> Bool {
    if history.tagged.contains(step.id) { return true }
    let texts =
      texts(history.title(of: step)) + texts(.origin(step.context))
      + languages.prefix(1).map { $0.day(step.at) }
    let wanted = history.filter.lowercased()
    return texts.contains { $0.lowercased().contains(wanted) }
  }
}
