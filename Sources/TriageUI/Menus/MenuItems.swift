import TriageCore

extension MenuName {
  /// The catalog's word for it.
  var title: Sentence { Sentence("menu.\(rawValue)") }

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

  /// What can be chosen in the menu, in order: the commands of the table that are in it, but for
  /// those of other views alone, and what depends on the configuration.
  func items(in view: KeyContext, _ shared: Shared) -> [ActionID] {
    let commands = ScreenCommand.allCases.filter { $0.isInMenus(of: view) }.compactMap { command in
      command.row.menu.flatMap { $0.menu == self ? ($0.index, [ActionID.command(command)]) : nil }
    }
    return (commands + families(shared)).sorted { $0.0 < $1.0 }.flatMap(\.1)
  }

  /// Items that are more than one command, with their positions among the others.
  private func families(_ shared: Shared) -> [(Int, [ActionID])] {
    switch self {
    case .message:
      [
        (20, MailAction.withoutArgument.map(ActionID.mail)),
        (30, ArgumentAction.allCases.map(ActionID.asking)),
        (90, shared.config.actions.own.map { .mail($0.action) }),
      ]
    case .view:
      [(75, shared.config.allThemeNames.map { .running(.theme, $0) })]
    case .go: views(shared)
    case .edit, .help: []
    }
  }

  /// The views, what was sent beside the drafts and the outbox.
  private func views(_ shared: Shared) -> [(Int, [ActionID])] {
    let isSent = { (view: SavedView) in view.query == SavedView.sent.query }
    return [
      (128, shared.views.filter(isSent).map { .running(.view, $0.name) }),
      (130, shared.views.filter { !isSent($0) }.map { .running(.view, $0.name) }),
    ]
  }
}

extension Shared {
  /// What is called the title of an action now: of undo, redo and repeat, what they would take or do.
  func title(of action: ActionID) -> Sentence {
    switch action {
    case .command(.undo): .menu("undo", mailbox.head.undo)
    case .command(.redo): .menu("redo", mailbox.head.redo)
    case .command(.repeat):
      changes.last.map { .repeat(title(ofRepeated: $0)) } ?? .title(of: action)
    case .running(.view, let name): Sentence("command.view.with", .sentence(title(ofView: name)))
    case .running(.theme, let name):
      Sentence("command.theme.with", .sentence(Sentence.theme(name)))
    default: .title(of: action)
    }
  }

  /// The same, as a view calls it.
  func title(of action: ActionID, in context: KeyContext) -> Sentence {
    switch action {
    case .command(.undo), .command(.redo), .command(.repeat): title(of: action)
    case .command: .title(of: action, in: context)
    default: title(of: action)
    }
  }

  private func title(ofRepeated action: MailAction) -> Sentence {
    .title(.action(NamedAction(action, config.actions.titles(of: [action]))))
  }

  private func title(ofView name: String) -> Sentence {
    views.named(name).map { .title(of: ListTitle.view($0, in: config)) }
      ?? Sentence("custom", .text(name))
  }
}

extension Config {
  /// The names of all themes.
  var allThemeNames: [String] { Config.themeNames + themes.keys.sorted() }
}

extension ScreenCommand {
  /// Whether menus have it in a view; the sidebar stands beside the list.
  fileprivate func isInMenus(of view: KeyContext) -> Bool {
    let views: [KeyContext] = view == .sidebar ? [.global, .sidebar, .list] : [.global, view]
    return contexts.contains(where: views.contains)
  }
}
