extension UndoManager {
  /// Opens a group: what is registered until the matching end is one unit.
  ///
  /// With ``groupsByEvent`` and no open group, the event's group opens first, so the level becomes
  /// 2.
  ///
  /// **Our choice:** opening and closing leave the redo stack alone. Inside a handler a group has
  /// to be closed before the handler returns, or the running call stops the program; it becomes
  /// part of the one inverse group, and posts no open or close event.
  public func beginUndoGrouping() {
    guard isRecording else { return }
    beginGroup()
  }

  /// Closes the innermost open group.
  ///
  /// A group closed at level 1 is a new step. Without an open group the call stops the program.
  ///
  /// **Our choice:** closing the event's group by hand is legal.
  public func endUndoGrouping() {
    guard isRecording else { return }
    guard openGroups.count > (isRunning ? 1 : 0) else {
      preconditionViolation(
        "UndoManager.endUndoGrouping()",
        isRunning ? "the handler has no group open" : "no group is open"
      )
    }
    if isRunning { foldInnermostGroup() } else { closeInnermostGroup() }
  }

  /// Ends an event, as the end of a turn of the run loop does on Apple's systems.
  ///
  /// Programs with ``groupsByEvent`` call it once after each key, click or request. It closes the
  /// group that was opened for the event, even while registration is disabled. It does nothing when
  /// there is none, or when a group inside is still open.
  ///
  /// **Our choice:** all of it, since Apple has no such call.
  public func endEvent() {
    if eventGroupIsInnermost { closeInnermostGroup() }
  }

  /// Does not exist without a run loop; call ``endEvent()`` at the end of each event.
  @available(*, unavailable, message: "there is no run loop: call endEvent() once per event")
  public var runLoopModes: [String] { [] }

  /// Whether the event's group is open and no group in it.
  var eventGroupIsInnermost: Bool {
    groupsByEvent && openGroups.count == 1 && openGroups.first?.isEventGroup == true
  }

  /// Opens a group and, if it is the first of an event, the event's group around it.
  @discardableResult
  func beginGroup() -> UndoGroup {
    if groupsByEvent, openGroups.isEmpty { openGroup(isEventGroup: true) }
    post(.checkpoint)
    return openGroup(isEventGroup: false)
  }

  /// Opens a group and posts it, unless handlers are running.
  @discardableResult
  func openGroup(isEventGroup: Bool) -> UndoGroup {
    let group = UndoGroup(isEventGroup: isEventGroup)
    openGroups.append(group)
    if !isRunning { post(.didOpenUndoGroup) }
    return group
  }

  /// Closes the innermost group with its events and keeps it, unless it is to vanish.
  func closeInnermostGroup() {
    closeInnermostGroup { group in
      guard !self.discardsEmptyGroups || group.hasActions else { return [] }
      return self.keepClosed(group)
    }
  }

  /// Closes the innermost group with its events.
  ///
  /// An observer may drop the group on the way; then there is nothing left to close.
  ///
  /// - Parameter keep: Puts the closed group where it belongs and returns what that drops.
  func closeInnermostGroup(keep: (UndoGroup) -> [UndoGroup]) {
    guard let group = openGroups.last else { return }
    post(.checkpoint)
    post(.willCloseUndoGroup, groupIsDiscardable: group.isDiscardable)
    guard openGroups.last === group else {
      if !openGroups.contains(where: { $0 === group }) { return }
      preconditionViolation("UndoManager.endUndoGrouping()", "an observer left a group open")
    }
    openGroups.removeLast()
    let dropped = keep(group)
    post(.didCloseUndoGroup, groupIsDiscardable: group.isDiscardable)
    withExtendedLifetime((group, dropped)) {}
  }

  /// Puts a closed group into its parent, or on the undo stack when there is none.
  ///
  /// - Returns: What the limit drops.
  func keepClosed(_ group: UndoGroup) -> [UndoGroup] {
    guard let parent = openGroups.last else {
      undoStack.append(group)
      return trimStacks()
    }
    parent.items.append(.group(group))
    return []
  }

  /// Ends a handler's group: its actions go to the group around it.
  private func foldInnermostGroup() {
    let group = openGroups.last
    post(.checkpoint)
    guard let group, openGroups.count > 1, openGroups.last === group else { return }
    openGroups.removeLast()
    openGroups.last?.items += group.items
    withExtendedLifetime(group) {}
  }
}
