import Testing
import UndoKit

struct LimitTests {
  @Test func `U29 a limit keeps the newest groups of each stack`() {
    let counter = Counter(UndoManager())
    counter.manager.levelsOfUndo = 3
    for value in 1...5 { counter.setInOneEvent(value) }
    #expect(counter.manager.undoCount == 3)
    for _ in 1...9 { counter.manager.undo() }
    #expect(counter.value == 2 && counter.manager.redoCount == 3)
    counter.manager.levelsOfUndo = 2
    #expect(counter.manager.redoCount == 2)
    for _ in 1...9 { counter.manager.redo() }
    #expect(counter.value == 4, "the newest redo groups are the ones to be redone next")
  }

  @Test func `U29 lowering drops at once and raising drops nothing`() {
    let counter = Counter(UndoManager())
    for value in 1...5 { counter.setInOneEvent(value) }
    counter.manager.levelsOfUndo = 2
    #expect(counter.manager.undoCount == 2)
    counter.manager.levelsOfUndo = 4
    #expect(counter.manager.undoCount == 2)
    counter.manager.levelsOfUndo = 0
    for value in 6...9 { counter.setInOneEvent(value) }
    #expect(counter.manager.undoCount == 6)
  }

  @Test func `U29 a kept empty group counts and a discarded one does not`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.levelsOfUndo = 1
    manager.group { counter.set(1) }
    manager.discardsEmptyGroups = true
    manager.group {}
    #expect(manager.undoCount == 1 && counter.value == 1)
    manager.undo()
    #expect(counter.value == 0)
    manager.redo()
    manager.discardsEmptyGroups = false
    manager.group {}
    manager.undo()
    #expect(counter.value == 1 && !manager.canUndo)
  }

  @Test func `U30 two disables need two enables`() {
    let counter = Counter(UndoManager())
    counter.manager.disableUndoRegistration()
    counter.manager.disableUndoRegistration()
    counter.manager.enableUndoRegistration()
    #expect(!counter.manager.isUndoRegistrationEnabled)
    counter.set(1)
    #expect(!counter.manager.canUndo)
    counter.manager.enableUndoRegistration()
    #expect(counter.manager.isUndoRegistrationEnabled)
    counter.set(2)
    #expect(counter.manager.canUndo)
  }

  @Test func `U31 while disabled nothing is recorded and nothing is posted`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.group {
      counter.set(1)
      manager.setActionName("Name")
      manager.setActionUserInfoValue(1, forKey: .init(rawValue: "key"))
      manager.disableUndoRegistration()
      let events = EventLog(manager)
      counter.set(2)
      manager.beginUndoGrouping()
      manager.endUndoGrouping()
      manager.endUndoGrouping()
      manager.setActionName("Other")
      manager.setActionIsDiscardable(true)
      manager.setActionUserInfoValue(2, forKey: .init(rawValue: "key"))
      #expect(events.notices.isEmpty)
      manager.enableUndoRegistration()
    }
    #expect(manager.undoCount == 1 && manager.undoActionName == "Name")
    #expect(!manager.undoActionIsDiscardable)
    #expect(manager.undoActionUserInfoValue(forKey: .init(rawValue: "key")) as? Int == 1)
  }

  @Test func `U31 without an open group a disabled registration does nothing`() {
    let counter = Counter(explicitManager())
    counter.manager.disableUndoRegistration()
    counter.set(1)
    counter.manager.register(UndoCommand(counter, ()) { _, _ in })
    counter.manager.endUndoGrouping()
    #expect(!counter.manager.canUndo)
  }

  @Test func `U31 the redo stack stays and undo runs with registrations dropped`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    counter.setInOneEvent(2)
    counter.manager.undo()
    counter.manager.disableUndoRegistration()
    counter.set(7)
    #expect(counter.manager.redoCount == 1)
    counter.manager.undo()
    #expect(counter.value == 0)
    #expect(counter.manager.redoCount == 1, "no inverse was recorded")
  }

  @Test func `U31 undo closes the event group while disabled`() {
    let counter = Counter(UndoManager())
    counter.set(1)
    counter.manager.disableUndoRegistration()
    counter.manager.undo()
    #expect(counter.value == 0 && counter.manager.groupingLevel == 0)
  }

  @Test func `U32 removing all actions empties everything and enables registration`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    counter.setInOneEvent(2)
    counter.manager.undo()
    counter.manager.group {
      counter.manager.beginUndoGrouping()
      counter.manager.disableUndoRegistration()
      counter.manager.disableUndoRegistration()
      counter.manager.removeAllActions()
      #expect(counter.manager.groupingLevel == 0)
      #expect(counter.manager.isUndoRegistrationEnabled)
      #expect(counter.manager.undoCount == 0 && counter.manager.redoCount == 0)
      counter.manager.endEvent()
      #expect(!counter.manager.canUndo, "nothing reappears at the event's end")
      counter.manager.beginUndoGrouping()
    }
  }
}
