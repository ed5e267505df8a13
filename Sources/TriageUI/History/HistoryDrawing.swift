package import Screen
import TriageCore

extension HistoryPane {
  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) {
      if let week { return $0.drawWeek(week, $1) }
      var area = $1
      if let roundSummary, list.open == nil { $0.drawHeading(roundSummary, &area) }
      $0.drawHistory(list, of: day, area)
    }
  }
}

extension Painter {
  fileprivate mutating func drawHistory(_ history: StepList, of day: HistoryDay?, _ area: Rect) {
    if let open = history.open { return drawStep(open, history, area) }
    if case .failed(let failure) = history.phase { return drawNote([.failure(failure)], area) }
    guard !history.shown.isEmpty else {
      guard history.phase == .ready else { return drawLoading(area) }
      guard history.filter.isEmpty else { return drawNote([Sentence("status.no-steps")], area) }
      guard let day else { return drawNote([Sentence("status.no-history")], area) }
      let name = Sentence.Argument.text(words.weekdayAndDay(day.noon))
      return drawNote([Sentence("timeline.day.nothing", name)], area)
    }
    var area = area
    let legend = legend(of: history, columns: area.columns - 2, rows: area.rows)
    let below = area.removeBottom(rows: max(StepList.legendRows, legend.count))
    for (row, line) in legend.enumerated() {
      canvas.draw(line, row: below.row + row, column: 1, style: look[.faint])
    }
    // The row under the cursor is seen above a legend of two rows, too.
    let top = max(history.top, history.cursor - area.rows + 1)
    let shown = history.shown.dropFirst(top).prefix(area.rows)
    var columns = StepColumns(area.columns, time: timeColumns(history, area.rows))
    if columns.hasFacts {
      columns.facts = shown.map { facts($0).map(\.width) }.reduce([0, 0, 0, 0]) {
        zip($0, $1).map(max)
      }
    }
    for (row, step) in shown.enumerated() {
      let line = area.row(at: row)
      draw(step, of: history, line, columns)
      addTarget(.item(top + row), line)
      guard top + row == history.cursor else { continue }
      canvas.highlight(line, style: look[.cursor])
      if hasFocus { canvas.placeCursor(row: line.row, column: line.column) }
    }
  }

  /// Draws what the steps below were about in the first row.
  fileprivate mutating func drawHeading(_ sentence: Sentence, _ area: inout Rect) {
    let line = area.removeTop(rows: 1)
    canvas.draw(words.text(sentence), row: line.row, column: 1, columns: line.columns - 2)
    canvas.overlay(line, style: look[.header])
  }

  /// What the marks on the screen mean, and the lines before them, in as many rows as that takes: two
  /// at most, one where there are few.
  private func legend(of history: StepList, columns: Int, rows: Int) -> [DisplayText] {
    let shown = history.shown.dropFirst(history.top).prefix(rows - StepList.legendRows)
    let marks = shown.map(StepMark.init)
    var signs = StepMark.allCases.filter(marks.contains).map { mark in
      words.display(mark.rawValue) + " " + words.text(mark.sentence)
    }
    if shown.contains(where: history.isBranch) {
      let lines = words.display(branch(goesOn: false) + " " + branch(goesOn: true))
      let key = shared.keymap.key(for: .command(.reapply), in: .history) ?? "reapply"
      signs.append(lines + words.text(Sentence("status.mark.branch", .keys(key))))
    }
    if shown.contains(where: { !mark($0).isEmpty }) {
      signs.append(words.display("< ") + words.text(Sentence("status.mark.key")))
    }
    return lines(of: signs, columns: columns, most: rows < 16 ? 1 : 2)
  }

