/// Records how to take back what a program does, and brings it back again.
///
/// While doing something, register how to undo it. What is registered in one event, or between
/// ``beginUndoGrouping()`` and ``endUndoGrouping()``, is one step. What undo handlers register
/// becomes the redo.
///
/// ```swift
/// final class Player {
///   let undoManager = UndoManager()
///   private(set) var score = 0
///
///   func setScore(_ new: Int) {
///     let old = score
///     undoManager.registerUndo(withTarget: self) { $0.setScore(old) }
///     undoManager.setActionName("Score Change")
///     score = new
///   }
/// }
/// ```
///
/// Names, signatures and behaviour are those of the class in Apple's Foundation. What differs is
/// documented on each symbol; paragraphs that start with *Our choice* mark where Apple's behaviour is not
/// known for certain.
///
/// - There is no run loop: call ``endEvent()`` once per event, or set ``groupsByEvent`` to false.
/// - There is no Objective-C runtime: an ``UndoCommand`` stands in for an invocation.
/// - There is no notification centre: observers use ``observe(_:)``.
/// - A manager is not `Sendable`. It stays in the actor or the main-actor object that stores it.
///
/// A call that makes no sense, such as an end without a begin, stops the program with a sentence
/// that names the call.
open class UndoManager {
  /// The position of the end of an event among a run loop's tasks, for programs that have a run loop.
  public static let closeGroupingRunLoopOrdering = 350_000

  /// Whether a registration outside any group opens a group that lasts until ``endEvent()``.
  ///
  /// True at first.
  ///
  /// **Our choice:** set to false while such a group is open, it leaves the group open until an
  /// explicit ``endUndoGrouping()``.
  public var groupsByEvent = true

  /// Whether a group without an action at any depth vanishes when it closes.
  ///
  /// False at first, as on Apple's systems: an empty top-level group is a step.
  ///
  /// **Our choice:** the option itself. The events of a vanishing group are posted all the same.
  public var discardsEmptyGroups = false

  /// How many top-level groups each of the two stacks keeps; 0 means no limit.
  ///
  /// Lowering drops the oldest groups at once, raising drops nothing. A negative limit stops the
  /// program.
  ///
  /// **Our choice:** an empty group counts, unless ``discardsEmptyGroups`` made it vanish.
  public var levelsOfUndo = 0 {
    willSet {
      guard newValue >= 0 else {
        preconditionViolation("UndoManager.levelsOfUndo", "a limit of \(newValue) is negative")
      }
    }
    didSet {
      let dropped = trimStacks()
      withExtendedLifetime(dropped) {}
    }
  }

  /// The sentences for the menu items; they may be changed at any time.
  public var titles: UndoTitles

  /// Gets the error of a command that failed in a call that cannot throw.
  ///
  /// **Our choice:** without it such a failure stops the program, so that it is never silent. The
  /// calls that can throw, such as ``tryUndo()``, throw the error and do not call this.
  public var onFailure: ((any Error) -> Void)?

  /// Closed top-level groups, oldest first.
  var undoStack: [UndoGroup] = []
  var redoStack: [UndoGroup] = []
  /// Open groups, outermost first.
  ///
  /// A group joins its parent when it closes.
  var openGroups: [UndoGroup] = []
  /// The undo or redo that is under way.
  var run: UndoRun?
  var disableDepth = 0
  var subscriptions: [Subscription] = []
  var lastSubscription = 0
  var waitingScopes: [WaitingScope] = []
  var isReadingCanRedo = false

  /// Creates a manager with empty stacks.
  ///
  /// - Parameter titles: The sentences for the menu items.
  public init(titles: UndoTitles = .english) {
    self.titles = titles
  }

