import Testing
import UndoKit

/// Every broken precondition stops the program with a sentence that names the call, in debug and in release.
struct PreconditionTests {
  @Test func `U3 registering without event grouping and without a group`() async {
    var result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      Recorder().willNote("", in: explicitManager())
    }
    expect(result, says: "UndoManager.registerUndo(withTarget:handler:): no group is open")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      explicitManager().register(UndoCommand(Recorder(), 1) { _, _ in })
    }
    expect(result, says: "UndoManager.register(_:): no group is open")
  }

  @Test func `U10 ending with nothing open`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      UndoManager().endUndoGrouping()
    }
    expect(result, says: "UndoManager.endUndoGrouping(): no group is open")
  }

  @Test func `U18 begin, then undo with event grouping`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.beginUndoGrouping()
      manager.undo()
    }
    expect(result, says: "UndoManager.undo(): a group is open, at level 2")
  }

  @Test func `U18 undo at level 1 without event grouping`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = explicitManager()
      manager.beginUndoGrouping()
      try manager.tryUndo()
    }
    expect(result, says: "UndoManager.tryUndo(): a group is open, at level 1")
  }

  @Test func `U20 undo inside a handler`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.undo() }
      manager.undo()
    }
    expect(result, says: "UndoManager.undo(): another undo or redo is under way")
  }

  @Test func `U20 redo inside an undo`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.redo() }
      manager.undo()
    }
    expect(result, says: "UndoManager.redo(): another undo or redo is under way")
  }

  @Test func `U20 undoNestedGroup inside a redo`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { manager in
        manager.registerUndo(withTarget: manager) { $0.undoNestedGroup() }
      }
      manager.undo()
      manager.redo()
    }
    expect(result, says: "UndoManager.undoNestedGroup(): another undo or redo is under way")
  }

  @Test func `U20 an unbalanced end inside a handler`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.endUndoGrouping() }
      manager.undo()
    }
    expect(result, says: "UndoManager.endUndoGrouping(): the handler has no group open")
  }

  @Test func `U20 a group that a handler leaves open is named after the running call`() async {
    var result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.beginUndoGrouping() }
      manager.undo()
    }
    expect(result, says: "UndoManager.undo(): a handler left a group open")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { manager in
        manager.registerUndo(withTarget: manager) { $0.beginUndoGrouping() }
      }
      manager.undo()
      try manager.tryRedo()
    }
    expect(result, says: "UndoManager.tryRedo(): a handler left a group open")
  }

  @Test func `U22 redo with an explicit group open`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.beginUndoGrouping()
      manager.redo()
    }
    expect(result, says: "UndoManager.redo(): a group is open, at level 2")
  }

  @Test func `U24 a failing command without onFailure`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.register(UndoCommand(manager, 7) { throw Failure(number: $1) })
      manager.undo()
    }
    expect(result, says: "UndoManager.undo(): a command failed and onFailure is not set: Failure")
  }

  @Test func `U25 a loose action stands in the way of a nested undo`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = explicitManager()
      manager.beginUndoGrouping()
      for step in ["A", "s", "B"] {
        if step == "s" {
          Counter(manager).set(1)
        } else {
          manager.group { Counter(manager).set(1) }
        }
      }
      manager.undoNestedGroup()
      guard manager.redoCount == 0, manager.groupingLevel == 1 else { return }
      manager.undoNestedGroup()
    }
    expect(result, says: "UndoManager.undoNestedGroup(): an action registered later")
  }

  @Test func `U25 no nested group in the open one`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.beginUndoGrouping()
      try manager.tryUndoNestedGroup()
    }
    expect(
      result,
      says: "UndoManager.tryUndoNestedGroup(): the open group holds no closed group"
    )
  }

  @Test func `U29 a negative limit`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      UndoManager().levelsOfUndo = -1
    }
    expect(result, says: "UndoManager.levelsOfUndo: a limit of -1 is negative")
  }

  @Test func `U30 one enable too many`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.disableUndoRegistration()
      manager.enableUndoRegistration()
      manager.enableUndoRegistration()
    }
    expect(result, says: "UndoManager.enableUndoRegistration(): registration is not disabled")
  }

  @Test func `H4 a negative limit`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = UndoHistory(0, limit: -1)
    }
    expect(result, says: "UndoHistory.init(_:limit:): a limit of -1 is negative")
  }

  @Test func `S2 closing a scope whose group is not the innermost`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = explicitManager()
      let scope = UndoScope(in: manager)
      manager.beginUndoGrouping()
      scope.close()
    }
    expect(result, says: "UndoScope.close(): the scope's group is not the innermost open group")
  }

  @Test func `S2 plain undo while a scope is open`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let scope = UndoScope()
      scope.manager.undo()
      scope.finish()
    }
    expect(result, says: "UndoManager.undo(): a group is open, at level 1")
  }

  @Test func `S3 closing a finished scope`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let scope = UndoScope()
      scope.finish()
      scope.close()
    }
    expect(result, says: "UndoScope.close(): the scope is finished")
  }

  @Test func `S3 a failing effect without onFailure`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let scope = UndoScope()
      scope.manager.register(UndoCommand(scope.manager, ()) { _, _ in throw Failure() })
      scope.finish()
    }
    expect(result, says: "UndoScope.finish(): a command failed and onFailure is not set")
  }
}
