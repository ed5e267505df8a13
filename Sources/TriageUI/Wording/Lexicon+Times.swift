import StringsCatalog
import TriageCore

// When mail is to come back, in a person's words.

extension Lexicon {
  /// Reads when mail is to come back: in the words of files, or in a person's with small letters or
  /// capitals ("Morgen 9:00", "in 2 weeks", "lundi soir"); `nil` if it is no time.
  func time(_ text: String) -> SnoozePhrase? {
    if let phrase = SnoozePhrase(text) { return phrase }
    let text = text.lowercased().replacing("'", with: "’").split(separator: " ")
      .joined(separator: " ")
    for form in languages.flatMap({ $0.withoutFillers(text) }) {
      if let phrase = SnoozePhrase(form) ?? named(form) { return phrase }
    }
    let (days, rest) = daysInDigits(text)
    if days.count == 1 { return SnoozePhrase(days[0].text + rest) }
    return languages.lazy.compactMap { $0.timeShown(as: text) }.first
  }

  /// How a text is to be written that may mean several times; `nil` if it may not.
  func ambiguity(of text: String) -> Sentence? {
    let word = String(text.drop { $0 == " " }.prefix { $0 != " " })
    if text.split(separator: " ").count == 1, let number = Int(word), (0..<100).contains(number) {
      let first = number < 24 ? "\(number):00" : "\(number)m"
      return Sentence("snooze.number-alone", .text(first), .text("\(number)d"))
    }
    guard let words = languages.first else { return nil }
    let days = daysInDigits(text).days.map { words.dayAndMonth(clock.moment($0, 43_200)) }
    return days.count == 2
      ? Sentence("snooze.either-day", .text(days[0]), .text(days[1])) : nil
  }

  /// What a day in digits (“24.12.”, “24/12 14:00”) may mean, in the order that the person's language writes.
  ///
  /// English is read by people of both orders, so it is either.
  private func daysInDigits(_ text: String) -> (days: [LocalDay], rest: String) {
    let digits = #/([0-9]{1,2})[.\/]([0-9]{1,2})(?:[.\/]([0-9]{4})?)?(?: +(.+))?/#
    guard let fields = text.wholeMatch(of: digits), let words = languages.first,
      let first = Int64(fields.1), let second = Int64(fields.2)
    else { return ([], "") }
    let year = fields.3.flatMap { Int64($0) }
    let orders = language?.hasPrefix("en") == true ? [false, true] : [words.writesDayFirst]
    let days = orders.compactMap { isDayFirst in
      isDayFirst ? nextDay(second, first, year) : nextDay(first, second, year)
    }
    return (Set(days).sorted(), fields.4.map { " \($0)" } ?? "")
  }

  /// The next such day of a month, unless its year is known.
  private func nextDay(_ month: Int64, _ day: Int64, _ year: Int64?) -> LocalDay? {
    let today = LocalDay(clock.local(clock.now))
    if let year { return LocalDay(year: year, month: month, day: day) }
    // A leap day is up to eight years ahead.
    return (0...8).lazy.compactMap { LocalDay(year: today.year + $0, month: month, day: day) }
      .first { $0 >= today }
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
    let fillers = Set(list(Sentence("snooze.fillers")))
    let words = text.wordsOfDay.subtracting(fillers)
    let time = text.firstMatch(of: String.timeOfDay)?.output
    guard !words.isEmpty, time.map({ DayTime(String($0)) != nil }) ?? true else { return nil }
    let today = LocalDay(clock.local(clock.now))
    let days = (0...Self.daysAhead).lazy.map(today.advanced(by:)).filter { day in
      // Only the next days are shown without their number.
      day.number - today.number < 7 || text.contains(String(day.parts.day))
    }
    let shown = days.first { day in
      let noon = clock.moment(day, 43_200)
      return [moment(noon), dayAndMonth(noon), dayAndWholeMonth(noon)].contains {
        $0.wordsOfDay.subtracting(fillers) == words
      }
    }
    return shown.flatMap { day in
      SnoozePhrase(([day.text] + (time.map { [String($0)] } ?? [])).joined(separator: " "))
    }
  }

  /// What is counted from now, with any word of its unit: “3 days”, “3j”, “a week”.
  fileprivate func span(typedAs text: String) -> SnoozePhrase? {
    let number = text.prefixMatch(of: #/[0-9]{1,5}/#)?.output
    let ones = list(Sentence("snooze.one")).map { $0.hasNoBlanks ? $0 : "\($0) " }
    let one = ones.filter(text.hasPrefix).max { $0.count < $1.count }
    guard let length = number?.count ?? one?.count else { return nil }
    let count = number ?? "1"
    let word = String(text.dropFirst(length).drop { $0 == " " })
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
    let inside = fillers.filter(\.hasNoBlanks).sorted()
    let rest = words.filter { !fillers.contains($0) }.joined(separator: " ")
    return forms + [rest] + inside.map { rest.replacing($0, with: "") }
      + [inside.reduce(rest) { $0.replacing($1, with: "") }]
  }

  /// What times of the day are called, and the word of `SnoozePhrase` that each stands for.
  fileprivate var timesOfDay: [(name: String, id: String)] {
    ["morning", "noon", "afternoon", "evening"].flatMap { id in
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
    let near = ["yesterday", "today", "tomorrow", "day-after-tomorrow", "next-week"].flatMap { id in
      list(Sentence("snooze.names.\(id)")).map { (name: $0, id: id) }
    }
    let nextWeek = list(Sentence("snooze.weekdays.next-week")).enumerated().map { index, name in
      (name: name, id: "next-week-\(SnoozePhrase.weekdays[index % 7])")
    }
    return presets + days + near + nextWeek
  }

  /// The words of a sentence that lists words, in small letters.
  private func list(_ sentence: Sentence) -> [String] {
    string(sentence).split { ",、".contains($0) }.map { $0.drop { $0 == " " }.lowercased() }
  }
}

extension String {
  /// Whether it is of a script that puts no blanks between words.
  fileprivate var hasNoBlanks: Bool { unicodeScalars.allSatisfy { $0.value > 0x2E80 } }

  fileprivate static var timeOfDay: Regex<Substring> { #/[0-9]{1,2}:[0-9]{2}/# }

  /// The words of a moment, in small letters, without its time of day and what stands between them.
  fileprivate var wordsOfDay: Set<String> {
    let words = lowercased().replacing(Self.timeOfDay, with: " ")
      .replacing(#/([0-9])(?:st|nd|rd|th|er)\b/#) { $0.output.1 }
      .split { $0.isWhitespace || ",.，".contains($0) }
    return Set(words.map(String.init))
  }
}
