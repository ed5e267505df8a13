import Screen
import StringsCatalog
private import Synchronization
import TriageCore

extension Wording {
  /// A moment within a sentence: the time, with the date if it is not today; an exact one has its
  /// seconds, however long ago it is.
  ///
  /// One of the next days is told by its weekday, and any that is to come has its time.
  func moment(_ time: Timestamp, isExact: Bool = false) -> String {
    if clock.isInNextDays(time) { return written(time, .weekdayAndHour) }
    if time > clock.now, clock.distance(to: time) == .otherYear { return written(time, .full) }
    return switch clock.distance(to: time) {
    // Where a day begins says only with its date which day that is.
    case .today where isExact && clock.local(time) % 86_400 != 0: written(time, .second)
    case .today where !isExact: written(time, .time)
    case .today, .thisYear: written(time, isExact ? .dayAndSecond : .dayAndTime)
    case .otherYear: written(time, isExact ? .dateAndSecond : .date)
    }
  }

  /// A moment to choose, whatever day it is on: "Sun, Nov 29, 08:00".
  func momentWithDay(_ time: Timestamp) -> String {
    written(time, time - clock.now < 180 * 86_400 ? .weekdayAndTime : .full)
  }

  /// Until when a message with these tags sleeps; `nil` if it does not.
  func sleep(of tags: Set<MailTag>) -> DisplayText? {
    tags.wakeTime.map { wake in
      let time = wake.time
      return text(
        time > clock.now ? Sentence("snooze.until", .moment(time)) : Sentence("snooze.due")
      )
    }
  }

  /// The local day of a moment, as `2026-08-01`.
  func day(_ time: Timestamp) -> String { LocalDay(clock.local(time)).text }

  /// What the day of a moment is called, with its year and without, and the moment itself as rows show it.
  func names(ofDay time: Timestamp) -> [String] {
    let (here, there) = (LocalDay(clock.local(clock.now)), LocalDay(clock.local(time)))
    let near =
      switch here.number - there.number {
      case 0: [string(Sentence("status.today"))]
      case 1: [string(Sentence("status.yesterday"))]
      default: [String]()
      }
    let styles = [DateStyle.wholeDay, .weekdayAndDay, .date, .time]
    return near + [moment(time), day(time)] + styles.map { written(time, $0) }
  }

  /// The day of a moment in a column of days: "Mon 16".
  func dayOfWeek(_ time: Timestamp) -> String { written(time, .weekdayAndNumber) }

  /// The day of a moment within a sentence: "Nov 16".
  func dayAndMonth(_ time: Timestamp) -> String { written(time, .day) }

  /// The same with the whole name of its month: "November 16".
  func dayAndWholeMonth(_ time: Timestamp) -> String { written(time, .dayAndWholeMonth) }

  /// Whether a day in digits has the day before the month: "16/11".
  var writesDayFirst: Bool {
    // The sixteenth of November, 1970.
    written(local: 319 * 86_400, .dayInDigits).hasPrefix("16")
  }

  /// The day of a moment at the beginning of a sentence: "Monday, November 16".
  func weekdayAndDay(_ time: Timestamp) -> String { written(time, .wholeDay) }

  /// A moment in the date column of a list; empty if there is none.
  func columnDate(_ time: Timestamp?, _ form: DateForm) -> DisplayText {
    guard let time else { return .empty }
    if form == .relative, let age = age(of: time) { return text(age) }
    if form == .relative, clock.isInLastDays(time) { return display(written(time, .weekday)) }
    switch clock.distance(to: time) {
    case .today: return display(written(time, .time))
    case .thisYear: return display(written(time, form.style))
    case .otherYear: return display(written(time, dateColumn(form).withYear))
    }
  }

  /// How long ago a moment of the last day is.
  private func age(of time: Timestamp) -> Sentence? {
    switch clock.now - time {
    case 0..<3_600: Sentence("status.age.minutes", .number(max(1, Int(clock.now - time) / 60)))
    case 3_600..<86_400: Sentence("status.age.hours", .number(Int(clock.now - time) / 3_600))
    default: nil
    }
  }

  /// A moment in the header of a message.
  func headerDate(_ time: Timestamp?) -> DisplayText {
    guard let time else { return .empty }
    let isToday = clock.distance(to: time) == .today
    return display(written(time, isToday ? .time : .full))
  }

  /// A moment for readers at another time: with its year, whatever day it is today.
  func fullDate(_ time: Timestamp) -> String { written(time, .full) }

  /// The same where there is room for the time only.
  func sleepColumn(of tags: Set<MailTag>) -> DisplayText? {
    tags.wakeTime.map { wake in
      wake.time > clock.now ? display(moment(wake.time)) : text(Sentence("snooze.due"))
    }
  }

