import Screen
import TriageCore

/// The titles of the menus as there is room for them.
struct MenuBarTitles {
  /// The menus that are shown, each with its title and its first column.
  let shown: [(name: MenuName, text: DisplayText, column: Int)]
  /// Whether there are others before them, and behind.
  let isCut: (before: Bool, after: Bool)
  /// The column after the last of them, and the sign for others.
  let end: Int

  /// Puts the titles side by side in so many columns: closer together where room lacks, and then only
  /// as many as there is room for, the open menu's among them.
  init(_ titles: [(MenuName, DisplayText)], open: MenuName?, columns: Int) {
    let gap = MenuBarTitles.width(of: titles[...], gap: 2) > columns ? 1 : 2
    let shown = MenuBarTitles.window(of: titles, open: open, columns: columns, gap: gap)
    isCut = (shown.startIndex > 0, shown.endIndex < titles.count)
    var column = isCut.before ? 1 + MenuBarTitles.sign : 1
    self.shown = shown.map { name, text in
      defer { column += text.width + gap }
      return (name, text, column)
    }
    end = column - gap + (isCut.after ? MenuBarTitles.sign : 0) + 1
  }

  /// The columns of a sign for menus that are not shown, and the blank beside it.
  private static let sign = 2

  /// The columns of some titles side by side, with a blank at each end.
  private static func width(of titles: ArraySlice<(MenuName, DisplayText)>, gap: Int) -> Int {
    2 + titles.reduce(0) { $0 + $1.1.width } + gap * (titles.count - 1)
  }

  private static func window(
    of titles: [(MenuName, DisplayText)],
    open: MenuName?,
    columns: Int,
    gap: Int
  ) -> ArraySlice<(MenuName, DisplayText)> {
    var window = titles[...]
    let wanted = titles.firstIndex { $0.0 == open } ?? 0
    while window.count > 1 {
      let signs = (window.startIndex > 0 ? sign : 0) + (window.endIndex < titles.count ? sign : 0)
      if width(of: window, gap: gap) + signs <= columns { break }
      if window.endIndex - 1 > wanted { window.removeLast() } else { window.removeFirst() }
    }
    return window
  }
}

extension Painter {
  /// The titles of the menus, with room left for the counts at the right.
  func barTitles(open: MenuName?) -> MenuBarTitles {
    let titles = MenuName.allCases.map { ($0, words.text($0.title)) }
    let counts = viewTitle.map(words.leastColumns) ?? 0
    return MenuBarTitles(
      titles,
      open: open,
      columns: shared.size.columns - (counts == 0 ? 0 : counts + 1)
    )
  }

  /// Draws the menus' titles, and at the right what the view is called.
  mutating func drawMenuBar(_ area: Rect, open: MenuName?) {
    canvas.fill(area, style: look[.bar])
    let titles = barTitles(open: open)
    for (name, text, column) in titles.shown {
      let style = look[name == open ? .barOpen : .bar]
      canvas.draw(text, row: area.row, column: column, style: style)
      addTarget(
        PointerTarget.menu(name),
        Rect(row: area.row, column: column - 1, columns: text.width + 2, rows: 1)
      )
    }
    let (before, after): (DisplayText, DisplayText) = words.isUTF8 ? ("‹", "›") : ("<", ">")
    if titles.isCut.before { canvas.draw(before, row: area.row, column: 1, style: look[.bar]) }
    if titles.isCut.after {
      canvas.draw(after, row: area.row, column: titles.end - 2, style: look[.bar])
    }
    let room = area.columns - titles.end - 1
    let title = viewTitle.map { words.title($0, columns: room) } ?? .empty
    canvas.draw(
      title,
      row: area.row,
      column: titles.end,
      columns: max(0, room),
      alignment: .trailing,
      style: look[.bar]
    )
  }
}
