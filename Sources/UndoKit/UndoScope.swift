/// A group that is open from the start and whose effects are taken back together.
///
/// Whatever is registered while the scope is open belongs to it. ``close()`` takes all of it back
/// without knowing what it was, and opens the next group; ``finish()`` takes it back for good.
/// Neither leaves a step or a redo behind.
///
/// ```swift
/// let scope = UndoScope()
/// func highlight(_ stop: Stop) {
///   scope.manager.registerUndo(withTarget: stop) { $0.isHighlighted = false }
///   stop.isHighlighted = true
/// }
/// // Another layer is selected:
/// scope.close()
/// ```
///
/// In a shared manager the scope's group has to be the innermost open one when it is closed, and
/// plain ``UndoManager/undo()`` stops the program while it is open. With
/// ``UndoManager/groupsByEvent`` the group is opened inside the event's, which goes too when it is
/// left with nothing.
///
/// **Our choice:** a scope that is released unfinished finishes itself. While registration is
/// disabled, closing still takes back, and the next group opens once registration is enabled. After
/// ``UndoManager/removeAllActions()`` there is nothing to take back; ``close()`` opens the next
/// group.
public final class UndoScope {
  /// The manager in which effects are registered.
  public let manager: UndoManager
  /// The scope's open group; nil while it waits for registration to be enabled.
  private var group: UndoGroup?
  private var isFinished = false

  /// Opens a scope.
  ///
  /// - Parameter manager: A manager to share, or nil for one of the scope's own that does not group
  ///   by event.
  public init(in manager: UndoManager? = nil) {
    self.manager = manager ?? Self.makeManager()
    open()
  }

  deinit {
    finish()
  }

  /// Takes back what was registered since the scope opened, newest first, and opens the next group.
  ///
  /// If a command fails, the group stays closed on the stack and the error goes to
  /// ``UndoManager/onFailure``. Closing a finished scope stops the program.
  public func close() {
    guard !isFinished else { preconditionViolation("UndoScope.close()", "the scope is finished") }
    takeBack("UndoScope.close()")
    open()
  }

  /// Takes back what was registered since the scope opened, newest first, and ends the scope.
  ///
  /// A second call does nothing.
  public func finish() {
    guard !isFinished else { return }
    isFinished = true
    takeBack("UndoScope.finish()")
  }

  /// Opens the group, or waits for the manager to be ready.
  func open() {
    guard !isFinished, group == nil else { return }
    if manager.canOpenScopes {
      group = manager.beginGroup()
    } else if !manager.waitingScopes.contains(where: { $0.scope === self }) {
      manager.waitingScopes.append(WaitingScope(scope: self))
    }
  }

  private func takeBack(_ call: String) {
    guard let group else { return }
    manager.refuseWhileRunning(call)
    self.group = nil
    manager.takeBack(group, call)
  }

  private static func makeManager() -> UndoManager {
    let manager = UndoManager()
    manager.groupsByEvent = false
    return manager
  }
}

/// A scope whose group opens once it can.
struct WaitingScope {
  weak var scope: UndoScope?
}

extension UndoManager {
  /// Whether a scope's group can be opened now.
  var canOpenScopes: Bool { disableDepth == 0 && run == nil }

  /// Opens the groups of scopes that had to wait.
  func openWaitingScopes() {
    guard canOpenScopes, !waitingScopes.isEmpty else { return }
    for waiting in exchange(&waitingScopes, with: []) { waiting.scope?.open() }
  }

  /// Closes a scope's group and undoes just that.
  ///
  /// - Parameters:
  ///   - group: The scope's group.
  ///   - call: The scope's call, for the sentence that stops the program.
  func takeBack(_ group: UndoGroup, _ call: String) {
    guard !group.wasDropped else { return }
    guard openGroups.last === group else {
      preconditionViolation(call, "the scope's group is not the innermost open group")
    }
    closeInnermostGroup { _ in [] }
    guard !group.wasDropped else { return }
    let error = carryOut(UndoRun(.scope(group), call: call))
    if eventGroupIsInnermost, openGroups.first?.items.isEmpty == true {
      closeInnermostGroup { _ in [] }
    }
    report(error, call)
  }
}
