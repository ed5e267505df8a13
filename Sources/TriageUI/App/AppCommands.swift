import Screen
import TriageCore

/// What a command does that belongs to no pane, and beside it why it cannot be done now.
struct AppBehavior: Sendable {
  let reason: @Sendable (State) -> Sentence?
  let run: @Sendable (inout State, _ count: Int?) -> Void

  init(
    unless reason: @escaping @Sendable (State) -> Sentence? = { _ in nil },
    _ run: @escaping @Sendable (inout State, _ count: Int?) -> Void
  ) {
    self.reason = reason
    self.run = run
  }
}

/// The commands that act everywhere, whatever pane is on top: each opens a pane or does something
/// to the screen as a whole.
enum AppCommands {
  static let behaviors: [ScreenCommand: AppBehavior] = [
    // What opens a pane: one line each.
    .help: AppBehavior { state, _ in
      let pane = state.topLayer.pane
      let titles = pane.helpTitles(state.shared)
      state.open(HelpPane(about: pane.context, without: pane.idleCommands, called: titles))
    },
    .history: AppBehavior(unless: \.reasonAgainstHistory) { state, _ in
      state.open(HistoryPane())
    },
    .oneByOne: AppBehavior(unless: \.reasonNotToBeginRound) { state, _ in
      state.notify(.beginRound)
    },
    .suggest: AppBehavior { state, _ in state.shared.open(RulesPane(&state.shared)) },
    .compose: AppBehavior(unless: \.reasonNotToWrite) { state, _ in state.shared.write(.new) },
    .outbox: AppBehavior(unless: \.reasonAgainstOutbox) { state, _ in
      state.open(OutboxPane())
    },
    .drafts: AppBehavior { state, _ in
      // What is being written is one of them.
      for layer in state.layers where layer.pane is ComposePane {
        state.call(layer.id) { $0.perform(.back, count: nil, &$1) }
      }
      state.notify(.showView(state.shared.drafts))
    },
    .search: AppBehavior { state, _ in state.prompt(SearchTopic()) },
    .palette: AppBehavior { state, _ in state.openPalette() },
    .undoDialog: AppBehavior { state, _ in state.openUndoDialog() },
    .menuBar: menu(.message), .menuMessage: menu(.message), .menuEdit: menu(.edit),
    .menuView: menu(.view), .menuGo: menu(.go), .menuHelp: menu(.help),
    // Undo
    .undo: AppBehavior(unless: { $0.reasonNot(to: .undo) }) { state, count in
      if state.shared.reportDeparture() { return }
      state.shared.ask(for: .undo, count: count)
    },
    .redo: AppBehavior(unless: { $0.reasonNot(to: .redo) }) { state, count in
      state.shared.ask(for: .redo, count: count)
    },
    .repeat: AppBehavior(unless: \.reasonNotToRepeat) { state, count in
      guard let last = state.shared.changes.last else { return }
      state.shared.changes.isRepeating = true
      state.perform(.mail(last), count: count)
      state.shared.changes.isRepeating = false
    },
    // Leaving
    // From the sidebar: the views have it themselves.
    .goBack: AppBehavior(unless: \.reasonNotToGoBack) { state, _ in
      state.sidebarHasFocus = false
      state.perform(.command(.goBack))
    },
    .goForward: AppBehavior(unless: \.reasonNotToGoForward) { state, _ in
      state.notify(.goForward)
    },
    .quit: AppBehavior { state, _ in
      let key = state.shared.keymap.key(for: .command(.quit)) ?? ScreenCommand.quit.rawValue
      if !state.shared.warnsOfDeparture(before: key) { state.quit() }
    },
    .suspend: AppBehavior { state, _ in state.shared.send(.suspend) },
    // The screen
    .about: AppBehavior { state, _ in
      state.shared.report(
        Sentence("status.about", .text(state.shared.settings.version)),
        about: .key
      )
    },
    .redraw: AppBehavior { state, _ in state.shared.send(.redraw) },
    .editConfig: AppBehavior { state, _ in state.shared.send(.editConfiguration) },
    .refresh: AppBehavior { state, _ in
      state.shared.requests.isAlive
        ? state.refreshByHand() : state.shared.send(.restartEngine)
    },
    .poll: AppBehavior(unless: \.reasonNotToPoll) { state, _ in state.poll() },
    .forgetUnlocked: AppBehavior { state, _ in state.forgetUnlocked() },
    .toggleSidebar: AppBehavior(unless: \.reasonAgainstSidebar) { state, _ in
      state.toggleSidebar()
    },
    .togglePreview: AppBehavior(unless: \.shared.reasonAgainstPreview) { state, _ in
      state.togglePreview()
    },
  ]

  private static func menu(_ name: MenuName) -> AppBehavior {
    AppBehavior { state, _ in state.openMenu(name) }
  }
}

// MARK: Commands with an argument

