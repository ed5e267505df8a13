import Testing
import UndoKit

struct GroupTests {
  @Test func `U9 begin opens the event group and an explicit one`() {
    let manager = UndoManager()
    let events = EventLog(manager)
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    #expect(events.take() == ["didOpenUndoGroup", "didOpenUndoGroup"])
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 1)
  }

  @Test func `U9 without grouping by event begin opens one group`() {
    let manager = explicitManager()
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 1)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  @Test func `U10 the event group may be ended by hand`() {
    let counter = Counter(UndoManager())
    counter.set(1)
    counter.manager.endUndoGrouping()
    #expect(counter.manager.groupingLevel == 0)
    #expect(counter.manager.undoCount == 1)
  }

  @Test func `U11 a closed top-level group is one step whatever it holds`() {
    let counter = Counter(explicitManager())
    counter.manager.group {
      counter.set(1)
      counter.manager.group { counter.set(2) }
      counter.manager.group { counter.manager.group { counter.set(3) } }
      #expect(counter.manager.undoCount == 0)
    }
    #expect(counter.manager.undoCount == 1)
    counter.manager.undo()
    #expect(counter.value == 0)
    #expect(!counter.manager.canUndo)
  }

  @Test func `U12 an empty group is a step that leaves nothing to redo`() {
    let manager = explicitManager()
    manager.group {}
    #expect(manager.canUndo && manager.undoCount == 1)
    let events = EventLog(manager)
    manager.undo()
    #expect(events.take() == ["willUndoChange", "didUndoChange"])
    #expect(!manager.canUndo && manager.redoCount == 0)
  }

  @Test func `U12 empty groups vanish on request and are announced all the same`() {
    let manager = explicitManager()
    manager.discardsEmptyGroups = true
    let events = EventLog(manager)
    manager.group { manager.group {} }
    #expect(!manager.canUndo && manager.undoCount == 0)
    let (open, will, did) = ("didOpenUndoGroup", "willCloseUndoGroup", "didCloseUndoGroup")
    #expect(events.take() == [open, open, will, did, will, did])
    let counter = Counter(manager)
    manager.group { manager.group { counter.set(1) } }
    #expect(manager.undoCount == 1)
  }

  @Test func `U13 an open group counts for canUndo once it holds something`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    #expect(!manager.canUndo)
    manager.beginUndoGrouping()
    #expect(!manager.canUndo)
    manager.endUndoGrouping()
    #expect(manager.canUndo)
    manager.endUndoGrouping()
    manager.removeAllActions()
    manager.beginUndoGrouping()
    counter.set(1)
    #expect(manager.canUndo)
    #expect(manager.undoCount == 0)
  }

  @Test func `U14 registrations of different events are different steps`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    counter.setInOneEvent(2)
    #expect(counter.manager.undoCount == 2)
    counter.manager.undo()
    #expect(counter.value == 1)
  }

  @Test func `U14 endEvent closes the event group, also while disabled`() {
    let counter = Counter(UndoManager())
    let events = EventLog(counter.manager)
    counter.set(1)
    counter.manager.disableUndoRegistration()
    _ = events.take()
    counter.manager.endEvent()
    #expect(events.take() == ["willCloseUndoGroup", "didCloseUndoGroup"])
    #expect(counter.manager.groupingLevel == 0)
  }

  @Test func `U14 endEvent does nothing without an event group or inside another group`() {
    let manager = UndoManager()
    let events = EventLog(manager)
    manager.endEvent()
    #expect(events.take() == [])
    manager.beginUndoGrouping()
    manager.endEvent()
    #expect(manager.groupingLevel == 2)
    let explicit = explicitManager()
    explicit.beginUndoGrouping()
    explicit.endEvent()
    #expect(explicit.groupingLevel == 1)
    explicit.groupsByEvent = true
    explicit.endEvent()
    #expect(explicit.groupingLevel == 1, "an explicit group is not the event's")
  }

  @Test func `U15 switching event grouping off leaves the group open until an explicit end`() {
    let counter = Counter(UndoManager())
    counter.set(1)
    counter.manager.groupsByEvent = false
    #expect(counter.manager.groupingLevel == 1)
    counter.manager.endEvent()
    #expect(counter.manager.groupingLevel == 1)
    counter.manager.endUndoGrouping()
    #expect(counter.manager.groupingLevel == 0)
    #expect(counter.manager.undoCount == 1)
  }
}
