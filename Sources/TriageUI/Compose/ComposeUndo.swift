import UndoKit

/// Undo and redo of what is changed in a message that is being written.
final class ComposeUndo: UndoProvider {
  private let versions: UndoHistory<ComposePage.Version>
  private let words: Wording?

  init(_ versions: UndoHistory<ComposePage.Version>, _ words: Wording?) {
    self.versions = versions
    self.words = words
  }

  var canUndo: Bool { versions.canUndo }
  var canRedo: Bool { versions.canRedo }
  var undoMenuItemTitle: String { title("undo", canUndo ? versions.current.name : nil) }
  var redoMenuItemTitle: String {
    var next = versions
    next.redo()
    return title("redo", canRedo ? next.current.name : nil)
  }

  /// The pane does it itself: its versions are a value.
  func undo() {}
  func redo() {}

  private func title(_ item: String, _ name: Sentence?) -> String {
    words?.string(name.map { .menu(item, $0) } ?? .emptyMenu(item)) ?? ""
  }
}