extension State {
  /// Does what takes an argument.
  mutating func run(_ command: ArgumentCommand, _ argument: String) {
    switch command {
    case .search: notify(.show(query: argument))
    case .view:
      if let view = shared.views.named(argument) { notify(.showView(view)) }
    case .sort: if let order = SortOrder(rawValue: argument) { notify(.sort(order)) }
    case .theme: setTheme(argument)
    }
  }

  /// Why a command with an argument can do nothing; `nil` if it can.
  func reasonDisabled(_ command: ArgumentCommand, _ argument: String) -> Sentence? {
    switch command {
    case .view:
      shared.views.named(argument) != nil
        ? nil : Sentence("status.no-such-view", .text(argument))
    case .theme:
      Look(theme: argument, shared.config, background: nil) == nil
        ? Sentence(
          "problem.unknown-theme",
          .text(argument),
          .text(shared.config.allThemeNames.joined(separator: ", "))
        ) : nil
    case .search, .sort: nil
    }
  }

  /// Whether what an action switches on is on: a region that is shown, what is chosen of several.
  func isOn(_ action: ActionID) -> Bool {
    switch action {
    case .command(.toggleSidebar): !shared.layout.sidebar.isEmpty
    case .command(.togglePreview): !shared.layout.preview.isEmpty
    case .command(let command): viewLayer.pane.isOn(command)
    case .running(.theme, let name): shared.settings.view.theme == name
    case .running(.view, let name):
      shared.views.contains { $0.name == name && $0.query == shared.mailbox.shown.view }
    case .running, .mail, .asking: false
    }
  }

  private mutating func setTheme(_ name: String) {
    shared.settings.view.theme = name
    shared.settings.updateLook()
    shared.report(shared.title(of: .running(.theme, name)), about: .key)
    // Blanks may still have a colour of the theme before, unseen.
    shared.send(.redraw)
    shared.send(.keep(shared.settings.view))
  }
}

// MARK: Reasons

extension State {
  fileprivate var reasonAgainstHistory: Sentence? {
    layers.contains { $0.pane.context == .history } ? Sentence("status.history-open") : nil
  }

  fileprivate var reasonAgainstOutbox: Sentence? {
    layers.contains { $0.pane.context == .outbox } ? Sentence("status.outbox-open") : nil
  }

  fileprivate var reasonNotToWrite: Sentence? {
    layers.contains { $0.pane.context == .compose } ? Sentence("status.compose-open") : nil
  }

  fileprivate var reasonNotToBeginRound: Sentence? {
    if let reason = reasonNotToWrite { return reason }
    let shown = shared.mailbox.shown
    return shown.total == 0 ? Sentence("status.no-row") : nil
  }

  fileprivate var reasonNotToGoBack: Sentence? {
    var beside = self
    beside.sidebarHasFocus = false
    return beside.viewLayer.pane.reasonDisabled(.goBack, shared)
  }

  fileprivate var reasonNotToGoForward: Sentence? {
    shared.mailbox.shown.canGoForward ? nil : Sentence("status.no-way-forward")
  }

  fileprivate func reasonNot(to direction: UndoRedo) -> Sentence? {
    let isSaid = direction == .undo && shared.mailbox.writing.sent != nil
    return shared.changes.isBusy || shared.mailbox.group(for: direction) != nil || isSaid
      ? nil : .failure(direction.nothing)
  }

  fileprivate var reasonNotToRepeat: Sentence? {
    shared.changes.last == nil
      ? Sentence("status.nothing-to-repeat") : viewLayer.pane.reasonNotToAct(shared)
  }

  fileprivate var reasonAgainstSidebar: Sentence? {
    size.columns < Layout.leastForSidebar
      ? Sentence("status.sidebar-room", .number(Layout.leastForSidebar)) : nil
  }
}

extension Shared {
  /// The view of drafts: a person's own, else ours.
  fileprivate var drafts: SavedView {
    views.first { $0.query == SavedView.drafts.query } ?? .drafts
  }

  /// Why there can be no preview.
  var reasonAgainstPreview: Sentence? {
    Layout.preview(.right, in: size) == .off
      ? Sentence(
        "status.preview-room",
        .number(Layout.widthForPreview),
        .number(Layout.heightForPreview)
      ) : nil
  }
}

// MARK: Regions

extension State {
  /// Shows the sidebar and goes there; hides it when in it.
  fileprivate mutating func toggleSidebar() {
    shared.settings.wantsSidebar = !sidebarHasFocus
    sidebarHasFocus.toggle()
    if sidebarHasFocus { notify(.sidebarFocused) }
    notify(.resized)
  }

  /// Shows or hides the preview.
  fileprivate mutating func togglePreview() {
    if Layout.preview(shared.settings.view.preview, in: size) != .off {
      shared.settings.view.preview = .off
    } else {
      shared.settings.view.preview = size.columns >= Layout.widthForPreview ? .right : .below
    }
    notify(.resized)
    shared.send(.keep(shared.settings.view))
  }
}
