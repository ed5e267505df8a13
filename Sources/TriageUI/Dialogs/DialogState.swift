import TriageCore
import UndoKit

/// A question in the middle of the screen, answered by one of its buttons.
struct DialogState: Hashable, Sendable {
  /// What is asked.
  enum Kind: Hashable, Sendable {
    /// What to take back or bring back; follows every change of the history.
    case undo
    /// Whether a change that waits is to be made.
    case question(Question)
  }

  var kind: Kind
  /// The button that Enter presses.
  var focus = 0
}

/// A question about a change: what it is, what would come of it, and the word for doing it.
struct Question: Hashable, Sendable {
  var title: Sentence
  var text: Sentence
  var yes: Sentence
}

/// A button of a dialog.
enum DialogButton: Hashable, Sendable {
  case yes
  case turn(ChangeState.Turn)
  case cancel
}

extension State {
  /// The buttons of the open dialog, the one with the focus at first first.
  var dialogButtons: [DialogButton] {
    switch dialog?.kind {
    case nil: []
    case .question: [.yes, .cancel]
    case .undo: possibleTurns.map(DialogButton.turn) + [.cancel]
    }
  }

  /// Whether undo is possible, and redo, as whoever is in charge says.
  var possibleTurns: [ChangeState.Turn] {
    guard let provider = responders().provider else { return [] }
    return (provider.canUndo ? [.undo] : []) + (provider.canRedo ? [.redo] : [])
  }
}
