import Screen
import TriageCore
import UndoKit

extension Painter {
  /// Draws the open dialog in the middle of the screen.
  mutating func paintDialog(over area: Rect) {
    guard let dialog = state.dialog else { return }
    let captions = state.dialogButtons.map(caption)
    let title = title(of: dialog)
    let room = min(area.columns, 64) - 4
    let text = text(of: dialog).map { Array($0.wrapped(toColumns: room)) } ?? []
    let oneRow = captions.reduce(-2) { $0 + $1.width + 2 }
    let isStacked = oneRow > room
    let buttonRows = isStacked ? captions.count : 1
    let content = ([title.width, isStacked ? 0 : oneRow] + (text + captions).map(\.width)).max()
    let size = ScreenSize(
      columns: min(room, max(20, content ?? 0)) + 4,
      rows: text.count + buttonRows + (text.isEmpty ? 2 : 3)
    )
    let box = area.centered(size)
    canvas.within(box) { $0.drawBox(title: title) }
    for (row, line) in text.enumerated() {
      canvas.draw(line, row: box.row + 1 + row, column: box.column + 2, columns: room)
    }
    paintButtons(captions, in: box, rows: buttonRows, focus: dialog.focus)
  }

  private mutating func paintButtons(
    _ captions: [DisplayText],
    in box: Rect,
    rows: Int,
    focus: Int
  ) {
    var column = box.column + 2
    for (place, caption) in captions.enumerated() {
      let row = box.endRow - 1 - rows + (rows > 1 ? place : 0)
      let width = min(caption.width, box.endColumn - 2 - column)
      let line = Rect(row: row, column: column, columns: width, rows: 1)
      canvas.draw(caption, row: row, column: column, columns: width)
      addTarget(.button(place), line)
      if place == focus {
        canvas.overlay(line, style: look[.cursor])
        canvas.placeCursor(row: row, column: column)
      }
      if rows == 1 { column += caption.width + 2 }
    }
  }

  private var provider: (any UndoProvider)? { state.responders(words).provider }

  private func title(of dialog: DialogState) -> DisplayText {
    switch dialog.kind {
    case .question(let question): words.text(question.title)
    case .undo:
      words.display(
        (provider?.canUndo ?? false
          ? provider?.undoMenuItemTitle : provider?.redoMenuItemTitle) ?? ""
      )
    }
  }

  private func text(of dialog: DialogState) -> DisplayText? {
    switch dialog.kind {
    case .question(let question): words.text(question.text)
    case .undo: nil
    }
  }

  /// The words of a button; beside Undo, Redo says what it would bring back.
  private func caption(_ button: DialogButton) -> DisplayText {
    let caption: DisplayText =
      switch button {
      case .yes: words.text(yes)
      case .turn(.redo) where provider?.canUndo ?? false:
        words.display(provider?.redoMenuItemTitle ?? "")
      case .turn(let turn): words.text(.emptyMenu(turn.rawValue))
      case .cancel: words.text(Sentence("command.cancel.title"))
      }
    return "[ " + caption + " ]"
  }

  private var yes: Sentence {
    if case .question(let question)? = state.dialog?.kind { question.yes } else { Sentence("") }
  }
}
