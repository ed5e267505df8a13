import Screen
import TriageCore
import UndoKit

extension Painter {
  // The status line

  /// Left what was done, right what undo would take: of the right part the count goes first, then
  /// the left part is wrapped over the lines above until the next key, and then cut, never the key.
  mutating func paintStatus(_ area: Rect) {
    let left = statusText
    let room = area.columns - 2
    let candidates = undoTitles
    let key = undoKey
    let title =
      candidates.first { left.width + 2 + key.width + 1 + $0.width <= room } ?? candidates.last
    let undo = (title ?? .empty).truncated(toColumns: room - key.width - 1)
    let width = key.isEmpty ? undo.width : key.width + 1 + undo.width
    let start = area.endColumn - 1 - width
    paintLeft(left, area, columns: max(0, start - 3))
    paintUndo(key, undo, row: area.row, column: start)
  }

  /// Draws the left part; `columns` is what the right part leaves it in their row.
  private mutating func paintLeft(_ text: DisplayText, _ area: Rect, columns: Int) {
    let style = state.status.isError && !isProgressShown ? look[.error] : .plain
    guard text.width > columns, state.status.isNew, isSaid else {
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
    addTarget(.status, covered)
    for (place, line) in lines.enumerated() {
      canvas.draw(line, row: covered.row + place, column: 1, columns: room, style: style)
    }
  }

  /// Whether the left part is a sentence, not what goes on at the moment.
  private var isSaid: Bool {
    state.prompt?.completion == nil && !isProgressShown && state.changes.gathering.isEmpty
  }

  private mutating func paintUndo(_ key: DisplayText, _ title: DisplayText, row: Int, column: Int) {
    guard !key.isEmpty else {
      canvas.draw(title, row: row, column: column, style: look[.faint])
      return
    }
    canvas.draw(key, row: row, column: column, style: look[.key])
    canvas.draw(title, row: row, column: column + key.width + 1)
    let width = key.width + 1 + title.width
    addTarget(.action(.command(.undo)), Rect(row: row, column: column, columns: width, rows: 1))
  }

  private var isProgressShown: Bool {
    state.timers.isDue(.progress) && state.changes.progress != nil
      && state.changes.running?.pending.isAutomatic == false
  }

  private var statusText: DisplayText {
    if let completion = state.prompt?.completion { return choices(of: completion) }
    if isProgressShown, let progress = state.changes.progress,
      let pending = state.changes.running?.pending
    {
      let name = state.name(of: pending.wish)
      return words.text(
        .progress(progress, of: name, seconds: state.changes.seconds, key: cancelKey)
      )
    }
    if let gathering = state.changes.gathering.first {
      let total = gathering.threads.count
      let missing = gathering.missing?.count ?? total
      let reading = Sentence("status.gathering", .number(total - missing), .number(total))
      return words.text(Sentence("status.cancellable", .sentence(reading), .text(cancelKey)))
    }
    // What was said before a question was asked is no answer to it.
    if state.status == state.prompt?.saidBefore { return .empty }
    return state.saidWithOffer.map(words.text) ?? .empty
  }

  private var cancelKey: String { state.keymap.key(for: .command(.cancel)) ?? "" }

  private var provider: (any UndoProvider)? { state.responders(words).provider }

  /// The key that undoes; empty if there is nothing to undo.
  private var undoKey: DisplayText {
    guard provider?.canUndo ?? false else { return .empty }
    if state.prompt != nil { return words.display(TextFieldUndo.undoKey) }
    return words.display(state.keymap.key(for: .command(.undo)) ?? "")
  }

  /// The titles of undo, the one that says most first.
  private var undoTitles: [DisplayText] {
    guard state.prompt == nil, let step = state.head.undo else {
      return [words.display(provider?.undoMenuItemTitle ?? "")]
    }
    let extent = UndoExtent(step, state.outlook(of: .undo))
    let extents = extent.canBeLeftOut ? [extent, nil] : [extent]
    return extents.map {
      words.text(.statusTitle("undo", step, session: state.context.session, extent: $0))
    }
  }

  // The prompt line

  mutating func paintPrompt(_ area: Rect) {
    if let prompt = state.prompt { return paintField(prompt, area) }
    let end = area.endColumn - 1 - pendingKeys.width
    canvas.draw(pendingKeys, row: area.row, column: end, style: look[.key])
    var column = paintSelection(area)
    for action in hintActions {
      guard let chord = state.keymap.key(for: action, in: state.keyView) else { continue }
      let (key, title) = (words.display(chord), words.text(.title(of: action)))
      let width = key.width + 1 + title.width
      guard column + width < end - 1 else { break }
      canvas.draw(key, row: area.row, column: column, style: look[.key])
      canvas.draw(title, row: area.row, column: column + key.width + 1)
      addTarget(
        .action(action),
        Rect(row: area.row, column: column, columns: width, rows: 1)
      )
      column += width + 3
    }
  }

  /// Says how many rows are selected; returns the column after that.
  private mutating func paintSelection(_ area: Rect) -> Int {
    guard !state.list.selected.isEmpty, state.isInList else { return 1 }
    let text = words.text(Sentence("status.selected", .number(state.list.selected.count)))
    return canvas.draw(text, row: area.row, column: 1) + 3
  }

  /// Half-typed keys.
  private var pendingKeys: DisplayText {
    let count = state.keys.count.map { String($0) } ?? ""
    return words.display(count + state.keys.chords.joined(separator: " "))
  }

  private var hintActions: [ActionID] {
    let help = ActionID.command(.help)
    let mail = [FixedAction.archive, .markReadAndArchive].map { ActionID.mail(.fixed($0)) }
    if state.help != nil { return [.command(.back)] }
    if state.sidebar.hasFocus {
      return [help] + [.open, .back, .toggleSidebar, .quit].map(ActionID.command)
    }
    guard state.history == nil else {
      let keys: [ScreenCommand] = [
        .help, .back, .open, .revert, .reapply, .restore, .filter, .showAll,
      ]
      return keys.map(ActionID.command)
    }
    guard state.reading == nil else {
      return [help, .command(.back)] + mail + [.command(.nextMessage), .command(.open)]
    }
    let tail: [ScreenCommand] = state.list.selected.isEmpty ? [.search, .menuBar] : [.cancel]
    return [help] + mail + tail.map(ActionID.command) + [.command(.quit)]
  }
}
