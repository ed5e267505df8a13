import Testing
import UndoKit

struct NestedUndoTests {
  @Test func `U25 takes back the newest closed group and leaves the level`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    manager.group { counter.set(1) }
    manager.group { counter.set(2) }
    let events = EventLog(manager)
    manager.undoNestedGroup()
    #expect(counter.value == 1 && manager.groupingLevel == 2)
    #expect(events.take() == ["willUndoChange", "didUndoChange"])
    manager.undoNestedGroup()
    #expect(counter.value == 0 && manager.redoCount == 2)
  }

  @Test func `U25 redo brings back just that group`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    let other = Counter(manager)
    manager.group {
      other.set(9)
      manager.group { counter.set(1) }
      manager.undoNestedGroup()
    }
    manager.endEvent()
    manager.redo()
    #expect(counter.value == 1 && other.value == 9)
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(counter.value == 0 && other.value == 9)
    manager.undo()
    #expect(other.value == 0)
  }

  @Test func `U25 with no open group it is undo`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    counter.manager.undoNestedGroup()
    #expect(counter.value == 0 && counter.manager.redoCount == 1)
  }

  @Test func `U25 the event group can be the open one`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.group { counter.set(1) }
    manager.undoNestedGroup()
    #expect(counter.value == 0 && manager.groupingLevel == 1)
  }

  @Test func `U25 the redo group has the nested name, else the top one`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    manager.group {
      counter.set(1)
      manager.setActionName("Nested")
    }
    manager.group { counter.set(2) }
    manager.setActionName("Top")
    manager.undoNestedGroup()
    #expect(manager.redoActionName == "Top")
    manager.undoNestedGroup()
    #expect(manager.redoActionName == "Nested")
    #expect(manager.undoActionName == "", "nothing is left to undo")
    counter.set(3)
    #expect(manager.undoActionName == "Top")
  }

  @Test func `U25 an empty nested group leaves nothing to redo`() {
    let manager = explicitManager()
    manager.beginUndoGrouping()
    manager.group {}
    let events = EventLog(manager)
    manager.undoNestedGroup()
    #expect(events.take() == ["willUndoChange", "didUndoChange"])
    #expect(manager.redoCount == 0 && !manager.canUndo)
  }

  @Test func `U25 removing all actions in a nested undo drops the groups around it`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    manager.group { manager.registerUndo(withTarget: counter) { _ in manager.removeAllActions() } }
    manager.undoNestedGroup()
    #expect(manager.groupingLevel == 0 && !manager.canUndo)
  }

  @Test func `U25 an observer that registers around a nested undo makes a step of its own`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    let recorder = Recorder()
    manager.beginUndoGrouping()
    manager.group { counter.set(1) }
    let observer = manager.observe { notice in
      if notice.event == .willUndoChange || notice.event == .didUndoChange {
        recorder.willNote("\(notice.event)", in: manager)
      }
    }
    manager.undoNestedGroup()
    observer.cancel()
    #expect(counter.value == 0 && manager.groupingLevel == 2 && manager.undoCount == 2)
  }
}
