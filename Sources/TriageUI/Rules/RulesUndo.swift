import TriageCore
import UndoKit

/// Undo of what was added to the file of rules while the pane of rules is open.
final class RulesUndo: UndoProvider {
  let canUndo: Bool
  private let words: Wording?

  init(canUndo: Bool, _ words: Wording?) {
    self.canUndo = canUndo
    self.words = words
  }

  var canRedo: Bool { false }
  var undoMenuItemTitle: String {
    let title: Sentence =
      canUndo ? .menu("undo", .title(of: .command(.addRule))) : .emptyMenu("undo")
    return words?.string(title) ?? ""
  }
  var redoMenuItemTitle: String { words?.string(.emptyMenu("redo")) ?? "" }

  /// The pane does it itself: what it has added is a value.
  func undo() {}
  func redo() {}
}
