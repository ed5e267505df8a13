/// The mail actions there are: the fixed ones, with the tags that the configuration gives them, and
/// the person's own.
///
/// Keys, menus, palette, `apply`, plans, `actions` and the engine read the same table.
package struct ActionTable: Hashable, Sendable {
  /// What the fixed actions do to tags.
  package let effects: ActionEffects
  /// The person's own actions, in the order of the file.
  package let own: [UserAction]

  /// Makes a table.
  package init(effects: ActionEffects = ActionEffects(), own: [UserAction] = []) {
    self.effects = effects
    self.own = own
  }

  /// The ids of all actions, in the order of help and `mulligan actions`.
  package var allIDs: [String] { MailAction.allIDs + own.map(\.id) }

  /// What those of the person's own actions are called that are among some actions.
  package func titles(of actions: [MailAction]) -> ActionTitles {
    guard !own.isEmpty else { return [:] }
    let named = own.filter { action in
      !action.titles.isEmpty && actions.contains { $0.id == action.id }
    }
    return Dictionary(named.map { ($0.id, $0.titles) }) { first, _ in first }
  }

  /// Returns the person's own action with an id.
  package func own(_ id: String) -> UserAction? { own.first { $0.id == id } }

  /// Reads `archive`, `add-tag:todo` or the id of one of the person's own actions.
  ///
  /// - Throws: `ActionError` that names the text.
  package func parse(_ notation: String) throws(ActionError) -> MailAction {
    if let action = own(notation) { return action.action }
    do throws(ActionError) {
      return try MailAction.parse(notation)
    } catch {
      guard case .unknown(let id, _) = error else { throw error }
      if own(id) != nil { throw .argumentUnexpected(id) }
      throw .unknown(id, nearest: nearestName(to: id, in: allIDs))
    }
  }
}

/// A person's own action: some actions as one, with one key, one group and one title.
package struct UserAction: Hashable, Sendable {
  /// The id, in keys, plans and `apply`, and in the catalog's keys.
  package let id: String
  /// What it does, in order; never the person's own actions.
  package let steps: [MailAction]
  /// The key it has in the list and in messages.
  package let key: String?
  /// What it is called.
  package let name: Name
  /// The title in each language that it has one in; of a catalog's key, once the catalog is read.
  package var titles: [String: String]

  /// What an action is called.
  package enum Name: Hashable, Sendable {
    /// By its id.
    case id
    /// The texts by language.
    case texts([String: String])
    /// A key of one of the person's own catalogs; what is none there is the title itself.
    case catalogKey(String)
  }

  /// Makes an action.
  package init(id: String, steps: [MailAction], key: String? = nil, name: Name = .id) {
    self.id = id
    self.steps = steps
    self.key = key
    self.name = name
    titles = if case .texts(let texts) = name { texts } else { [:] }
  }

  /// The action as a value that can be done.
  package var action: MailAction { .user(id: id, steps: steps) }
}
