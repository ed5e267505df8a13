extension UndoManager {
  /// Takes back the newest step.
  ///
  /// With ``groupsByEvent`` an open group at level 1 is closed first. Nothing happens when there is
  /// nothing to undo. Actions run newest first; what they register is the redo.
  ///
  /// **Our choice:** if they register nothing, there is nothing to redo; that goes for an empty
  /// group, too.
  ///
  /// The call stops the program at level 2 or more, inside a handler, and when a command fails and
  /// there is no ``onFailure``.
  ///
  /// **Our choice:** it does so at level 1 without ``groupsByEvent``, too.
  public func undo() {
    report(startUndo("UndoManager.undo()"), "UndoManager.undo()")
  }

  /// Brings back the step that was taken back last.
  ///
  /// Nothing happens when there is nothing to redo.
  ///
  /// **Our choice:** the event's group, if open, is closed first; with any other open group, and
  /// inside a handler, the call stops the program.
  public func redo() {
    report(startRedo("UndoManager.redo()"), "UndoManager.redo()")
  }

  /// Takes back the newest closed group inside the innermost open group.
  ///
  /// The level stays. The result is one redo group of its own. With no open group the call is
  /// ``undo()``. It stops the program when the open group holds no closed group, or when the newest
  /// thing in it is an action: that one stands in the way.
  public func undoNestedGroup() {
    let call = "UndoManager.undoNestedGroup()"
    report(startNestedUndo(call), call)
  }

  /// Takes back the newest step like ``undo()``, and throws when a command fails.
  ///
  /// **Our choice:** a failing command changes no stack. Its group stays on top, with its name.
  /// What had run in this call is taken back by the inverses it registered, newest first, and those
  /// are dropped; if one of them throws too, the rest is skipped.
  ///
  /// - Throws: The first error of a command.
  public func tryUndo() throws {
    if let error = startUndo("UndoManager.tryUndo()") { throw error }
  }

  /// Brings back a step like ``redo()``, and throws when a command fails.
  ///
  /// A failing command changes no stack, see ``tryUndo()``.
  ///
  /// - Throws: The first error of a command.
  public func tryRedo() throws {
    if let error = startRedo("UndoManager.tryRedo()") { throw error }
  }

  /// Takes back a closed group like ``undoNestedGroup()``, and throws when a command fails.
  ///
  /// A failing command changes no stack and no open group, see ``tryUndo()``.
  ///
  /// - Throws: The first error of a command.
  public func tryUndoNestedGroup() throws {
    if let error = startNestedUndo("UndoManager.tryUndoNestedGroup()") { throw error }
  }

  /// Hands a failure to the owner, and stops the program when nobody listens.
  func report(_ error: (any Error)?, _ call: String) {
    guard let error else { return }
    guard let onFailure else {
      preconditionViolation(call, "a command failed and onFailure is not set: \(error)")
    }
    onFailure(error)
  }

  /// Stops the program when an undo or redo is already under way.
  func refuseWhileRunning(_ call: String) {
    guard run == nil else { preconditionViolation(call, "another undo or redo is under way") }
  }

  private func startUndo(_ call: String) -> (any Error)? {
    refuseWhileRunning(call)
    guard openGroups.isEmpty || (groupsByEvent && openGroups.count == 1) else {
      preconditionViolation(call, "a group is open, at level \(openGroups.count)")
    }
    guard canUndo else { return nil }
    closeEventGroup(call)
    return undoStack.isEmpty ? nil : carryOut(UndoRun(.undoStack, call: call))
  }

  private func startRedo(_ call: String) -> (any Error)? {
    refuseWhileRunning(call)
    guard openGroups.isEmpty || eventGroupIsInnermost else {
      preconditionViolation(call, "a group is open, at level \(openGroups.count)")
    }
    guard !redoStack.isEmpty else { return nil }
    closeEventGroup(call)
    return redoStack.isEmpty ? nil : carryOut(UndoRun(.redoStack, call: call))
  }

  private func startNestedUndo(_ call: String) -> (any Error)? {
    refuseWhileRunning(call)
    guard let open = openGroups.last else { return startUndo(call) }
    switch open.items.last {
    case .group: return carryOut(UndoRun(.nested, call: call))
    case .action: preconditionViolation(call, "an action registered later stands in the way")
    case nil: preconditionViolation(call, "the open group holds no closed group")
    }
  }

  /// Closes an open event group, and one more that an observer's registration may open on the way.
  func closeEventGroup(_ call: String) {
    for _ in 1...2 where !openGroups.isEmpty {
      guard groupsByEvent, openGroups.count == 1 else { break }
      closeInnermostGroup()
    }
    guard openGroups.isEmpty else { preconditionViolation(call, "an observer left a group open") }
  }
}
