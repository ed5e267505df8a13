import Testing
import UndoKit

struct NameTests {
  @Test func `U26 a name shows at once while the group is open`() {
    let counter = Counter(UndoManager())
    counter.set(1)
    counter.manager.setActionName("Count")
    #expect(counter.manager.undoActionName == "Count")
    #expect(counter.manager.groupingLevel == 1)
  }

  @Test func `U26 it names the top-level group from any depth and the last writer wins`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    manager.group {
      manager.group {
        counter.set(1)
        manager.setActionName("Inner")
      }
      #expect(manager.undoActionName == "Inner")
      manager.setActionName("Outer")
    }
    #expect(manager.undoActionName == "Outer")
    manager.group {
      manager.setActionName("Outer")
      manager.group { manager.setActionName("Inner") }
    }
    #expect(manager.undoActionName == "Inner")
  }

  @Test func `U26 an empty name removes it, and without an open group nothing happens`() {
    let counter = Counter(UndoManager())
    counter.set(1)
    counter.manager.setActionName("Count")
    counter.manager.setActionName("")
    #expect(counter.manager.undoActionName == "")
    counter.manager.setActionName("Count")
    counter.manager.endEvent()
    counter.manager.setActionName("Other")
    #expect(counter.manager.undoActionName == "Count")
  }

  @Test func `U27 the name is carried to the redo group and back`() {
    let counter = Counter(UndoManager())
    for name in ["One", "Two"] {
      counter.set(counter.value + 1)
      counter.manager.setActionName(name)
      counter.manager.endEvent()
    }
    counter.manager.undo()
    #expect(counter.manager.undoActionName == "One" && counter.manager.redoActionName == "Two")
    counter.manager.redo()
    #expect(counter.manager.undoActionName == "Two" && counter.manager.redoActionName == "")
  }

  @Test(arguments: ["Other", ""])
  func `U27 a name set inside the handler wins`(name: String) {
    let manager = UndoManager()
    let counter = Counter(manager)
    manager.registerUndo(withTarget: counter) { counter in
      counter.set(1)
      manager.setActionName(name)
    }
    manager.setActionName("Name")
    manager.undo()
    #expect(manager.redoActionName == name)
  }

  @Test func `U27 the name is that of what undo would take`() {
    let manager = explicitManager()
    let counter = Counter(manager)
    #expect(manager.undoActionName == "")
    manager.beginUndoGrouping()
    manager.setActionName("Empty")
    #expect(manager.undoActionName == "", "canUndo is false")
    counter.set(1)
    #expect(manager.undoActionName == "Empty")
    manager.endUndoGrouping()
    manager.discardsEmptyGroups = true
    manager.beginUndoGrouping()
    manager.setActionName("Vanishes")
    #expect(manager.undoActionName == "Empty")
  }

  @Test func `U28 titles are the name in an English sentence, without a trailing space`() {
    let counter = Counter(UndoManager())
    for name in ["Cut", "0", ""] {
      counter.set(1)
      counter.manager.setActionName(name)
      #expect(counter.manager.undoMenuItemTitle == (name == "" ? "Undo" : "Undo \(name)"))
      counter.manager.undo()
      #expect(counter.manager.redoMenuItemTitle == (name == "" ? "Redo" : "Redo \(name)"))
    }
    #expect(counter.manager.undoMenuTitle(forUndoActionName: "Cut") == "Undo Cut")
    #expect(counter.manager.redoMenuTitle(forUndoActionName: "Cut") == "Redo Cut")
  }

  @Test func `U28 the item titles follow the titles and an override`() {
    final class Shouting: UndoManager {
      override func undoMenuTitle(forUndoActionName actionName: String) -> String {
        super.undoMenuTitle(forUndoActionName: actionName).uppercased()
      }
      override func redoMenuTitle(forUndoActionName actionName: String) -> String {
        super.redoMenuTitle(forUndoActionName: actionName).uppercased()
      }
    }
    let manager = Shouting(titles: UndoTitles(undo: { "\($0) zurück" }, redo: { "\($0) wieder" }))
    let counter = Counter(manager)
    counter.set(1)
    manager.setActionName("Schnitt")
    #expect(manager.undoMenuItemTitle == "SCHNITT ZURÜCK")
    manager.undo()
    #expect(manager.redoMenuItemTitle == "SCHNITT WIEDER")
    manager.titles = .english
    #expect(manager.redoMenuItemTitle == "REDO SCHNITT")
  }
}
