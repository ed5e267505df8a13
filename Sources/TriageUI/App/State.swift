package import Screen
package import TriageCore
import UndoKit

/// All that the screen shows and knows; changed only by `update`, drawn only by `view`.
package struct State: Sendable {
  /// The size of the window.
  package var size: ScreenSize
  var list: ListState
  /// The lists that were visited, each as it was when it was left; the present one is `list`.
  var visits: UndoHistory<ListState>
  /// What the lists were that have been shown, by their queries.
  var shownLists: [String: ListName] = [:]
  /// The thread being read, over the list.
  var reading: ReadingState?
  var menu: MenuState?
  var prompt: PromptState?
  var help: HelpState?
  var sidebar = SidebarState()
  /// What holds in the view that is shown.
  var view: ViewSettings
  /// What the preview shows.
  var preview: PreviewState?
  /// The history pane, over list and thread.
  var history: HistoryState?
  var dialog: DialogState?
  /// Whether a tag is being chosen by its letter.
  var choosesTag = false
  /// What Enter opens as long as no other key is pressed: the mail that an undo was about, if the
  /// view hides it.
  var offer: Offer?
  var status = StatusState()
  var keys = KeyState()
  var changes = ChangeState()
  var engine = EngineState()
  var counting = CountingState()
  var timers = TimerState()
  /// What undo and redo would take, as the engine last said.
  var head = HistoryHead()
  /// Names this screen in the history, whatever engine serves it.
  let context: StepContext
  /// What the person has set.
  var config: Config
  /// The words that filters and the palette look for.
  let lexicon: Lexicon
  /// The version of the program.
  let version: String
  /// How the screen looks now.
  var look: Look
  /// What the terminal has said of its background.
  var background: Background?
  /// Whether the program that fetches mail runs.
  var isPolling = false
  var nextRequest: RequestID = 1
  /// The tags, queries and folders that prompts complete.
  var names = IndexNames()
  /// What was typed in prompts.
  var typed = TypedTexts()
  /// The letters that tags are chosen by.
  var tagLetters = TagLetters()
  /// Whether the person has quit: nothing new is begun.
  var isQuitting = false

  /// Makes the state before the first event.
  package init(
    size: ScreenSize,
    query: String,
    title: ListTitle,
    context: StepContext,
    config: Config,
    typed: TypedTexts = TypedTexts(),
    lexicon: Lexicon = Lexicon(),
    version: String = ""
  ) {
    self.size = size
    self.context = context
    self.config = config
    view = ViewSettings(config)
    look = Look(theme: config.theme, config, background: nil) ?? .dark
    self.typed = typed
    self.lexicon = lexicon
    self.version = version
    list = ListState(query: query, title: title)
    visits = UndoHistory(list, limit: 100)
    shownLists[query] = list.name
    list.awaitsSettings = true
  }

  /// Which action a sequence of chords stands for.
  var keymap: Keymap { config.keymap }

  /// What the fixed actions do to tags.
  var effects: ActionEffects { config.actions.effects }

  /// The part of the screen that keys act in.
  var keyView: KeyView {
    if sidebar.hasFocus { return .sidebar }
    if history != nil { return .history }
    return reading == nil ? .list : .message
  }

  /// Whether keys act in the list.
  var isInList: Bool { keyView == .list }
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

/// The keys typed so far of a sequence, and the count before it.
struct KeyState: Hashable, Sendable {
  var count: Int?
  var chords: [String] = []

  /// Whether more is to come.
  var isPending: Bool { count != nil || !chords.isEmpty }
}

/// Mail that the view hides, and the sentence behind which it is offered.
struct Offer: Hashable, Sendable {
  let query: String
  let said: Sentence?
}

/// What the status line says.
struct StatusState: Hashable, Sendable {
  /// What a sentence is about: it is shown no longer than that lasts.
  enum Subject: Hashable, Sendable {
    /// The mail, the engine or the configuration: it stays until there is something else to say.
    case mail
    /// The key that was pressed.
    case key
    /// That the same key leaves if it comes at once.
    case leaving
    /// The thread being read.
    case thread(ThreadID)
    /// That the list could not be refreshed.
    case refresh
  }

  /// What was done, or why it was not.
  var left: Sentence?
  var isError = false
  var subject = Subject.mail
  /// Whether no key was pressed since it was said: then all of it is shown.
  var isNew = true
}

/// What is drawn over everything while keys are explained.
struct HelpState: Hashable, Sendable {
  var top = 0
}
