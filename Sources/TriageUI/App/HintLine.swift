import Screen
import TriageCore

// The bottom line: what is selected, what keys do here and now, and where one is.

/// Where in a pane the person is, as the bottom line shows it at its right.
struct PanePosition: Hashable, Sendable {
  /// The row under the cursor, counted from 1; `nil` if it is none of those that are counted.
  let number: Int?
  /// The rows there are.
  let total: Int
  /// Where the cursor is among the rows below that row, if it is there.
  var below: Row?
  /// Whether there are more which have not been read.
  var hasMore = false
  /// How much of a text has been seen, up to 100.
  var percent: Int?

  /// A row, and how many there are.
  struct Row: Hashable, Sendable {
    let number: Int
    let total: Int
  }

  fileprivate var sentence: Sentence {
    guard let below else { return whole }
    return Sentence(
      "status.position.below",
      .sentence(whole),
      .number(below.number),
      .number(below.total)
    )
  }

  private var whole: Sentence {
    guard let number else {
      let key = hasMore ? "status.position.none.more" : "status.position.none"
      return Sentence(key, .number(total))
    }
    if let percent {
      return Sentence("status.position.text", .number(number), .number(total), .number(percent))
    }
    let key = hasMore ? "status.position.more" : "status.position"
    return Sentence(key, .number(number), .number(total))
  }
}

extension Painter {
  /// Draws the bottom line, for the pane that takes the keys.
  ///
  /// What is said of the moment comes first, then hints as long as there is room; the position and
  /// half-typed keys stand at the right and are never cut. What a key would be about goes before the
  /// position.
  mutating func drawPromptLine(_ area: Rect, _ state: State) {
    let pane = state.topLayer.pane
    let sentences = pane.hintSentences(shared).map { words.text($0) }
    var end = area.endColumn - 1
    for text in [pane.position(shared).map { words.text($0.sentence) }, halfTypedKeys(state)] {
      guard let text, !text.isEmpty else { continue }
      if let first = sentences.first, first.width + 3 > end - text.width { continue }
      end -= text.width
      canvas.draw(text, row: area.row, column: end, style: look[.key])
      end -= 2
    }
    var column = 1
    // The first one is what a key would be about: it is said however little room there is; what leads
    // out of a question has its room before the others.
    let wayOut = pane.isQuestion ? pane.hints(shared).filter { $0 == .command(.cancel) } : []
    let room = wayOut.compactMap { hint($0, in: pane) }.reduce(end) { $0 - $1.width - 2 }
    let most = wayOut.isEmpty ? end - 1 : room - 2
    for (index, text) in sentences.enumerated() where index == 0 || column + text.width < room {
      column = canvas.draw(text.truncated(toColumns: most), row: area.row, column: column) + 3
    }
    drawHints(of: pane, area.row, from: column, to: end)
  }

  /// The hints of a pane whose keys are not known yet and would do something now; the help's comes
  /// last and has its room first, and so does what leads out of a question.
  ///
  /// In a round, where one goes from key to key, those that are known stay.
  private mutating func drawHints(of pane: any Pane, _ row: Int, from start: Int, to end: Int) {
    let hints = pane.hints(shared).filter { reasonDisabled($0, in: pane) == nil }
      .compactMap { hint($0, in: pane) }
    let isLast = { (action: ActionID) in
      action == .command(.help) || pane.isQuestion && action == .command(.cancel)
    }
    let last = hints.filter { isLast($0.action) }
    let lasting = pane.lastingHints.map(ActionID.command)
    let others = hints.filter {
      !isLast($0.action)
        && (pane.isQuestion || shared.mailbox.shown.isInRound || lasting.contains($0.action)
          || !shared.memory.hints.knows($0.action))
    }
    let reserved = last.reduce(0) { $0 + $1.width + 3 }
    var column = start
    var room = Hint.limit - last.count
    for hint in others where room > 0 && column + hint.width + reserved <= end {
      draw(hint, row, column)
      column += hint.width + 3
      room -= 1
    }
    for hint in last where column + hint.width <= end {
      draw(hint, row, column)
      column += hint.width + 3
    }
  }

  private func hint(_ action: ActionID, in pane: any Pane) -> Hint? {
    guard let key = shared.keymap.key(for: action, in: pane.context) else { return nil }
    let title = pane.hintTitle(of: action, shared) ?? .title(of: action, in: pane.context)
    return Hint(action: action, key: words.keys(key), title: words.text(title))
  }

  private mutating func draw(_ hint: Hint, _ row: Int, _ column: Int) {
    canvas.draw(hint.key, row: row, column: column, style: look[.key])
    canvas.draw(hint.title, row: row, column: column + hint.key.width + 1)
    addTarget(
      PointerTarget.action(hint.action),
      Rect(row: row, column: column, columns: hint.width, rows: 1)
    )
  }

  private func halfTypedKeys(_ state: State) -> DisplayText {
    let count = state.keys.count.map { String($0) } ?? ""
    return words.display(count) + words.keys(state.keys.chords.joined(separator: " "))
  }
}

/// A key and what it does.
private struct Hint {
  let action: ActionID
  let key: DisplayText
  let title: DisplayText

  /// The most hints that are given at once: more are not read.
  static let limit = 6

  var width: Int { key.width + 1 + title.width }
}
