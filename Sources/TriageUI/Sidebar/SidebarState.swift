import TriageCore

/// The saved views beside the list.
struct SidebarState: Sendable {
  /// What a person has said; `nil` leaves it to the width of the window.
  var isWished: Bool?
  /// Whether keys act in it.
  var hasFocus = false
  var cursor = 0
  var top = 0
}

extension State {
  /// The views in the sidebar and the Go menu: the configuration's, or ours and notmuch's.
  var views: [SavedView] {
    config.views
      + (config.showsSavedQueries
        ? names.queries.map { SavedView(name: $0.name, query: $0.query) } : [])
  }

  /// The place in the sidebar of the list that is shown.
  var currentView: Int? { views.firstIndex { $0.query == list.view } }
}
