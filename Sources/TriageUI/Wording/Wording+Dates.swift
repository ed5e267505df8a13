import Screen
import StringsCatalog
import TriageCore

extension Wording {
  /// A moment within a sentence: the time, with the date if it is not today; an exact one has its
  /// seconds, however long ago it is.
  func moment(_ time: Timestamp, isExact: Bool = false) -> String {
    switch clock.distance(to: time) {
    case .today: written(time, isExact ? .second : .time)
    case .thisYear: written(time, isExact ? .dayAndSecond : .dayAndTime)
    case .otherYear: written(time, isExact ? .dateAndSecond : .date)
    }
  }

  /// The local day of a moment, as `2026-08-01`.
  func day(_ time: Timestamp) -> String { LocalDay(clock.local(time)).text }

  /// A moment in the date column of a list; empty if there is none.
  func columnDate(_ time: Timestamp?) -> DisplayText {
    guard let time else { return .empty }
    let style: DateStyle =
      switch clock.distance(to: time) {
      case .today: .time
      case .thisYear: .day
      case .otherYear: .year
      }
    return display(written(time, style))
  }

  /// A moment in the header of a message.
  func headerDate(_ time: Timestamp?) -> DisplayText {
    guard let time else { return .empty }
    let isToday = clock.distance(to: time) == .today
    return display(written(time, isToday ? .time : .full))
  }

  /// The columns that any day of a year fits in.
  var dateColumns: Int {
    // A day late in each month: the number has two digits.
    let days = (0..<12).map { Timestamp($0 * 30 + 27) * 86_400 }
    return days.map { display(written(local: $0, .day)).width }.max() ?? 0
  }

  private func written(_ time: Timestamp, _ style: DateStyle) -> String {
    written(local: clock.local(time), style)
  }

  private func written(local time: Timestamp, _ style: DateStyle) -> String {
    localizer.date(secondsSince1970: Double(time), style: style, timeZone: "UTC")
  }
}

extension DateStyle {
  fileprivate static let year = DateStyle(skeleton: "y")
  fileprivate static let second = DateStyle(skeleton: "Hms")
  fileprivate static let dayAndSecond = DateStyle(skeleton: "MMMdHms")
  fileprivate static let dateAndSecond = DateStyle(skeleton: "yMMMdHms")
  fileprivate static let full = DateStyle(skeleton: "yMMMdHm")
}
