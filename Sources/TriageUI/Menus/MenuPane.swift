import Screen
import TriageCore

/// The open menu.
struct MenuPane: Pane {
  private(set) var menu: MenuName
  /// The view that it is about.
  private let view: KeyContext
  private(set) var cursor = 0
  /// Where the pointer has opened it; `nil` if it hangs from its title in the bar.
  private(set) var origin: Position?

  var context: KeyContext { .menu }
  var closesOnClickOutside: Bool { true }

  init(menu: MenuName, in view: KeyContext, at origin: Position? = nil) {
    (self.menu, self.view, self.origin) = (menu, view, origin)
  }

  static let behaviors: [ScreenCommand: Behavior<MenuPane>] = [
    .cancel: Behavior { _, _, shared in shared.close() },
    .accept: Behavior { pane, _, shared in pane.choose(pane.cursor, &shared) },
    .next: Behavior { pane, _, shared in pane.move(by: 1, shared) },
    .previous: Behavior { pane, _, shared in pane.move(by: -1, shared) },
    .top: Behavior { pane, _, _ in pane.cursor = 0 },
    .bottom: Behavior { pane, _, shared in pane.cursor = pane.items(shared).count - 1 },
    .pageDown: Behavior { pane, _, shared in pane.scroll(by: 10, &shared) },
    .pageUp: Behavior { pane, _, shared in pane.scroll(by: -10, &shared) },
    .nextMenu: Behavior { pane, _, _ in pane.show(pane.menu.advanced(by: 1)) },
    .previousMenu: Behavior { pane, _, _ in pane.show(pane.menu.advanced(by: -1)) },
    // Another menu's own key opens that one.
    .menuMessage: Behavior { pane, _, _ in pane.show(.message) },
    .menuEdit: Behavior { pane, _, _ in pane.show(.edit) },
    .menuView: Behavior { pane, _, _ in pane.show(.view) },
    .menuGo: Behavior { pane, _, _ in pane.show(.go) },
    .menuHelp: Behavior { pane, _, _ in pane.show(.help) },
  ]

  /// What can be chosen.
  func items(_ shared: Shared) -> [ActionID] { menu.items(in: view, shared) }

  mutating func show(_ menu: MenuName) { (self.menu, cursor, origin) = (menu, 0, nil) }

  private mutating func move(by distance: Int, _ shared: Shared) {
    let count = items(shared).count
    cursor = (cursor + distance + count) % count
  }

  /// Does what a menu item stands for, as its key would.
  private func choose(_ index: Int, _ shared: inout Shared) {
    let items = items(shared)
    guard items.indices.contains(index) else { return }
    shared.close()
    shared.perform(items[index])
  }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    if case .item(let index) = target { choose(index, &shared) }
  }

  /// The wheel moves the cursor, and with it what is seen of a long menu.
  mutating func scroll(by lines: Int, _ shared: inout Shared) {
    cursor = max(0, min(cursor + lines, items(shared).count - 1))
  }

  func hints(_ shared: Shared) -> [ActionID] {
    [.accept, .nextMenu, .cancel].map(ActionID.command)
  }

  func draw(_ painter: inout Painter, _ layout: Layout) { painter.draw(self) }
}

extension State {
  /// Opens a menu of the view in charge.
  mutating func openMenu(_ name: MenuName, at place: Position? = nil) {
    open(MenuPane(menu: name, in: viewLayer.pane.context, at: place))
  }

  /// Opens a menu by its title in the bar, or closes it.
  mutating func toggleMenu(_ name: MenuName) {
    let open = layers.last { $0.pane is MenuPane }
    if let open { close(open.id) }
    if (open?.pane as? MenuPane)?.menu != name { openMenu(name) }
  }
}

/// An item of an open menu.
private struct MenuItem {
  let title: DisplayText
  let key: DisplayText
  /// Whether what it switches on is on.
  let isOn: Bool
  /// Why it is disabled.
  let reason: DisplayText?
  /// Whether it would change nothing now: its key stands there all the same.
  let isIdle: Bool

  var width: Int { title.width + 2 + (reason ?? key).width }
}

