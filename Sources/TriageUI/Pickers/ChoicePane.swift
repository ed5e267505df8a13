import Screen
import TriageCore

/// A question with a list of answers: by the key that accepts, by its number, or by a click.
protocol ChoicePane: Pane {
  /// Takes the answer with this index, if there is one.
  mutating func choose(_ index: Int, _ shared: inout Shared)
  /// The answer under the cursor.
  var cursor: Int { get set }
  /// How many answers there are; the cursor goes through them, and not beyond their ends.
  var choiceCount: Int { get }
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

  /// The commands of every such list.
  static var choosing: [ScreenCommand: Behavior<Self>] {
    [
      .cancel: Behavior { _, _, shared in shared.close() },
      .accept: Behavior { pane, _, shared in pane.choose(pane.cursor, &shared) },
      .next: move { $0 + 1 },
      .previous: move { $0 - 1 },
      .pageDown: move { $0 + 10 },
      .pageUp: move { $0 - 10 },
      .top: move { _ in 0 },
      .bottom: move { _ in .max },
    ]
  }

  private static func move(_ index: @escaping @Sendable (Int) -> Int) -> Behavior<Self> {
    Behavior { pane, _, _ in pane.cursor = max(0, min(index(pane.cursor), pane.choiceCount - 1)) }
  }
}
