import Screen
import TriageCore

extension Painter {
  /// Draws a week: a row for each day, and in words what that under the cursor was.
  mutating func drawWeek(_ week: HistoryWeek, _ area: Rect) {
    if let failure = week.failure { return drawNote([.failure(failure)], area) }
    guard let days = week.days else { return drawLoading(area) }
    let names = (0..<HistoryWeek.length).map { words.display(words.dayOfWeek(week.noon(of: $0))) }
    let monday = words.dayAndMonth(week.noon(of: 0))
    let title = words.text(Sentence("timeline.week", .text(monday)))
    let columns = WeekColumns(
      week,
      days,
      names: names,
      titles: week.actions.map { words.text($0.title) },
      heads: [
        Sentence("totals.messages"), Sentence("timeline.steps"), Sentence("totals.undone"),
      ].map(words.text),
      in: area.columns
    )
    canvas.draw(
      title.width <= columns.title ? title : words.display(monday),
      row: area.row,
      column: area.column + 1,
      columns: columns.title
    )
    for head in columns.heads {
      draw(head.text, area.row(at: 0), head.room, look[.faint], alignment: .trailing)
    }
    for (index, day) in days.enumerated() where index + 1 < area.rows {
      let line = area.row(at: index + 1)
      canvas.draw(names[index], row: line.row, column: line.column + 1)
      drawBar(day.messages, of: days.map(\.messages).max() ?? 0, line, columns.bar)
      for (cell, number) in zip(columns.heads, columns.numbers(of: index, day)) {
        let shown = words.display(number == 0 ? "" : String(number))
        draw(shown, line, cell.room, .plain, alignment: .trailing)
      }
      addTarget(.item(index), line)
      guard index == week.cursor else { continue }
      canvas.highlight(line, style: look[.cursor])
      if hasFocus { canvas.placeCursor(row: line.row, column: line.column) }
    }
    // Where there is no row left the numbers must do.
    guard area.rows > HistoryWeek.length + 1 else { return }
    let last = area.row(at: HistoryWeek.length + 1)
    let said = words.text(summary(of: days[week.cursor], week))
    canvas.draw(said, row: last.row, column: last.column + 1, columns: last.columns - 2)
    drawUnits(area, from: HistoryWeek.length + 3)
  }

  /// Says what the columns count, as far as there are rows left.
  private mutating func drawUnits(_ area: Rect, from first: Int) {
    let units = Sentence(
      "timeline.units",
      .sentence(Sentence("timeline.steps")),
      .sentence(Sentence("totals.undone"))
    )
    let lines = words.text(units).wrapped(toColumns: area.columns - 2)
    for (row, line) in lines.enumerated() where first + row < area.rows {
      canvas.draw(line, row: area.row + first + row, column: area.column + 1, style: look[.faint])
    }
  }

  private func summary(of day: HistoryTotal, _ week: HistoryWeek) -> Sentence {
    let name = Sentence.Argument.text(words.weekdayAndDay(week.noon(of: week.cursor)))
    guard day.groups > 0 else { return Sentence("timeline.day.nothing", name) }
    let groups = Sentence.Argument.number(day.groups)
    let messages = Sentence.Argument.number(day.messages)
    return day.undone == 0
      ? Sentence("timeline.day", name, groups, messages)
      : Sentence("timeline.day.undone", name, groups, .number(day.undone), messages)
  }

  /// How much of a day there was, beside the others.
  private mutating func drawBar(_ count: Int, of most: Int, _ line: Rect, _ room: Range<Int>) {
    guard count > 0, most > 0, !room.isEmpty else { return }
    let length = max(1, count * room.count / most)
    let bar = DisplayText(String(repeating: "#", count: length))
    canvas.draw(bar, row: line.row, column: line.column + room.lowerBound, style: look[.faint])
  }
}

/// Where the numbers of a week are: actions go first where room lacks, then the bars.
private struct WeekColumns {
  let title: Int
  let bar: Range<Int>
  /// The heads of the numbers, from left to right.
  private(set) var heads: [(text: DisplayText, room: Range<Int>)] = []
  private let actions: [HistoryWeek.Action]

  private static let mostActions = 3
  private static let longestBar = 20
  private static let gap = 2

  init(
    _ week: HistoryWeek,
    _ days: [HistoryTotal],
    names: [DisplayText],
    titles: [DisplayText],
    heads: [DisplayText],
    in columns: Int
  ) {
    let label = 1 + (names.map(\.width).max() ?? 0) + Self.gap
    let digits = String(days.map(\.messages).max() ?? 0).count
    // Heads that are too long for the window are cut, each to what it may have.
    let share = (columns - 1 - label) / max(1, heads.count)
    let all = heads.reduce(0) { $0 + max($1.width, digits) + Self.gap }
    let most = all > columns - 1 - label ? max(digits, share - Self.gap) : Int.max
    let fixed = heads.map { max(min($0.width, most), digits) + Self.gap }
    var rest = columns - 1 - label - fixed.reduce(0, +)
    bar = label..<label + max(0, min(Self.longestBar, rest))
    // A bar that says nothing leaves its room to the actions.
    rest -= bar.count
    var chosen: [(title: DisplayText, action: HistoryWeek.Action)] = []
    for (title, action) in zip(titles, week.actions).prefix(Self.mostActions) {
      let width = max(title.width, digits) + Self.gap
      guard width <= rest else { break }
      rest -= width
      chosen.append((title, action))
    }
    actions = chosen.map(\.action)
    var start = bar.upperBound
    for (text, width) in zip(heads, fixed) {
      self.heads.append((text, start + Self.gap..<start + width))
      start += width
    }
    for (text, _) in chosen {
      let width = max(text.width, digits) + Self.gap
      self.heads.append((text, start + Self.gap..<start + width))
      start += width
    }
    title = max(0, (self.heads.first?.room.lowerBound ?? columns) - 2)
  }

  /// The numbers of a day, in the order of the heads.
  func numbers(of index: Int, _ day: HistoryTotal) -> [Int] {
    [day.messages, day.groups, day.undone] + actions.map { $0.messages[index] }
  }
}
