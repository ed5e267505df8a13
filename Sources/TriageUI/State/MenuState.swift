import TriageCore

/// The menus of the bar, in its order.
package enum MenuName: String, CaseIterable, Sendable {
  case message
  case edit
  case view
  case go
  case help

  /// The menu that a command opens.
  init?(_ command: ScreenCommand) {
    switch command {
    case .menuBar, .menuMessage: self = .message
    case .menuEdit: self = .edit
    case .menuView: self = .view
    case .menuGo: self = .go
    case .menuHelp: self = .help
    default: return nil
    }
  }

  /// What can be chosen, in order.
  func items(_ config: Config) -> [ActionID] {
    switch self {
    case .message:
      [.command(.open)] + FixedAction.allCases.map { .mail(.fixed($0)) }
        + [.asking(.addTag), .asking(.removeTag), .asking(.move)]
        + config.actions.own.map { .mail($0.action) }
    case .edit:
      [
        .undo, .redo, .undoDialog, .select, .selectRange, .selectAll, .selectMatching, .repeat,
      ]
      .map(ActionID.command)
    case .view: [.refresh, .redraw].map(ActionID.command)
    case .go:
      [
        .back, .goBack, .goForward, .nextUnread, .previousUnread, .nextMessage, .previousMessage,
        .search, .nextHit, .previousHit, .limit, .suspend, .quit,
      ]
      .map(ActionID.command)
    case .help: [.command(.help), .command(.about)]
    }
  }

  /// The catalog's word for it.
  var title: Sentence { Sentence("menu.\(rawValue)") }

  /// The menu so many places further, round and round.
  func advanced(by distance: Int) -> MenuName {
    let all = MenuName.allCases
    let place = (all.firstIndex(of: self) ?? 0) + distance
    return all[(place % all.count + all.count) % all.count]
  }
}

/// The open menu.
struct MenuState: Hashable, Sendable {
  var menu: MenuName
  var item = 0
}
