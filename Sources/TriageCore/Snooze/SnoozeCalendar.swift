/// What turns the words of a snooze into a moment: the clock on the wall, and a person's hours.
package struct SnoozeCalendar: Sendable {
  /// The clock.
  package var clock: LocalClock
  /// The person's hours.
  package var hours: SnoozeConfig

  /// The least and the most a message is put away for, in seconds.
  private static let spans: ClosedRange<Timestamp> = 60...(3653 * 86_400)

  /// Makes a calendar.
  package init(clock: LocalClock, hours: SnoozeConfig) {
    self.clock = clock
    self.hours = hours
  }

  /// Returns when the words say, in whole minutes; `nil` if that is not between one minute and ten
  /// years from now.
  package func wakeTime(_ phrase: SnoozePhrase) -> WakeTime? {
    guard let moment = moment(phrase) else { return nil }
    let time = WakeTime(notBefore: moment)
    return Self.spans.contains(time.time - clock.now) ? time : nil
  }

  /// Returns when the words say, be it over; `nil` if that is more than ten years ahead.
  package func moment(_ phrase: SnoozePhrase) -> Timestamp? {
    guard let moment = meant(by: phrase.meaning),
      moment - clock.now <= Self.spans.upperBound
    else { return nil }
    return moment
  }

  private func meant(by meaning: SnoozePhrase.Meaning) -> Timestamp? {
    switch meaning {
    case .instant(let time): time
    case .preset(let preset): moment(preset)
    case .span(let unit, let count): moment(count, unit)
    case .day(let day, let time): clock.moment(self.day(day), seconds(time))
    case .time(let time): next(time)
    }
  }

  private func moment(_ preset: SnoozePreset) -> Timestamp {
    switch preset {
    case .laterToday: laterToday
    case .evening: clock.moment(today, hours.evening.seconds)
    case .tomorrow: morning(of: today.advanced(by: 1))
    case .weekend: morning(of: next(hours.weekend))
    case .nextWeek: morning(of: next(hours.week))
    case .nextMonth: morning(of: firstOfNextMonth)
    }
  }

  /// Hours are hours; days and what is more keep the time on the wall.
  private func moment(_ count: Int64, _ unit: SnoozePhrase.Span) -> Timestamp? {
    let local = clock.local(clock.now)
    let here = LocalDay(local)
    let seconds = local - here.number * 86_400
    return switch unit {
    case .minutes: clock.now + count * 60
    case .hours: clock.now + count * 3_600
    case .days: clock.moment(here.advanced(by: count), seconds)
    case .weeks: clock.moment(here.advanced(by: count * 7), seconds)
    // More than ten years are refused anyway.
    case .months: count > 120 ? nil : clock.moment(here.advanced(byMonths: count), seconds)
    }
  }

  /// The day that a person still calls today: it ends when the next one begins for them.
  private var today: LocalDay { LocalDay(clock.local(clock.now) - hours.dayBegins.seconds) }

  private func day(_ day: SnoozePhrase.Day) -> LocalDay {
    switch day {
    case .date(let day): day
    case .weekday(let weekday): next(weekday)
    case .nextWeek(let weekday):
      next(hours.week).advanced(by: Int64((weekday - hours.week + 7) % 7))
    case .ahead(let days): today.advanced(by: days)
    }
  }

  private func seconds(_ time: SnoozePhrase.TimeOfDay) -> Int64 {
    switch time {
    case .morning: hours.morning.seconds
    case .afternoon: (DayTime.noon.seconds + hours.evening.seconds) / 2
    case .evening: hours.evening.seconds
    case .clock(let time): time.seconds
    }
  }

  /// The next such day of the week after today.
  private func next(_ weekday: Int) -> LocalDay {
    today.advanced(by: Int64((weekday - today.weekday + 6) % 7 + 1))
  }

  private var firstOfNextMonth: LocalDay {
    let day = today.advanced(byMonths: 1)
    return day.advanced(by: 1 - day.parts.day)
  }

  /// In three hours, up to a quarter on the wall.
  private var laterToday: Timestamp {
    let local = clock.local(clock.now + 3 * 3_600)
    let rest = (local % 900 + 900) % 900
    return clock.now + 3 * 3_600 + (rest == 0 ? 0 : 900 - rest)
  }

  private func morning(of day: LocalDay) -> Timestamp { clock.moment(day, hours.morning.seconds) }

  /// The next moment, after now, at which the clock shows a time.
  private func next(_ time: DayTime) -> Timestamp {
    let here = LocalDay(clock.local(clock.now))
    let moment = clock.moment(here, time.seconds)
    return moment > clock.now ? moment : clock.moment(here.advanced(by: 1), time.seconds)
  }
}

extension MailAction {
  /// Whether what the action does depends on what time it is.
  package var needsClock: Bool {
    steps.contains { if case .snooze(let phrase) = $0 { phrase.wakeTime == nil } else { false } }
  }

  /// Returns the action with the time that its words mean now.
  ///
  /// - Throws: `.timeOver` if that is less than a minute ahead, `.timeOutOfReach` if it is more than
  ///   ten years.
  package func resolved(by calendar: SnoozeCalendar) throws(ActionError) -> MailAction {
    switch self {
    case .snooze(let phrase):
      if let time = calendar.wakeTime(phrase) { return .snooze(SnoozePhrase(time)) }
      guard let moment = calendar.moment(phrase) else { throw .timeOutOfReach(phrase.text) }
      throw .timeOver(phrase.text, moment)
    case .user(let id, let steps):
      var resolved: [MailAction] = []
      for step in steps { resolved.append(try step.resolved(by: calendar)) }
      return .user(id: id, steps: resolved)
    case .fixed, .addTag, .removeTag, .changeTags, .move, .wake: return self
    }
  }
}
