import Testing
import UndoKit

struct FailureTests {
  /// A step of two good changes around one that fails while told to.
  private final class Scene {
    let manager = UndoManager()
    let counter: Counter
    var isFailing = true
    var isFailingOnTheWayBack = false
    var lines: [String] = []

    init() {
      counter = Counter(manager)
      counter.setInOneEvent(1)
      counter.set(2)
      manager.register(UndoCommand(self, 5) { try $0.fail($1) })
      note("new")
      manager.setActionName("Step")
      manager.setActionUserInfoValue("fact", forKey: .init(rawValue: "key"))
      manager.endEvent()
    }

    func fail(_ number: Int) throws {
      note("begun")
      if isFailing { throw Failure(number: number) }
      manager.register(UndoCommand(self, 6) { scene, number in try scene.fail(number) })
    }

    func note(_ line: String) {
      manager.register(
        UndoCommand(self, line) { scene, line in
          if scene.isFailingOnTheWayBack, line == "begun" { throw Failure(number: -1) }
          scene.lines.append(line)
          scene.note("not " + line)
        }
      )
    }
  }

  @Test func `U23 removing all actions in a handler stops the run and leaves nothing`() {
    let manager = UndoManager()
    let recorder = Recorder()
    let counter = Counter(manager)
    counter.setInOneEvent(1)
    recorder.willNote("never", in: manager)
    manager.registerUndo(withTarget: counter) { counter in
      counter.set(2)
      manager.group {
        manager.removeAllActions()
        counter.set(3)
        manager.beginUndoGrouping()
      }
      manager.setActionName("dropped")
    }
    manager.endEvent()
    let events = EventLog(manager)
    manager.undo()
    #expect(events.take() == ["willUndoChange", "didUndoChange"])
    #expect(recorder.lines == [] && counter.value == 3)
    #expect(manager.undoCount == 0 && manager.redoCount == 0 && manager.groupingLevel == 0)
    counter.setInOneEvent(4)
    #expect(manager.undoCount == 1, "the next registration counts again")
  }

  @Test func `U24 a failing command changes no stack and what had run is taken back`() {
    let scene = Scene()
    let events = EventLog(scene.manager)
    #expect(throws: Failure(number: 5)) { try scene.manager.tryUndo() }
    #expect(events.take() == ["willUndoChange", "didUndoChange"])
    #expect(scene.lines == ["new", "begun", "not new"])
    #expect(scene.counter.value == 2)
    #expect(scene.manager.undoCount == 2 && scene.manager.redoCount == 0)
    #expect(scene.manager.undoActionName == "Step")
    #expect(
      scene.manager.undoActionUserInfoValue(forKey: .init(rawValue: "key")) as? String == "fact"
    )
    #expect(scene.manager.groupingLevel == 0 && !scene.manager.isUndoing)
    scene.isFailing = false
    scene.manager.undo()
    #expect(scene.counter.value == 1)
    #expect(scene.manager.redoActionName == "Step")
  }

  @Test func `U24 a failing redo leaves its group on the redo stack`() {
    let scene = Scene()
    scene.isFailing = false
    scene.manager.undo()
    scene.isFailing = true
    #expect(throws: Failure(number: 6)) { try scene.manager.tryRedo() }
    #expect(scene.counter.value == 1)
    #expect(scene.manager.undoCount == 1 && scene.manager.redoCount == 1)
    #expect(scene.manager.redoActionName == "Step")
  }

  @Test func `U24 a failure on the way back skips the rest and the first error is told`() {
    let scene = Scene()
    scene.isFailingOnTheWayBack = true
    #expect(throws: Failure(number: 5)) { try scene.manager.tryUndo() }
    #expect(scene.lines == ["new"])
    #expect(scene.manager.undoCount == 2 && scene.manager.redoCount == 0)
  }

  @Test func `U24 undo tells onFailure, after the change is over`() {
    let scene = Scene()
    var errors: [Failure?] = []
    scene.manager.onFailure = { [unowned scene] error in
      errors.append(error as? Failure)
      scene.isFailing = false
      scene.manager.undo()
    }
    scene.manager.undo()
    #expect(errors == [Failure(number: 5)])
    #expect(scene.counter.value == 1)
  }

  @Test func `U24 a failing nested undo leaves its group in the open group`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    manager.group {
      manager.register(UndoCommand(counter, ()) { _, _ in throw Failure() })
      counter.set(1)
    }
    #expect(throws: Failure()) { try manager.tryUndoNestedGroup() }
    #expect(counter.value == 1 && manager.groupingLevel == 2 && manager.redoCount == 0)
    #expect(throws: Failure()) { try manager.tryUndoNestedGroup() }
  }

  @Test func `U24 a command may throw between a begin and its end`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.register(
      UndoCommand(counter, ()) { counter, _ in
        manager.beginUndoGrouping()
        counter.set(1)
        throw Failure()
      }
    )
    #expect(throws: Failure()) { try manager.tryUndo() }
    #expect(counter.value == 0 && manager.groupingLevel == 0)
  }

  @Test func `U24 a target removed by a failing step does not come back`() {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.register(
      UndoCommand(counter, ()) { counter, _ in
        manager.removeAllActions(withTarget: counter)
        throw Failure()
      }
    )
    #expect(throws: Failure()) { try manager.tryUndo() }
    #expect(!manager.canUndo && manager.redoCount == 0)
  }
}
