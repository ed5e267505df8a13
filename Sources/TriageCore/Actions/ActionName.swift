/// The titles of the person's own actions: by id, then by language.
package typealias ActionTitles = [String: [String: String]]

/// What a group is called: a catalog key and its arguments, never finished text.
package struct ActionName: Hashable, Sendable, Codable {
  /// `action.<id>.title`, a `name.…` key, or `custom`.
  package var key: String
  /// Tags, folders, the text of `custom`, times, or actions in their notation.
  package var arguments: [String]
  /// What the person's own actions that it names were called then, by id and language: an action
  /// may be gone from the configuration when its group is spoken of.
  package var titles: ActionTitles

  /// Makes a name.
  package init(key: String, arguments: [String] = [], titles: ActionTitles = [:]) {
    self.key = key
    self.arguments = arguments
    self.titles = titles
  }

  /// A name in the words of a person (`--name`).
  package static func custom(_ text: String) -> ActionName {
    ActionName(key: "custom", arguments: [text])
  }

  /// The name of one action.
  package init(_ action: MailAction) {
    switch action {
    case .changeTags: self.init(key: "action.\(action.id).title")
    default:
      self.init(key: "action.\(action.id).title", arguments: action.argument.map { [$0] } ?? [])
    }
  }

  /// The name of several actions done in one gesture.
  ///
  /// The action with the same steps lends its name; else both are named; else the first one and
  /// how many more.
  package init(_ actions: [MailAction]) {
    if actions.count == 1 {
      self.init(actions[0])
      return
    }
    let steps = actions.flatMap(\.steps)
    let twin = FixedAction.allCases.map(MailAction.fixed).first { $0.steps == steps }
    switch (twin, actions.count) {
    case (let twin?, _): self.init(twin)
    case (nil, 2): self.init(key: "name.two", arguments: actions.map(\.notation))
    case (nil, _):
      self.init(
        key: "name.many",
        arguments: [actions.first?.notation ?? "", String(max(0, actions.count - 1))]
      )
    }
  }
}
