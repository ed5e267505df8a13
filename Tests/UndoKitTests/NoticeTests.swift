import Testing
import UndoKit

struct NoticeTests {
  @Test func `U35 delivery is synchronous and in order of observing`() {
    let manager = UndoManager()
    var lines: [String] = []
    let observers = (1...3).map { number in
      manager.observe { lines.append("\(number) \($0.event)") }
    }
    Counter(manager).set(1)
    #expect(lines == ["1 didOpenUndoGroup", "2 didOpenUndoGroup", "3 didOpenUndoGroup"])
    for observer in observers { observer.cancel() }
  }

  @Test func `U35 observers added or cancelled meanwhile count from the next event`() {
    let manager = explicitManager()
    var lines: [String] = []
    var late: UndoManager.Observer?
    var second: UndoManager.Observer?
    let first = manager.observe { notice in
      guard notice.event == .didOpenUndoGroup else { return }
      second?.cancel()
      late = late ?? manager.observe { lines.append("late \($0.event)") }
    }
    second = manager.observe { lines.append("second \($0.event)") }
    manager.beginUndoGrouping()
    #expect(lines == ["second checkpoint", "second didOpenUndoGroup"])
    lines = []
    manager.endUndoGrouping()
    #expect(lines == ["late checkpoint", "late willCloseUndoGroup", "late didCloseUndoGroup"])
    first.cancel()
  }

  @Test func `U35 dropping an observer cancels it and releases what it captured`() {
    let manager = explicitManager()
    let counter = LifeCounter()
    var observer: UndoManager.Observer? = manager.observe { [member = counter.member()] _ in
      _ = member
      Issue.record("a dropped observer was told")
    }
    #expect(counter.alive == 1)
    withExtendedLifetime(observer) {}
    observer = nil
    #expect(counter.alive == 0)
    manager.group {}
  }

  @Test func `U35 an observer may outlive its manager`() {
    var manager: UndoManager? = UndoManager()
    let observer = manager?.observe { _ in }
    manager = nil
    observer?.cancel()
  }

  @Test func `U35 a nest of two opens twice, then closes twice`() {
    let manager = explicitManager()
    let events = EventLog(manager)
    manager.group { manager.group {} }
    #expect(
      events.take() == [
        "didOpenUndoGroup", "didOpenUndoGroup", "willCloseUndoGroup", "didCloseUndoGroup",
        "willCloseUndoGroup", "didCloseUndoGroup",
      ]
    )
  }

  @Test func `U36 undo in didClose is safe`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    let observer = manager.observe { if $0.event == .didCloseUndoGroup { $0.manager.undo() } }
    counter.setInOneEvent(1)
    #expect(counter.value == 0 && manager.redoCount == 1)
    counter.set(2)
    manager.undo()
    #expect(counter.value == 0 && manager.redoCount == 1 && manager.undoCount == 0)
    observer.cancel()
  }

  @Test func `U36 observers of a change read level 0, also for a nested undo`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    var levels: [Int] = []
    let observer = manager.observe { notice in
      if notice.event == .willUndoChange || notice.event == .didUndoChange {
        levels.append(notice.manager.groupingLevel)
      }
    }
    counter.set(1)
    manager.undo()
    manager.beginUndoGrouping()
    manager.group { counter.set(2) }
    manager.undoNestedGroup()
    #expect(levels == [0, 0, 0, 0])
    #expect(manager.groupingLevel == 2)
    observer.cancel()
  }

  @Test func `U37 checkpoints come on reading canRedo, on begin and before closing`() {
    let manager = UndoManager()
    var levels: [Int] = []
    let observer = manager.observe { notice in
      if notice.event == .checkpoint { levels.append(notice.manager.groupingLevel) }
    }
    _ = manager.canRedo
    #expect(levels.contains(0))
    levels = []
    manager.beginUndoGrouping()
    #expect(levels.contains(1))
    levels = []
    manager.endUndoGrouping()
    #expect(levels.contains(2))
    observer.cancel()
  }

  @Test func `U37 an observer of checkpoints may read canRedo`() {
    let manager = UndoManager()
    var count = 0
    let observer = manager.observe { notice in
      count += 1
      _ = notice.manager.canRedo
    }
    _ = manager.canRedo
    #expect(count > 0)
    observer.cancel()
  }

  @Test func `the events have Apple's names`() {
    #expect(
      UndoManager.Event.allCases.map(\.rawValue) == [
        "NSUndoManagerCheckpointNotification", "NSUndoManagerDidOpenUndoGroupNotification",
        "NSUndoManagerWillCloseUndoGroupNotification", "NSUndoManagerDidCloseUndoGroupNotification",
        "NSUndoManagerWillUndoChangeNotification", "NSUndoManagerDidUndoChangeNotification",
        "NSUndoManagerWillRedoChangeNotification", "NSUndoManagerDidRedoChangeNotification",
      ]
    )
    #expect(UndoManager.closeGroupingRunLoopOrdering == 350_000)
  }
}
