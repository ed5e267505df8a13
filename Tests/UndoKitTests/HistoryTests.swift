import Testing
import UndoKit

struct HistoryTests {
  /// Compares the result of a mutating call, which the macro cannot take apart.
  private func expect(
    _ result: Bool,
    _ expected: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result == expected, sourceLocation: sourceLocation)
  }

  @Test func `H1 a history starts with its initial value and has no way beyond its ends`() {
    var history = UndoHistory("start")
    #expect(history.current == "start")
    #expect(!history.canUndo && !history.canRedo)
    #expect(history.undoCount == 0 && history.redoCount == 0)
    let fresh = history
    expect(history.undo(), false)
    expect(history.redo(), false)
    #expect(history == fresh)
  }

  @Test func `H2 setting or mutating pushes a step and drops the redo values`() {
    var history = UndoHistory([1])
    history.current.append(2)
    history.current = [3]
    history.current = [3]
    #expect(history.undoCount == 3)
    expect(history.undo(), true)
    #expect(history.current == [3])
    expect(history.undo(), true)
    #expect(history.current == [1, 2])
    #expect(history.redoCount == 2)
    history.current.append(9)
    #expect(history.current == [1, 2, 9] && !history.canRedo)
    expect(history.undo(), true)
    expect(history.undo(), true)
    #expect(history.current == [1])
  }

  @Test func `H2 an owner's didSet fires for push, undo and redo alike`() {
    struct Owner {
      var seen: [Int] = []
      var history = UndoHistory(0) {
        didSet { seen.append(history.current) }
      }
    }
    var owner = Owner()
    owner.history.current = 1
    owner.history.push(2)
    owner.history.undo()
    owner.history.redo()
    #expect(owner.seen == [1, 2, 1, 2])
  }

  @Test func `H2 copies are independent`() {
    var history = UndoHistory(0)
    history.current = 1
    var copy = history
    copy.undo()
    copy.current = 5
    #expect(history.current == 1 && history.undoCount == 1)
    history.undo()
    #expect(history.current == 0 && copy.current == 5)
  }

  @Test func `H3 pushes with the same key are one step`() {
    var history = UndoHistory("")
    for text in ["a", "ab", "abc"] { history.push(text, coalescing: "word") }
    #expect(history.current == "abc" && history.undoCount == 1)
    history.push("abc d", coalescing: "other")
    history.push("abc de")
    history.push("abc def")
    #expect(history.undoCount == 4)
    history.push("x", coalescing: "word")
    #expect(history.undoCount == 5)
  }

  @Test(arguments: ["undo", "redo", "amend", "clear", "end", "refused undo", "refused redo"])
  func `H3 another call ends the run`(name: String) {
    var history = UndoHistory(0)
    if name != "refused undo" { history.push(1, coalescing: "key") }
    switch name {
    case "undo": history.undo()
    case "redo":
      history.undo()
      history.redo()
    case "amend": history.amend(7)
    case "clear": history.clear()
    case "end": history.endCoalescing()
    case "refused redo": expect(history.redo(), false)
    default:
      history.push(1, coalescing: "key")
      history.clear()
      expect(history.undo(), false)
    }
    let count = history.undoCount
    history.push(2, coalescing: "key")
    #expect(history.undoCount == count + 1)
  }

  @Test func `H3 a refused undo ends the run`() {
    var history = UndoHistory(0, limit: 1)
    history.push(1, coalescing: "key")
    history.undo()
    history.push(1, coalescing: "key")
    history.push(2, coalescing: "key")
    #expect(history.undoCount == 1)
    expect(history.redo(), false)
    history.push(3, coalescing: "key")
    expect(history.undo(), true)
    #expect(history.current == 2)
  }

  @Test func `H3 an equal setIfChanged ends no run and another makes a step`() {
    var history = UndoHistory(0)
    history.push(1, coalescing: "key")
    history.setIfChanged(1)
    history.push(2, coalescing: "key")
    #expect(history.undoCount == 1)
    history.setIfChanged(3)
    history.push(4, coalescing: "key")
    #expect(history.undoCount == 3)
    history.undo()
    history.setIfChanged(3)
    #expect(history.canRedo)
  }

  @Test func `H4 a limit keeps that many steps, the newest`() {
    var history = UndoHistory(0, limit: 2)
    for value in 1...5 { history.current = value }
    #expect(history.undoCount == 2)
    expect(history.undo(), true)
    expect(history.undo(), true)
    expect(history.undo(), false)
    #expect(history.current == 3)
    expect(history.redo(), true)
    expect(history.redo(), true)
    #expect(history.current == 5)
  }

  @Test func `H4 amend makes no step and keeps the redo values`() {
    var history = UndoHistory(0)
    history.current = 1
    history.current = 2
    history.undo()
    history.amend(10)
    #expect(history.current == 10 && history.undoCount == 1 && history.redoCount == 1)
    expect(history.redo(), true)
    #expect(history.current == 2)
    expect(history.undo(), true)
    #expect(history.current == 10)
  }

  @Test func `clear keeps the current value only`() {
    var history = UndoHistory(0)
    for value in 1...3 { history.current = value }
    history.undo()
    history.clear()
    #expect(history.current == 2 && !history.canUndo && !history.canRedo)
  }

  @Test func `H5 undoChanges leads from current to what undo gives`() throws {
    var history = UndoHistory(["a", "b", "c"])
    #expect(history.undoChanges == nil && history.redoChanges == nil)
    history.current = ["c", "a", "d"]
    let back = try #require(history.undoChanges)
    let forth = history.current
    #expect(forth.applying(back) == ["a", "b", "c"])
    history.undo()
    let again = try #require(history.redoChanges)
    #expect(history.current.applying(again) == forth)
  }

  @Test func `H5 moves are inferred, so an element keeps its identity`() throws {
    var history = UndoHistory([1, 2, 3])
    history.current = [3, 1, 2]
    let changes = try #require(history.undoChanges)
    #expect(changes.insertions.count == 1)
    let isMove = changes.allSatisfy { change in
      switch change {
      case .insert(_, let element, let associate), .remove(_, let element, let associate):
        element == 3 && associate != nil
      }
    }
    #expect(isMove)
  }

  @Test func `a history of sendable values is sendable`() async {
    let history = UndoHistory(1)
    let value = await Task { history.current }.value
    #expect(value == 1)
  }
}
