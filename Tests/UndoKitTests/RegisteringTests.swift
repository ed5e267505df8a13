import Testing
import UndoKit

struct RegisteringTests {
  @Test func `U1 a fresh manager has empty stacks, empty names and plain titles`() {
    let manager = UndoManager()
    #expect(manager.groupsByEvent)
    #expect(!manager.discardsEmptyGroups)
    #expect(manager.groupingLevel == 0)
    #expect(manager.levelsOfUndo == 0)
    #expect(manager.isUndoRegistrationEnabled)
    #expect(!manager.isUndoing && !manager.isRedoing)
    #expect(!manager.canUndo && !manager.canRedo)
    #expect(manager.undoCount == 0 && manager.redoCount == 0)
    #expect(manager.undoActionName == "" && manager.redoActionName == "")
    #expect(manager.undoMenuItemTitle == "Undo")
    #expect(manager.redoMenuItemTitle == "Redo")
  }

  @Test func `U2 registering runs nothing`() {
    let manager = UndoManager()
    let recorder = Recorder()
    recorder.willNote("ran", in: manager)
    manager.endEvent()
    #expect(recorder.lines == [])
  }

  @Test func `U2 the target is not retained`() {
    let manager = UndoManager()
    var recorder: Recorder? = Recorder()
    weak let watched = recorder
    recorder?.willNote("", in: manager)
    recorder = nil
    #expect(watched == nil)
    #expect(manager.canUndo)
  }

  @Test func `U2 captures live until the action has run`() {
    let manager = UndoManager()
    let counter = LifeCounter()
    let target = Recorder()
    let captured = { [member = counter.member()] in _ = member }
    manager.registerUndo(withTarget: target) { _ in captured() }
    manager.register(UndoCommand(target, counter.member()) { _, _ in })
    manager.endEvent()
    #expect(counter.alive == 2)
    manager.undo()
    #expect(counter.alive == 1)
    withExtendedLifetime(captured) {}
  }

  @Test func `U2 captures live until the action is trimmed or removed`() {
    let manager = UndoManager()
    let counter = LifeCounter()
    let target = Recorder()
    manager.levelsOfUndo = 1
    for _ in 1...2 {
      manager.registerUndo(withTarget: target) { [member = counter.member()] _ in _ = member }
      manager.endEvent()
    }
    #expect(counter.alive == 1)
    manager.removeAllActions(withTarget: target)
    #expect(counter.alive == 0)
    manager.register(UndoCommand(target, counter.member()) { _, _ in })
    #expect(counter.alive == 1)
    manager.removeAllActions()
    #expect(counter.alive == 0)
  }

  @Test func `U3 a registration opens the event group and later ones join it`() {
    let manager = UndoManager()
    let recorder = Recorder()
    let events = EventLog(manager)
    recorder.willNote("a", in: manager)
    #expect(manager.groupingLevel == 1)
    #expect(manager.canUndo)
    recorder.willNote("b", in: manager)
    #expect(manager.groupingLevel == 1)
    #expect(events.take() == ["didOpenUndoGroup"])
    manager.endEvent()
    #expect(manager.undoCount == 1)
  }

  @Test func `U4 the handler gets the very same target at level 1 while undoing, then redoing`() {
    let manager = UndoManager()
    let target = Recorder()
    var facts: [[Bool]] = []
    func register() {
      manager.registerUndo(withTarget: target) { given in
        facts.append([
          given === target, manager.isUndoing, manager.isRedoing, manager.groupingLevel == 1,
        ])
        register()
      }
    }
    register()
    manager.undo()
    manager.redo()
    #expect(facts == [[true, true, false, true], [true, false, true, true]])
    #expect(!manager.isUndoing && !manager.isRedoing && manager.groupingLevel == 0)
  }

  @Test func `U5 an action whose target is gone is skipped and the rest runs`() {
    let manager = UndoManager()
    let recorder = Recorder()
    var gone: Recorder? = Recorder()
    var ran = false
    recorder.willNote("first", in: manager)
    if let gone { manager.registerUndo(withTarget: gone) { _ in ran = true } }
    if let gone { manager.register(UndoCommand(gone, ()) { _, _ in ran = true }) }
    recorder.willNote("last", in: manager)
    gone = nil
    manager.undo()
    #expect(recorder.lines == ["last", "first"])
    #expect(!ran)
  }

  @Test func `U6 actions run newest first across groups and targets`() {
    let manager = explicitManager()
    let (one, two) = (Recorder(), Recorder())
    manager.group {
      one.willNote("1", in: manager)
      manager.registerUndo(withTarget: two) { [one] _ in one.lines.append("2") }
      manager.group { one.willNote("3", in: manager) }
    }
    manager.undo()
    #expect(one.lines == ["3", "2", "1"])
    one.lines = []
    manager.group {
      manager.group { one.willNote("a", in: manager) }
      one.willNote("b", in: manager)
    }
    manager.undo()
    #expect(one.lines == ["b", "a"])
  }

  @Test func `U7 a setter that registers itself has undo and redo to any depth`() {
    let counter = Counter(UndoManager())
    for value in 1...5 { counter.setInOneEvent(value) }
    for _ in 1...3 {
      for value in (0...4).reversed() {
        counter.manager.undo()
        #expect(counter.value == value)
      }
      for value in 1...5 {
        counter.manager.redo()
        #expect(counter.value == value)
      }
    }
  }

  @Test func `U7 what the handlers of one group register is one redo group`() {
    let counter = Counter(UndoManager())
    for value in 1...3 { counter.set(value) }
    counter.manager.undo()
    #expect(counter.value == 0)
    #expect(counter.manager.redoCount == 1)
    counter.manager.redo()
    #expect(counter.value == 3)
    #expect(counter.manager.undoCount == 1)
  }

  @Test func `U8 a registration empties the redo stack at once`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    counter.manager.undo()
    #expect(counter.manager.redoCount == 1)
    counter.set(2)
    #expect(counter.manager.redoCount == 0)
    #expect(counter.manager.groupingLevel == 1)
  }

  @Test func `U8 opening or closing a group leaves the redo stack alone`() {
    let counter = Counter(explicitManager())
    counter.manager.group { counter.set(1) }
    counter.manager.undo()
    counter.manager.group {}
    #expect(counter.manager.redoCount == 1)
  }
}
