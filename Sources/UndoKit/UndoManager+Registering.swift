extension UndoManager {
  /// Registers a closure that takes back what is being done now.
  ///
  /// The handler is not run now. It gets the target back as its argument and should use that
  /// instead of capturing the target: the target is held weakly, everything captured is held until
  /// the action has run or is dropped.
  ///
  /// **Our choice:** an action whose target is gone is skipped.
  ///
  /// With ``groupsByEvent`` and no open group this opens the event's group; without, an open group
  /// is needed. A registration outside undo and redo empties the redo stack at once.
  ///
  /// ```swift
  /// undoManager.registerUndo(withTarget: board) { $0.move(piece, to: oldSquare) }
  /// ```
  ///
  /// - Parameters:
  ///   - target: The object the handler acts on.
  ///   - handler: Takes the action back, and registers how to bring it back.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType,
    handler: @escaping (TargetType) -> Void
  ) {
    guard isRecording else { return }
    record(HandlerAction(target, handler), "UndoManager.registerUndo(withTarget:handler:)")
  }

  /// Registers a command that takes back what is being done now.
  ///
  /// It is like ``registerUndo(withTarget:handler:)``, but the command may throw when it is
  /// performed.
  ///
  /// **Our choice:** a failing command changes no stack, see ``tryUndo()``.
  ///
  /// - Parameter command: What to perform on undo.
  public func register(_ command: UndoCommand) {
    guard isRecording else { return }
    record(CommandAction(command), "UndoManager.register(_:)")
  }

  /// Stops recording until a matching ``enableUndoRegistration()``.
  ///
  /// Meanwhile registering, begin, end and naming do nothing and post nothing. Calls nest.
  ///
  /// **Our choice:** the redo stack stays, and `undo()` still runs handlers, whose registrations
  /// are dropped.
  public func disableUndoRegistration() {
    disableDepth += 1
  }

  /// Takes one ``disableUndoRegistration()`` back.
  ///
  /// One call too many stops the program.
  public func enableUndoRegistration() {
    guard disableDepth > 0 else {
      preconditionViolation("UndoManager.enableUndoRegistration()", "registration is not disabled")
    }
    disableDepth -= 1
    openWaitingScopes()
  }

  /// Does not exist without an Objective-C runtime; use ``register(_:)`` with an ``UndoCommand``.
  ///
  /// - Parameter target: The object the invocation would go to.
  /// - Returns: Nothing, ever.
  @available(*, unavailable, message: "register an UndoCommand instead")
  public func prepare(withInvocationTarget target: Any) -> Any {
    preconditionViolation("UndoManager.prepare(withInvocationTarget:)", "there are no invocations")
  }

  private func record(_ action: some UndoAction, _ call: String) {
    if openGroups.isEmpty {
      guard groupsByEvent else { preconditionViolation(call, "no group is open") }
      openGroup(isEventGroup: true)
    }
    guard let group = openGroups.last else {
      preconditionViolation(call, "an observer closed the group that was just opened")
    }
    group.items.append(.action(action))
    guard !isRunning, !redoStack.isEmpty else { return }
    let dropped = exchange(&redoStack, with: [])
    withExtendedLifetime(dropped) {}
  }
}

extension UndoManager {
  /// Drops all actions, closed and open, and enables registration.
  ///
  /// The level is 0 afterwards, and registration is enabled however often it was disabled.
  ///
  /// **Our choice:** inside a handler no further action runs, and later registrations of the
  /// running call are dropped.
  public func removeAllActions() {
    let stacks = (exchange(&undoStack, with: []), exchange(&redoStack, with: []))
    var open = exchange(&openGroups, with: [])
    if let run {
      run.isCancelled = true
      open += exchange(&run.suspended, with: [])
    }
    for group in open { group.wasDropped = true }
    disableDepth = 0
    openWaitingScopes()
    withExtendedLifetime((stacks, open)) {}
  }

  /// Drops the actions of one target, which is recognized by identity.
  ///
  /// They go from both stacks and from open groups; what else these groups hold stays. Closed
  /// groups that this empties disappear, nested ones too; groups that were empty before stay.
  /// Registration is not enabled.
  ///
  /// **Our choice:** an unknown target changes nothing, and the call works from the target's own
  /// `deinit`.
  ///
  /// - Parameter target: The object whose actions are not wanted any more.
  public func removeAllActions(withTarget target: AnyObject) {
    let identity = ObjectIdentifier(target)
    var dropped: [AnyObject] = []
    for group in openGroups + (run?.suspended ?? []) {
      _ = group.removeActions(of: identity, into: &dropped)
    }
    run?.removeActions(of: identity, into: &dropped)
    removeActions(of: identity, from: &undoStack, into: &dropped)
    removeActions(of: identity, from: &redoStack, into: &dropped)
    withExtendedLifetime(dropped) {}
  }

  private func removeActions(
    of target: ObjectIdentifier,
    from stack: inout [UndoGroup],
    into dropped: inout [AnyObject]
  ) {
    stack.removeAll { group in
      guard group.removeActions(of: target, into: &dropped) else { return false }
      dropped.append(group)
      return true
    }
  }
}
