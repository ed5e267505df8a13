/// What the screen can do with an argument: `search:tag:todo`.
///
/// Titles are the catalog's `command.<id>.with`, with the argument in them.
package enum ArgumentCommand: String, CaseIterable, Sendable {
  /// Shows what a query finds.
  case search
  /// Shows a view by its name.
  case view
  /// Puts the list into an order.
  case sort
  /// Draws in a theme by its name.
  case theme
}

/// What a key, a menu item or a word of the help stands for.
package enum ActionID: Hashable, Sendable {
  case command(ScreenCommand)
  case mail(MailAction)
  /// A mail action whose argument is asked for.
  case asking(ArgumentAction)
  case running(ArgumentCommand, String)

  /// The id in help and configuration.
  package var id: String {
    switch self {
    case .command(let command): command.rawValue
    case .mail(let action): action.notation
    case .asking(let action): action.rawValue
    case .running(let command, let argument): "\(command.rawValue):\(argument)"
    }
  }

  /// The id without its argument.
  package var bareID: String {
    switch self {
    case .mail(let action): action.id
    case .running(let command, _): command.rawValue
    case .command, .asking: id
    }
  }

  /// The argument, if there is one.
  package var argument: String? {
    switch self {
    case .mail(let action): action.argument
    case .running(_, let argument): argument
    case .command, .asking: nil
    }
  }

  /// The catalog key of the title.
  package var titleKey: String {
    switch self {
    case .command(let command): "command.\(command.rawValue).title"
    case .mail(let action): "action.\(action.id).title"
    case .asking(let action): "command.\(action.rawValue).title"
    case .running(let command, _): "command.\(command.rawValue).with"
    }
  }

  /// Reads an id as the configuration has it, with its argument after the first colon.
  ///
  /// - Throws: `ActionError` that names the text.
  package static func parse(
    _ notation: String,
    in actions: ActionTable
  ) throws(ActionError) -> ActionID {
    if let command = ScreenCommand(rawValue: notation) { return .command(command) }
    if let action = ArgumentAction(rawValue: notation) { return .asking(action) }
    let words = notation.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if words.count == 2, let command = ArgumentCommand(rawValue: String(words[0])) {
      guard !words[1].isEmpty else { throw .argumentMissing(command.rawValue) }
      return .running(command, String(words[1]))
    }
    do throws(ActionError) {
      return .mail(try actions.parse(notation))
    } catch {
      guard case .unknown(let id, _) = error else { throw error }
      if ScreenCommand(rawValue: id) != nil { throw .argumentUnexpected(id) }
      let known = ScreenCommand.allCases.map(\.rawValue) + actions.allIDs
      throw .unknown(id, nearest: nearestName(to: id, in: known))
    }
  }
}

extension ActionID {
  /// The contexts that a preset's keys do it in.
  package var contexts: [KeyContext] {
    switch self {
    case .command(let command): command.row.mainContexts
    case .mail, .asking: [.list, .message]
    case .running: [.global]
    }
  }

  /// Whether keys of a context may stand for it: in questions, only for what can be done there.
  package func isAllowed(in context: KeyContext) -> Bool {
    if context.includesGlobal { return true }
    guard case .command(let command) = self else { return false }
    return command.contexts.contains(context)
  }
}
