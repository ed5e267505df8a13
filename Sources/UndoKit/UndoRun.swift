/// One undo or redo that is under way.
///
/// ```
///   announced ── willUndo ──▶ active: handlers run, level 1 ──▶ announced ── didUndo ──▶ over
/// ```
final class UndoRun {
  /// Where the group to take back comes from, and so where it returns to when it fails.
  enum Source {
    case undoStack
    case redoStack
    /// The newest closed group in the innermost open one.
    case nested
    /// A scope's group, which its scope has closed.
    case scope(UndoGroup)
  }

  let source: Source
  /// The call as the user wrote it, for the sentence about a misuse.
  let call: String
  /// Whether handlers are running.
  var isActive = false
  /// Whether `removeAllActions()` was called meanwhile.
  var isCancelled = false
  /// Open groups that are set aside: a nested undo runs at level 0 like any other.
  var suspended: [UndoGroup] = []
  /// Groups off the stacks whose actions are running: the one taken back and, after a failure, its
  /// inverse.
  var groups: [UndoGroup] = []
  /// Whether `removeAllActions(withTarget:)` took the last action of the group taken back.
  private(set) var groupVanished = false

  init(_ source: Source, call: String) {
    self.source = source
    self.call = call
  }

  var isRedo: Bool {
    if case .redoStack = source { true } else { false }
  }

  var willEvent: UndoManager.Event { isRedo ? .willRedoChange : .willUndoChange }

  var didEvent: UndoManager.Event { isRedo ? .didRedoChange : .didUndoChange }

  /// Takes one target's actions out of the groups that are running.
  func removeActions(of target: ObjectIdentifier, into dropped: inout [AnyObject]) {
    for (index, group) in groups.enumerated()
    where group.removeActions(of: target, into: &dropped) && index == 0 {
      groupVanished = true
    }
  }
}
