import UndoKit

/// A part of the screen that can have the focus, for the responder chain.
struct ScreenPart: UndoResponder {
  let undoProvider: (any UndoProvider)?
  let parentUndoResponder: (any UndoResponder)?
}

extension State {
  /// The parts of the screen from the focused one outwards.
  ///
  /// A text field has an undo of its own; the list, or the thread over it, has none and hands the
  /// question on to the mailbox.
  func responders(_ words: Wording? = nil) -> UndoResponderChain {
    let mailbox = ScreenPart(undoProvider: MailUndo(head, words), parentUndoResponder: nil)
    let view = ScreenPart(undoProvider: nil, parentUndoResponder: mailbox)
    guard let prompt else { return UndoResponderChain(focused: view) }
    let field = TextFieldUndo(prompt.field, words)
    return UndoResponderChain(
      focused: ScreenPart(undoProvider: field, parentUndoResponder: view)
    )
  }

  /// Whether undo is possible, or redo.
  ///
  /// While a change of mail is under way nobody knows yet what will be on top: it may be asked for.
  func canTurn(_ turn: ChangeState.Turn) -> Bool {
    guard let provider = responders().provider else { return false }
    if provider is MailUndo, changes.isBusy { return true }
    return turn == .undo ? provider.canUndo : provider.canRedo
  }
}
