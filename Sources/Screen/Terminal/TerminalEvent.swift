/// What a terminal reports.
package enum TerminalEvent: Hashable, Sendable {
  case key(KeyChord)
  case mouse(MouseEvent)
  case paste(PastedText)
  /// The window has another size.
  case resize(ScreenSize)
  /// The answer to the question for the background; it may come late or never.
  case background(Background)
  /// The program had been stopped and goes on; the screen must be presented again.
  case resumed
  /// The terminal is gone: end of input, an error, or SIGHUP.
  case hangup
  /// A signal that asks the program to end: SIGINT or SIGTERM.
  case signal(Int32)
}

/// Text pasted with the terminal's brackets round it.
package struct PastedText: Hashable, Sendable {
  /// The text as it came; it must be cleaned before it is shown.
  package var text: String
  /// Whether the end is missing because there was too much.
  package var isCut: Bool

  /// Makes a pasted text.
  package init(_ text: String, isCut: Bool = false) {
    self.text = text
    self.isCut = isCut
  }
}

/// Whether a terminal's background is dark.
package enum Background: Hashable, Sendable {
  case dark
  case light
}

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
