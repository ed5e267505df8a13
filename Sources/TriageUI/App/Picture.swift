package import Screen

/// What the screen shows, and what of it can be clicked.
package struct Picture: Sendable {
  /// The cells and the cursor.
  package let frame: Frame
  /// The title of the window; `nil` leaves it as it was.
  package let title: DisplayText?
  /// Later ones lie over earlier ones.
  let targets: [(area: Rect, target: PointerTarget)]

  /// Returns what an event of the terminal means for what is shown.
  package func event(_ event: TerminalEvent) -> Event {
    guard case .mouse(let mouse) = event else { return .terminal(event) }
    switch mouse.action {
    case .press(.left): return .pointer(.click(target(at: mouse.position), .left))
    case .press(.right):
      return .pointer(.click(target(at: mouse.position), .right(at: mouse.position)))
    case .wheelUp: return .pointer(.scroll(-3, over: target(at: mouse.position)))
    case .wheelDown: return .pointer(.scroll(3, over: target(at: mouse.position)))
    case .press, .release, .drag, .move: return .terminal(event)
    }
  }

  private func target(at position: Position) -> PointerTarget {
    targets.last { $0.area.contains(position) }?.target ?? .elsewhere
  }
}
