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

  /// Drops the actions of one target, which is told by identity.
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
