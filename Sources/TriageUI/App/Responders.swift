import TriageCore
import UndoKit

/// A part of the screen that can have the focus, for the responder chain.
struct ScreenPart: UndoResponder {
  let undoProvider: (any UndoProvider)?
  let parentUndoResponder: (any UndoResponder)?
}

extension State {
  /// The parts of the screen from the focused one outwards.
  ///
  /// A text field and a message being written have an undo of their own; the other panes have none and hand the
  /// question on to the mailbox. What lies below the view on top has no part in it.
  func responders(_ words: Wording? = nil) -> UndoResponderChain {
    let mailbox = ScreenPart(
      undoProvider: MailUndo(shared.mailbox.head, words),
      parentUndoResponder: nil
    )
    let part = ScreenPart(undoProvider: nil, parentUndoResponder: mailbox)
    let view = layers.lastIndex { $0.pane.context.includesGlobal } ?? 0
    let provider = layers[view...].reversed().lazy.compactMap { $0.pane.undoProvider(words) }.first
    guard let provider else { return UndoResponderChain(focused: part) }
    return UndoResponderChain(
      focused: ScreenPart(undoProvider: provider, parentUndoResponder: part)
    )
  }
}

/// What undo and redo can do now, whoever is in charge.
struct UndoState: Hashable, Sendable {
  var canUndo = false
  var canRedo = false

  /// What is possible, undo first.
  var possible: [UndoRedo] { (canUndo ? [.undo] : []) + (canRedo ? [.redo] : []) }
}

extension State {
  /// Lets panes know what undo and redo can do now.
  mutating func updateUndoState() {
    let provider = responders().provider
    shared.undoState = UndoState(
      canUndo: provider?.canUndo ?? false,
      canRedo: provider?.canRedo ?? false
    )
  }
}
