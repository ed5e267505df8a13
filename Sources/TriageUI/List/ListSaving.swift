import TriageCore

// A search or a limit that becomes a view of the configuration.

extension ListPane {
  /// What is shown as a view without a name; its order only if that is not every view's.
  func savedView(_ shared: Shared) -> SavedView {
    var effects = ViewEffects()
    if list.sort != shared.config.list.sort { effects.sort = list.sort }
    return SavedView(name: "", query: list.query, onEnter: effects)
  }

  func reasonNotToSaveView(_ shared: Shared) -> Sentence? {
    shared.views.contains { $0.query == list.query } ? Sentence("status.view-known") : nil
  }
}

/// The name that a list is to be kept by as a view.
struct SaveViewTopic: PromptTopic {
  /// The view, without its name.
  let view: SavedView

  var question: Sentence { Sentence("prompt.save-view") }
  var kind: TypedKind { .view }

  func accept(_ text: String, _ shared: inout Shared) {
    var view = view
    view.name = text
    if shared.hasView(called: text) {
      return shared.report(Sentence("error.view-exists", .text(text)), isError: true, about: .key)
    }
    shared.send(.saveView(view))
  }
}

extension Shared {
  /// Whether a view has a name, or is called so on the screen.
  fileprivate func hasView(called text: String) -> Bool {
    views.contains { view in
      let title = Sentence.title(of: ListTitle.view(view, in: config))
      return view.name == text || settings.lexicon.texts(title).contains(text)
    }
  }

  /// What a list is called: a search for exactly what a view shows is that view.
  func title(ofQuery query: String) -> ListTitle {
    (views + [.drafts]).first { $0.query == query }.map { .view($0, in: config) } ?? .query
  }
}
