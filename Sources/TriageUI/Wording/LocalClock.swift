package import TriageCore

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
  enum Distance: Hashable {
    case today
    case thisYear
    case otherYear
  }

  /// The moment as if local time were UTC.
  func local(_ time: Timestamp) -> Timestamp {
    time.addingReportingOverflow(offset(time)).partialValue
  }

  /// Whether a moment is on one of the last six days before today, so that the name of the day says
  /// which.
  func isInLastDays(_ time: Timestamp) -> Bool {
    (1...6).contains(LocalDay(local(now)).number - LocalDay(local(time)).number)
  }

  func distance(to time: Timestamp) -> Distance {
    let (here, there) = (LocalDay(local(now)), LocalDay(local(time)))
    if here == there { return .today }
    return here.year == there.year ? .thisYear : .otherYear
  }
}

/// A day of the Gregorian calendar.
struct LocalDay: Hashable {
  /// Days since 1970-01-01.
  let number: Int64

  init(_ time: Timestamp) {
    number = time >= 0 ? time / 86_400 : (time + 1) / 86_400 - 1
  }

  /// The day as `2026-08-01`.
  var text: String {
    let (year, month, day) = parts
    let digits = [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    return digits.joined(separator: "-")
  }

  /// The year.
  var year: Int64 { parts.year }

  /// Year, month and day, counted in eras of 400 years that begin on the first of March.
  private var parts: (year: Int64, month: Int64, day: Int64) {
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
}
