import Screen
import StringsCatalog
package import TriageCore

/// The words by which a person looks for something: those of their language, and English.
package struct Lexicon: Sendable {
  private(set) var languages: [Wording]

  /// Makes a lexicon without a word.
  package init() {
    languages = []
  }

  /// Makes a lexicon of a person's words and the English ones.
  package init(_ words: Wording) {
    languages = [words, words.translated(into: "en")]
  }

  /// Reads an action whose time may also be said in a person's words, which are asked for only then.
  ///
  /// - Throws: `ActionError` that names the text.
  package static func action(
    _ notation: String,
    in actions: ActionTable,
    words lexicon: @autoclosure () -> Lexicon
  ) throws(ActionError) -> MailAction {
    do throws(ActionError) {
      return try actions.parse(notation)
    } catch {
      guard case .badTime(let text) = error, let phrase = lexicon().time(text) else { throw error }
      return .snooze(phrase)
    }
  }

  /// The person's word for Monday, in an example of a time.
  var monday: String { languages.first?.weekdayNames(0)[0] ?? SnoozePhrase.weekdays[0] }

  /// Where the person's days begin and end, and what time it is.
  var clock: LocalClock {
    get { languages.first?.clock ?? .utc(now: 0) }
    set { for index in languages.indices { languages[index].clock = newValue } }
  }

  /// A day in the person's words, by a moment of it: “Tuesday, 24 November”.
  func day(_ time: Timestamp) -> String { languages.first?.weekdayAndDay(time) ?? "" }

  /// The person's words for times, as completion offers them.
  var timeWords: [String] { languages.first.map { $0.timeWords } ?? [] }

  /// The language of the person; `nil` if it is not known.
  var language: String? { languages.first?.localizer.language.description }

  /// A sentence in the person's language, in lines of so many columns; none if that is not known.
  func lines(_ sentence: Sentence, columns: Int) -> [DisplayText] {
    languages.first.map { Array($0.text(sentence).wrapped(toColumns: max(1, columns))) } ?? []
  }

  /// What a sentence is in each language, each text once.
  func texts(_ sentence: Sentence) -> [String] {
    languages.map { $0.string(sentence) }.reduce(into: []) { texts, text in
      if !texts.contains(text) { texts.append(text) }
    }
  }

  /// Whether a list's filter passes a step: by what its row says, the day it was made on, or a tag.
  func passes(_ step: StepSummary, of history: StepList) -> Bool {
    if history.tagged.contains(step.id) { return true }
    let said = [
      history.title(of: step), .origin(step), StepMark(step).sentence,
      Sentence("status.found", .number(step.messages)),
    ]
    let days = languages.flatMap { $0.names(ofDay: step.at) }
    let shown =
      said.flatMap(texts) + days + [step.id.description]
      + (history.example(for: step)?.mention.map { [$0] } ?? [])
    let wanted = history.filter.lowercased()
    return shown.contains { $0.lowercased().contains(wanted) } || wanted.saysDay(in: days)
  }
}

extension String {
  /// Whether each word is one of a day's, or the beginning of one, whatever their order: “28 nov”.
  fileprivate func saysDay(in names: [String]) -> Bool {
    let known = Set(names.flatMap { $0.lowercased().wordsOfDate })
    return wordsOfDate.allSatisfy { word in
      known.contains(word)
        || word.first?.isLetter == true && known.contains { $0.hasPrefix(word) }
    }
  }

  private var wordsOfDate: [String] {
    split { $0.isWhitespace || ",.，".contains($0) }.map(String.init)
  }
}

extension Wording {
  /// The words that times are typed with: those that have a name, and days of the week.
  fileprivate var timeWords: [String] {
    SnoozePreset.allCases.map { string(Sentence("snooze.word.\($0.rawValue)")) }
      + SnoozePhrase.weekdays.indices.map { weekdayNames($0)[0] }
  }
}
