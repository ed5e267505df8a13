import Screen
import TriageCore
import UndoKit

/// The palette: everything that can be done, found by a few letters of its name.
struct PalettePane: Pane {
  private var field = TextField()
  /// The entry that Enter does.
  private var cursor = 0
  /// What could not be done when the palette was opened: it comes behind what can.
  private let disabled: Set<ActionID>
  private let reportedBefore: StatusState

  var context: KeyContext { .text }
  var text: String { field.text }

  init(_ shared: inout Shared, without disabled: Set<ActionID>) {
    self.disabled = disabled
    reportedBefore = shared.status
    shared.readNames()
  }

  static let behaviors: [ScreenCommand: Behavior<PalettePane>] =
    TextField.behaviors(of: \.field).merging([
      .cancel: Behavior { _, _, shared in shared.close() },
      .accept: Behavior { pane, _, shared in pane.accept(&shared) },
      .complete: Behavior { pane, _, shared in
        if let entry = pane.entry(shared) { pane.complete(entry) }
      },
      .completeBackward: Behavior { _, _, _ in },
      .next: Behavior { pane, _, shared in pane.move(by: 1, shared) },
      .previous: Behavior { pane, _, shared in pane.move(by: -1, shared) },
      .pageDown: Behavior { pane, _, shared in pane.move(by: shared.contentHeight, shared) },
      .pageUp: Behavior { pane, _, shared in pane.move(by: -shared.contentHeight, shared) },
    ]) { first, _ in first }

  mutating func type(_ chord: KeyChord, _ shared: inout Shared) -> Bool {
    if let character = chord.typed {
      field.type(character)
      cursor = 0
    }
    return true
  }

  mutating func paste(_ text: String, _ shared: inout Shared) -> Bool {
    cursor = 0
    if !field.paste(text) {
      shared.report(
        Sentence("status.paste-cut", .number(TextField.limit)),
        isError: true,
        about: .key
      )
    }
    return true
  }

  mutating func perform(_ command: ScreenCommand, count: Int?, _ shared: inout Shared) {
    let before = field.text
    Self.behaviors[command]?.run(&self, count, &shared)
    if field.text != before { cursor = 0 }
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    let entries = palette(shared).entries
    if case .item(let index) = target, entries.indices.contains(index) {
      choose(entries[index], &shared)
    }
  }

  func undoProvider(_ words: Wording?) -> (any UndoProvider)? { TextFieldUndo(field, words) }

  func statusText(_ shared: Shared, _ words: Wording) -> DisplayText? {
    shared.status == reportedBefore ? .empty : nil
  }

  // MARK: The entries

  /// What fits the text that is typed.
  func palette(_ shared: Shared) -> Palette {
    Palette(field.text, shared, without: disabled)
  }

  /// The entry under the cursor.
  ///
  /// Only keys that need it look for the entries: what is typed costs nothing until it is drawn.
  private func entry(_ shared: Shared) -> ActionID? {
    let entries = palette(shared).entries
    return entries.isEmpty ? nil : entries[min(cursor, entries.count - 1)]
  }

  private mutating func move(by count: Int, _ shared: Shared) {
    let last = max(0, palette(shared).entries.count - 1)
    cursor = max(0, min(min(cursor, last) + count, last))
  }

  private mutating func accept(_ shared: inout Shared) {
    if let entry = entry(shared) { return choose(entry, &shared) }
    shared.report(refusal(of: field.text), isError: true, about: .key)
  }

  /// Why a text is nothing that can be done: of changes of tags, the word without its sign is named.
  private func refusal(of text: String) -> Sentence {
    let id = ArgumentAction.changeTags.rawValue + ":"
    guard text.hasPrefix(id) else { return Sentence("error.no-such-action", .text(text)) }
    let words = text.dropFirst(id.count).split(separator: " ").map(String.init)
    let unsigned = words.first { !$0.hasPrefix("+") && !$0.hasPrefix("-") }
    if let unsigned { return Sentence("error.usage.change-sign", .text(unsigned)) }
    do throws(ActionError) {
      _ = try MailAction.changing(words)
    } catch {
      return .failure(error)
    }
    return Sentence("error.no-such-action", .text(text))
  }

  /// Does an entry, as its key would; one that lacks its argument asks for it.
  ///
  /// What cannot be done says why, and the palette stays: what is typed on is never a command of the view below.
  private mutating func choose(_ action: ActionID, _ shared: inout Shared) {
    if case .asking = action { return complete(action) }
    shared.choose(action)
  }

  /// Puts the id of an entry into the field.
  private mutating func complete(_ action: ActionID) {
    let isAsking = if case .asking = action { true } else { false }
    let text = action.id + (isAsking ? ":" : "")
    _ = field.replace(0..<field.content.text.count, with: text)
    cursor = 0
  }

  // MARK: Drawing

  func coversContent(_ shared: Shared) -> Bool { true }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    let palette = palette(painter.shared)
    painter.within(layout.content) { $0.draw(palette, field.text, cursor: cursor, $1) }
    painter.drawField(field, question: Sentence("prompt.palette"), found: nil, layout.prompt)
  }
}

extension Painter {
  /// The entries that fit what is typed: title, id, and the key or why it is disabled.
  fileprivate mutating func draw(
    _ palette: Palette,
    _ text: String,
    cursor: Int,
    _ area: Rect
  ) {
    guard !palette.entries.isEmpty else {
      let note =
        palette.asks.map { Sentence.question($0) } ?? Sentence("status.no-command", .text(text))
      return drawNote([note], area, placesCursor: false)
    }
    let chosen = min(cursor, palette.entries.count - 1)
    let top = max(0, chosen - area.rows + 1)
    for (row, action) in palette.entries.dropFirst(top).prefix(area.rows).enumerated() {
      let line = area.row(at: row)
      draw(action, line)
      addTarget(.item(top + row), line)
      if top + row == chosen { canvas.highlight(line, style: look[.cursor]) }
    }
  }

  private mutating func draw(_ action: ActionID, _ line: Rect) {
    let reason = reasonDisabled(action)
    let style = reason == nil ? CellStyle.plain : look[.faint]
    let key = words.keys(keyHereOrElsewhere(action) ?? "")
    let right = reason.map(words.text) ?? key
    let end = line.endColumn - 1
    let rightWidth = min(right.width, line.columns / 2)
    canvas.draw(
      right,
      row: line.row,
      column: end - rightWidth,
      columns: rightWidth,
      style: reason == nil ? look[.key] : style
    )
    let room = max(0, end - rightWidth - 2 - line.column - 1)
    let title = words.text(shared.title(of: action, in: viewContext))
    let after = canvas.draw(
      title,
      row: line.row,
      column: line.column + 1,
      columns: room,
      style: style
    )
    let idRoom = line.column + 1 + room - after - 2
    guard idRoom > 4 else { return }
    canvas.draw(
      words.display(action.id),
      row: line.row,
      column: after + 2,
      columns: idRoom,
      style: look[.faint]
    )
  }
}

extension State {
  /// Opens the palette.
  mutating func openPalette() {
    let disabled = Palette.all(shared).filter { reasonDisabled($0) != nil }
    open(PalettePane(&shared, without: Set(disabled)))
  }
}
