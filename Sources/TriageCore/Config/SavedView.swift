/// A `[[view]]`: a query with a name.
package struct SavedView: Hashable, Sendable {
  /// Its name, as the sidebar shows it and `view:NAME` takes it.
  package var name: String
  /// Its query, in notmuch's syntax.
  package var query: String
  /// What is set otherwise while the view is shown, and taken back on leaving it.
  package var onEnter: ViewEffects
  /// The name of the account that mail begun in it is written from, unless it answers mail to another
  /// one; `nil` for the first.
  package var account: String?

  /// Makes a view.
  package init(name: String, query: String, onEnter: ViewEffects = ViewEffects()) {
    self.name = name
    self.query = query
    self.onEnter = onEnter
  }

  /// What sleeps, the first to come back first: there unless a view of the configuration is that.
  package static let snoozed: SavedView = {
    var effects = ViewEffects()
    effects.sort = .waking
    return SavedView(name: "Snoozed", query: "tag:\(WakeTime.asleep)", onEnter: effects)
  }()

  /// What mail is delivered to: there unless the views of the configuration are others.
  package static let inbox = SavedView(name: "Inbox", query: "tag:inbox")

  /// One's own mail that has left: there unless a view of the configuration is that.
  package static let sent = SavedView(name: "Sent", query: "tag:sent")

  /// Messages that are being written, as the mail has them.
  package static let drafts = SavedView(name: "Drafts", query: "tag:draft")

  /// The views that are there in any case.
  fileprivate static let ours: [SavedView] = [.snoozed, .sent]
}

extension [SavedView] {
  /// The view of a name; where the inbox or one of ours has another name, that is meant by its own.
  package func named(_ name: String) -> SavedView? {
    if let view = first(where: { $0.name == name }) { return view }
    let ours = ([.inbox] + SavedView.ours).first { $0.name == name }
    return ours.flatMap { ours in first { $0.query == ours.query } }
  }

  /// The views with ours, each unless one of them has its query or its name.
  package var withOurs: [SavedView] {
    self
      + SavedView.ours.filter { ours in
        !contains { [$0.query, $0.name].contains { [ours.query, ours.name].contains($0) } }
      }
  }
}

extension MailQuery {
  /// Whether it is that of one's own mail, which has left or is being written, or narrows that.
  package var listsOwnMail: Bool {
    [SavedView.sent, .drafts].contains {
      text == $0.query || text.hasPrefix("(\($0.query)) and (")
    }
  }
}

/// What a view sets while it is shown; what is `nil` stays as it is.
package struct ViewEffects: Hashable, Sendable {
  /// The order of the threads.
  package var sort: SortOrder?
  /// A query that narrows the view's own.
  package var limit: String?
  /// Where the preview is shown.
  package var preview: LayoutConfig.Preview?
  /// What is shown of a thread.
  package var columns: [ListColumn]?
  /// The name of a theme.
  package var theme: String?
  /// Whether threads are open into their messages.
  package var tree: Bool?

  /// Makes the effects of a view that has none.
  package init() {}
}
