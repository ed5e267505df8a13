package import TriageCore

/// What the keys do, made from the keymap.
struct HelpText {
  enum Line: Hashable {
    case heading(Sentence)
    case keys(String, title: Sentence)
    case blank
  }

  let lines: [Line]

  init(_ keymap: Keymap) {
    let parts = [KeyView.list, .message, .sidebar, .history, .global].map {
      HelpText.lines(of: $0, keymap)
    }
    lines = Array(parts.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }

  private static func lines(of view: KeyView, _ keymap: Keymap) -> [Line] {
    var order: [ActionID] = []
    var keys: [ActionID: [String]] = [:]
    for binding in keymap.bindings where binding.view == view {
      if keys[binding.action] == nil { order.append(binding.action) }
      keys[binding.action, default: []].append(binding.notation)
    }
    guard !order.isEmpty else { return [] }
    let heading = Line.heading(Sentence("menu.keys.\(view.rawValue)"))
    return [heading]
      + order.map { .keys(keys[$0, default: []].joined(separator: "  "), title: .title(of: $0)) }
  }
}

extension Sentence {
  /// The title of what a key or a menu item stands for.
  package static func title(of action: ActionID) -> Sentence {
    switch action {
    case .mail(let action): .title(ActionName(action))
    case .command, .asking: Sentence(action.titleKey)
    case .running(.sort, SortOrder.newestFirst.rawValue): Sentence("command.sort.newest-first")
    case .running(.sort, SortOrder.oldestFirst.rawValue): Sentence("command.sort.oldest-first")
    case .running(_, let argument): Sentence(action.titleKey, .text(argument))
    }
  }

  /// The name of a list; a search is called as it is written.
  static func title(of list: ListState) -> Sentence {
    list.title == .query ? Sentence("custom", .text(list.view)) : title(of: list.title)
  }

  /// The name of a view.
  static func title(of title: ListTitle) -> Sentence {
    switch title {
    case .named(let key): Sentence(key)
    case .view(let name): Sentence("custom", .text(name))
    case .query: Sentence("custom", .text(""))
    }
  }
}
