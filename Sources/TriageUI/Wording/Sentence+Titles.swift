package import TriageCore

extension Sentence {
  /// The title of what a key or a menu item stands for.
  package static func title(of action: ActionID) -> Sentence {
    switch action {
    case .mail(let action): .title(ActionName(action))
    case .command, .asking: Sentence(action.titleKey)
    case .running(.sort, let order) where SortOrder(rawValue: order) != nil:
      Sentence("command.sort.\(order)")
    case .running(.view, SavedView.inbox.name):
      Sentence("command.view.with", .sentence(Sentence("view.inbox")))
    case .running(.view, SavedView.snoozed.name):
      Sentence("command.view.with", .sentence(Sentence("view.snoozed")))
    case .running(_, let argument): Sentence(action.titleKey, .text(argument))
    }
  }

  /// The title of what a key stands for in a context: some commands do something else there.
  package static func title(of action: ActionID, in context: KeyContext) -> Sentence {
    guard case .command(let command) = action, command.row.renamed.contains(context) else {
      return title(of: action)
    }
    return Sentence("\(action.titleKey).\(context.rawValue)")
  }

  /// The name of a list; a search is called as it is written.
  static func title(of list: ThreadList) -> Sentence {
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
