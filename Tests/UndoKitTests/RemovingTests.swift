import Testing
import UndoKit

struct RemovingTests {
  @Test func `U33 one target's actions go from both stacks and from open groups`() {
    let manager = UndoManager()
    let (kept, removed) = (Counter(manager), Counter(manager))
    for value in 1...2 {
      kept.set(value)
      removed.setInOneEvent(value)
    }
    manager.undo()
    manager.beginUndoGrouping()
    manager.removeAllActions(withTarget: removed)
    #expect(manager.groupingLevel == 2)
    manager.endUndoGrouping()
    manager.undo()
    manager.undo()
    #expect(kept.value == 0 && removed.value == 1)
    manager.redo()
    #expect(kept.value == 1 && removed.value == 1)
  }

  @Test func `U33 actions in a group that is still open go too`() {
    let manager = UndoManager()
    let (kept, removed) = (Counter(manager), Counter(manager))
    kept.set(1)
    removed.set(1)
    manager.removeAllActions(withTarget: removed)
    manager.undo()
    #expect(kept.value == 0 && removed.value == 1)
  }

  @Test func `U33 groups that this empties disappear and empty ones stay`() {
    let manager = explicitManager()
    let (kept, removed) = (Counter(manager), Counter(manager))
    manager.group {}
    manager.group { manager.group { removed.set(1) } }
    manager.group {
      kept.set(1)
      manager.group { removed.set(2) }
    }
    manager.group { removed.set(3) }
    #expect(manager.undoCount == 4)
    manager.removeAllActions(withTarget: removed)
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(kept.value == 0 && removed.value == 3)
  }

  @Test func `U33 nested groups that this empties are no nested groups any more`() {
    let manager = explicitManager()
    let (kept, removed) = (Counter(manager), Counter(manager))
    manager.group {
      manager.group { kept.set(1) }
      manager.group { removed.set(1) }
      manager.removeAllActions(withTarget: removed)
      manager.undoNestedGroup()
      #expect(kept.value == 0)
    }
  }

  @Test func `U33 it does not enable and an unknown target changes nothing`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    counter.setInOneEvent(1)
    manager.group {}
    manager.disableUndoRegistration()
    manager.removeAllActions(withTarget: Recorder())
    #expect(!manager.isUndoRegistrationEnabled)
    #expect(manager.undoCount == 1 && manager.groupingLevel == 1)
    manager.removeAllActions(withTarget: counter)
    #expect(!manager.isUndoRegistrationEnabled && manager.undoCount == 0)
  }

  /// A target that takes its actions with it.
  private final class Leaver {
    let manager: UndoManager

    init(_ manager: UndoManager) {
      self.manager = manager
      manager.registerUndo(withTarget: self) { _ in }
      manager.register(UndoCommand(self, 1) { _, _ in })
      manager.endEvent()
    }

    deinit {
      manager.removeAllActions(withTarget: self)
    }
  }

  @Test func `U33 it works from the target's own deinit`() {
    let manager = UndoManager()
    var leaver: Leaver? = Leaver(manager)
    #expect(manager.undoCount == 1)
    withExtendedLifetime(leaver) {}
    leaver = nil
    #expect(manager.undoCount == 0)
  }

  @Test func `U33 a new object is another target`() {
    let manager = UndoManager()
    for _ in 1...100 { Recorder().willNote("", in: manager) }
    manager.endEvent()
    for _ in 1...100 {
      let new = Recorder()
      manager.removeAllActions(withTarget: new)
    }
    #expect(manager.undoCount == 1)
    for _ in 1...100 { manager.register(UndoCommand(Recorder(), 1) { _, _ in }) }
    manager.endEvent()
    for _ in 1...100 { manager.removeAllActions(withTarget: Recorder()) }
    #expect(manager.undoCount == 2)
  }

  @Test func `U33 a handler may remove actions of its own group`() {
    let manager = UndoManager()
    let (recorder, removed) = (Recorder(), Recorder())
    recorder.willNote("last", in: manager)
    manager.group { removed.willNote("never", in: manager) }
    manager.registerUndo(withTarget: recorder) { recorder in
      recorder.willNote("redo", in: manager)
      removed.willNote("never", in: manager)
      manager.removeAllActions(withTarget: removed)
    }
    manager.undo()
    #expect(recorder.lines == ["last"] && removed.lines == [])
    manager.redo()
    #expect(recorder.lines == ["last", "redo"] && removed.lines == [])
  }

  @Test func `U34 a captured object may call back when it is released`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    var calls = 0
    func fill() {
      let last = Last {
        calls += 1
        manager.removeAllActions(withTarget: counter)
        counter.setInOneEvent(calls)
      }
      manager.registerUndo(withTarget: counter) { _ in _ = last }
    }
    fill()
    manager.removeAllActions(withTarget: counter)
    fill()
    manager.removeAllActions()
    fill()
    manager.undo()
    manager.levelsOfUndo = 1
    fill()
    manager.endEvent()
    counter.setInOneEvent(9)
    #expect(calls == 4)
    #expect(manager.groupingLevel == 0 && manager.undoCount == 1)
  }

  @Test func `U34 the redo stack may be dropped by a registration`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    var calls = 0
    manager.registerUndo(withTarget: counter) { counter in
      let last = Last {
        calls += 1
        manager.removeAllActions(withTarget: counter)
      }
      manager.registerUndo(withTarget: counter) { _ in _ = last }
    }
    manager.undo()
    counter.set(1)
    #expect(calls == 1)
    #expect(manager.redoCount == 0)
    #expect(!manager.canUndo, "the new action had that target, too")
  }

  @Test func `U34 a replaced user info value may call back`() {
    let manager = explicitManager()
    let key = UndoManager.UserInfoKey(rawValue: "key")
    var calls = 0
    manager.group {
      manager.setActionUserInfoValue(
        Last {
          calls += 1
          manager.setActionUserInfoValue(calls, forKey: key)
        },
        forKey: key
      )
      manager.setActionUserInfoValue(nil, forKey: key)
      #expect(calls == 1)
      manager.removeAllActions()
      manager.beginUndoGrouping()
    }
  }

  @Test func `U34 the user info of a group that disappears may call back`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    var calls = 0
    for isNested in [false, true] {
      manager.group {
        if isNested { manager.beginUndoGrouping() }
        counter.set(1)
        manager.setActionUserInfoValue(
          Last {
            calls += 1
            manager.removeAllActions(withTarget: counter)
          },
          forKey: .init(rawValue: "key")
        )
        if isNested { manager.endUndoGrouping() }
      }
      manager.removeAllActions(withTarget: counter)
      #expect(calls == (isNested ? 2 : 1))
      #expect(!manager.canUndo)
    }
  }
}
