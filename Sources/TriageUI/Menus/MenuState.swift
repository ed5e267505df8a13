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

extension State {
  /// What can be chosen in a menu, in order.
  func items(of menu: MenuName) -> [ActionID] {
    switch menu {
    case .message:
      [.command(.open)] + FixedAction.allCases.map { .mail(.fixed($0)) }
        + ArgumentAction.allCases.map(ActionID.asking)
        + [.quickTags, .savePart, .openPart, .pipe, .links].map(ActionID.command)
        + config.actions.own.map { .mail($0.action) } + [.command(.savePlan)]
    case .edit:
      [
        .undo, .redo, .history, .undoDialog, .select, .selectRange, .selectAll, .selectMatching,
        .clearSelection, .repeat, .revert, .reapply, .restore, .showAll, .filter,
      ]
      .map(ActionID.command)
    case .view:
      [
        .toggleSidebar, .togglePreview, .toggleHeaders, .toggleRaw, .nextAlternative, .foldQuotes,
      ]
      .map(ActionID.command)
        + SortOrder.allCases.map { .running(.sort, $0.rawValue) }
        + themeNames.map { .running(.theme, $0) }
        + [.refresh, .poll, .redraw].map(ActionID.command)
    case .go:
      [
        .back, .goBack, .goForward, .nextUnread, .previousUnread, .nextMessage, .previousMessage,
        .search, .find, .nextHit, .previousHit, .limit,
      ]
      .map(ActionID.command)
        + views.map { .running(.view, $0.name) } + [.suspend, .quit].map(ActionID.command)
    case .help: [.help, .palette, .about].map(ActionID.command)
    }
  }
}
