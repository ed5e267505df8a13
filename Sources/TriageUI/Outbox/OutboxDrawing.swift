import Screen
package import TriageCore

extension OutboxPane {
  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { painter, area in
      guard let rows else {
        if let failure { return painter.drawNote([.failure(failure)], area) }
        return painter.drawLoading(area)
      }
      guard !rows.isEmpty else {
        return painter.drawNote([Sentence("status.outbox.empty")], area)
      }
      painter.draw(self, rows, area)
    }
  }
}

extension Painter {
  /// Draws the rows, and below them in full why the one under the cursor has not left.
  fileprivate mutating func draw(_ outbox: OutboxPane, _ rows: [OutboxRow], _ area: Rect) {
    var area = area
    let reason = words.display(outbox.current?.shownReason ?? "")
    let lines = reason.isEmpty ? [] : Array(reason.wrapped(toColumns: max(1, area.columns - 2)))
    // A row too many is worse than a word too few.
    let room = max(0, min(lines.count, 3, area.rows - min(rows.count, 3) - 1))
    if room > 0 {
      let foot = area.removeBottom(rows: room)
      for (row, line) in lines.prefix(room).enumerated() {
        canvas.draw(line, row: foot.row(at: row).row, column: 1, style: look[.faint])
      }
    }
    let top = max(outbox.top, outbox.cursor - area.rows + 1)
    let shown = rows.dropFirst(top).prefix(area.rows)
    let columns = OutboxColumns(
      area.columns,
      state: shown.map { words.text(.state(of: $0, after: outbox.elapsed)).width }.max() ?? 0,
      recipients: shown.map { min(recipients(of: $0).width, area.columns / 4) }.max() ?? 0
    )
    for (row, message) in shown.enumerated() {
      let line = area.row(at: row)
      draw(message, after: outbox.elapsed, columns, line)
      addTarget(.item(top + row), line)
      guard top + row == outbox.cursor else { continue }
      canvas.highlight(line, style: look[.cursor])
      if hasFocus { canvas.placeCursor(row: line.row, column: line.column) }
    }
  }

  private func recipients(of row: OutboxRow) -> DisplayText {
    words.text(.recipients(row.recipients))
  }

  private mutating func draw(
    _ message: OutboxRow,
    after elapsed: Int,
    _ columns: OutboxColumns,
    _ line: Rect
  ) {
    let isForPerson = message.state == .unknown || message.isRefused
    canvas.draw(
      words.text(.state(of: message, after: elapsed)),
      row: line.row,
      column: 1,
      columns: columns.state,
      style: isForPerson ? look[.error] : message.state == .held ? look[.key] : look[.faint]
    )
    if let room = columns.recipients {
      canvas.draw(
        recipients(of: message),
        row: line.row,
        column: room.lowerBound,
        columns: room.count,
        style: look[.faint]
      )
    }
    let subject = self.subject(message.subject)
    let room = max(0, line.endColumn - 1 - columns.subject)
    canvas.draw(subject, row: line.row, column: columns.subject, columns: room)
    let column = columns.subject + subject.width + 2
    let rest = line.endColumn - 1 - column
    guard !message.shownReason.isEmpty, rest >= OutboxColumns.leastForReason else { return }
    canvas.draw(
      words.display(message.shownReason),
      row: line.row,
      column: column,
      columns: rest,
      style: look[.faint]
    )
  }
}

/// Where the fields of a message are, for a width: when narrow, only state and subject.
private struct OutboxColumns {
  let state: Int
  let recipients: Range<Int>?
  let subject: Int
  /// The fewest columns in which a reason says something.
  static let leastForReason = 16
  /// The fewest columns in which a subject can be known.
  static let leastForSubject = 24

  init(_ columns: Int, state: Int, recipients: Int) {
    self.state = min(state, max(12, columns / 2))
    let start = 1 + self.state + 2
    let isSpacious = columns - start - recipients - 2 >= Self.leastForSubject
    self.recipients = isSpacious ? start..<start + recipients : nil
    subject = isSpacious ? start + recipients + 2 : start
  }
}

extension OutboxRow {
  /// Why it has not left; empty if that is not known, or does not matter any more.
  fileprivate var shownReason: String { state == .sent ? "" : reason.onOneLine }
}

extension Sentence {
  /// Who gets a message: the first, and how many others.
  package static func recipients(_ people: [String]) -> Sentence {
    guard let first = people.first, people.count > 1 else {
      return people.first.map { Sentence("custom", .text($0)) }
        ?? Sentence("outgoing.no-recipients")
    }
    return Sentence("outgoing.first-recipient", .text(first), .number(people.count - 1))
  }

  /// In how many seconds a message leaves, or is tried again.
  static func leaves(in seconds: Int, isAgain: Bool) -> Sentence {
    isAgain
      ? Sentence("outgoing.tried-in", .number(seconds))
      : Sentence("outgoing.leaves-in", .number(seconds))
  }

  /// How far a message has come, so many seconds after it was asked.
  package static func state(of row: OutboxRow, after elapsed: Int = 0) -> Sentence {
    switch row.state {
    case .draft where row.isDiscarded: return Sentence("outgoing.discarded")
    case .draft where row.isRefused: return Sentence("outgoing.unsent")
    case .held:
      guard let seconds = row.seconds, let until = row.until else {
        return Sentence("outgoing.waits-for-you")
      }
      let rest = max(0, seconds - elapsed)
      if rest < 100 { return .leaves(in: rest, isAgain: row.attempts > 0) }
      return row.attempts > 0
        ? Sentence("outgoing.tried-at", .moment(until))
        : Sentence("outgoing.leaves-at", .moment(until))
    case .sent where !row.isFiled: return Sentence("outgoing.unfiled")
    case .draft, .leaving, .sent, .unknown: return Sentence("outgoing.state.\(row.state.rawValue)")
    }
  }
}
