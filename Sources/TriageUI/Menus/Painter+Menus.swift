import Screen
import TriageCore
import UndoKit

extension Painter {
  /// The titles of the menus, each with its first column; closer together where room lacks.
  private var barTitles: [(name: MenuName, text: DisplayText, column: Int)] {
    let titles = MenuName.allCases.map { ($0, words.text($0.title)) }
    let width = titles.reduce(0) { $0 + $1.1.width }
    let gap = 1 + width + 2 * (titles.count - 1) > state.size.columns ? 1 : 2
    var column = 1
    return titles.map { name, text in
      defer { column += text.width + gap }
      return (name, text, column)
    }
  }

  mutating func paintBar(_ area: Rect) {
    canvas.fill(area, style: look[.bar])
    var end = 0
    for (name, text, column) in barTitles {
      let isOpen = state.menu?.menu == name
      canvas.draw(
        text,
        row: area.row,
        column: column,
        style: isOpen ? look[.barOpen] : look[.bar]
      )
      end = column + text.width + 1
      addTarget(
        .menu(name),
        Rect(row: area.row, column: column - 1, columns: text.width + 2, rows: 1)
      )
    }
    let view = viewText
    canvas.draw(
      view,
      row: area.row,
      column: end + 1,
      columns: max(0, area.columns - end - 2),
      alignment: .trailing,
      style: look[.bar]
    )
  }

  /// The view's name, with unread and all threads.
  private var viewText: DisplayText {
    if let history = state.history {
      let name = Sentence("command.history.title")
      return words.text(
        history.filter.isEmpty
          ? name : Sentence("status.view.limited", .sentence(name), .text(history.filter))
      )
    }
    let list = state.list
    let name = Sentence.title(of: list)
    let shown =
      list.limit.map { Sentence("status.view.limited", .sentence(name), .text($0)) } ?? name
    let counted = state.counting.counts(of: list.query).map {
      Sentence("status.view.counts", .sentence(shown), .number($0.unread), .number($0.total))
    }
    let whole = counted ?? shown
    let new = state.isInList ? list.newAbove.count : 0
    return words.text(
      new == 0 ? whole : Sentence("status.view.new-above", .sentence(whole), .number(new))
    )
  }

  mutating func paintMenu(over area: Rect) {
    guard let menu = state.menu else { return }
    let bar = Rect(columns: area.columns, rows: 1)
    paintBar(bar)
    let items = state.items(of: menu.menu).map(item)
    let title = barTitles.first { $0.name == menu.menu }
    let width = min(area.columns, (items.map(\.width).max() ?? 0) + 4)
    let column = max(0, min((title?.column ?? 1) - 1, area.columns - width))
    let room = state.size.rows - 2 - bar.endRow
    let height = min(items.count + 2, room)
    let box = Rect(row: bar.endRow, column: column, columns: width, rows: height)
    canvas.within(box) { $0.drawBox() }
    let first = max(0, min(menu.item - (height - 2) / 2, items.count - (height - 2)))
    for (row, place) in (first..<min(items.count, first + height - 2)).enumerated() {
      let line = Rect(row: box.row + 1 + row, column: column + 1, columns: width - 2, rows: 1)
      paint(items[place], line, isCurrent: place == menu.item)
      addTarget(.menuItem(place), line)
    }
  }

  private mutating func paint(_ item: MenuItem, _ line: Rect, isCurrent: Bool) {
    let style = item.reason == nil ? CellStyle.plain : look[.faint]
    var column = line.column + 1
    let end = line.endColumn - 1
    column = canvas.draw(
      item.title,
      row: line.row,
      column: column,
      columns: end - column,
      style: style
    )
    if let reason = item.reason {
      canvas.draw(
        reason,
        row: line.row,
        column: column + 2,
        columns: end - column - 2,
        style: style
      )
    } else {
      canvas.draw(
        item.key,
        row: line.row,
        column: end - item.key.width,
        columns: item.key.width,
        style: style
      )
    }
    guard isCurrent else { return }
    canvas.overlay(line, style: look[.cursor])
    canvas.placeCursor(row: line.row, column: line.column + 1)
  }

  /// An item as it is shown; Edit's first two have the titles of whose undo is in charge.
  private func item(_ action: ActionID) -> MenuItem {
    let provider = state.responders(words).provider
    let title =
      switch action {
      case .command(.undo): words.display(provider?.undoMenuItemTitle ?? "")
      case .command(.redo): words.display(provider?.redoMenuItemTitle ?? "")
      default: words.text(state.title(of: action))
      }
    return MenuItem(
      title: title,
      key: words.display(key(for: action)),
      reason: state.reasonDisabled(action).map(words.text)
    )
  }

  /// The key of an item; while text is being typed undo and redo are the field's.
  private func key(for action: ActionID) -> String {
    switch action {
    case .command(.undo) where state.prompt != nil: TextFieldUndo.undoKey
    case .command(.redo) where state.prompt != nil: TextFieldUndo.redoKey
    default: state.keymap.key(for: action) ?? ""
    }
  }

  // Help

  mutating func paintHelp(_ help: HelpState, _ area: Rect) {
    canvas.placeCursor(row: area.row, column: area.column)
    let lines = HelpText(state.keymap).lines
    for (row, line) in lines.dropFirst(help.top).prefix(area.rows).enumerated() {
      switch line {
      case .blank: break
      case .heading(let sentence):
        canvas.draw(words.text(sentence), row: area.row + row, column: 1, style: look[.heading])
      case .keys(let keys, let title):
        canvas.draw(
          words.display(keys),
          row: area.row + row,
          column: 3,
          columns: 18,
          style: look[.key]
        )
        canvas.draw(words.text(title), row: area.row + row, column: 22)
      }
    }
  }
}

/// An item of an open menu.
private struct MenuItem {
  let title: DisplayText
  let key: DisplayText
  /// Why it is disabled.
  let reason: DisplayText?

  var width: Int { title.width + 2 + (reason ?? key).width }
}
