import Testing
import UndoKit

struct ScopeTests {
  @Test func `S1 close takes back exactly the scope's effects, newest first`() {
    let scope = UndoScope()
    let recorder = Recorder()
    for line in ["a", "b", "c"] { recorder.willNote(line, in: scope.manager) }
    scope.close()
    #expect(recorder.lines == ["c", "b", "a"])
    recorder.willNote("d", in: scope.manager)
    scope.close()
    #expect(recorder.lines == ["c", "b", "a", "d"])
    scope.close()
    #expect(recorder.lines.count == 4)
    scope.finish()
  }

  @Test func `S1 its own manager does not group by event and keeps no step and no redo`() {
    let scope = UndoScope()
    let counter = Counter(scope.manager)
    #expect(!scope.manager.groupsByEvent && scope.manager.groupingLevel == 1)
    counter.set(1)
    for _ in 1...2 {
      scope.close()
      #expect(counter.value == 0)
      #expect(scope.manager.undoCount == 0 && scope.manager.redoCount == 0)
      #expect(scope.manager.groupingLevel == 1)
    }
    scope.finish()
    #expect(scope.manager.groupingLevel == 0 && !scope.manager.canUndo)
  }

  @Test func `S1 in a shared manager no other group is touched, limit or not`() {
    let manager = explicitManager()
    let (counter, other) = (Counter(manager), Counter(manager))
    manager.levelsOfUndo = 1
    manager.group { other.set(1) }
    let scope = UndoScope(in: manager)
    counter.set(1)
    manager.group { counter.set(2) }
    scope.close()
    scope.finish()
    #expect(counter.value == 0 && other.value == 1)
    #expect(manager.undoCount == 1 && manager.groupingLevel == 0)
    manager.undo()
    #expect(other.value == 0)
    UndoScope(in: manager).finish()
    #expect(manager.redoCount == 1, "an idle scope leaves the redo stack alone")
  }

  @Test func `S1 with event grouping the group is inside the event's, which goes when it is empty`()
  {
    let manager = UndoManager()
    let scope = UndoScope(in: manager)
    let counter = Counter(manager)
    #expect(manager.groupingLevel == 2)
    counter.set(1)
    scope.close()
    #expect(manager.groupingLevel == 2 && counter.value == 0)
    manager.endEvent()
    #expect(manager.groupingLevel == 2)
    scope.finish()
    #expect(manager.groupingLevel == 0 && manager.undoCount == 0)
  }

  @Test func `S1 an event group with other actions stays`() {
    let manager = UndoManager()
    let (counter, other) = (Counter(manager), Counter(manager))
    other.set(1)
    let scope = UndoScope(in: manager)
    counter.set(1)
    scope.finish()
    #expect(manager.groupingLevel == 1 && counter.value == 0 && other.value == 1)
    manager.undo()
    #expect(other.value == 0)
  }

  @Test func `S1 while registration is disabled it takes back now and reopens later`() {
    let scope = UndoScope()
    let counter = Counter(scope.manager)
    counter.set(1)
    scope.manager.disableUndoRegistration()
    scope.close()
    scope.close()
    #expect(counter.value == 0 && scope.manager.groupingLevel == 0)
    scope.manager.enableUndoRegistration()
    #expect(scope.manager.groupingLevel == 1)
    counter.set(2)
    scope.finish()
    #expect(counter.value == 0 && scope.manager.groupingLevel == 0)
  }

  @Test func `S1 a scope made while registration is disabled opens later, unless it is finished`() {
    let manager = explicitManager()
    manager.disableUndoRegistration()
    let scope = UndoScope(in: manager)
    let finished = UndoScope(in: manager)
    var dropped: UndoScope? = UndoScope(in: manager)
    withExtendedLifetime(dropped) {}
    dropped = nil
    finished.finish()
    manager.enableUndoRegistration()
    #expect(manager.groupingLevel == 1)
    scope.finish()
    #expect(manager.groupingLevel == 0)
  }

  @Test func `S1 a scope released unfinished finishes itself`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    var scope: UndoScope? = UndoScope(in: manager)
    counter.set(1)
    withExtendedLifetime(scope) {}
    scope = nil
    #expect(counter.value == 0 && manager.groupingLevel == 0 && !manager.canUndo)
  }

  @Test func `S2 all that is registered meanwhile belongs to the scope`() {
    let manager = explicitManager()
    let (one, two) = (Counter(manager), Counter(manager))
    let scope = UndoScope(in: manager)
    one.set(1)
    two.set(2)
    scope.finish()
    #expect(one.value == 0 && two.value == 0)
  }

  @Test func `S2 scopes nest in a shared manager`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    let outer = UndoScope(in: manager)
    counter.set(1)
    let inner = UndoScope(in: manager)
    counter.set(2)
    inner.close()
    #expect(counter.value == 1 && manager.groupingLevel == 2)
    inner.finish()
    outer.finish()
    #expect(counter.value == 0 && manager.groupingLevel == 0)
  }

  @Test func `S3 a failing scope stays on the stack, tells onFailure and opens a new group`() {
    let scope = UndoScope()
    let counter = Counter(scope.manager)
    var errors: [Failure?] = []
    scope.manager.onFailure = { errors.append($0 as? Failure) }
    scope.manager.register(UndoCommand(counter, 1) { throw Failure(number: $1) })
    counter.set(1)
    scope.close()
    #expect(errors == [Failure(number: 1)])
    #expect(counter.value == 1)
    #expect(scope.manager.undoCount == 1 && scope.manager.groupingLevel == 1)
    counter.set(2)
    scope.finish()
    #expect(counter.value == 1 && scope.manager.undoCount == 1)
  }

  @Test func `S3 inside an event group a failing scope stays in the event`() {
    let manager = UndoManager()
    manager.onFailure = { _ in }
    let counter = Counter(manager)
    let scope = UndoScope(in: manager)
    manager.register(UndoCommand(counter, 1) { throw Failure(number: $1) })
    scope.finish()
    #expect(manager.groupingLevel == 1)
    manager.endEvent()
    #expect(manager.undoCount == 1)
  }

  @Test func `S3 a second finish does nothing`() {
    let scope = UndoScope()
    let recorder = Recorder()
    recorder.willNote("once", in: scope.manager)
    scope.finish()
    scope.finish()
    #expect(recorder.lines == ["once"])
  }

  @Test func `after removing all actions close opens the next group`() {
    let scope = UndoScope()
    let counter = Counter(scope.manager)
    counter.set(1)
    scope.manager.removeAllActions()
    scope.close()
    #expect(counter.value == 1 && scope.manager.groupingLevel == 1)
    counter.set(2)
    scope.finish()
    #expect(counter.value == 1)
  }

  @Test func `an observer that drops everything as a scope closes leaves nothing to take back`() {
    let scope = UndoScope()
    let counter = Counter(scope.manager)
    counter.set(1)
    let observer = scope.manager.observe { notice in
      if notice.event == .willCloseUndoGroup { notice.manager.removeAllActions() }
    }
    scope.close()
    observer.cancel()
    #expect(counter.value == 1 && scope.manager.groupingLevel == 1)
    scope.finish()
  }

  @Test func `S1 what the dropped inverses captured is released when all is over`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    let scope = UndoScope(in: manager)
    manager.registerUndo(withTarget: counter) { counter in
      let last = Last { counter.set(9) }
      manager.registerUndo(withTarget: counter) { _ in _ = last }
    }
    scope.finish()
    #expect(counter.value == 9 && manager.groupingLevel == 1 && manager.canUndo)
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 0)
  }
}