  /// Returns the complete title of the undo menu item for an action's name.
  ///
  /// The default asks ``titles``. A subclass may override it; ``undoMenuItemTitle`` follows.
  ///
  /// - Parameter actionName: The name, or "" for an action without one.
  /// - Returns: The title, by default "Undo" and the name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    titles.undo(actionName)
  }

  /// Returns the complete title of the redo menu item for an action's name.
  ///
  /// The default asks ``titles``. A subclass may override it; ``redoMenuItemTitle`` follows.
  ///
  /// - Parameter actionName: The name, or "" for an action without one.
  /// - Returns: The title, by default "Redo" and the name.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    titles.redo(actionName)
  }
}

@available(*, unavailable, message: "keep the manager in the actor that uses it")
extension UndoManager: Sendable {}

extension UndoManager {
  /// The number of open groups, the event's group included.
  ///
  /// It is 1 inside a handler.
  public var groupingLevel: Int { openGroups.count }

  /// The number of steps that can be taken back; open groups are left out.
  public var undoCount: Int { undoStack.count }

  /// The number of steps that can be brought back.
  public var redoCount: Int { redoStack.count }

  /// Whether an undo is running handlers just now.
  ///
  /// **Our choice:** it is false for observers of the events around an undo.
  public var isUndoing: Bool { isRunning && run?.isRedo == false }

  /// Whether a redo is running handlers just now.
  ///
  /// **Our choice:** it is false for observers of the events around a redo.
  public var isRedoing: Bool { isRunning && run?.isRedo == true }

  /// Whether registrations are recorded.
  public var isUndoRegistrationEnabled: Bool { disableDepth == 0 }

  /// Whether there is something to take back.
  ///
  /// **Our choice:** that is so when the undo stack is not empty, or when an open group holds an
  /// action or a closed group. Inside a handler only the undo stack counts, without the group that
  /// is running.
  public var canUndo: Bool { !undoStack.isEmpty || openGroupsHoldSomething }

  /// Whether there is something to bring back.
  ///
  /// Reading it posts ``Event/checkpoint``.
  ///
  /// **Our choice:** not so when an observer reads it during just that event.
  public var canRedo: Bool {
    if !isReadingCanRedo {
      isReadingCanRedo = true
      post(.checkpoint)
      isReadingCanRedo = false
    }
    return !redoStack.isEmpty
  }

  /// Whether handlers are running.
  var isRunning: Bool { run?.isActive == true }

  /// Whether a registration, a begin, an end or a name has an effect now.
  var isRecording: Bool { disableDepth == 0 && !(isRunning && run?.isCancelled == true) }

  private var openGroupsHoldSomething: Bool {
    !isRunning && openGroups.contains { !$0.items.isEmpty }
  }

  /// The top-level group that `undo()` would take now.
  ///
  /// An open group comes first, unless it would vanish on closing.
  var groupToUndo: UndoGroup? {
    guard canUndo else { return nil }
    guard let open = openGroups.first, !isRunning else { return undoStack.last }
    let vanishes = discardsEmptyGroups && !openGroups.contains { $0.hasActions }
    return vanishes ? undoStack.last : open
  }

  /// Drops the oldest groups beyond the limit.
  ///
  /// - Returns: The dropped groups, for the caller to release when its own state is in order.
  func trimStacks() -> [UndoGroup] {
    guard levelsOfUndo > 0 else { return [] }
    return trim(&undoStack) + trim(&redoStack)
  }

  private func trim(_ stack: inout [UndoGroup]) -> [UndoGroup] {
    let excess = stack.count - levelsOfUndo
    guard excess > 0 else { return [] }
    let dropped = Array(stack.prefix(excess))
    stack.removeFirst(excess)
    return dropped
  }
}

/// Stops the program because a call broke a promise of the API.
///
/// `preconditionFailure` prints nothing in release builds, so the sentence goes through
/// `fatalError`.
///
/// - Parameters:
///   - call: The type and the call at fault, such as `UndoManager.endUndoGrouping()`.
///   - reason: What was wrong about the call.
func preconditionViolation(_ call: String, _ reason: String) -> Never {
  fatalError("\(call): \(reason)")
}
