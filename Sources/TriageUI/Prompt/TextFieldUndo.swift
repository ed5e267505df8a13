import UndoKit

/// Undo and redo of what is being typed.
final class TextFieldUndo: UndoProvider {
  /// The field as it is after what was asked for.
  private(set) var field: TextField
  private let words: Wording?

  init(_ field: TextField, _ words: Wording? = nil) {
    self.field = field
    self.words = words
  }

  var canUndo: Bool { field.canUndo }
  var canRedo: Bool { field.canRedo }
  var undoMenuItemTitle: String { title("undo", canUndo) }
  var redoMenuItemTitle: String { title("redo", canRedo) }

  func undo() { field.undo() }
  func redo() { field.redo() }

  private func title(_ item: String, _ isEnabled: Bool) -> String {
    words?.string(isEnabled ? .menu(item, Sentence("name.typing")) : .emptyMenu(item)) ?? ""
  }
}
