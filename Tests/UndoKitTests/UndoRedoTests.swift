import Testing
import UndoKit

struct UndoRedoTests {
  @Test func `U16 with nothing to undo or redo nothing happens and nothing is posted`() {
    let manager = UndoManager()
    let events = EventLog(manager)
    manager.undo()
    manager.redo()
    manager.undoNestedGroup()
    let counter = Counter(manager)
    counter.set(1)
    _ = events.take()
    manager.redo()
    #expect(events.take() == [])
    #expect(manager.groupingLevel == 1)
    #expect(counter.value == 1)
  }

  @Test func `U17 undo at level one closes the event group first`() {
    let manager = UndoManager()
    let recorder = Recorder()
    let observer = manager.observe { notice in
      if notice.event != .checkpoint { recorder.lines.append("\(notice.event)") }
    }
    manager.registerUndo(withTarget: recorder) { recorder in
      manager.group { recorder.willNote("redone", in: manager) }
      recorder.lines.append("handler")
    }
    manager.undo()
    #expect(
      recorder.lines == [
        "didOpenUndoGroup", "willCloseUndoGroup", "didCloseUndoGroup", "willUndoChange", "handler",
        "didUndoChange",
      ]
    )
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    observer.cancel()
  }

  @Test func `U18 undo inside a group is legal again once the group has ended`() {
    let counter = Counter(UndoManager())
    counter.manager.group { counter.set(1) }
    counter.manager.undo()
    #expect(counter.value == 0)
  }

  @Test func `U19 the group moves to the other stack, and not at all without an inverse`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    let recorder = Recorder()
    recorder.willNote("no inverse", in: counter.manager)
    counter.manager.endEvent()
    counter.manager.undo()
    #expect(counter.manager.undoCount == 1 && counter.manager.redoCount == 0)
    counter.manager.undo()
    #expect(counter.manager.undoCount == 0 && counter.manager.redoCount == 1)
  }

  @Test func `U19 isUndoing and isRedoing are false for observers of the change`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    var seen: [Bool] = []
    let observer = counter.manager.observe { seen += [$0.manager.isUndoing, $0.manager.isRedoing] }
    counter.manager.undo()
    counter.manager.redo()
    #expect(seen == Array(repeating: false, count: 8))
    observer.cancel()
  }

  @Test func `U20 balanced groups in a handler fold into the one inverse group`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.registerUndo(withTarget: counter) { counter in
      manager.group {
        #expect(manager.groupingLevel == 2)
        counter.set(7)
        manager.group { counter.set(8) }
      }
      #expect(manager.groupingLevel == 1)
    }
    manager.undo()
    #expect(counter.value == 0)
    #expect(manager.redoCount == 1)
    manager.redo()
    #expect(counter.value == 1)
  }

  @Test func `U20 an empty group in a handler leaves nothing to redo`() {
    let manager = UndoManager()
    let target = Recorder()
    manager.registerUndo(withTarget: target) { _ in manager.group {} }
    manager.undo()
    #expect(manager.redoCount == 0)
  }

  @Test func `U20 inside a handler the running group and its inverse do not count for canUndo`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    var seen: [Bool] = []
    for value in 1...2 {
      counter.set(value)
      manager.registerUndo(withTarget: counter) { counter in
        counter.set(value + 10)
        seen.append(manager.canUndo)
      }
      manager.setActionName("Step \(value)")
      manager.endEvent()
    }
    manager.undo()
    manager.undo()
    #expect(seen == [true, false])
  }

  @Test func `U21 undos and redos pass the same states any number of times`() {
    let counter = Counter(UndoManager())
    for value in 1...4 { counter.setInOneEvent(value) }
    counter.manager.undo()
    counter.manager.undo()
    counter.manager.redo()
    #expect(counter.value == 3)
    #expect(counter.manager.redoCount == 1, "redo leaves the other redo groups alone")
    counter.manager.redo()
    #expect(counter.value == 4)
    for count in 1...4 {
      var passed: [Int] = []
      for _ in 0..<count {
        counter.manager.undo()
        passed.append(counter.value)
      }
      #expect(passed == (0..<count).map { 3 - $0 })
      for _ in 0..<count { counter.manager.redo() }
      #expect(counter.value == 4)
    }
  }

  @Test func `U22 redo closes an open event group first`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    counter.manager.undo()
    counter.manager.group {}
    #expect(counter.manager.groupingLevel == 1)
    counter.manager.redo()
    #expect(counter.manager.groupingLevel == 0)
    #expect(counter.value == 1)
    #expect(counter.manager.undoCount == 2, "the empty event group is a step")
  }
}
