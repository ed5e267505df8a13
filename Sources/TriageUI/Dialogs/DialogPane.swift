import Screen
import TriageCore
import UndoKit

/// A question in the middle of the screen, answered by one of its buttons.
struct DialogPane: Pane {
  /// What is asked.
  enum Kind: Hashable, Sendable {
    /// What to take back or bring back; follows every change of the history.
    case undo
    /// Whether a change that waits is to be made.
    case question(ChangeConfirmation)
    /// What is to become of a message that has perhaps been sent.
    case outbox(OutboxDecision)
    /// Whether a page is to be opened on which a list can be left.
    case page(UnsubscribeMethod)
  }

  enum Button: Hashable, Sendable {
    case yes
    case undoRedo(UndoRedo)
    case cancel
  }

  let kind: Kind
  /// The button that Enter presses.
  private var focus = 0

  var context: KeyContext { .dialog }

  init(_ kind: Kind) {
    self.kind = kind
    if case .question(let question) = kind, question.isGrave { focus = 1 }
  }

  static let behaviors: [ScreenCommand: Behavior<DialogPane>] = [
    .cancel: Behavior { pane, _, shared in pane.press(.cancel, &shared) },
    .confirm: Behavior { pane, _, shared in
      if let first = pane.buttons(shared).first { pane.press(first, &shared) }
    },
    .accept: Behavior { pane, _, shared in pane.press(at: pane.focus, &shared) },
    .next: Behavior { pane, _, shared in pane.moveFocus(by: 1, shared) },
    .previous: Behavior { pane, _, shared in pane.moveFocus(by: -1, shared) },
  ]

  /// The buttons, the one with the focus at first first.
  func buttons(_ shared: Shared) -> [Button] {
    switch kind {
    case .question, .outbox, .page: [.yes, .cancel]
    case .undo: shared.undoState.possible.map(Button.undoRedo) + [.cancel]
    }
  }

  private mutating func moveFocus(by distance: Int, _ shared: Shared) {
    let count = max(1, buttons(shared).count)
    focus = (focus + distance + count) % count
  }

  private func press(at index: Int, _ shared: inout Shared) {
    let buttons = buttons(shared)
    if buttons.indices.contains(index) { press(buttons[index], &shared) }
  }

  private func press(_ button: Button, _ shared: inout Shared) {
    shared.close()
    switch button {
    case .yes: decide(&shared)
    case .undoRedo(.undo): shared.perform(.command(.undo))
    case .undoRedo(.redo): shared.perform(.command(.redo))
    case .cancel: if case .question = kind { shared.answerHeldChange(false) }
    }
  }

  /// Does what was asked about.
  private func decide(_ shared: inout Shared) {
    switch kind {
    case .outbox(let decision): shared.notify(.decided(decision))
    case .page(let method): shared.send(.openLink(method.link))
    case .question, .undo: shared.answerHeldChange(true)
    }
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    if case .item(let index) = target { press(at: index, &shared) }
  }

  /// Stays true to what can be taken back; without anything it goes.
  mutating func settle(_ shared: inout Shared) {
    guard kind == .undo else { return }
    if shared.undoState.possible.isEmpty { shared.close() }
    focus = min(focus, buttons(shared).count - 1)
  }

  func hints(_ shared: Shared) -> [ActionID] { [.accept, .next, .cancel].map(ActionID.command) }

  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    action == .command(.next) ? Sentence("status.keys.next-button") : nil
  }

  func draw(_ painter: inout Painter, _ layout: Layout) {
    painter.draw(self, buttons(painter.shared), focus: focus)
  }
}

extension State {
  /// Asks what to take back; never a second time while that is asked, and not without an answer.
  mutating func openUndoDialog() {
    guard !layers.contains(where: { $0.pane is DialogPane }) else { return }
    updateUndoState()
    guard !shared.undoState.possible.isEmpty else {
      return shared.report(Sentence("status.nothing-to-turn"), about: .key)
    }
    open(DialogPane(.undo))
  }
}

extension Painter {
  /// Draws the dialog in the middle of the screen.
  fileprivate mutating func draw(_ dialog: DialogPane, _ buttons: [DialogPane.Button], focus: Int) {
    let area = canvas.bounds
    let form = DialogForm(
      title: title(of: dialog),
      text: text(of: dialog),
      captions: buttons.map { caption($0, of: dialog) },
      in: area
    )
    let box = area.centered(form.size)
    canvas.within(box) { $0.drawBox(title: form.border) }
    var row = box.row + 1
    for line in form.heading {
      draw(line, in: box, row: row, style: look[.heading])
      row += 1
    }
    for line in form.text {
      draw(line, in: box, row: row)
      row += 1
    }
    drawButtons(form, in: box, focus: focus)
  }

  private mutating func draw(
    _ line: DisplayText,
    in box: Rect,
    row: Int,
    style: CellStyle = .plain
  ) {
    canvas.draw(line, row: row, column: box.column + 2, columns: box.columns - 4, style: style)
  }

