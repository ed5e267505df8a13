import Screen
import TriageCore

/// A question with a list of answers: by the key that accepts, by its number, or by a click.
protocol ChoicePane: Pane {
  /// Takes the answer with this index, if there is one.
  mutating func choose(_ index: Int, _ shared: inout Shared)
}

extension ChoicePane {
  func hints(_ shared: Shared) -> [ActionID] { [.accept, .cancel].map(ActionID.command) }

  mutating func click(
    _ target: PaneTarget,
    _ button: PointerEvent.Button,
    _ shared: inout Shared
  ) {
    if case .item(let index) = target { choose(index, &shared) }
  }
}
