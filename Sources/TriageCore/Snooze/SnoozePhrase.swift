/// When a message is to come back, as a person or a file says it: `tomorrow`, `3d`, `mon 9:00`, `tue 14`,
/// `mon evening`.
///
/// What it means is known at the moment of doing: `moment(by:)`.
package struct SnoozePhrase: Hashable, Sendable {
  /// The words, without blanks around them.
  package let text: String
  let meaning: Meaning

  enum Meaning: Hashable, Sendable {
    case instant(Timestamp)
    case preset(SnoozePreset)
    case span(Span, Int64)
    case day(Day, TimeOfDay)
    /// The next time that the clock shows it.
    case time(DayTime)
  }

  /// Units of what is counted from now.
  enum Span: String {
    case minutes = "m"
    case hours = "h"
    case days = "d"
    case weeks = "w"
    case months = "mo"
  }

  enum TimeOfDay: Hashable, Sendable {
    /// The person's own, and the middle between noon and their evening.
    case morning, afternoon, evening
    case clock(DayTime)
  }

  enum Day: Hashable, Sendable {
    case date(LocalDay)
    /// The next one after today, counted from 0 for Monday.
    case weekday(Int)
    /// One of the week that begins after today.
    case nextWeek(Int)
    /// So many days after today.
    case ahead(Int64)
  }

  /// The words for the days of the week, Monday first.
  package static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Reads words; `nil` if they say no time, or a day that the month does not have.
  package init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard let meaning = Meaning(words) else { return nil }
    self.text = words.joined(separator: " ")
    self.meaning = meaning
  }

  /// Says a time that is known.
  package init(_ time: WakeTime) {
    text = time.text
    meaning = .instant(time.time)
  }

  /// The name, if the time has one.
  package var preset: SnoozePreset? {
    if case .preset(let preset) = meaning { preset } else { nil }
  }

  /// The time, if it is known without asking a clock.
  package var wakeTime: WakeTime? {
    if case .instant(let time) = meaning { WakeTime(notBefore: time) } else { nil }
  }
}

/// The times that have a name.
package enum SnoozePreset: String, CaseIterable, Sendable {
  case laterToday = "later-today"
  case evening
  case tomorrow
  case weekend
  case nextWeek = "next-week"
  case nextMonth = "next-month"
}

/// A time of day, in seconds from midnight as a wall clock shows them.
package struct DayTime: Hashable, Sendable {
  /// The seconds, below 86,400.
  package let seconds: Int64

  /// When the sun is highest.
  static let noon = DayTime(seconds: 43_200)

  private init(seconds: Int64) { self.seconds = seconds }

  /// Reads `9:00`, `09:00` or `9pm`, or where that is wanted `9`, `18h` and `17h30` too; `nil` if a text is anything
  /// else.
  package init?(_ text: String, mayBeHour: Bool = false) {
    let half = ["am", "pm"].first(where: text.hasSuffix)
    let text = Self.clock(half == nil ? text : String(text.dropLast(2)), mayBeHour || half != nil)
    // By hand: every start reads the settings, and a first regular expression costs as much as they do.
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2, (1...2).contains(fields[0].utf8.count), fields[1].utf8.count == 2,
      fields.allSatisfy({ $0.utf8.allSatisfy(digits.contains) }),
      let hour = Int64(fields[0]), let minute = Int64(fields[1]), hour < 24, minute < 60,
      half == nil || (1...12).contains(hour)
    else { return nil }
    seconds = (half == nil ? hour : hour % 12 + (half == "pm" ? 12 : 0)) * 3_600 + minute * 60
  }

  /// A time as a clock shows it, where only the hour may be said, or an `h` for the colon.
  private static func clock(_ text: String, _ mayBeHour: Bool) -> String {
    guard mayBeHour else { return text }
    if (1...2).contains(text.utf8.count), !text.hasSuffix("h") { return "\(text):00" }
    guard let colon = text.firstIndex(of: "h") else { return text }
    let minutes = text[text.index(after: colon)...]
    return "\(text[..<colon]):\(minutes.isEmpty ? "00" : minutes)"
  }
}

extension SnoozePhrase.Meaning {
  fileprivate init?(_ words: [String]) {
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 2 {
      guard let day = SnoozePhrase.Day(first), let time = SnoozePhrase.TimeOfDay(words[1])
      else { return nil }
      self = .day(day, time)
    } else if first == "tonight" {
      self = .preset(.evening)
    } else if let preset = SnoozePreset(rawValue: first) {
      self = .preset(preset)
    } else if first == "afternoon" {
      self = .day(.ahead(0), .afternoon)
    } else if let time = DayTime(first) ?? (first == "noon" ? .noon : nil) {
      self = .time(time)
    } else if let day = SnoozePhrase.Day(first) {
      self = .day(day, .morning)
    } else if let time = WakeTime(first) {
      self = .instant(time.time)
    } else if let span = Self.span(first) ?? Self.dateAndTime(first) {
      self = span
    } else {
      return nil
    }
  }

  /// Reads `3d`.
  private static func span(_ word: String) -> Self? {
    guard let fields = word.wholeMatch(of: #/([0-9]{1,8})(m|h|d|w|mo)/#),
      let count = Int64(fields.1), let unit = SnoozePhrase.Span(rawValue: String(fields.2))
    else { return nil }
    return .span(unit, count)
  }

  /// Reads `2026-11-23T09:00`.
  private static func dateAndTime(_ word: String) -> Self? {
    let parts = word.split(separator: "T", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let day = SnoozePhrase.Day(parts[0]), case .date = day,
      parts[1].count == 5, let time = DayTime(parts[1])
    else { return nil }
    return .day(day, .clock(time))
  }
}

extension SnoozePhrase.TimeOfDay {
  fileprivate init?(_ word: String) {
    switch word {
    case "morning": self = .morning
    case "afternoon": self = .afternoon
    case "evening": self = .evening
    case "noon": self = .clock(.noon)
    default:
      guard let time = DayTime(word, mayBeHour: true) else { return nil }
      self = .clock(time)
    }
  }
}

extension SnoozePhrase.Day {
  /// Yesterday is said to be over, which nobody learns from a word that is unknown.
  private static let near: [String: Int64] = [
    "yesterday": -1, "today": 0, "tomorrow": 1, "day-after-tomorrow": 2,
  ]

  fileprivate init?(_ word: String) {
    if let days = Self.near[word] {
      self = .ahead(days)
    } else if let weekday = SnoozePhrase.weekdays.firstIndex(of: word) {
      self = .weekday(weekday)
    } else if let weekday = SnoozePhrase.weekdays.firstIndex(where: { word == "next-week-\($0)" }) {
      self = .nextWeek(weekday)
    } else if let fields = word.wholeMatch(of: #/([0-9]{4})-([0-9]{2})-([0-9]{2})/#),
      let year = Int64(fields.1), let month = Int64(fields.2), let day = Int64(fields.3),
      let date = LocalDay(year: year, month: month, day: day)
    {
      self = .date(date)
    } else {
      return nil
    }
  }
}
