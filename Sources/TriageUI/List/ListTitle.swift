package import TriageCore

/// What a list is called.
package enum ListTitle: Hashable, Sendable {
  /// A view of the program's, by its catalog key: "Inbox".
  case named(key: String)
  /// One of the person's own views, by its name.
  case view(String)
  /// A search, shown as its query.
  case query

  /// The view that the program begins with.
  package static let inbox = ListTitle.named(key: "view.inbox")

  /// What a view is called: those of the program are called in the person's language.
  package static func view(_ view: SavedView, in config: Config) -> ListTitle {
    let isOurs =
      [.snoozed, .sent, .drafts].contains(view)
      || config.showsSavedQueries && config.views.contains(view)
    let key = isOurs ? keys[view.name] : nil
    return key.map(ListTitle.named) ?? .view(view.name)
  }

  /// The catalog's words for the views of the defaults.
  private static let keys = [
    "Inbox": "view.inbox", "Unread": "view.unread", "Starred": "view.starred", "All": "view.all",
    "Snoozed": "view.snoozed", "Sent": "view.sent", "Drafts": "view.drafts",
  ]
}

/// What a list shows, and what that is called.
struct ListName: Hashable, Sendable {
  /// What the view asks for.
  var view: String
  /// What narrows it, if anything.
  var limit: String?
  var title: ListTitle
}

extension ListPane {
  func title(_ shared: Shared) -> ViewTitle? {
    if let round, let number = list.current.flatMap(round.number) {
      let total = Sentence.Argument.number(round.threads.count)
      return ViewTitle(
        name: Sentence("round.title", .sentence(.title(of: list)), .number(number), total)
      )
    }
    return ViewTitle(
      name: .title(of: list),
      limit: list.limit,
      isQuery: list.title == .query,
      counts: shared.counts(of: list.query),
      order: list.sort.isUsual
        ? nil : .title(of: .running(.sort, list.sort.rawValue)),
      newAbove: shared.isListCovered ? 0 : list.newAbove.count
    )
  }
}
