extension UndoManager {
  /// Takes a group back with its events.
  ///
  /// - Returns: The error of the command that failed, if one did; then no stack has changed.
  func carryOut(_ run: UndoRun) -> (any Error)? {
    run.suspended = exchange(&openGroups, with: [])
    self.run = run
    post(run.willEvent)
    closeEventGroup(run.call)
    let group = run.isCancelled ? nil : take(run)
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

  /// Takes the group off its place, which an observer may have emptied.
  private func take(_ run: UndoRun) -> UndoGroup? {
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

  /// Runs a group's actions and puts either the inverse or, after a failure, the group itself in
  /// place.
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
          misuse(run.call, "a handler left a group open")
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
    // The first error is the one to tell.
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
