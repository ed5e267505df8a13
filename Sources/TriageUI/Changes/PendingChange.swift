import TriageCore

/// Undo or redo.
enum UndoRedo: String, Sendable {
  case undo
  case redo

  /// Why there is nothing to do.
  var nothing: TriageFailure {
    switch self {
    case .undo: TriageFailure(.nothingToUndo)
    case .redo: TriageFailure(.nothingToRedo)
    }
  }
}

/// A change that a person has asked for, from the key to its result.
struct PendingChange: Sendable {
  /// What is asked for.
  enum Request: Hashable, Sendable {
    case act(MailAction, [MessageID])
    /// Take back or bring back what is on top when its turn comes.
    case undoRedo(UndoRedo)
    /// Turn groups wherever they are in the history, as a new group of this name.
    case `switch`(SwitchRequest, name: ActionName)
    /// Let a message of one's own leave, or stay.
    case outgoing(OutgoingChange)
  }

  /// Tells changes apart: whoever has marked rows for one finds it again.
  let id: Int
  let request: Request
  /// The query of the list it was asked for in, and what it is about there.
  var subject: ActionSubject
  /// Made by reading, not by a key: nothing is said of it.
  var isAutomatic = false
  /// How many more times the same key press asked for it, if this one succeeds.
  var repeats = 0
  /// How many of the same key press were made before this.
  var made = 0

  /// The undone group that a restore brings back, though it is not called so.
  var undone: ActionName?

  /// Whether the same key press asked for one before this.
  var isRepeat: Bool { made > 0 }

  /// The next undo or redo of the same key press: a change of its own.
  func next(as id: Int) -> PendingChange? {
    guard repeats > 0 else { return nil }
    var next = PendingChange(id: id, request: request, subject: subject)
    next.repeats = repeats - 1
    next.made = made + 1
    return next
  }

  /// The action, of a change that is one.
  var action: MailAction? {
    if case .act(let action, _) = request { action } else { nil }
  }

  /// The messages it is about, of a change that is an action.
  var messages: [MessageID]? {
    if case .act(_, let messages) = request { messages } else { nil }
  }

  /// What is said of it when it is done, if that is not how many messages it changed.
  func done(_ result: ChangeResult) -> Sentence? {
    guard case .outgoing(let change) = request, result.failure == nil else { return nil }
    return change.done
  }

  /// The message of one's own that is made ready to leave before; `nil` if none leaves.
  var prepared: PreparedMessage? {
    if case .outgoing(let change) = request { change.prepared } else { nil }
  }

  var isSending: Bool { prepared != nil }

  var isUndoRedo: Bool {
    if case .undoRedo = request { true } else { false }
  }

  /// Where it is made: on a screen, in a list, at a message.
  func context(on screen: StepContext) -> StepContext {
    var context = screen
    context.view = subject.query
    context.anchor = subject.anchor
    if isAutomatic { context.origin = .automatic }
    return context
  }

  /// The kind of step that comes of it.
  var kind: StepKind {
    switch request {
    case .act, .outgoing: .action
    case .undoRedo(.undo): .undo
    case .undoRedo(.redo): .redo
    case .switch: .switch
    }
  }
}

/// What a mail action is about, as the person saw it.
struct ActionSubject: Hashable, Sendable {
  /// The query of the list that was shown.
  var query: String
  /// The threads acted on.
  var threads: [ThreadID] = []
  /// The messages that were meant; empty if whole threads were.
  var chosen: Set<MessageID> = []
  /// Whether the messages that were meant are not all of their thread.
  var isPartial = false
  /// The message to which undo brings the cursor back.
  var anchor: MessageID?
  /// The message that was being read, if it was done in a thread.
  var read: MessageID?
  /// The rows that were selected.
  var selected: Set<ThreadID> = []
  var selectedMessages: [ThreadID: Set<MessageID>] = [:]
  /// The sender or list that all of it is from, because it was selected so.
  var source: SelectedSource?
  /// Whether it is drafts that are thrown away.
  var areDrafts = false

  /// What was changed, counted as the person would: threads, if threads were meant.
  func counted(_ result: ChangeResult) -> CountedRows? {
    guard chosen.isEmpty, !areDrafts, !threads.isEmpty, result.changedThreads > 0 else {
      return nil
    }
    return .threads(result.changedThreads)
  }
}
