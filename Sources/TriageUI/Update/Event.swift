package import Screen
package import TriageCore

/// What happens to the screen.
package enum Event: Sendable {
  case started
  case terminal(TerminalEvent)
  /// The mouse did something to a part of the screen: `Picture.event` makes it of a mouse event.
  case pointer(PointerEvent)
  case engine(EngineMessage)
  /// The engine has died and another one is running; why it died, `nil` if somebody asked for another.
  case engineRestarted(Sentence?)
  /// The engine has died, or was none, and is not started again; `refresh` asks for it.
  case engineStopped(Sentence?)
  /// An alarm has gone off that an effect has set.
  case due(ScreenTimer)
}

/// What the mouse did, and to what.
package enum PointerEvent: Hashable, Sendable {
  case click(PointerTarget)
  /// So many lines, down if positive, and what the pointer is over.
  case scroll(Int, over: PointerTarget)
}

/// The parts of the screen that can be clicked.
package enum PointerTarget: Hashable, Sendable {
  /// A row of the list, by its place in the order.
  case row(Int)
  /// The mark column of a row.
  case mark(Int)
  /// A line of the thread being read.
  case line(Int)
  /// A saved view, by its place in the sidebar.
  case view(Int)
  /// The text of the thread under the cursor.
  case preview
  case menu(MenuName)
  case menuItem(Int)
  /// A button of the open dialog, by its place.
  case button(Int)
  /// A hint, or the undo title on the status line.
  case action(ActionID)
  /// Everything else.
  case elsewhere
}

/// What the loop is to do for the screen.
package enum Effect: Sendable {
  case send(EngineRequest)
  case quit
  case suspend
  case redraw
  case restartEngine
  /// Keeps what was typed for other screens.
  case remember(String, TypedKind)
  /// Sets an alarm, or turns it off; one that is set already is set anew.
  case wake(ScreenTimer, after: Duration?)
}
