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
  /// The call as the user wrote it, for the sentence that stops the program.
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

extension UndoManager {
  /// Takes a group back with its events.
  ///
  /// - Returns: The error of the command that failed, if one did; then no stack has changed.
  func carryOut(_ run: UndoRun) -> (any Error)? {
    run.suspended = exchange(&openGroups, with: [])
    self.run = run
    post(run.willEvent)
    closeEventGroup(run.call)
    let group = run.isCancelled ? nil : removeGroup(for: run)
    var outcome = Outcome()
    if let group { outcome = execute(group, run) }
    finish(run)
    withExtendedLifetime((group, outcome)) {}
    return outcome.error
  }

  /// What executing a group leaves behind.
  private struct Outcome {
    var error: (any Error)?
    /// What is to be released once the call is over.
    var dropped: [UndoGroup] = []
  }

  /// Removes the group from where it is; an observer may have removed it already.
  private func removeGroup(for run: UndoRun) -> UndoGroup? {
    switch run.source {
    case .undoStack: return undoStack.popLast()
    case .redoStack: return redoStack.popLast()
    case .scope(let group): return group
    case .nested:
      guard let parent = run.suspended.last, case .group(let group) = parent.items.last else {
        return nil
      }
      parent.items.removeLast()
      return group
    }
  }

  /// Runs a group's actions and puts either the inverse or, after a failure, the group itself
  /// where it belongs.
  private func execute(_ group: UndoGroup, _ run: UndoRun) -> Outcome {
    let wasDiscardable = group.isDiscardable
    var outcome = Outcome()
    run.groups = [group]
    run.isActive = true
    openGroups = [UndoGroup()]
    do {
      try runActions(of: group, run)
    } catch {
      outcome.error = error
      outcome.dropped += takeBackInverse(run)
    }
    let inverse = exchange(&openGroups, with: [])
    run.isActive = false
    run.groups = []
    outcome.dropped += inverse
    guard !run.isCancelled else { return outcome }
    if outcome.error != nil {
      outcome.dropped += putBack(group, run)
    } else if let inverse = inverse.first, !inverse.items.isEmpty {
      inverse.name = inverse.name ?? name(of: group, run)
      if wasDiscardable { inverse.markDiscardable() }
      outcome.dropped += keepInverse(inverse, run)
    }
    return outcome
  }

  /// Runs actions newest first, in nested groups too.
  ///
  /// The loop goes over the items as they were at its start, so handlers may remove some.
  private func runActions(of group: UndoGroup, _ run: UndoRun) throws {
    for item in group.items.reversed() {
      guard !run.isCancelled else { return }
      switch item {
      case .action(let action) where action.isRemoved: continue
      case .action(let action):
        try action.perform()
        guard openGroups.count == 1 || run.isCancelled else {
          preconditionViolation(run.call, "a handler left a group open")
        }
      case .group(let group): try runActions(of: group, run)
      }
    }
  }

  /// Takes back what had run before a failure.
  ///
  /// - Returns: The inverses, which are not needed any more.
  private func takeBackInverse(_ run: UndoRun) -> [UndoGroup] {
    guard !run.isCancelled else { return [] }
    let open = exchange(&openGroups, with: [UndoGroup()])
    // The failing command may have thrown between a begin and its end.
    let inverse = UndoGroup()
    inverse.items = open.flatMap(\.items)
    run.groups.append(inverse)
    // The first error is the one to report.
    try? runActions(of: inverse, run)
    return open + [inverse]
  }

  /// Returns a group that failed to where it was.
  private func putBack(_ group: UndoGroup, _ run: UndoRun) -> [UndoGroup] {
    guard !run.groupVanished else { return [] }
    switch run.source {
    case .undoStack: undoStack.append(group)
    case .redoStack: redoStack.append(group)
    case .nested, .scope:
      if let parent = run.suspended.last {
        parent.items.append(.group(group))
      } else {
        undoStack.append(group)
      }
    }
    return trimStacks()
  }

  /// Puts the inverse of a group on the other stack; a scope has no use for it.
  private func keepInverse(_ inverse: UndoGroup, _ run: UndoRun) -> [UndoGroup] {
    switch run.source {
    case .undoStack, .nested: redoStack.append(inverse)
    case .redoStack: undoStack.append(inverse)
    case .scope: return []
    }
    return trimStacks()
  }

  /// The name the inverse of a group gets when its handlers set none.
  private func name(of group: UndoGroup, _ run: UndoRun) -> String? {
    guard case .nested = run.source, group.name?.isEmpty ?? true else { return group.name }
    return run.suspended.first?.name
  }

  /// Ends a run: open groups that were set aside are back when the call returns.
  private func finish(_ run: UndoRun) {
    if run.suspended.isEmpty { self.run = nil }
    post(run.didEvent)
    if !run.suspended.isEmpty { closeEventGroup(run.call) }
    if !run.suspended.isEmpty { openGroups = exchange(&run.suspended, with: []) }
    self.run = nil
    openWaitingScopes()
  }
}
