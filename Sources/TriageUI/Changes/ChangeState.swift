import TriageCore

/// The changes the screen has asked for: one runs, the others wait their turn.
struct ChangeState: Sendable {
  /// What a change asks for.
  enum Wish: Hashable, Sendable {
    case act(MailAction, [MessageID])
    /// Take back or bring back what is on top when its turn comes.
    case turn(Turn)
    /// Turn groups wherever they are in the history, as a new group of this name.
    case `switch`(SwitchRequest, name: ActionName)
  }

  /// Undo or redo.
  enum Turn: String, Sendable {
    case undo
    case redo
  }

  /// A change, and what the screen must know to say what it came to or to take its marks back.
  struct Pending: Sendable {
    var wish: Wish
    /// Threads acted on, as shown.
    var threads: [ThreadID] = []
    /// What it is about as the person sees it: threads, or messages selected in one.
    var rows: CountedRows?
    var anchor: MessageID?
    /// The rows as they were, for the case that nothing comes of it.
    var before: [ThreadID: ThreadRow] = [:]
    var selected: Set<ThreadID> = []
    /// Rows that this change struck through.
    var struck: Set<ThreadID> = []
    /// The query of the list it was asked for in.
    var query: String
    /// Made by reading, not by a key: nothing is said of it.
    var isAutomatic = false
    /// How many more turns the same key press asked for, if this one succeeds.
    var followUps = 0
    /// Whether the same key press asked for a turn before this one.
    var isFollowUp = false
  }

  /// What is done with the messages of selected threads.
  enum Goal: Sendable {
    case act(MailAction)
    /// What the messages lack is done, or its opposite if all have it.
    case toggle(ToggledMark)
    /// Written to a file, for another time.
    case plan([MailAction], file: String)
  }

  /// What one key gives and takes away.
  enum ToggledMark: Sendable {
    case unread
    case star
  }

  /// Something that waits for the rows of selected threads.
  struct Gathering: Sendable {
    var goal: Goal
    var threads: [ThreadID]
    /// Whether threads of pages still to come are meant too.
    var takesRest: Bool
    var selected: Set<ThreadID>
    /// The query of the list it was asked for in.
    var query: String
    /// Threads whose rows have not come; `nil` as long as not all threads are known.
    var missing: ArraySlice<ThreadID>?
  }

  /// A change whose engine died before it answered.
  struct Lost: Sendable {
    let pending: Pending
    /// What has been settled since.
    var settled: [SettledStep] = []
  }

  /// A change that the engine has been asked for, or of which it is asked what would come of it.
  struct Running: Sendable {
    let id: RequestID
    var pending: Pending
    let isPreview: Bool
  }

  var gathering: [Gathering] = []
  var waiting: [Pending] = []
  var running: Running?
  var progress: ChangeProgress?
  /// How many seconds it has been running.
  var seconds = 0
  /// A change that waits for a person's answer.
  var held: Pending?
  /// What undo and redo would come to.
  var outlooks: [Turn: Outlook] = [:]
  /// Changes of lists that are not shown now whose marks are to be taken back.
  var unrestored: [Pending] = []
  /// Actions that were not done because the person has quit.
  var dropped: [Sentence] = []
  /// A change whose engine died: what became of it is being asked.
  var lost: Lost?
  /// The last mail action, for `repeat`.
  var last: MailAction?
  /// The newest step this screen has made.
  var newestStep: StepID?

  /// Whether something is under way that a person asked for.
  var isBusyForPerson: Bool {
    held != nil || lost != nil || !gathering.isEmpty
      || ([running?.pending].compactMap(\.self) + waiting).contains { !$0.isAutomatic }
  }

  var isBusy: Bool {
    running != nil || held != nil || lost != nil || !waiting.isEmpty || !gathering.isEmpty
  }
}

extension ChangeState.Pending {
  /// The next turn of the same key press.
  var next: Self? {
    guard followUps > 0 else { return nil }
    var next = self
    next.followUps -= 1
    next.isFollowUp = true
    return next
  }
}

extension ChangeState.Wish {
  /// The kind of step that comes of it.
  var kind: StepKind {
    switch self {
    case .act: .action
    case .turn(.undo): .undo
    case .turn(.redo): .redo
    case .switch: .switch
    }
  }

  var isTurn: Bool {
    if case .turn = self { true } else { false }
  }

  /// How many messages it names.
  var messageCount: Int {
    if case .act(_, let messages) = self { messages.count } else { 0 }
  }
}

extension ChangeState.Turn {
  /// Why there is nothing to do.
  var nothing: TriageFailure {
    switch self {
    case .undo: TriageFailure(.nothingToUndo)
    case .redo: TriageFailure(.nothingToRedo)
    }
  }
}
