import Screen
import TriageCore

/// What every pane may read and change; what belongs to one pane alone is in that pane.
struct Shared: Sendable {
  /// The size of the window.
  var size: ScreenSize
  var settings: ScreenSettings
  var mailbox = MailboxState()
  var requests = Requests()
  var changes = ChangeQueue()
  var status = StatusState()
  var timers = TimerQueue()
  /// What is kept for other screens.
  var memory: ScreenMemory
  /// The view that lies over the list and what is beside it, if one does.
  var viewOverList: KeyContext?
  /// Whether a question is open.
  var isAsking = false
  /// What undo and redo can do now.
  var undoState = UndoState()
  /// What the pane that is being called wants from outside itself.
  var outcome = Outcome()

  /// Which action a sequence of chords stands for.
  var keymap: Keymap { settings.config.keymap }
  var config: Config { settings.config }
  /// Whether a view lies over the list and what is beside it.
  var isListCovered: Bool { viewOverList != nil }
}

/// How the screen is set: by the configuration, by the view that is shown, by the person.
struct ScreenSettings: Sendable {
  /// What the person has set.
  var config: Config
  /// That the file has mistakes, so that `config` is what it was before; `nil` if it has none.
  var refused: Sentence?
  /// What holds in the view that is shown.
  var view: ViewSettings
  /// How the screen looks now.
  var look: Look
  /// What the terminal has said of its background.
  var background: Background?
  /// Whether the person has shown or hidden the sidebar; `nil` leaves it to the window's width.
  var wantsSidebar: Bool?
  /// Names this screen in the history, whatever engine serves it.
  let context: StepContext
  /// The words that filters and the palette look for.
  var lexicon: Lexicon
  /// The version of the program.
  let version: String
  /// Whether this machine has a folder in memory for what an editor must not leave on a disk.
  var hasFolderInMemory = true

  /// Chooses the look by the theme's name and the terminal's background.
  mutating func updateLook() {
    look = Look(theme: view.theme, config, background: background) ?? .dark
  }
}

/// What the screen knows of the mailbox beside the rows that panes show.
struct MailboxState: Sendable {
  /// What undo and redo would take, as the engine last said.
  var head = HistoryHead()
  /// The newest state of the index that the engine has spoken of.
  var revision: IndexRevision?
  /// The tags, queries and folders that prompts complete.
  var names = IndexNames()
  /// The people in the list, while a prompt completes them.
  var people: [String] = []
  /// The threads of queries, as they were counted last.
  var counts = ViewCounts()
  /// The list that is shown.
  var shown = ShownList()
  /// The thread under the list's cursor.
  var current: CurrentThread?
  /// The message that the preview shows.
  var previewed: MessageMetadata?
  /// Whether the program that fetches mail runs.
  var isPolling = false
  /// Whether it is known, and was said if need be, whose group undo would take.
  var isUndoIntroduced = false
  /// Whether it was begun by itself, so that success is not worth a word.
  var isPollQuiet = false
  /// How often it has been begun.
  var pollCount = 0
  /// What is known of new mail.
  var newMail = NewMailWatch()

  var namesTicket: Ticket<NamesQuestion>?
  var headTicket: Ticket<HeadQuestion>?
  var settleTicket: Ticket<SettleQuestion>?
  /// When mail that was put away comes back.
  var waking = WakeWatch()
  /// Messages of one's own: what is being filed, and what waits to leave.
  var writing = WritingWatch()

  var awaited: [RequestID] {
    [namesTicket?.id, headTicket?.id, settleTicket?.id, newMail.ticket?.id, waking.ticket?.id]
      .compactMap(\.self) + writing.awaited
  }

  /// Notes the newest state of the index that was spoken of.
  mutating func note(_ revision: IndexRevision) {
    guard let known = self.revision, known.uuid == revision.uuid else {
      self.revision = revision
      return
    }
    if known.number < revision.number { self.revision = revision }
  }
}

/// What other panes need to know of the list that is shown.
struct ShownList: Hashable, Sendable {
  /// All that it asks for.
  var query = ""
  /// What its view asks for, without what narrows it.
  var view = ""
  var sort = SortOrder.newestFirst
  /// Whether its order is being read.
  var isLoading = true
  /// The state of the index that its order was read at.
  var revision: IndexRevision?
  /// How many threads it has, as far as they are known.
  var known = 0
  /// Whether there are more.
  var hasMore = true
  /// How many threads it has, if all are known.
  var total: Int? { hasMore ? nil : known }
  /// Whether it is something else than a view as it is saved: then one looks for what matched.
  var isSearched = false
  /// Whether a list was left by going back.
  var canGoForward = false
  /// Whether there is a thread to go on to from the one that is being read.
  var hasNext = false
  /// Whether one goes through it one by one.
  var isInRound = false
}

/// The thread under the list's cursor: what reader and preview show of it.
struct CurrentThread: Hashable, Sendable {
  let thread: ThreadID
  /// Its row, if it has been read.
  var row: ThreadRow?
  /// The message under the cursor, if the thread is open and the cursor in it.
  var message: MessageID?
  /// Whether the row is struck through: it has been dealt with.
  var isStruck = false
}

extension Shared {
  /// Asks for the names that prompts complete, unless they are on their way.
  mutating func readNames() {
    if mailbox.namesTicket == nil { mailbox.namesTicket = ask(NamesQuestion()) }
  }

  /// Asks for the head of the history.
  mutating func readHead() { mailbox.headTicket = ask(HeadQuestion()) }

  /// Has settled what a dead process left open.
  mutating func settleOpenSteps() { mailbox.settleTicket = ask(SettleQuestion()) }

  /// Where the regions of the screen are now.
  var layout: Layout {
    Layout(size, hasSidebar: isSidebarShown, preview: settings.view.preview)
  }
  /// Rows of the list on the screen.
  var listHeight: Int { max(1, layout.list.rows) }
  /// Rows of the message view, or of the help.
  var contentHeight: Int { max(1, layout.content.rows) }

  /// Whether there is room for the sidebar, and it is wanted.
  var isSidebarShown: Bool {
    let isConfigured =
      switch config.layout.sidebar {
      case .shown: true
      case .hidden: false
      case .auto: size.columns >= Layout.widthForSidebar
      }
    return size.columns >= Layout.leastForSidebar && (settings.wantsSidebar ?? isConfigured)
  }

  /// The views in the sidebar and the Go menu: the configuration's, or ours and notmuch's; what sleeps
  /// and what was sent is among them.
  var views: [SavedView] {
    config.views.withOurs
      + (config.showsSavedQueries
        ? mailbox.names.queries.map { SavedView(name: $0.name, query: $0.query) } : [])
  }

  /// Whether nothing is asked for or done that a person waits for.
  var isIdle: Bool {
    requests.isAlive && requests.isEmpty && !changes.isBusy && !mailbox.shown.isLoading
  }
}

extension ScreenSize {
  /// The smallest window that the program is shown in.
  static let smallest = ScreenSize(columns: 40, rows: 10)

  /// Returns whether the program can be shown in it.
  var isEnough: Bool {
    rows >= ScreenSize.smallest.rows && columns >= ScreenSize.smallest.columns
  }

  /// Returns whether the menu bar always has its row.
  var hasMenuBar: Bool { rows >= 16 }
}
