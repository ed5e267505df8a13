import Screen
import StringsCatalog
package import TriageCore

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

  /// Reads when mail is to come back: in the words of files, or in a person's with small letters or
  /// capitals ("Morgen 9:00", "next week"); `nil` if it is no time.
  func time(_ text: String) -> SnoozePhrase? {
    if let phrase = SnoozePhrase(text) { return phrase }
    let text = text.lowercased().split(separator: " ").joined(separator: " ")
    let names = languages.flatMap(\.timeNames).sorted { $0.name.count > $1.name.count }
    for (name, id) in names where text.hasPrefix(name) {
      let rest = text.dropFirst(name.count)
      // In Chinese no blank stands between the day and the time.
      guard rest.first.map({ $0 == " " || $0.isNumber }) ?? true else { continue }
      if let phrase = SnoozePhrase("\(id) \(rest)") { return phrase }
    }
    return languages.lazy.compactMap { $0.span(typedAs: text) ?? $0.timeShown(as: text) }.first
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

  /// Where the person's days begin and end, and when the screen began.
  var clock: LocalClock { languages.first?.clock ?? .utc(now: 0) }

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
      history.title(of: step), .origin(step), history.state(of: step),
      Sentence("status.found", .number(step.messages)),
    ]
    let shown =
      said.flatMap(texts) + languages.flatMap { $0.names(ofDay: step.at) } + [step.id.description]
      + (history.example(for: step)?.mention.map { [$0] } ?? [])
    let wanted = history.filter.lowercased()
    return shown.contains { $0.lowercased().contains(wanted) }
  }
}

extension Wording {
  /// How many days ahead a moment is looked for that is typed as it is shown.
  private static let daysAhead: Int64 = 366

  /// The moment to come, or the day, that is shown in these words, whatever their order (“Dec 1, 09:00”,
  /// “1 dec”); `nil` if none is.
  fileprivate func timeShown(as text: String) -> SnoozePhrase? {
    let (words, time) = (text.wordsOfDay, text.firstMatch(of: String.timeOfDay)?.output)
    guard !words.isEmpty, time.map({ DayTime(String($0)) != nil }) ?? true else { return nil }
    let today = LocalDay(clock.local(clock.now))
    let days = (0...Self.daysAhead).lazy.map(today.advanced(by:)).filter { day in
      // Only the next days are shown without their number.
      day.number - today.number < 7 || text.contains(String(day.parts.day))
    }
    let shown = days.first { day in
      let noon = clock.moment(day, 43_200)
      return [moment(noon), dayAndMonth(noon)].contains { $0.wordsOfDay == words }
    }
    return shown.flatMap { day in
      SnoozePhrase(([day.text] + (time.map { [String($0)] } ?? [])).joined(separator: " "))
    }
  }

  /// What is counted from now, as it is written out: “3 days”; `nil` if a text is anything else.
  fileprivate func span(typedAs text: String) -> SnoozePhrase? {
    guard let digits = text.firstMatch(of: #/[0-9]{1,5}/#)?.output, let count = Int(digits)
    else { return nil }
    let units = [
      ("minutes", "m"), ("hours", "h"), ("days", "d"), ("weeks", "w"), ("months", "mo"),
    ]
    let unit = units.first { unit, _ in
      string(Sentence("snooze.span.\(unit)", .number(count))).asTyped == text.asTyped
    }
    return unit.flatMap { SnoozePhrase("\(count)\($0.1)") }
  }

  /// The words that times are typed with: those that have a name, and days of the week.
  fileprivate var timeWords: [String] {
    SnoozePreset.allCases.map { string(Sentence("snooze.word.\($0.rawValue)")) }
      + SnoozePhrase.weekdays.indices.map { weekdayNames($0)[0] }
  }

  /// What times are called, in small letters, and the word of `SnoozePhrase` that each stands for.
  fileprivate var timeNames: [(name: String, id: String)] {
    let presets = SnoozePreset.allCases.flatMap { preset in
      [Sentence("snooze.word.\(preset.rawValue)"), .name(of: preset)].map {
        (name: string($0).lowercased(), id: preset.rawValue)
      }
    }
    let days = SnoozePhrase.weekdays.enumerated().flatMap { index, id in
      weekdayNames(index).map { (name: $0, id: id) }
    }
    return presets + days
  }
}

extension String {
  fileprivate static var timeOfDay: Regex<Substring> { #/[0-9]{1,2}:[0-9]{2}/# }

  /// The text in small letters, without blanks.
  fileprivate var asTyped: String { lowercased().filter { !$0.isWhitespace } }

  /// The words of a moment, in small letters, without its time of day and what stands between them.
  fileprivate var wordsOfDay: Set<String> {
    let words = lowercased().replacing(Self.timeOfDay, with: " ")
      .split { $0.isWhitespace || ",.，".contains($0) }
    return Set(words.map(String.init))
  }
}
