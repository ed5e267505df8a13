import Screen
import TriageCore
import UndoKit

extension Painter {
  // The status line

  /// Left what was done, right what undo would take: of the right part the count goes first, then
  /// the left part is cut, never the key.
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
    canvas.draw(
      left,
      row: area.row,
      column: 1,
      columns: max(0, start - 3),
      style: state.status.isError && state.changes.progress == nil ? Look.error : .plain
    )
    paintUndo(key, undo, row: area.row, column: start)
  }

  private mutating func paintUndo(_ key: DisplayText, _ title: DisplayText, row: Int, column: Int) {
    guard !key.isEmpty else {
      canvas.draw(title, row: row, column: column, style: Look.faint)
      return
    }
    canvas.draw(key, row: row, column: column, style: Look.key)
    canvas.draw(title, row: row, column: column + key.width + 1)
    let width = key.width + 1 + title.width
    addTarget(.undo, Rect(row: row, column: column, columns: width, rows: 1))
  }

  private var statusText: DisplayText {
    if let progress = state.changes.progress, let pending = state.changes.running?.pending {
      let name = pending.wish.name(state.head)
      let key = state.keymap.key(for: .command(.cancel)) ?? ""
      return words.text(.progress(progress, of: name, key: key))
    }
    return state.status.left.map(words.text) ?? .empty
  }

  private var provider: (any UndoProvider)? { state.responders(words).provider }

  /// The key that undoes; empty if there is nothing to undo.
  private var undoKey: DisplayText {
    guard provider?.canUndo ?? false else { return .empty }
    if state.prompt != nil { return "Ctrl-_" }
    return words.display(state.keymap.key(for: .command(.undo)) ?? "")
  }

  /// The titles of undo, the one that says most first.
  private var undoTitles: [DisplayText] {
    guard state.prompt == nil, let step = state.head.undo else {
      return [words.display(provider?.undoMenuItemTitle ?? "")]
    }
    return [true, false].map { counts in
      words.text(
        .statusTitle("undo", step, session: state.context.session, counts: counts)
      )
    }
  }

  // The prompt line

  mutating func paintPrompt(_ area: Rect) {
    if let prompt = state.prompt { return paintField(prompt, area) }
    var column = 1
    for hint in hints {
      let (key, title) = hint
      let width = key.width + 1 + title.width
      guard column + width < area.columns - pendingKeys.width - 2 else { break }
      canvas.draw(key, row: area.row, column: column, style: Look.key)
      canvas.draw(title, row: area.row, column: column + key.width + 1)
      column += width + 3
    }
    let start = area.columns - 1 - pendingKeys.width
    canvas.draw(pendingKeys, row: area.row, column: start, style: Look.key)
  }

  /// Half-typed keys.
  private var pendingKeys: DisplayText {
    let count = state.keys.count.map { String($0) } ?? ""
    return words.display(count + state.keys.chords.joined(separator: " "))
  }

  private var hints: [(DisplayText, DisplayText)] {
    var hints = hintActions.compactMap { action in
      state.keymap.key(for: action, in: state.keyView).map {
        (words.display($0), words.text(.title(of: action)))
      }
    }
    if !state.list.selected.isEmpty, state.reading == nil {
      let count = Sentence("status.selected", .number(state.list.selected.count))
      hints.insert(("+", words.text(count)), at: 0)
    }
    return hints
  }

  private var hintActions: [ActionID] {
    let help = ActionID.command(.help)
    let mail = [FixedAction.archive, .markReadAndArchive].map { ActionID.mail(.fixed($0)) }
    if state.help != nil { return [.command(.back)] }
    guard state.reading == nil else {
      return [help, .command(.back)] + mail + [.command(.nextMessage), .command(.open)]
    }
    let tail: [ScreenCommand] = state.list.selected.isEmpty ? [.search, .menuBar] : [.cancel]
    return [help] + mail + tail.map(ActionID.command) + [.command(.quit)]
  }

  private mutating func paintField(_ prompt: PromptState, _ area: Rect) {
    let label = words.text(prompt.label)
    let content = prompt.field.content
    let text = DisplayText(String(content.text), maxBytes: .max)
    let before = DisplayText(String(content.text[..<content.cursor]), maxBytes: .max).width
    let start = 1 + label.width + 1
    let room = max(1, area.columns - start - 1)
    let hidden = max(0, before - room + 1)
    canvas.draw(label, row: area.row, column: 1, style: Look.key)
    canvas.draw(
      text.dropFirst(columns: hidden).prefix(columns: room),
      row: area.row,
      column: start
    )
    canvas.placeCursor(row: area.row, column: start + before - hidden)
  }
}

extension PromptState {
  fileprivate var label: Sentence {
    switch purpose {
    case .search: Sentence("prompt.search")
    case .argument(.addTag): Sentence("prompt.add-tag")
    case .argument(.removeTag): Sentence("prompt.remove-tag")
    case .argument(.changeTags): Sentence("prompt.change-tags")
    case .argument(.move): Sentence("prompt.move")
    }
  }
}

extension ChangeState.Wish {
  /// What is being done.
  fileprivate func name(_ head: HistoryHead) -> ActionName {
    switch self {
    case .act(let action, _): ActionName(action)
    case .turn(.undo, _): head.undo?.name ?? .nameless(.undo)
    case .turn(.redo, _): head.redo?.name ?? .nameless(.redo)
    }
  }
}