  /// What a day of the week is called, short and whole, in small letters; 0 is Monday.
  func weekdayNames(_ weekday: Int) -> [String] {
    // The first Monday there is.
    let day = Timestamp((4 + weekday) * 86_400)
    return [DateStyle.weekday, .wholeWeekday].map { style in
      String(written(local: day, style).lowercased().trimmingPrefix(" ").prefix { $0 != "." })
    }
  }

  /// The columns that any moment fits in which the date column of a list shows.
  func dateColumns(_ form: DateForm) -> Int { dateColumn(form).width }

  /// How the date column of a list is written.
  private func dateColumn(_ form: DateForm) -> DateColumn {
    dateColumns.column(of: form) {
      let thisYear = columns(form.style)
      let spelled = columns(form.styleWithYear)
      // What is rare does not take room from every row.
      guard let digits = form.digits, spelled > thisYear + 2 else {
        return DateColumn(width: max(thisYear, spelled), withYear: form.styleWithYear)
      }
      return DateColumn(width: max(thisYear, columns(digits)), withYear: digits)
    }
  }

  /// The columns that any moment fits in.
  private func columns(_ style: DateStyle) -> Int {
    // A moment late in each month, and on each day of a week: its numbers have two digits.
    let months = (0..<12).map { width(ofDay: $0 * 30 + 27, style) }
    let weekdays = (20..<27).map { width(ofDay: $0, style) }
    return (months.max() ?? 0) + (weekdays.max() ?? 0) - width(ofDay: 27, style)
  }

  private func width(ofDay day: Int, _ style: DateStyle) -> Int {
    display(written(local: Timestamp(day * 86_400 + 82_000), style)).width
  }

  private func written(_ time: Timestamp, _ style: DateStyle) -> String {
    written(local: clock.local(time), style)
  }

  private func written(local time: Timestamp, _ style: DateStyle) -> String {
    localizer.date(secondsSince1970: Double(time), style: style, timeZone: "UTC")
  }
}

/// How a list writes its dates.
enum DateForm: Hashable, Sendable {
  /// "Aug 22", "2025".
  case short
  /// "Sat, Aug 22", "Aug 22, 2025".
  case full
  /// The same with the time.
  case withTime
  /// "5 min", "3 h", "Tue", then "Aug 22", "Aug 22, 2025".
  case relative

  /// Chooses by what is wanted, and by the columns that a row has.
  init(_ wanted: ListConfig.Dates, columns: Int) {
    switch wanted {
    case .relative: self = .relative
    case .absolute: self = columns < 60 ? .short : columns < 100 ? .full : .withTime
    }
  }

  fileprivate var style: DateStyle {
    switch self {
    case .short, .relative: .day
    case .full: .weekdayAndDay
    case .withTime: .weekdayAndTime
    }
  }

  fileprivate var styleWithYear: DateStyle {
    switch self {
    case .short: .year
    case .full, .relative: .date
    case .withTime: .full
    }
  }

  /// The same in digits; `nil` where it is a year alone, or stands beside short forms.
  fileprivate var digits: DateStyle? {
    switch self {
    case .short, .relative: nil
    case .full: .digits
    case .withTime: DateStyle(skeleton: "yMMddHm")
    }
  }
}

/// How wide the date column of a list is, and how it writes what is not of this year.
struct DateColumn: Sendable {
  let width: Int
  let withYear: DateStyle
}

/// The date columns of lists, measured once.
final class DateColumns: Sendable {
  private let columns = Mutex<[DateForm: DateColumn]>([:])

  func column(of form: DateForm, measured measure: () -> DateColumn) -> DateColumn {
    if let known = columns.withLock({ $0[form] }) { return known }
    let column = measure()
    columns.withLock { $0[form] = column }
    return column
  }
}

extension DateStyle {
  fileprivate static let weekday = DateStyle(skeleton: "EEE")
  fileprivate static let weekdayAndNumber = DateStyle(skeleton: "EEEd")
  fileprivate static let dayInDigits = DateStyle(skeleton: "Md")
  fileprivate static let dayAndWholeMonth = DateStyle(skeleton: "MMMMd")
  fileprivate static let wholeDay = DateStyle(skeleton: "EEEEMMMMd")
  fileprivate static let wholeWeekday = DateStyle(skeleton: "EEEE")
  fileprivate static let weekdayAndDay = DateStyle(skeleton: "EEEMMMd")
  fileprivate static let weekdayAndTime = DateStyle(skeleton: "EEEMMMdHm")
  fileprivate static let weekdayAndHour = DateStyle(skeleton: "EEEHm")
  fileprivate static let year = DateStyle(skeleton: "y")
  fileprivate static let second = DateStyle(skeleton: "Hms")
  fileprivate static let dayAndSecond = DateStyle(skeleton: "MMMdHms")
  fileprivate static let dateAndSecond = DateStyle(skeleton: "yMMMdHms")
  fileprivate static let full = DateStyle(skeleton: "yMMMdHm")
}