  /// Signs in so many lines at most.
  ///
  /// The first ones are what most rows have; that something is left out is seen.
  private func lines(of signs: [DisplayText], columns: Int, most: Int) -> [DisplayText] {
    var lines: [DisplayText] = []
    for (index, sign) in signs.enumerated() {
      let more = index < signs.count - 1 && lines.count == most ? 3 : 0
      if let last = lines.last, last.width + 2 + sign.width + more <= columns {
        lines[lines.count - 1] = last + "  " + sign
      } else if lines.count < most {
        lines.append(sign.truncated(toColumns: columns))
      } else {
        lines[lines.count - 1] = ((lines.last ?? .empty) + "  …").truncated(toColumns: columns)
        break
      }
    }
    return lines
  }

  /// The mark of the step under the cursor in words; those of other steps are in the legend.
  private func stateInWords(of step: StepSummary, _ history: StepList) -> DisplayText {
    step == history.current ? words.text(StepMark(step).sentence) : .empty
  }

  /// The columns that the times on the screen need.
  private func timeColumns(_ history: StepList, _ rows: Int) -> Int {
    let times = history.shown.dropFirst(history.top).prefix(rows).map { words.moment($0.at) }
    return times.map { words.display($0).width }.max() ?? 0
  }

  /// State, branch, time, title, messages, origin, number, and the key that would take it.
  private mutating func draw(
    _ step: StepSummary,
    of history: StepList,
    _ line: Rect,
    _ columns: StepColumns
  ) {
    let style = step.state == .undone ? look[.faint] : .plain
    canvas.draw(branch(step, history), row: line.row, column: line.column, style: style)
    canvas.draw(
      words.display(words.moment(step.at)),
      row: line.row,
      column: line.column + columns.time.lowerBound,
      style: style
    )
    let title = words.text(history.title(of: step))
    let column = line.column + columns.title
    let mark = mark(step)
    let others = columns.hasFacts ? facts(step) : [mark]
    let widths = columns.hasFacts ? columns.facts : [mark.width]
    let inWords = stateInWords(of: step, history)
    let taken = widths.reduce(inWords.width + 2) { $0 + ($1 == 0 ? 0 : $1 + 2) }
    let example = history.example(for: step)?.named
    let inFull = example.map { self.example($0, of: step.messages, columns: line.columns) }
    let name = title.width + (columns.hasFacts ? inFull.map { $0.width + 2 } ?? 0 : 0)
    // The legend has the state too: it does not displace what the row is known by, but where the
    // legend is short of room itself.
    let isSpacious = line.endColumn - 1 - taken - column >= name
    var facts = zip([inWords] + others, [isSpacious ? inWords.width : 0] + widths)
      .map { (text: $0, width: $1) }
    let left = line.endColumn - 1 + inWords.width - taken - column - title.width
    // Where one message is named it need not be counted.
    if columns.hasFacts, example != nil, step.messages == 1, left < StepColumns.leastForExample {
      facts.remove(at: 1)
    }
    let end = draw(facts, mark: mark, line)
    canvas.draw(title, row: line.row, column: column, columns: max(0, end - column), style: style)
    guard let example else { return }
    let room = end - column - title.width - 2
    guard room >= StepColumns.leastForExample else { return }
    canvas.draw(
      self.example(example, of: step.messages, columns: room),
      row: line.row,
      column: column + title.width + 2,
      columns: room,
      style: look[.faint]
    )
  }

  /// Draws facts at the right, each as wide as its column; returns where there is room before them.
  private mutating func draw(
    _ facts: [(text: DisplayText, width: Int)],
    mark: DisplayText,
    _ line: Rect
  ) -> Int {
    var end = line.endColumn - 1
    for (fact, width) in facts.reversed() where width > 0 {
      end -= width
      let style = fact == mark ? look[.key] : look[.faint]
      canvas.draw(fact, row: line.row, column: end, columns: width, style: style)
      end -= 2
    }
    return end
  }

  /// What stands in the columns at the right: messages, origin, number, and the key that would take it.
  private func facts(_ step: StepSummary) -> [DisplayText] {
    [
      words.text(Sentence("status.found", .number(step.messages))),
      words.text(.origin(step)), words.display(step.id.description), mark(step),
    ]
  }