  private mutating func drawButtons(_ form: DialogForm, in box: Rect, focus: Int) {
    var (row, column) = (box.endRow - 1 - form.buttonRows, box.column + 2)
    for (index, button) in form.buttons.enumerated() {
      let width = button.map(\.width).max() ?? 0
      let lines = Rect(row: row, column: column, columns: width, rows: button.count)
      for (offset, line) in button.enumerated() {
        canvas.draw(line, row: row + offset, column: column, columns: width)
      }
      addTarget(.item(index), lines)
      if index == focus {
        canvas.highlight(lines, style: look[.cursor])
        canvas.placeCursor(row: row, column: column)
      }
      if form.isStacked { row += button.count } else { column += width + 2 }
    }
  }

  private func title(of dialog: DialogPane) -> DisplayText {
    switch dialog.kind {
    case .question(let question): words.text(question.title)
    case .outbox(let decision): words.text(decision.title)
    case .page: words.text(.title(of: .command(.unsubscribe)))
    case .undo: words.display(undo.canUndo ? undo.undoMenuItemTitle : undo.redoMenuItemTitle)
    }
  }

  private func text(of dialog: DialogPane) -> DisplayText? {
    switch dialog.kind {
    case .question(let question): words.text(question.text)
    case .outbox(let decision): words.text(decision.question)
    case .page(let method): words.text(Sentence("unsubscribe.ask", .text(method.host ?? "")))
    case .undo: nil
    }
  }

  /// The words of a button; beside Undo, Redo says what it would bring back.
  private func caption(_ button: DialogPane.Button, of dialog: DialogPane) -> DisplayText {
    let caption: DisplayText =
      switch (button, dialog.kind) {
      case (.yes, .question(let question)): words.text(question.yes)
      case (.yes, .outbox(let decision)): words.text(decision.title)
      case (.yes, .page): words.text(Sentence("unsubscribe.open"))
      case (.yes, .undo): .empty
      case (.undoRedo(.redo), _) where undo.canUndo: words.display(undo.redoMenuItemTitle)
      // In some languages the menu's word alone is that of the button that leaves.
      case (.undoRedo(let direction), _): words.text(Sentence("dialog.\(direction.rawValue)"))
      case (.cancel, _): words.text(Sentence("command.cancel.title"))
      }
    return "[ " + caption + " ]"
  }
}

extension Shared {
  /// Asks whether the change that is held is to be made.
  mutating func confirm(_ question: ChangeConfirmation) { open(DialogPane(.question(question))) }
}

/// What a dialog says, broken to the room there is.
///
/// The title is what is promised: it stands in the border, or above the text where the window is too
/// narrow for that, and is cut only if it would fill the window.
private struct DialogForm {
  /// The title in the border; empty if it is the heading.
  let border: DisplayText
  let heading: [DisplayText]
  let text: [DisplayText]
  /// The lines of each button.
  let buttons: [[DisplayText]]
  let isStacked: Bool
  /// The frame with all that is in it.
  let size: ScreenSize

  /// The widest that text is laid out: longer lines are hard to read.
  private static let measure = 60
  /// What a title needs beside itself: corners, a line and a blank on either side.
  private static let borderColumns = 6

  init(title: DisplayText, text: DisplayText?, captions: [DisplayText], in area: Rect) {
    let room = area.columns - 4
    let oneRow = captions.reduce(-2) { $0 + $1.width + 2 }
    let isStacked = oneRow > room
    let buttons =
      isStacked ? captions.map { Array($0.wrapped(toColumns: room)) } : captions.map { [$0] }
    let text = text.map { Array($0.wrapped(toColumns: min(room, Self.measure))) } ?? []
    let fitsBorder = title.width + Self.borderColumns <= area.columns
    let buttonRows = isStacked ? buttons.joined().count : 1
    let rest = area.rows - 3 - text.count - buttonRows
    let heading = fitsBorder ? [] : title.lines(toColumns: room, rows: max(1, rest))
    let lines = heading + text + (isStacked ? Array(buttons.joined()) : [])
    let widths =
      lines.map(\.width) + [20, isStacked ? 0 : oneRow, fitsBorder ? title.width + 2 : 0]
    self.border = fitsBorder ? title : .empty
    self.heading = heading
    self.text = text
    self.buttons = buttons
    self.isStacked = isStacked
    size = ScreenSize(
      columns: min(room, widths.max() ?? 0) + 4,
      rows: heading.count + text.count + (heading.isEmpty && text.isEmpty ? 2 : 3) + buttonRows
    )
  }

  /// How many rows the buttons take.
  var buttonRows: Int { isStacked ? buttons.joined().count : 1 }
}

extension DisplayText {
  /// The text broken to a width, its end left out if that takes more rows than there are.
  fileprivate func lines(toColumns columns: Int, rows: Int) -> [DisplayText] {
    let lines = Array(wrapped(toColumns: columns))
    guard lines.count > rows, rows > 0 else { return lines }
    let last = lines[rows - 1].truncated(toColumns: columns - 1) + "…"
    return lines.prefix(rows - 1) + [last]
  }
}
