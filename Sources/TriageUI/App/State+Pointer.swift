import Screen
import TriageCore

extension State {
  mutating func take(_ event: PointerEvent) -> [Effect] {
    guard size.isEnough else { return [] }
    switch event {
    case .click(let target): return click(target)
    case .menu(let target):
      openMenu(over: target)
      return []
    case .scroll(let lines, let target):
      scroll(by: lines, over: target)
      return []
    }
  }

  /// Asks what to take back, with a ring as its haptic.
  mutating func shaken() -> [Effect] {
    guard config.mouse.shake, size.isEnough, dialog == nil else { return [] }
    openUndoDialog()
    return dialog == nil ? [] : [.ring]
  }

  private mutating func click(_ target: PointerTarget) -> [Effect] {
    switch target {
    case .button(let place): return pressButton(at: place)
    // A dialog is answered by its buttons.
    case _ where dialog != nil: return []
    case .menu(let name):
      menu = menu?.menu == name ? nil : MenuState(menu: name)
      return []
    case .menuItem(let item): return choose(item)
    case _ where menu != nil:
      menu = nil
      return []
    case .action(let action): return perform(action)
    case .entry(let place):
      let entries = palette?.entries ?? []
      return entries.indices.contains(place) ? choose(entries[place]) : []
    // A question is answered with the keyboard, and so is help left.
    case _ where prompt != nil || help != nil: return []
    case .choice(let place): return choose(at: place)
    case _ where reading?.choice != nil:
      reading?.choice = nil
      return []
    case .row(let place):
      sidebar.hasFocus = false
      return clickRow(place)
    case .view(let place): return openView(at: place)
    case .mark(let place):
      sidebar.hasFocus = false
      list.cursor = place
      return perform(.command(.select))
    case .step(let place): return clickStep(place)
    case .line(let line): return clickLine(line)
    case .preview, .status, .elsewhere: return []
    }
  }

  /// Moves the cursor to what the pointer is over, and opens the menu of what can be done with it.
  private mutating func openMenu(over target: PointerTarget) {
    // Questions are answered first, and help left.
    guard dialog == nil, prompt == nil, help == nil, reading?.choice == nil else { return }
    switch target {
    case .row(let place), .mark(let place):
      guard list.order.indices.contains(place) else { return }
      sidebar.hasFocus = false
      list.goal = nil
      list.cursor = place
    case .line(let line):
      guard let place = reading?.layout.place(of: line) else { break }
      sidebar.hasFocus = false
      reading?.cursor = place.message
    case .step(let place):
      sidebar.hasFocus = false
      history?.cursor = place
    case .view(let place):
      sidebar.hasFocus = true
      sidebar.cursor = place
    case .preview: sidebar.hasFocus = false
    case .menuItem: return
    case .entry, .menu, .choice, .button, .action, .elsewhere: break
    }
    menu = MenuState(menu: .message)
  }

  /// The first click goes to a row, the second opens it.
  private mutating func clickRow(_ place: Int) -> [Effect] {
    guard list.order.indices.contains(place) else { return [] }
    if list.cursor == place { return open() }
    list.goal = nil
    list.cursor = place
    return []
  }

  /// The first click goes to a step, the second opens it.
  private mutating func clickStep(_ place: Int) -> [Effect] {
    if history?.cursor == place { return openStep() }
    history?.cursor = place
    return []
  }

  /// A click on a message's header line folds or unfolds it.
  private mutating func clickLine(_ line: Int) -> [Effect] {
    guard let place = reading?.layout.place(of: line) else { return [] }
    reading?.cursor = place.message
    return place.line == 0 ? open() : []
  }

  private mutating func scroll(by lines: Int, over target: PointerTarget) {
    guard menu == nil, prompt == nil, dialog == nil else { return }
    if help != nil {
      scrollHelp(by: lines)
    } else if case .view = target {
      sidebar.top = max(0, min(sidebar.top + lines, views.count - layout.sidebar.rows + 1))
    } else if target == .preview {
      scrollPreview(by: lines)
    } else if history != nil {
      moveInHistory(lines < 0 ? .previous : .next, count: abs(lines))
    } else if reading != nil {
      reading?.top += lines
      reading?.followsCursor = false
      settleReading()
    } else {
      scrollList(by: lines)
    }
  }

  /// The cursor stays on its row until that leaves the screen.
  private mutating func scrollList(by lines: Int) {
    let last = max(0, list.order.count - listHeight)
    list.top = max(0, min(list.top + lines, last))
    list.cursor = max(list.top, min(list.cursor, list.top + listHeight - 1))
    list.scroll(height: listHeight)
  }
}
