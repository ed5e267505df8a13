import Screen
import TriageCore
import UndoKit

extension Painter {
  /// Draws the open dialog in the middle of the screen.
  mutating func paintDialog(over area: Rect) {
    guard let dialog = state.dialog else { return }
    let form = DialogForm(
      title: title(of: dialog),
      text: text(of: dialog),
      captions: state.dialogButtons.map(caption),
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
    paintButtons(form, in: box, focus: dialog.focus)
  }

  private mutating func draw(
    _ line: DisplayText,
    in box: Rect,
    row: Int,
    style: CellStyle = .plain
  ) {
    canvas.draw(line, row: row, column: box.column + 2, columns: box.columns - 4, style: style)
  }

  private mutating func paintButtons(_ form: DialogForm, in box: Rect, focus: Int) {
    var (row, column) = (box.endRow - 1 - form.buttonRows, box.column + 2)
    for (place, button) in form.buttons.enumerated() {
      let width = button.map(\.width).max() ?? 0
      let lines = Rect(row: row, column: column, columns: width, rows: button.count)
      for (offset, line) in button.enumerated() {
        canvas.draw(line, row: row + offset, column: column, columns: width)
      }
      addTarget(.button(place), lines)
      if place == focus {
        canvas.overlay(lines, style: look[.cursor])
        canvas.placeCursor(row: row, column: column)
      }
      if form.isStacked { row += button.count } else { column += width + 2 }
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
