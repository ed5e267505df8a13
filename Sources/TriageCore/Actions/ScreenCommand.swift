/// What the screen can do besides changing mail; the raw value is the id in keys, menus and help.
///
/// Titles are the catalog's `command.<id>.title`.
package enum ScreenCommand: String, CaseIterable, Sendable {
  case next
  case previous
  case top
  case bottom
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case nextMessage = "next-message"
  case previousMessage = "previous-message"
  case nextUnread = "next-unread"
  case previousUnread = "previous-unread"
  case open
  case back
  case cancel
  case goBack = "go-back"
  case goForward = "go-forward"
  case search
  case nextHit = "next-hit"
  case previousHit = "previous-hit"
  case limit
  case refresh
  case selectAndNext = "select-and-next"
  case select
  case selectRange = "select-range"
  case selectAll = "select-all"
  case selectMatching = "select-matching"
  case undo
  case redo
  case undoDialog = "undo-dialog"
  case `repeat`
  case toggleUnread = "toggle-unread"
  case toggleStar = "toggle-star"
  case help
  case about
  case menuBar = "menu-bar"
  case menuMessage = "menu-message"
  case menuEdit = "menu-edit"
  case menuView = "menu-view"
  case menuGo = "menu-go"
  case menuHelp = "menu-help"
  case redraw
  case suspend
  case quit
}

/// A part of the screen that keys can be bound for.
package enum KeyView: String, CaseIterable, Sendable {
  case global
  case list
  case message
}

/// What a key, a menu item or a word of the help stands for.
package enum ActionID: Hashable, Sendable {
  case command(ScreenCommand)
  case mail(MailAction)
  /// A mail action whose argument is asked for.
  case asking(ArgumentAction)

  /// The id in help and configuration.
  package var id: String {
    switch self {
    case .command(let command): command.rawValue
    case .mail(let action): action.notation
    case .asking(let action): action.rawValue
    }
  }

  /// The catalog key of the title.
  package var titleKey: String {
    switch self {
    case .command(let command): "command.\(command.rawValue).title"
    case .mail(let action): "action.\(action.id).title"
    case .asking(let action): "command.\(action.rawValue).title"
    }
  }
}

extension ScreenCommand {
  /// The keys of the default preset, each a sequence of chords with blanks between them.
  package var keys: [String] {
    switch self {
    case .next: ["j", "Down"]
    case .previous: ["k", "Up"]
    case .top: ["g g", "Home"]
    case .bottom: ["G", "End"]
    case .halfPageDown: ["Ctrl-D"]
    case .halfPageUp: ["Ctrl-U"]
    case .pageDown: ["Ctrl-F", "PageDown"]
    case .pageUp: ["Ctrl-B", "PageUp"]
    case .nextMessage: ["J"]
    case .previousMessage: ["K"]
    case .nextUnread: ["Tab"]
    case .previousUnread: ["Shift-Tab"]
    case .open: ["Enter"]
    case .back: ["q"]
    case .cancel: ["Esc", "Ctrl-C"]
    case .goBack: ["Alt-Left"]
    case .goForward: ["Alt-Right"]
    case .search: ["/"]
    case .nextHit: ["n"]
    case .previousHit: ["N"]
    case .limit: ["l"]
    case .refresh: ["="]
    case .selectAndNext: ["Space"]
    case .select: ["x"]
    case .selectRange: ["v"]
    case .selectAll: ["*"]
    case .selectMatching: []
    case .undo: ["u", "Ctrl-_"]
    case .redo: ["Ctrl-R"]
    case .undoDialog: ["g U"]
    case .repeat: ["."]
    case .toggleUnread: ["U"]
    case .toggleStar: ["s"]
    case .help: ["?"]
    case .about: []
    case .menuBar: ["F10"]
    case .menuMessage: ["Alt-M"]
    case .menuEdit: ["Alt-E"]
    case .menuView: ["Alt-V"]
    case .menuGo: ["Alt-G"]
    case .menuHelp: ["Alt-H"]
    case .redraw: ["Ctrl-L"]
    case .suspend: ["Ctrl-Z"]
    case .quit: ["Q"]
    }
  }

  /// Where the keys act.
  package var views: [KeyView] {
    switch self {
    case .nextMessage, .previousMessage: [.message]
    case .selectAndNext, .select, .selectRange, .selectAll, .selectMatching,
      .limit:
      [.list]
    default: [.global]
    }
  }
}
