import Screen
import TriageCore

extension RulesPane {
  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.within(layout.content) { painter, area in painter.draw(self, area) }
  }
}

extension Painter {
  /// Draws a box over the lower part of the content: rules, a row each, or one with its numbers.
  fileprivate mutating func draw(_ pane: RulesPane, _ area: Rect) {
    let room = area.columns - 4
    let lines = pane.isOpen ? page(of: pane, columns: room) : note(of: pane, columns: room)
    let count = lines.isEmpty ? pane.suggestions.count : lines.count
    let rows = max(1, min(count, area.rows - 2))
    var box = area
    box = box.removeBottom(rows: rows + 2)
    canvas.fill(box)
    canvas.within(box) { $0.drawBox(title: words.text(Sentence("suggest.title"))) }
    guard lines.isEmpty else {
      for (index, line) in lines.prefix(rows).enumerated() {
        let row = box.row(at: index + 1).inset(columns: 2)
        let (text, style) = line
        canvas.draw(text, row: row.row, column: row.column, columns: row.columns, style: style)
      }
      return canvas.placeCursor(row: box.row + 1, column: box.column + 1)
    }
    let top = max(0, min(pane.cursor - rows / 2, count - rows))
    let columns = RuleColumns(pane.suggestions, self, room: box.columns - 4)
    for row in 0..<rows {
      let line = box.row(at: row + 1).inset(columns: 1)
      draw(pane.suggestions[top + row], columns, line)
      addTarget(.item(top + row), line)
      guard top + row == pane.cursor else { continue }
      canvas.highlight(line, style: look[.cursor])
      canvas.placeCursor(row: line.row, column: line.column)
    }
  }

  /// What stands where there is no rule.
  private func note(
    of pane: RulesPane,
    columns: Int
  ) -> [(text: DisplayText, style: CellStyle)] {
    let said: [Sentence]
    switch pane.content {
    case .reading: said = [Sentence("suggest.reading")]
    case .failed(let failure): said = [.failure(failure)]
    case .found(let suggestions):
      guard suggestions.isEmpty else { return [] }
      said = [pane.none] + [pane.need].compactMap { $0 }
    }
    return said.flatMap { wrapped(words.text($0), columns) }.map { ($0, look[.faint]) }
  }

  /// A rule with the numbers that speak for it, and as a plan has it.
  private func page(
    of pane: RulesPane,
    columns: Int
  ) -> [(text: DisplayText, style: CellStyle)] {
    guard let chosen = pane.chosen else { return note(of: pane, columns: columns) }
    let title = words.text(chosen.title(in: shared.config.actions))
    let said = (chosen.details + [Sentence("suggest.runs")]).map(words.text)
    let actions = chosen.actions(in: shared.config.actions).map(\.notation)
    let rule = actions + ["--\(chosen.kind.rawValue) \(chosen.value)", "--", Suggestion.query]
    return wrapped(title, columns).map { ($0, look[.header]) }
      + said.flatMap { wrapped($0, columns) }.map { ($0, .plain) }
      + wrapped(words.display(rule.joined(separator: " ")), columns).map { ($0, look[.faint]) }
  }

  private func wrapped(_ text: DisplayText, _ columns: Int) -> [DisplayText] {
    Array(text.wrapped(toColumns: columns))
  }

  private mutating func draw(_ rule: Suggestion, _ columns: RuleColumns, _ line: Rect) {
    var column = line.column + 1
    let style = rule.isDismissed ? look[.faint] : CellStyle.plain
    for (text, width) in zip(columns.cells(of: rule, self), columns.widths) {
      canvas.draw(text, row: line.row, column: column, columns: width, style: style)
      column += width + 2
    }
  }

  fileprivate func title(of rule: Suggestion) -> DisplayText {
    words.text(rule.title(in: shared.config.actions))
  }

  fileprivate func text(_ key: String, _ numbers: Int...) -> DisplayText {
    words.text(Sentence(key, arguments: numbers.map { .text(String($0)) }))
  }
}

/// How wide the columns of rules are: what it does goes before its numbers, those before the example.
private struct RuleColumns {
  let widths: [Int]

  /// The room that what a rule does has before its numbers.
  private static let leastTitle = 28

  init(_ rules: [Suggestion], _ painter: Painter, room: Int) {
    let cells = rules.map { rule in Self.all(of: rule, painter).map(\.width) }
    let widest = (0..<4).map { index in cells.map { $0[index] }.max() ?? 0 }
    let numbers = widest[1] + widest[2] + 4
    guard room - numbers >= min(widest[0], Self.leastTitle) else {
      widths = [room]
      return
    }
    let title = min(widest[0], room - numbers)
    let example = room - title - numbers - 2
    widths = [title, widest[1], widest[2]] + (example >= 10 ? [example] : [])
  }

  func cells(of rule: Suggestion, _ painter: Painter) -> [DisplayText] {
    Self.all(of: rule, painter)
  }

  private static func all(of rule: Suggestion, _ painter: Painter) -> [DisplayText] {
    [
      painter.title(of: rule), painter.text("suggest.row.count", rule.done, rule.of),
      rule.now == 0
        ? painter.text("suggest.row.none") : painter.text("suggest.row.now", rule.now),
      painter.words.display(rule.example),
    ]
  }
}
