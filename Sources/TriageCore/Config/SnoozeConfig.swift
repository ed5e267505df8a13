/// `[snooze]`: the hours of a person, by which mail that was put away comes back.
package struct SnoozeConfig: Hashable, Sendable {
  /// What new mail does to the sleeping messages of its thread.
  package enum NewMail: String, CaseIterable, Sendable {
    case wake
    case sleep
  }

  /// When a day's mail comes.
  package var morning: DayTime
  /// When the evening's does.
  package var evening: DayTime
  /// Until when it is still the day before.
  package var dayBegins: DayTime
  /// The first day of the weekend, counted from 0 for Monday.
  package var weekend: Int
  /// The first day of the week.
  package var week: Int
  /// Whether what comes back is unread again.
  package var unread: Bool
  /// What new mail does to the sleeping messages of its thread.
  package var newMail: NewMail
  /// The times that are offered to choose from.
  package var presets: [SnoozeChoice]

  /// Makes the settings.
  package init(
    morning: DayTime,
    evening: DayTime,
    dayBegins: DayTime,
    weekend: Int,
    week: Int,
    unread: Bool,
    newMail: NewMail,
    presets: [SnoozeChoice] = []
  ) {
    self.morning = morning
    self.evening = evening
    self.dayBegins = dayBegins
    self.weekend = weekend
    self.week = week
    self.unread = unread
    self.newMail = newMail
    self.presets = presets
  }
}

/// A time that is chosen by one key.
package struct SnoozeChoice: Hashable, Sendable {
  /// The key.
  package var key: Character
  /// The time, in the words of `SnoozePhrase`.
  package var phrase: SnoozePhrase

  /// Makes a choice.
  package init(key: Character, phrase: SnoozePhrase) {
    self.key = key
    self.phrase = phrase
  }

  /// One of the times that have a name, with a letter of it.
  package init?(_ preset: SnoozePreset) {
    guard let phrase = SnoozePhrase(preset.rawValue) else { return nil }
    self.init(key: preset.key, phrase: phrase)
  }
}

extension SnoozePreset {
  /// The key that chooses it.
  fileprivate var key: Character {
    switch self {
    case .laterToday: "l"
    case .evening: "e"
    case .tomorrow: "t"
    case .weekend: "w"
    case .nextWeek: "n"
    case .nextMonth: "m"
    }
  }
}
