/// What the pointer did, and where.
package struct MouseEvent: Hashable, Sendable {
  /// A button of the mouse.
  package enum Button: Hashable, Sendable {
    case left
    case middle
    case right
  }

  /// What was done.
  package enum Action: Hashable, Sendable {
    case press(Button)
    case release
    /// The pointer moved with a button held.
    case drag(Button)
    /// The pointer moved with no button held; reported only where that was asked for.
    case move
    case wheelUp
    case wheelDown
  }

  /// What was done.
  package var action: Action
  /// The cell below the pointer.
  package var position: Position
  /// What was held down on the keyboard.
  package var modifiers: KeyChord.Modifiers

  /// Makes an event.
  package init(_ action: Action, at position: Position, modifiers: KeyChord.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// How much of the mouse a terminal is asked to report.
package enum MouseReporting: Sendable {
  case off
  /// Buttons, the wheel, and movement with a button held.
  case buttons
  /// Every movement too.
  case motion
}
