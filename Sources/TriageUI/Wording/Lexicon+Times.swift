import StringsCatalog
import TriageCore

// When mail is to come back, in a person's words.

extension Lexicon {
  /// Reads when mail is to come back: in the words of files, or in a person's with small letters or
  /// capitals ("Morgen 9:00", "in 2 weeks", "lundi soir"); `nil` if it is no time.
  func time(_ text: String) -> SnoozePhrase? {
    if let phrase = SnoozePhrase(text) { return phrase }
    let text = text.lowercased().split(separator: " ").joined(separator: " ")
    for form in languages.flatMap({ $0.withoutFillers(text) }) {
      if let phrase = SnoozePhrase(form) ?? named(form) { return phrase }
    }
    return languages.lazy.compactMap { $0.timeShown(as: text) }.first
  }

  /// Reads a time that begins with a name, a time of day, or a number of units.
  private func named(_ text: String) -> SnoozePhrase? {
    let times = languages.flatMap(\.timesOfDay)
    let names = languages.flatMap(\.timeNames).sorted { $0.name.count > $1.name.count }
    for (name, id) in names where text.hasPrefix(name) {
      let rest = String(text.dropFirst(name.count))
      let time = times.first { $0.name == rest.drop { $0 == " " } }?.id
      // In Chinese no blank stands between the day and the time.
      guard rest.first.map({ $0 == " " || $0.isNumber }) ?? true || time != nil else { continue }
      if let phrase = SnoozePhrase("\(id) \(time ?? rest)") { return phrase }
    }
    return times.first { $0.name == text }.flatMap { SnoozePhrase($0.id) }
      ?? languages.lazy.compactMap { $0.span(typedAs: text) }.first
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

  /// What is counted from now, with any word of its unit: “3 days”, “3j”.
  fileprivate func span(typedAs text: String) -> SnoozePhrase? {
    guard let count = text.prefixMatch(of: #/[0-9]{1,5}/#)?.output else { return nil }
    let word = String(text.dropFirst(count.count).drop { $0 == " " })
    let units = [
      ("minutes", "m"), ("hours", "h"), ("days", "d"), ("weeks", "w"), ("months", "mo"),
    ]
    let unit = units.first { list(Sentence("snooze.unit.\($0.0)")).contains(word) }
    return unit.flatMap { SnoozePhrase("\(count)\($0.1)") }
  }

  /// The text, and what is left of it without the words that say nothing more (“in 2 weeks”, “el lunes
  /// por la noche”): first those before it, then all.
  fileprivate func withoutFillers(_ text: String) -> [String] {
    let fillers = Set(list(Sentence("snooze.fillers")))
    var words = text.split(separator: " ").map { word in
      String(word.last == "," || word.last == "." ? word.dropLast() : word)
    }
    var forms = [text, words.joined(separator: " ")]
    while let first = words.first, fillers.contains(first) {
      words.removeFirst()
      forms.append(words.joined(separator: " "))
    }
    // In Japanese and Chinese no blank stands around them.
    let inside = fillers.filter { $0.unicodeScalars.allSatisfy { $0.value > 0x2E80 } }
    let rest = words.filter { !fillers.contains($0) }.joined(separator: " ")
    return forms + [inside.sorted().reduce(rest) { $0.replacing($1, with: "") }]
  }

  /// What times of the day are called, and the word of `SnoozePhrase` that each stands for.
  fileprivate var timesOfDay: [(name: String, id: String)] {
    ["morning", "noon", "evening"].flatMap { id in
      list(Sentence("snooze.times.\(id)")).map { (name: $0, id: id) }
    }
  }

  /// What times are called, in small letters, and the word of `SnoozePhrase` that each stands for.
  fileprivate var timeNames: [(name: String, id: String)] {
    let presets = SnoozePreset.allCases.flatMap { preset in
      [Sentence("snooze.word.\(preset.rawValue)"), .name(of: preset)].map {
        (name: string($0).lowercased(), id: preset.rawValue)
      }
    }
    let forms = list(Sentence("snooze.weekdays"))
    let days = SnoozePhrase.weekdays.enumerated().flatMap { index, id in
      (weekdayNames(index) + forms.dropFirst(index).prefix(1)).map { (name: $0, id: id) }
    }
    return presets + days
  }

  /// The words of a sentence that lists words, in small letters.
  private func list(_ sentence: Sentence) -> [String] {
    string(sentence).split { ",、".contains($0) }.map { $0.drop { $0 == " " }.lowercased() }
  }
}

extension String {
  fileprivate static var timeOfDay: Regex<Substring> { #/[0-9]{1,2}:[0-9]{2}/# }

  /// The words of a moment, in small letters, without its time of day and what stands between them.
  fileprivate var wordsOfDay: Set<String> {
    let words = lowercased().replacing(Self.timeOfDay, with: " ")
      .split { $0.isWhitespace || ",.，".contains($0) }
    return Set(words.map(String.init))
  }
}
