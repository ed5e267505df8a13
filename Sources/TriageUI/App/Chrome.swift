import Screen
import TriageCore
import UndoKit

// Around the panes: the status line, and what can follow half-typed keys.

extension State {
  /// What the menu bar says at its right: what the view in charge is called.
  var title: ViewTitle? {
    // Beside the count of what is typed, that of the list below would be read as one of the same.
    if let prompt = topLayer.pane as? PromptPane, prompt.coversContent(shared) {
      var title = titleOfView
      title?.counts = nil
      return title
    }
    return titleOfView
  }

  private var titleOfView: ViewTitle? {
    let views = layers.dropFirst(Region.allCases.count).filter(\.pane.context.includesGlobal)
    return views.reversed().lazy.compactMap { $0.pane.title(shared) }.first
      ?? layers[Region.list.rawValue].pane.title(shared)
  }

  /// Whether the status line shows how far a change is.
  fileprivate var isProgressShown: Bool {
    shared.timers.isDue(.progress)
      && shared.changes.running?.change.isAutomatic == false
  }
}

// MARK: The status line

extension Painter {
  /// Left what was done, right what undo would take, if anything: of the right part the count goes
  /// first, then the name of a group beside what is new; then the left part is wrapped over the lines above until the
  /// next key, and then cut, never the key.
  mutating func drawStatus(_ area: Rect, _ state: State) {
    // What a menu has no room for is asked for now.
    if let menu = state.topLayer.pane as? MenuPane, drawCutReason(in: menu, area) { return }
    let left = statusText(state)
    let room = area.columns - 2
    let key = undoKey(state)
    let isShown = undo.canUndo && shared.status.subject != .undo
    let candidates = isShown ? undoTitles(columns: room - key.width - 1) : []
    let fits = { (title: DisplayText) in left.width + 2 + key.width + 1 + title.width <= room }
    // What was just said is read now; what would be undone is there again with the next key, if it
    // can wait.
    let brief = words.text(.emptyMenu("undo"))
    let isBrief =
      !candidates.isEmpty && !key.isEmpty && shared.status.isNew && isReported(state) && fits(brief)
      && shared.secondsToLeave == nil
    // Beside what undo would not take back, an undo without a name would be taken for that one's.
    let short = shared.status.isOfChange ? brief : nil
    let title = candidates.first(where: fits) ?? (isBrief ? short : candidates.last)
    guard let title else { return drawStatus(left, area, columns: room, state) }
    let undo = title.truncated(toColumns: room - key.width - 1)
    let width = key.isEmpty ? undo.width : key.width + 1 + undo.width
    let start = area.endColumn - 1 - width
    let countdown = countdown(columns: start - 2)
    drawStatus(left, area, columns: max(0, start - countdown.width - 3), state)
    canvas.draw(countdown, row: area.row, column: start - countdown.width, style: look[.faint])
    drawUndo(key, undo, row: area.row, column: start)
  }

  /// How long it can be taken back what undo would take, as far as there is room.
  private func countdown(columns: Int) -> DisplayText {
    guard undo is MailUndo, let seconds = shared.secondsToLeave else { return .empty }
    let isAgain = shared.mailbox.head.undo.map { shared.mailbox.writing.isTriedAgain($0.id) }
    let text = words.text(.leaves(in: seconds, isAgain: isAgain ?? false)) + " · "
    return text.width <= columns ? text : .empty
  }

  /// Draws the left part; `columns` is what the right part leaves it in their row.
  private mutating func drawStatus(
    _ text: DisplayText,
    _ area: Rect,
    columns: Int,
    _ state: State
  ) {
    let style = shared.isStatusError && !state.isProgressShown ? look[.error] : .plain
    guard text.width > columns, shared.status.isNew, isReported(state) else {
      canvas.draw(text, row: area.row, column: 1, columns: columns, style: style)
      return
    }
    let room = area.columns - 2
    var lines = Array(text.wrapped(toColumns: room))
    let most = max(1, area.row / 2)
    if lines.count > most { lines = lines[..<(most - 1)] + [(lines[most - 1] + "…")] }
    let isLastBeside = (lines.last?.width ?? 0) <= columns
    let above = lines.count - (isLastBeside ? 1 : 0)
    let covered = Rect(row: area.row - above, columns: area.columns, rows: above)
    canvas.fill(covered)
    addTarget(PointerTarget.status, covered)
    for (offset, line) in lines.enumerated() {
      canvas.draw(line, row: covered.row + offset, column: 1, columns: room, style: style)
    }
  }

  /// Whether the left part is a sentence, not what goes on at the moment.
  private func isReported(_ state: State) -> Bool {
    state.topLayer.pane.statusText(shared, words) == nil && !state.isProgressShown
      && shared.changes.rowsToRead == nil
  }

  private mutating func drawUndo(_ key: DisplayText, _ title: DisplayText, row: Int, column: Int) {
    guard !key.isEmpty else {
      canvas.draw(title, row: row, column: column, style: look[.faint])
      return
    }
    canvas.draw(key, row: row, column: column, style: look[.key])
    canvas.draw(title, row: row, column: column + key.width + 1)
    let width = key.width + 1 + title.width
    addTarget(
      PointerTarget.action(.command(.undo)),
      Rect(row: row, column: column, columns: width, rows: 1)
    )
  }

