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
  ///   - call: The scope's call, for the sentence about a misuse.
  func takeBack(_ group: UndoGroup, _ call: String) {
    guard !group.wasDropped else { return }
    guard openGroups.last === group else {
      misuse(call, "the scope's group is not the innermost open group")
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
