import Testing
import UndoKit

struct FactTests {
  private let key = UndoManager.UserInfoKey(rawValue: "key")

  @Test func `U38 the latest action of the open group is marked`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.setActionIsDiscardable(true)
    manager.group {
      counter.set(1)
      manager.setActionIsDiscardable(true)
      #expect(manager.undoActionIsDiscardable)
      manager.group {
        counter.set(2)
        #expect(!manager.undoActionIsDiscardable, "not all actions are discardable")
      }
      #expect(!manager.undoActionIsDiscardable)
      manager.setActionIsDiscardable(true)
    }
    #expect(manager.undoActionIsDiscardable)
    manager.group {
      counter.set(3)
      manager.setActionIsDiscardable(true)
      manager.setActionIsDiscardable(false)
    }
    #expect(!manager.undoActionIsDiscardable)
  }

  @Test func `U38 an empty group is not discardable`() {
    let manager = explicitManager()
    manager.group { manager.setActionIsDiscardable(true) }
    #expect(!manager.undoActionIsDiscardable && !manager.redoActionIsDiscardable)
  }

  @Test func `U38 the redo group keeps it, and the undo group after that`() {
    let counter = Counter(UndoManager())
    counter.set(1)
    counter.manager.setActionIsDiscardable(true)
    counter.manager.undo()
    #expect(counter.manager.redoActionIsDiscardable)
    counter.manager.redo()
    #expect(counter.manager.undoActionIsDiscardable)
  }

  @Test func `U38 notices about closing say whether the group is discardable`() {
    let counter = Counter(UndoManager())
    let events = EventLog(counter.manager)
    counter.set(1)
    counter.manager.setActionIsDiscardable(true)
    counter.setInOneEvent(2)
    counter.set(3)
    counter.manager.setActionIsDiscardable(true)
    counter.manager.undo()
    let discardable = events.notices.filter(\.groupIsDiscardable).map(\.event)
    #expect(discardable == [.willCloseUndoGroup, .didCloseUndoGroup])
    #expect(events.notices.allSatisfy { $0.manager === counter.manager })
  }

  @Test func `U38 user info belongs to the group and nil removes it`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.setActionUserInfoValue(0, forKey: key)
    manager.group {
      counter.set(1)
      manager.setActionUserInfoValue(1, forKey: key)
    }
    manager.endEvent()
    #expect(manager.undoActionUserInfoValue(forKey: key) as? Int == 1)
    counter.set(2)
    #expect(manager.undoActionUserInfoValue(forKey: key) == nil)
    manager.setActionUserInfoValue(2, forKey: key)
    manager.setActionUserInfoValue(nil, forKey: key)
    #expect(manager.undoActionUserInfoValue(forKey: key) == nil)
  }

  @Test func `U38 the redo group does not get user info, but may be given some`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.setActionUserInfoValue(1, forKey: key)
    manager.undo()
    #expect(manager.redoActionUserInfoValue(forKey: key) == nil)
    manager.registerUndo(withTarget: counter) { [key] counter in
      counter.set(2)
      manager.setActionUserInfoValue(2, forKey: key)
    }
    manager.undo()
    #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 2)
  }
}
