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
  /// **Our choice:** not so when an observer reads it while being told of just that.
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
