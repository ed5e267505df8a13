import TriageCore

/// What was done in a week, day by day.
struct HistoryWeek: Sendable {
  /// What groups of one kind did, over all days.
  struct Action: Sendable {
    /// The actions in their notation.
    let notation: String
    let title: Sentence
    /// The messages of each day.
    var messages = [Int](repeating: 0, count: HistoryWeek.length)
  }

  static let length = 7

  /// The first day.
  let start: LocalDay
  private let clock: LocalClock
  /// The day that keys are about, counted from 0.
  private(set) var cursor: Int
  /// The days, once their groups have been read.
  private(set) var days: [HistoryTotal]?
  /// What was done, most messages first.
  private(set) var actions: [Action] = []
  var failure: TriageFailure?

  /// Makes the week that has a moment in it; it begins with a day of the week, counted from 0 for
  /// Monday.
  init(of time: Timestamp, beginning weekday: Int, _ clock: LocalClock) {
    let day = LocalDay(clock.local(time))
    let passed = (day.weekday - weekday + Self.length) % Self.length
    self.init(start: day.advanced(by: -Int64(passed)), cursor: passed, clock)
  }

  private init(start: LocalDay, cursor: Int, _ clock: LocalClock) {
    self.start = start
    self.cursor = cursor
    self.clock = clock
  }

  /// The week so many later, with the cursor on the same day; nothing is known of it.
  func advanced(by weeks: Int) -> HistoryWeek {
    let start = start.advanced(by: Int64(weeks * Self.length))
    return HistoryWeek(start: start, cursor: cursor, clock)
  }

  mutating func move(to day: Int) { cursor = max(0, min(day, Self.length - 1)) }

  /// When a day begins and when the next one does: 23 to 25 hours.
  func period(of day: Int) -> Range<Timestamp> {
    let day = start.advanced(by: Int64(day))
    return clock.moment(day, 0)..<clock.moment(day.advanced(by: 1), 0)
  }

  /// All of it.
  var period: Range<Timestamp> {
    period(of: 0).lowerBound..<period(of: Self.length - 1).upperBound
  }

  /// A moment of a day, to be written as its date.
  func noon(of day: Int) -> Timestamp { clock.moment(start.advanced(by: Int64(day)), 43_200) }

  /// Takes the steps of the week: what was done is counted, not what took it back.
  mutating func take(_ steps: [StepSummary]) {
    let groups = steps.filter { $0.kind == .action && $0.progress != .intent }
    let day = { [clock, start] (step: StepSummary) in
      Int(LocalDay(clock.local(step.at)).number - start.number)
    }
    let totals = [HistoryTotal](groups) { String(day($0)) }
    days = (0..<Self.length).map { index in
      totals.first { $0.value == String(index) } ?? HistoryTotal(value: String(index))
    }
    var actions: [String: Action] = [:]
    for group in groups where (0..<Self.length).contains(day(group)) {
      let notation = group.deed ?? ""
      let new = Action(notation: notation, title: .title(ofDeed: group))
      actions[notation, default: new].messages[day(group)] += group.messages
    }
    self.actions = actions.values.sorted {
      let (left, right) = ($0.messages.reduce(0, +), $1.messages.reduce(0, +))
      return (right, $0.notation) < (left, $1.notation)
    }
  }
}

/// A day whose groups the history shows.
struct HistoryDay: Sendable {
  let period: Range<Timestamp>
  /// A moment of it, to be written as its date.
  let noon: Timestamp
  /// The week it was chosen in.
  let week: HistoryWeek
}

extension HistoryPane {
  static let weekBehaviors: [ScreenCommand: Behavior<HistoryPane>] = [
    .week: Behavior { pane, _, shared in pane.toggleWeek(&shared) },
    .previousWeek: Behavior(unless: Self.reasonWithoutWeek) { pane, count, shared in
      pane.changeWeek(by: -(count ?? 1), &shared)
    },
    .nextWeek: Behavior(unless: Self.reasonWithoutWeek) { pane, count, shared in
      pane.changeWeek(by: count ?? 1, &shared)
    },
  ]

  /// What keys do about the day under the cursor.
  func weekHintTitle(of action: ActionID) -> Sentence? {
    switch action {
    case .command(.open): Sentence("timeline.open-day")
    case .command(.restore): Sentence("timeline.restore-day")
    default: nil
    }
  }

  private func reasonWithoutWeek(_ shared: Shared) -> Sentence? {
    guard week == nil else { return nil }
    let key = shared.keymap.key(for: .command(.week), in: .history) ?? ScreenCommand.week.rawValue
    return Sentence("status.no-week", .keys(key))
  }

  /// Shows the week of now, or of the newest step if the clock has gone back; or the steps again.
  private mutating func toggleWeek(_ shared: inout Shared) {
    if let chosen = day {
      day = nil
      return show(chosen.week, &shared)
    }
    guard week == nil else { return closeWeek() }
    let clock = shared.settings.lexicon.clock
    let now = max(clock.now, list.steps.first?.at ?? clock.now)
    list.open = nil
    show(HistoryWeek(of: now, beginning: shared.config.snooze.week, clock), &shared)
  }

  private mutating func changeWeek(by weeks: Int, _ shared: inout Shared) {
    guard let week else { return }
    show(week.advanced(by: weeks), &shared)
  }

  /// Shows a week, and reads it anew.
  mutating func show(_ next: HistoryWeek, _ shared: inout Shared) {
    week = next
    let period = next.period
    let filter = HistoryFilter(limit: nil, since: period.lowerBound, until: period.upperBound)
    weekTicket = shared.ask(HistoryQuestion(filter: filter))
  }

  mutating func closeWeek() {
    week = nil
    weekTicket = nil
  }

  /// Shows the groups of the day under the cursor.
  mutating func openDay(of week: HistoryWeek) {
    day = HistoryDay(
      period: week.period(of: week.cursor),
      noon: week.noon(of: week.cursor),
      week: week
    )
    closeWeek()
    restart()
  }

  /// Goes back to the beginning of the day under the cursor, after a question.
  func restore(to week: HistoryWeek, _ shared: inout Shared) {
    let start = week.period(of: week.cursor).lowerBound
    var request = SwitchRequest(.restore, [])
    request.moment = start
    shared.ask(for: request, name: .restore(to: start))
  }
}
