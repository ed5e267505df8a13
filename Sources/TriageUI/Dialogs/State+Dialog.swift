import Screen
import TriageCore

extension State {
  /// Asks what to take back; never a second time while that is asked, and not without an answer.
  mutating func openUndoDialog() {
    guard dialog == nil else { return }
    guard !possibleTurns.isEmpty else {
      return say(Sentence("status.nothing-to-turn"), about: .key)
    }
    dialog = DialogState(kind: .undo)
  }

  /// Takes a key while a dialog is up: nothing else is done until it is answered.
  mutating func takeInDialog(_ key: String) -> [Effect] {
    guard let open = dialog else { return [] }
    let count = max(1, dialogButtons.count)
    switch key {
    case "Esc", "Ctrl-C", "Ctrl-G", "n", "q": return press(.cancel)
    case "y": return dialogButtons.first.map { press($0) } ?? []
    case "Enter", "Space": return pressButton(at: open.focus)
    case "Tab", "Right", "Down", "l", "j": dialog?.focus = (open.focus + 1) % count
    case "Shift-Tab", "Left", "Up", "h", "k": dialog?.focus = (open.focus + count - 1) % count
    default: break
    }
    return []
  }

  /// Presses the button at a place.
  mutating func pressButton(at place: Int) -> [Effect] {
    let buttons = dialogButtons
    return buttons.indices.contains(place) ? press(buttons[place]) : []
  }

  private mutating func press(_ button: DialogButton) -> [Effect] {
    dialog = nil
    switch button {
    case .yes: return answer(true)
    case .turn(let turn): return self.turn(turn, count: nil)
    case .cancel: return answer(false)
    }
  }

  /// Makes the change that waits for an answer, or drops it.
  private mutating func answer(_ isAgreed: Bool) -> [Effect] {
    guard let held = changes.held else { return [] }
    changes.held = nil
    if isAgreed { return run(held, isPreview: false) }
    say(TriageFailure(.declined))
    return runNext()
  }

  /// Keeps the dialog true to what can be taken back; without anything it goes.
  mutating func followHistory() {
    guard dialog?.kind == .undo else { return }
    let last = dialogButtons.count - 1
    if possibleTurns.isEmpty { dialog = nil }
    if let focus = dialog?.focus, focus > last { dialog?.focus = last }
  }
}
