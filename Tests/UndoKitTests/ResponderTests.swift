import Testing
import UndoKit

struct ResponderTests {
  private struct Part: UndoResponder {
    var undoProvider: (any UndoProvider)?
    var parentUndoResponder: (any UndoResponder)?
  }

  /// A text field that answers over a history of its own.
  private final class TextField: UndoProvider {
    var history = UndoHistory("")
    var canUndo: Bool { history.canUndo }
    var canRedo: Bool { history.canRedo }
    var undoMenuItemTitle: String { "Undo Typing" }
    var redoMenuItemTitle: String { "Redo Typing" }
    func undo() { history.undo() }
    func redo() { history.redo() }
  }

  @Test func `the focused part is asked, then its parents, and the first answer wins`() {
    let list = UndoManager()
    let field = TextField()
    let window = Part(undoProvider: list)
    let box = Part(parentUndoResponder: window)
    var chain = UndoResponderChain(
      focused: Part(undoProvider: field, parentUndoResponder: box)
    )
    #expect(chain.provider === field)
    chain.focused = box
    #expect(chain.provider === list)
    chain.focused = Part()
    #expect(chain.provider == nil)
    chain.focused = nil
    #expect(chain.provider == nil)
  }

  @Test func `a field with nothing to undo never falls through to the list`() {
    let counter = Counter(UndoManager())
    counter.setInOneEvent(1)
    let field = TextField()
    let window = Part(undoProvider: counter.manager)
    let chain = UndoResponderChain(
      focused: Part(undoProvider: field, parentUndoResponder: window)
    )
    chain.provider?.undo()
    #expect(counter.value == 1)
    field.history.current = "typed"
    #expect(chain.provider?.canUndo == true)
    chain.provider?.undo()
    #expect(field.history.current == "" && counter.value == 1)
  }

  @Test func `a manager answers through the protocol`() {
    let counter = Counter(UndoManager())
    counter.set(1)
    counter.manager.setActionName("Count")
    let provider: any UndoProvider = counter.manager
    #expect(provider.canUndo && !provider.canRedo)
    #expect(provider.undoMenuItemTitle == "Undo Count")
    provider.undo()
    #expect(provider.canRedo && provider.redoMenuItemTitle == "Redo Count")
    provider.redo()
    #expect(counter.value == 1)
  }
}