extension Painter {
  fileprivate mutating func draw(_ pane: MenuPane) {
    let bar = Rect(columns: canvas.columns, rows: 1)
    drawMenuBar(bar, open: pane.menu)
    let items = pane.items(shared).map(item)
    let title = barTitles(open: pane.menu).shown.first { $0.name == pane.menu }
    let width = min(bar.columns, (items.map(\.width).max() ?? 0) + 4)
    let wanted = pane.origin?.column ?? (title?.column ?? 1) - 1
    let column = max(0, min(wanted, bar.columns - width))
    let room = shared.size.rows - 2 - bar.endRow - max(0, cutReason(in: pane).count - 1)
    let height = min(items.count + 2, room)
    // Below the pointer, so that its row stays in sight, or as low as the menu fits.
    let lowest = bar.endRow + room - height
    let top = min(pane.origin.map { $0.row + 1 } ?? bar.endRow, lowest)
    let box = Rect(row: top, column: column, columns: width, rows: height)
    canvas.within(box) { $0.drawBox() }
    let first = max(0, min(pane.cursor - (height - 2) / 2, items.count - (height - 2)))
    let shown = first..<min(items.count, first + height - 2)
    drawSigns(of: items.count, shown, box)
    for (row, index) in shown.enumerated() {
      let line = Rect(row: box.row + 1 + row, column: column + 1, columns: width - 2, rows: 1)
      draw(items[index], line, isCurrent: index == pane.cursor)
      addTarget(.item(index), line)
    }
  }

  /// Why the item under the cursor is disabled, if its row is too short to say all of it.
  private func cutReason(in pane: MenuPane) -> [DisplayText] {
    let items = pane.items(shared)
    guard items.indices.contains(pane.cursor) else { return [] }
    let item = item(items[pane.cursor])
    guard let reason = item.reason, item.width + 4 > canvas.columns else { return [] }
    return Array(reason.wrapped(toColumns: canvas.columns - 2))
  }

  /// Says in the status line, and where it is long in the lines above, what the row under the cursor has
  /// no room for; returns whether there is something of the kind.
  mutating func drawCutReason(in pane: MenuPane, _ area: Rect) -> Bool {
    let lines = cutReason(in: pane)
    let covered = Rect(row: area.endRow - lines.count, columns: area.columns, rows: lines.count)
    canvas.fill(covered)
    for (row, line) in lines.enumerated() {
      canvas.draw(line, row: covered.row + row, column: 1, columns: area.columns - 2)
    }
    return !lines.isEmpty
  }

  /// Says in the edges of a box how many items lie beyond them.
  mutating func drawSigns(of count: Int, _ shown: Range<Int>, _ box: Rect) {
    let (up, down) = words.isUTF8 ? ("▲", "▼") : ("^", "v")
    let ends = [
      (up, shown.lowerBound, box.row), (down, count - shown.upperBound, box.endRow - 1),
    ]
    for (sign, hidden, row) in ends where hidden > 0 {
      let text = words.display(" \(sign) \(hidden) ")
      canvas.draw(text, row: row, column: box.endColumn - 2 - text.width, style: look[.key])
    }
  }

  private mutating func draw(_ item: MenuItem, _ line: Rect, isCurrent: Bool) {
    let style = item.reason == nil && !item.isIdle ? CellStyle.plain : look[.faint]
    let end = line.endColumn - 1
    // The key has its room first, else the reason has what is left.
    let kept = item.reason == nil && !item.key.isEmpty ? item.key.width + 1 : 0
    if item.isOn {
      let mark = words.display(words.isUTF8 ? "✓" : "*")
      canvas.draw(mark, row: line.row, column: line.column, style: look[.key])
    }
    let column = canvas.draw(
      item.title,
      row: line.row,
      column: line.column + 1,
      columns: end - line.column - 1 - kept,
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
    canvas.highlight(line, style: look[.cursor])
    canvas.placeCursor(row: line.row, column: line.column + 1)
  }

  /// The key of an item; while text is being typed undo and redo are the field's.
  private func key(for action: ActionID) -> String {
    let isTyping = !(undo is MailUndo)
    switch action {
    case .command(.undo) where isTyping, .command(.redo) where isTyping:
      return shared.keymap.key(for: action, in: .text) ?? ""
    default:
      let toggle = action.toggle.flatMap { shared.keymap.key(for: .command($0)) }
      return keyHereOrElsewhere(action) ?? toggle ?? ""
    }
  }

  /// The key that does an action where the person is, else in another view: there it may be another.
  func keyHereOrElsewhere(_ action: ActionID) -> String? {
    shared.keymap.key(for: action, in: viewContext) ?? shared.keymap.key(for: action)
  }

  /// An item as it is shown; Edit's first two have the titles of whose undo is in charge.
  private func item(_ action: ActionID) -> MenuItem {
    let (key, idle) = (key(for: action), reasonWithoutEffect(action))
    return MenuItem(
      title: title(of: action, in: viewContext),
      key: words.keys(key),
      isOn: isOn(action),
      reason: (reasonDisabled(action) ?? (key.isEmpty ? idle : nil)).map(words.text),
      isIdle: idle != nil
    )
  }
}