  /// One of the messages of a step, and how many others there are; where room lacks its name is cut.
  private func example(
    _ message: NamedMessage,
    of count: Int,
    columns: Int
  ) -> DisplayText {
    let name = name(of: message)
    guard count > 1 else { return name }
    let others = Sentence.Argument.number(count - 1)
    let rest = words.text(Sentence("status.example.more", .text(""), others)).width
    // How many there are stands elsewhere: a name that nobody knows again helps less.
    guard name.width + rest <= columns || columns - rest >= StepColumns.leastForName else {
      return name.truncated(toColumns: columns)
    }
    let shown = name.truncated(toColumns: max(1, columns - rest)).withoutIsolates
    return words.text(Sentence("status.example.more", .text(shown), others))
  }

  /// The state of a step; what is undone and left behind by a newer action lies on a branch.
  private func branch(_ step: StepSummary, _ history: StepList) -> DisplayText {
    let mark = words.display(StepMark(step).rawValue)
    guard history.isBranch(step) else { return mark }
    guard let index = history.shown.firstIndex(of: step) else { return mark }
    let older = history.shown.dropFirst(index + 1).first { $0.kind.isGroup }
    let goesOn = older.map(history.isBranch) ?? false
    return words.display(branch(goesOn: goesOn)) + mark
  }

  /// The line before a step on a branch, which an older one goes on or which ends there.
  private func branch(goesOn: Bool) -> String {
    words.isUTF8 ? (goesOn ? "│ " : "├─") : (goesOn ? "| " : "|-")
  }

  /// Marks what undo and redo would take, with their keys.
  private func mark(_ step: StepSummary) -> DisplayText {
    let isUndo = step.id == shared.mailbox.head.undo?.id
    guard isUndo || step.id == shared.mailbox.head.redo?.id else { return .empty }
    let command = isUndo ? ScreenCommand.undo : .redo
    let key = shared.keymap.key(for: .command(command), in: .history) ?? ""
    return words.display("< ") + words.keys(key)
  }

  // A step's changes

  /// The step, what taking it back would do, and its changes, a line a message.
  private mutating func drawStep(_ open: OpenStep, _ history: StepList, _ area: Rect) {
    let time = words.display(words.moment(open.step.at))
    let heading = time + "  " + words.text(history.title(of: open.step))
    canvas.draw(heading, row: area.row, column: 1, columns: area.columns - 2, style: look[.heading])
    canvas.placeCursor(row: area.row, column: area.column)
    if let outlook = open.outlook {
      canvas.draw(
        words.text(.outlook(outlook)),
        row: area.row + 1,
        column: 1,
        columns: area.columns - 2
      )
    }
    var rest = area
    _ = rest.removeTop(rows: OpenStep.headingRows)
    if let failure = open.failure { return drawNote([.failure(failure)], rest) }
    guard let detail = open.detail else { return drawLoading(rest) }
    for (row, index) in (open.top..<open.lineCount).prefix(rest.rows).enumerated() {
      let (text, style) = shown(open.line(at: index, of: detail))
      canvas.draw(
        text,
        row: rest.row(at: row).row,
        column: 1,
        columns: area.columns - 2,
        style: style
      )
    }
  }

  private func shown(_ line: OpenStep.Line) -> (DisplayText, CellStyle) {
    switch line {
    case .departure(let departure): (self.line(of: departure), .plain)
    case .change(let change):
      (words.display("\(change.record.summary)  ") + name(of: change.named), .plain)
    case .left(let left): (self.line(of: left), look[.faint])
    case .omitted(let count):
      (words.text(Sentence("reading.omitted", .number(count))), look[.faint])
    }
  }

  /// How far a message has come on its way out: `draft → waits to leave  Ann: Meeting notes`.
  private func line(of described: Described<Departure>) -> DisplayText {
    let departure = described.record
    let states = Sentence(
      "outgoing.change",
      .sentence(Sentence("outgoing.state.\(departure.found.rawValue)")),
      .sentence(Sentence("outgoing.state.\(departure.wanted.rawValue)"))
    )
    return words.text(states) + "  " + name(of: described.named)
  }

