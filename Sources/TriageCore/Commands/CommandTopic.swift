/// What commands are about: the help has a heading for each, in this order.
package enum CommandTopic: String, CaseIterable, Sendable {
  case mail
  case writing
  case moving
  case searching
  case selecting
  case undo
  case reading
  case screen
}

extension ActionID {
  /// What it is about.
  package var topic: CommandTopic {
    switch self {
    case .command(let command): command.row.topic
    case .mail, .asking: .mail
    case .running(.search, _): .searching
    case .running(.view, _): .moving
    case .running(.sort, _), .running(.theme, _): .screen
    }
  }

  /// What a newcomer needs first, in the order in which the help has it.
  package static let first: [ActionID] = [
    .command(.open), .mail(.fixed(.archive)), .command(.undo), .command(.next), .command(.search),
    .command(.back), .command(.quit),
  ]

  /// The key that does this and its opposite in turn, if there is one.
  package var toggle: ScreenCommand? {
    guard case .mail(.fixed(let action)) = self else { return nil }
    return switch action {
    case .star, .unstar: .toggleStar
    case .markRead, .markUnread: .toggleUnread
    case .archive, .unarchive, .markReadAndArchive, .delete, .undelete, .spam, .notSpam, .mute,
      .unmute:
      nil
    }
  }
}
