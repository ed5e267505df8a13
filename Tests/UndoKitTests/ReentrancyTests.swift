import Testing
import UndoKit

/// What observers and released objects may do while the manager is at work, and what they may not.
struct ReentrancyTests {
  @Test func `an observer may register as a group opens`() {
    let manager = UndoManager()
    let (recorder, late) = (Recorder(), Recorder())
    let observer = manager.observe { notice in
      if notice.event == .didOpenUndoGroup {
        manager.registerUndo(withTarget: recorder) { $0.lines.append("selection") }
      }
    }
    recorder.willNote("edit", in: manager)
    manager.undo()
    #expect(recorder.lines == ["edit", "selection"])
    observer.cancel()
    withExtendedLifetime(late) {}
  }

  @Test func `an observer may register what is pending before an undo`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    var isPending = true
    let observer = counter.manager.observe { notice in
      guard notice.event == .willUndoChange, isPending else { return }
      isPending = false
      counter.set(2)
    }
    counter.manager.undo()
    #expect(counter.value == 1, "the pending change is the newest step")
    counter.manager.undo()
    #expect(counter.value == 0)
    observer.cancel()
  }

  @Test func `an observer may undo on, or register, when a change is over`() {
    let counter = Counter(UndoManager())
    for value in 1...3 { counter.setInOneEvent(value) }
    var isUndoingOn = true
    let observer = counter.manager.observe { notice in
      guard notice.event == .didUndoChange else { return }
      if isUndoingOn {
        isUndoingOn = false
        counter.manager.undo()
      } else {
        counter.set(9)
      }
    }
    counter.manager.undo()
    #expect(counter.value == 9 && counter.manager.undoCount == 1)
    #expect(counter.manager.groupingLevel == 1, "what the observer registered is in an open event")
    observer.cancel()
    counter.manager.undo()
    #expect(counter.value == 1)
  }

  @Test func `an observer may remove a target around a nested undo that failed`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.onFailure = { _ in }
    manager.beginUndoGrouping()
    manager.group { manager.register(UndoCommand(counter, ()) { _, _ in throw Failure() }) }
    let observer = manager.observe { notice in
      if notice.event == .didUndoChange { manager.removeAllActions(withTarget: counter) }
    }
    manager.undoNestedGroup()
    observer.cancel()
    #expect(manager.groupingLevel == 1 && !manager.canUndo)
  }

  @Test func `a scope made by a handler opens when the run is over`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    var scope: UndoScope?
    manager.group {
      manager.registerUndo(withTarget: counter) { counter in
        scope = UndoScope(in: manager)
        counter.set(1)
      }
    }
    manager.undo()
    #expect(manager.groupingLevel == 1 && manager.redoCount == 1)
    counter.set(2)
    scope?.finish()
    #expect(counter.value == 1 && manager.groupingLevel == 0)
  }

  @Test func `an observer may drop everything at any event`() {
    for event in UndoManager.Event.allCases {
      let manager = explicitManager()
      let counter = Counter(manager)
      manager.group { counter.set(1) }
      manager.undo()
      manager.redo()
      manager.undo()
      var isArmed = true
      let observer = manager.observe { notice in
        guard notice.event == event, isArmed else { return }
        isArmed = false
        manager.removeAllActions()
      }
      manager.redo()
      manager.undo()
      manager.beginUndoGrouping()
      if manager.groupingLevel > 0 { manager.endUndoGrouping() }
      #expect(!isArmed)
      #expect(manager.groupingLevel == 0, "\(event)")
      manager.removeAllActions()
      manager.group { counter.set(5) }
      manager.undo()
      #expect(counter.value < 5 && manager.redoCount == 1, "\(event)")
      observer.cancel()
    }
  }

  @Test func `an observer may cancel itself`() {
    let manager = explicitManager()
    var count = 0
    var observer: UndoManager.Observer?
    observer = manager.observe { _ in
      count += 1
      observer = nil
    }
    manager.group {}
    #expect(count == 1)
    #expect(observer == nil)
  }

  @Test func `a manager may be released by its own handler`() {
    var manager: UndoManager? = UndoManager()
    weak let watched = manager
    let recorder = Recorder()
    manager?.registerUndo(withTarget: recorder) { recorder in
      recorder.lines.append("ran")
      manager = nil
    }
    manager?.undo()
    #expect(recorder.lines == ["ran"])
    #expect(watched == nil)
  }

  @Test func `a captured object may begin a new step when a run is over`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    let last = Last { counter.setInOneEvent(5) }
    manager.registerUndo(withTarget: counter) { [last] _ in _ = last }
    manager.undo()
    withExtendedLifetime(last) {}
    #expect(manager.groupingLevel == 0)
  }

  @Test func `undo while an undo is being announced is refused`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      Counter(manager).set(1)
      let observer = manager.observe { if $0.event == .willUndoChange { manager.undo() } }
      manager.undo()
      observer.cancel()
    }
    expect(result, says: "UndoManager.undo(): another undo or redo is under way")
  }

  @Test func `a group that an observer leaves open is refused`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      Counter(manager).set(1)
      let observer = manager.observe {
        if $0.event == .willUndoChange { manager.beginUndoGrouping() }
      }
      manager.undo()
      observer.cancel()
    }
    expect(result, says: "UndoManager.undo(): an observer left a group open")
  }
}