  /// Why a message was left as it was, and whose it is: `kept by #2  Ann: Meeting notes`.
  private func line(of left: Described<Skip>) -> DisplayText {
    words.text(.left(left.record)) + "  " + name(of: left.named)
  }

  /// What a person knows a message by, `Ann: Meeting notes`; its id if it is not in the index.
  private func name(of message: NamedMessage) -> DisplayText {
    guard let from = message.from, let subject = message.subject else {
      return words.display(MailQuery.quotedID(message.id))
    }
    return words.name(ofMessageFrom: from, subject)
  }
}

extension Wording {
  /// What a person knows a message by: "Ann: Meeting notes".
  fileprivate func name(ofMessageFrom from: String, _ subject: String) -> DisplayText {
    let shown = subject.isEmpty ? text(Sentence("status.no-subject")) : display(subject)
    return display("\(from.personName): ") + shown
  }

  /// One of the messages of a step, and how many others there are: "Ann: Meeting notes and 2 more".
  package func example(from: String, _ subject: String, of count: Int) -> DisplayText {
    let name = name(ofMessageFrom: from, subject)
    guard count > 1 else { return name }
    return text(Sentence("status.example.more", .text(name.withoutIsolates), .number(count - 1)))
  }
}

/// Where the fields of a step are, for a width: when narrow, only state, time and title.
private struct StepColumns {
  let time: Range<Int>
  let title: Int
  let hasFacts: Bool
  /// How wide the columns at the right are; 0 for one that no step on the screen has.
  var facts: [Int] = []
  /// The fewest columns in which a message can be known again.
  static let leastForExample = 8
  /// The fewest that its name keeps beside the number of others.
  static let leastForName = 12

  init(_ columns: Int, time timeColumns: Int) {
    time = 5..<5 + timeColumns
    title = time.upperBound + 2
    hasFacts = columns >= StepList.leastForFacts
  }
}

/// A character for the state of a step, in the order of the legend.
enum StepMark: String, CaseIterable {
  case live = "*"
  case undone = "x"
  case partial = "~"
  case open = "!"
  case undo = "."
  case external = "e"

  init(_ step: StepSummary) {
    self =
      switch (step.kind, step.state) {
      case (.undo, _), (.redo, _): .undo
      case (.external, _), (.merge, _), (.kept, _): .external
      case (_, .undone): .undone
      case (_, .partial): .partial
      case (_, .open): .open
      case (_, .live), (_, nil): .live
      }
  }

  var sentence: Sentence {
    switch self {
    case .live: Sentence("status.mark.live")
    case .undone: Sentence("status.mark.undone")
    case .partial: Sentence("status.mark.partial")
    case .open: Sentence("status.mark.open")
    case .undo: Sentence("status.mark.undo")
    case .external: Sentence("status.mark.external")
    }
  }
}

/// A message by its id and, if it is in the index, by its sender and subject.
private typealias NamedMessage = (id: MessageID, from: String?, subject: String?)

extension OpenStep.Line {
  /// The message it is about as rows name it: "Ann: Meeting notes".
  var mention: String? {
    guard let from = named?.from, let subject = named?.subject else { return nil }
    return "\(from.personName): \(subject)"
  }

  /// Whose message it is about, if it is about one.
  fileprivate var named: NamedMessage? {
    switch self {
    case .departure(let departure): departure.named
    case .change(let change): change.named
    case .left(let left): left.named
    case .omitted: nil
    }
  }
}

extension Described {
  /// Whose message it is.
  fileprivate var named: NamedMessage { (record.message, from, subject) }
}

extension String {
  /// The name of a person without their address.
  fileprivate var personName: String {
    guard let bracket = firstIndex(of: "<"), bracket != startIndex else { return self }
    let name = self[..<bracket].filter { $0 != "\"" }
    return String(name.reversed().drop { $0 == " " }.reversed())
  }
}
