import TriageCore
import UndoKit

/// Undo and redo of mail, over the head of the history.
///
/// It asks for nothing itself: `update` sends what was asked for.
final class MailUndo: UndoProvider {
  private let head: HistoryHead
  private let words: Wording?
  /// What was asked for.
  private(set) var request: UndoRedo?

  init(_ head: HistoryHead, _ words: Wording? = nil) {
    self.head = head
    self.words = words
  }

  var canUndo: Bool { head.undo != nil }
  var canRedo: Bool { head.redo != nil }
  var undoMenuItemTitle: String { title("undo", head.undo) }
  var redoMenuItemTitle: String { title("redo", head.redo) }

  func undo() { request = .undo }
  func redo() { request = .redo }

  private func title(_ item: String, _ step: StepSummary?) -> String {
    words?.string(.menu(item, step)) ?? ""
  }
}