  private func statusText(_ state: State) -> DisplayText {
    if let text = state.topLayer.pane.statusText(shared, words) { return text }
    if state.isProgressShown, let change = shared.changes.running?.change {
      let subject = shared.title(of: change.request)
      guard let progress = shared.changes.progress else {
        return words.text(Sentence("status.cancellable", .sentence(subject), .keys(cancelKey)))
      }
      return words.text(
        .progress(progress, of: subject, seconds: shared.changes.seconds, key: cancelKey)
      )
    }
    if let (read, total) = shared.changes.rowsToRead {
      let reading = Sentence("status.gathering", .number(read), .number(total))
      return words.text(Sentence("status.cancellable", .sentence(reading), .keys(cancelKey)))
    }
    return shared.statusSentence.map(words.text) ?? .empty
  }

  private var cancelKey: String { shared.keymap.key(for: .command(.cancel)) ?? "" }

  /// The key that undoes; empty if there is nothing to undo.
  private func undoKey(_ state: State) -> DisplayText {
    guard undo.canUndo else { return .empty }
    let context = undo is TextFieldUndo ? .text : viewContext
    // Over the view, keys that mean something there do nothing.
    let top = state.topLayer.pane.context
    guard undo is TextFieldUndo || top == context || top.includesGlobal else { return .empty }
    let key = shared.keymap.key(for: .command(.undo), in: context)
    return words.keys(key ?? "")
  }

  /// The titles of undo, the one that says most first.
  private func undoTitles(columns: Int) -> [DisplayText] {
    guard undo is MailUndo, let step = shared.mailbox.head.undo else {
      return [words.display(undo.undoMenuItemTitle)]
    }
    let extent = UndoExtent(step, shared.preview(of: .undo))
    // How long there is matters more then than how much it is.
    let isBrief = extent.canBeLeftOut && shared.secondsToLeave != nil
    let extents = extent.canBeLeftOut ? (isBrief ? [nil] : [extent, nil]) : [extent]
    let session = shared.settings.context.session
    let titles = { (isTimed: Bool) in
      extents.map {
        words.text(.undoStatusTitle(step, session: session, isTimed: isTimed, extent: $0))
      }
    }
    // Beside what was just undone, the one before it may be called the same.
    guard shared.mailbox.head.redo != nil else { return titles(false) }
    let timed = titles(true)
    return timed.last.map { $0.width <= columns } ?? false ? timed : titles(false)
  }
}

// MARK: Half-typed keys

extension Painter {
  /// What can follow half-typed keys, in a box at the lower edge.
  mutating func drawHalfTypedKeys(over area: Rect, _ state: State) {
    guard !state.keys.chords.isEmpty, shared.timers.isDue(.keys) else { return }
    let count = state.keys.chords.count
    let followers = shared.keymap.followers(
      of: state.keys.chords,
      in: state.topLayer.pane.context
    )
    let keys = followers.map {
      (
        $0.chords.dropFirst(count).joined(separator: " "),
        title(of: $0.action, in: state.topLayer.pane.context)
      )
    }
    let typed = words.keys(state.keys.chords.joined(separator: " "))
    drawKeyBox(typed, keys, from: state.keys.top, area)
  }

  /// Draws keys and what they do in columns, in a box at the lower edge, whose frame says how many
  /// there are before and behind those that have room.
  mutating func drawKeyBox(
    _ title: DisplayText,
    _ keys: [(key: String, title: DisplayText)],
    from first: Int = 0,
    _ area: Rect
  ) {
    let lines = keys.map { (words.keys($0.key), $0.title) }
    let keyWidth = lines.map(\.0.width).max() ?? 0
    let width = min(area.columns - 4, keyWidth + 2 + (lines.map(\.1.width).max() ?? 0))
    let perRow = max(1, (area.columns - 4) / (width + 3))
    let rows = min(area.rows - 2, (lines.count + perRow - 1) / perRow)
    guard rows > 0 else { return }
    let columns = min(perRow, (lines.count + rows - 1) / rows)
    let size = ScreenSize(
      columns: max(columns * (width + 3) + 1, title.width + 6),
      rows: rows + 2
    )
    let box = Rect(
      row: area.endRow - size.rows,
      column: area.column,
      columns: min(area.columns, size.columns),
      rows: size.rows
    )
    canvas.within(box) { $0.drawBox(title: title) }
    let start = max(0, min(first, lines.count - rows * columns))
    let shown = start..<min(lines.count, start + rows * columns)
    drawSigns(of: lines.count, shown, box)
    for (index, line) in lines[shown].enumerated() {
      let row = box.row + 1 + index % rows
      let column = box.column + 2 + index / rows * (width + 3)
      canvas.draw(line.0, row: row, column: column, style: look[.key])
      canvas.draw(
        line.1,
        row: row,
        column: column + keyWidth + 2,
        columns: max(0, width - keyWidth - 2)
      )
    }
  }
}
