extension ActionName {
  /// The name as arguments of another name, such as that of its revert.
  ///
  /// A name made of one action is that action's notation; any other is its key and its arguments.
  package var nested: [String] {
    if key.hasPrefix("action."), key.hasSuffix(".title"), arguments.count <= 1 {
      let id = String(key.dropFirst("action.".count).dropLast(".title".count))
      return [([id] + arguments).joined(separator: ":")]
    }
    return [key] + arguments
  }

  /// Reads what `nested` has written.
  package init(nested arguments: [String], titles: ActionTitles) {
    self.init(nested: arguments)
    self.titles = titles
  }

  private init(nested arguments: [String]) {
    if arguments.count == 1, let action = try? MailAction.parse(arguments[0]) {
      self.init(action)
    } else if arguments == ["change-tags"] {
      // What was added and removed is not in the name.
      self.init(key: "action.change-tags.title")
    } else if arguments.count == 1, !arguments[0].contains(".") {
      // One of the person's own actions, which may be there no more.
      self.init(key: "action.\(arguments[0]).title")
    } else {
      self.init(key: arguments.first ?? "custom", arguments: Array(arguments.dropFirst()))
    }
  }
}
