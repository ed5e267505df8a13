/// What time it is, and how far local time is from UTC.
package struct LocalClock: Sendable {
  /// The moment that is now.
  package var now: Timestamp
  /// Returns the seconds that local time is ahead of UTC at a moment.
  package var offset: @Sendable (Timestamp) -> Int64

  /// Makes a clock.
  package init(now: Timestamp, offset: @escaping @Sendable (Timestamp) -> Int64) {
    self.now = now
    self.offset = offset
  }

  /// A clock that shows UTC.
  package static func utc(now: Timestamp) -> LocalClock {
    LocalClock(now: now) { _ in 0 }
  }

  /// How a moment lies to now, by the calendar on the wall.
  package enum Distance: Hashable {
    case today
    case thisYear
    case otherYear
  }

  /// The moment as if local time were UTC.
  package func local(_ time: Timestamp) -> Timestamp {
    time.addingReportingOverflow(offset(time)).partialValue
  }

  /// Whether a moment is on one of the last six days before today, so that the name of the day says
  /// which.
  package func isInLastDays(_ time: Timestamp) -> Bool {
    (1...6).contains(LocalDay(local(now)).number - LocalDay(local(time)).number)
  }

  /// Whether a moment is on one of the six days after today.
  package func isInNextDays(_ time: Timestamp) -> Bool {
    (1...6).contains(LocalDay(local(time)).number - LocalDay(local(now)).number)
  }

  /// How a moment lies to now.
  package func distance(to time: Timestamp) -> Distance {
    let (here, there) = (LocalDay(local(now)), LocalDay(local(time)))
    if here == there { return .today }
    return here.year == there.year ? .thisYear : .otherYear
  }
}

/// A day of the Gregorian calendar.
package struct LocalDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  package let number: Int64

  /// The day with a number.
  package init(number: Int64) {
    self.number = number
  }

  /// The day of a moment of which the local time is taken for UTC.
  package init(_ time: Timestamp) {
    number = time >= 0 ? time / 86_400 : (time + 1) / 86_400 - 1
  }

  /// The day as `2026-08-01`.
  package var text: String {
    let (year, month, day) = parts
    let digits = [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    return digits.joined(separator: "-")
  }

  /// The year.
  package var year: Int64 { parts.year }

  /// Year, month and day, counted in eras of 400 years that begin on the first of March.
  package var parts: (year: Int64, month: Int64, day: Int64) {
    let days = number + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // Months of 30 or 31 days from March on lie on a line.
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (
      yearOfEra + era * 400 + (dayOfYear >= 306 ? 1 : 0),
      month < 10 ? month + 3 : month - 9, day
    )
  }

  /// The day with a year, a month and a day of the month; `nil` if the month does not have it.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    guard parts == (year, month, day) else { return nil }
  }

  /// The day of the week, counted from 0 for Monday.
  package var weekday: Int { Int((number % 7 + 10) % 7) }

  /// The day so many days later.
  package func advanced(by days: Int64) -> LocalDay { LocalDay(number: number + days) }

  /// The same day of the month so many months later, or the last one that month has.
  package func advanced(byMonths months: Int64) -> LocalDay {
    let (year, month, day) = parts
    let index = year * 12 + month - 1 + months
    let (newYear, newMonth) = (index / 12, index % 12 + 1)
    let days = stride(from: day, through: 1, by: -1)
    return days.lazy.compactMap { LocalDay(year: newYear, month: newMonth, day: $0) }.first ?? self
  }

  package static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }
}

extension LocalClock {
  /// The first moment at which the clock on the wall shows a time of a day.
  ///
  /// A time that is left out, because clocks are put forward, is later by what is left out. Seconds
  /// are counted from midnight, as a wall clock shows them.
  package func moment(_ day: LocalDay, _ seconds: Int64) -> Timestamp {
    let wall = day.number * 86_400 + seconds
    // The offsets before and after whatever happens that day.
    let candidates = [offset(wall - 86_400), offset(wall + 86_400)].map { wall - $0 }
    let shown = candidates.filter { local($0) == wall }
    return shown.min() ?? candidates[0]
  }
}
