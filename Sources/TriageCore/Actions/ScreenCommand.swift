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
  case find
  case nextHit = "next-hit"
  case previousHit = "previous-hit"
  case limit
  case refresh
  case selectAndNext = "select-and-next"
  case select
  case selectRange = "select-range"
  case selectAll = "select-all"
  case selectMatching = "select-matching"
  case clearSelection = "clear-selection"
  case undo
  case redo
  case history
  case undoDialog = "undo-dialog"
  case `repeat`
  case toggleUnread = "toggle-unread"
  case toggleStar = "toggle-star"
  case quickTags = "quick-tags"
  case savePlan = "save-plan"
  case toggleHeaders = "toggle-headers"
  case toggleRaw = "toggle-raw"
  case savePart = "save-part"
  case openPart = "open-part"
  case pipe
  case links
  case nextAlternative = "next-alternative"
  case foldQuotes = "fold-quotes"
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case help
  case palette
  case about
  case menuBar = "menu-bar"
  case menuMessage = "menu-message"
  case menuEdit = "menu-edit"
  case menuView = "menu-view"
  case menuGo = "menu-go"
  case menuHelp = "menu-help"
  case poll
  case togglePreview = "toggle-preview"
  case toggleSidebar = "toggle-sidebar"
  case redraw
  case suspend
  case quit
  case revert
  case reapply
  case restore
  case showAll = "show-all"
  case filter
}

/// A part of the screen that keys can be bound for.
package enum KeyView: String, CaseIterable, Sendable {
  case global
  case list
  case message
  case sidebar
  case history
}

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
    case .find: ["/"]
    case .nextHit: ["n"]
    case .previousHit: ["N"]
    case .limit: ["l"]
    case .refresh: ["="]
    case .selectAndNext: ["Space"]
    case .select: ["x"]
    case .selectRange: ["v"]
    case .selectAll: ["*"]
    case .selectMatching: []
    case .clearSelection: []
    case .undo: ["u", "Ctrl-_"]
    case .redo: ["Ctrl-R"]
    case .history: ["g u"]
    case .undoDialog: ["g U"]
    case .repeat: ["."]
    case .toggleUnread: ["U"]
    case .toggleStar: ["s"]
    case .quickTags: ["t"]
    case .savePlan: []
    case .toggleHeaders: ["H"]
    case .toggleRaw: ["V"]
    case .savePart: ["S"]
    case .openPart: ["o"]
    case .pipe: ["|"]
    case .links: ["L"]
    case .nextAlternative: ["T"]
    case .foldQuotes: ["z"]
    case .scrollLeft: ["<"]
    case .scrollRight: [">"]
    case .help: ["?"]
    case .palette: [":"]
    case .about: []
    case .menuBar: ["F10"]
    case .menuMessage: ["Alt-M"]
    case .menuEdit: ["Alt-E"]
    case .menuView: ["Alt-V"]
    case .menuGo: ["Alt-G"]
    case .menuHelp: ["Alt-H"]
    case .poll: ["$"]
    case .togglePreview: ["p"]
    case .toggleSidebar: ["\\"]
    case .redraw: ["Ctrl-L"]
    case .suspend: ["Ctrl-Z"]
    case .quit: ["Q"]
    case .revert: ["u"]
    case .reapply: ["r"]
    case .restore: ["R"]
    case .showAll: ["a"]
    case .filter: ["/"]
    }
  }

  /// Where the keys act.
  package var views: [KeyView] {
    switch self {
    case .nextMessage, .previousMessage: [.message, .list]
    case .find, .toggleHeaders, .toggleRaw, .savePart, .openPart, .pipe, .links,
      .nextAlternative, .foldQuotes, .scrollLeft, .scrollRight:
      [.message]
    case .select: [.list, .message]
    case .selectAndNext, .selectRange, .selectAll, .selectMatching, .clearSelection, .limit:
      [.list]
    case .quickTags, .savePlan: [.list, .message]
    case .revert, .reapply, .restore, .showAll, .filter: [.history]
    default: [.global]
    }
  }
}
