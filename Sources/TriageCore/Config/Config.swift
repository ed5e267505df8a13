/// The settings in force, as one value: read from a file once, then only handed on.
///
/// Defaults are the file `TriageConfig/default.toml`.
package struct Config: Hashable, Sendable {
  /// The language of sentences; `nil` for what the environment asks for.
  package var language: String?
  /// More catalogs of sentences, as paths; the later one counts more.
  package var catalogs: [String]
  /// `auto`, one of the themes of the program, or one of `themes`.
  package var theme: String
  /// The name of the view that the program starts with.
  package var start: String
  /// Changes of more messages than this are asked about; 0 never asks.
  package var confirmAbove: Int
  /// What stands where on the screen.
  package var layout: LayoutConfig
  /// The list of threads.
  package var list: ListConfig
  /// Reading messages.
  package var reading: ReadingConfig
  /// Writing messages.
  package var compose: ComposeConfig
  /// In whose names mail is written; empty for what notmuch's configuration says.
  package var accounts: [MailAccount]
  /// What the terminal is asked to do beside showing the screen.
  package var terminal: TerminalConfig
  /// When mail that was put away comes back.
  package var snooze: SnoozeConfig
  /// The plan that rules are added to, as a path from the folder of the configuration.
  package var rulesFile: String
  /// Signed and encrypted mail.
  package var sealed: SealedConfig
  /// The pointer.
  package var mouse: MouseConfig
  /// How much history is kept.
  package var history: HistoryConfig
  /// How often the index is looked at for what others have changed, at least; `nil` for never.
  package var refresh: Duration?
  /// Fetching mail.
  package var poll: PollConfig
  /// Syncing with other machines.
  package var sync: SyncConfig
  /// How new mail is told of beside the status line.
  package var notify: NewMailNotice
  /// The program that serves as the engine, with its arguments; empty for this program.
  package var engine: [String]
  /// What the actions are and what they do.
  package var actions: ActionTable
  /// The views in the order of the sidebar; never empty.
  package var views: [SavedView]
  /// Whether notmuch's own saved queries follow the views: there is none of the person's own.
  package var showsSavedQueries: Bool
  /// What the keys do.
  package var keymap: Keymap
  /// The letters of tags where they are chosen by one; other tags choose theirs.
  package var tagLetters: [MailTag: Character]
  /// The person's own themes, by name.
  package var themes: [String: ThemeConfig]

  /// Makes the settings of all their parts.
  package init(
    language: String?,
    catalogs: [String],
    theme: String,
    start: String,
    confirmAbove: Int,
    layout: LayoutConfig,
    list: ListConfig,
    reading: ReadingConfig,
    compose: ComposeConfig,
    accounts: [MailAccount],
    terminal: TerminalConfig,
    snooze: SnoozeConfig,
    rulesFile: String,
    sealed: SealedConfig,
    mouse: MouseConfig,
    history: HistoryConfig,
    refresh: Duration?,
    poll: PollConfig,
    sync: SyncConfig,
    notify: NewMailNotice,
    engine: [String],
    actions: ActionTable,
    views: [SavedView],
    showsSavedQueries: Bool,
    keymap: Keymap,
    tagLetters: [MailTag: Character],
    themes: [String: ThemeConfig]
  ) {
    self.language = language
    self.catalogs = catalogs
    self.theme = theme
    self.start = start
    self.confirmAbove = confirmAbove
    self.layout = layout
    self.list = list
    self.reading = reading
    self.compose = compose
    self.accounts = accounts
    self.terminal = terminal
    self.snooze = snooze
    self.rulesFile = rulesFile
    self.sealed = sealed
    self.mouse = mouse
    self.history = history
    self.refresh = refresh
    self.poll = poll
    self.sync = sync
    self.notify = notify
    self.engine = engine
    self.actions = actions
    self.views = views
    self.showsSavedQueries = showsSavedQueries
    self.keymap = keymap
    self.tagLetters = tagLetters
    self.themes = themes
  }

  /// The names of the themes that the program has itself, and `auto`.
  package static let themeNames = ["auto", "light", "dark", "plain", "high-contrast"]

  /// The view that the program starts with: the one that `start` names, else the first.
  package var startView: SavedView { views.withOurs.named(start) ?? views[0] }
}
