import TriageCore

extension State {
  mutating func takeInMenu(_ key: String) -> [Effect] {
    guard let open = menu else { return [] }
    switch key {
    case "Esc", "Ctrl-C", "Ctrl-G", "F10", "q": menu = nil
    case "Left", "h": menu = MenuState(menu: open.menu.advanced(by: -1))
    case "Right", "l": menu = MenuState(menu: open.menu.advanced(by: 1))
    case "Down", "j": moveInMenu(by: 1)
    case "Up", "k": moveInMenu(by: -1)
    case "Home": menu?.item = 0
    case "End":
      let last = items(of: open.menu).count - 1
      menu?.item = last
    case "Enter", "Space": return choose(open.item)
    default: switchMenu(key)
    }
    return []
  }

  private mutating func moveInMenu(by distance: Int) {
    guard let open = menu else { return }
    let count = items(of: open.menu).count
    menu?.item = (open.item + distance + count) % count
  }

  /// Another menu's own key opens that one.
  private mutating func switchMenu(_ key: String) {
    guard case .action(.command(let command)) = keymap.match([key], in: .global) else { return }
    if let name = MenuName(command) { menu = MenuState(menu: name) }
  }

  /// Does what a menu item stands for, as its key would.
  mutating func choose(_ item: Int) -> [Effect] {
    guard let open = menu, items(of: open.menu).indices.contains(item) else { return [] }
    menu = nil
    return perform(items(of: open.menu)[item])
  }

  mutating func takeInHelp(_ key: String) -> [Effect] {
    if key == "Space" {
      scrollHelp(by: contentHeight)
      return []
    }
    guard case .action(.command(let command)) = keymap.match([key], in: .global) else { return [] }
    switch command {
    case .back, .cancel, .help, .open: help = nil
    case .next: scrollHelp(by: 1)
    case .previous: scrollHelp(by: -1)
    case .pageDown, .halfPageDown: scrollHelp(by: contentHeight)
    case .pageUp, .halfPageUp: scrollHelp(by: -contentHeight)
    case .top: scrollHelp(by: -HelpText(keymap).lines.count)
    case .bottom: scrollHelp(by: HelpText(keymap).lines.count)
    case .quit, .suspend, .redraw: return perform(command, count: nil)
    default: break
    }
    return []
  }

  mutating func scrollHelp(by lines: Int) {
    guard let top = help?.top else { return }
    let last = HelpText(keymap).lines.count - contentHeight
    help?.top = max(0, min(top + lines, last))
  }
}
