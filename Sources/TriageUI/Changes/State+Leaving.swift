import TriageCore

extension State {
  /// What was asked for and is not done because the person has quit; `nil` if there is nothing.
  package var farewell: Sentence? {
    let asked = changes.running.flatMap { $0.isPreview ? $0.pending : nil }
    let waiting =
      [asked, changes.held].compactMap(\.self) + changes.waiting.filter { !$0.isAutomatic }
    let names =
      changes.dropped + waiting.map { title(of: $0.wish) }
      + changes.gathering.map(\.goal.title)
    guard let first = names.first else { return nil }
    let some = Sentence.list(names)
    let list = some ?? Sentence("name.many", .sentence(first), .number(names.count - 1))
    return Sentence("status.dropped", .sentence(list))
  }

  /// Whether the engine may be writing: a change, or what another process has left open.
  package var isWriting: Bool {
    changes.running.map { !$0.isPreview } ?? false || isWaiting { $0 == .settle }
  }

  /// What is being done, or taken back.
  func name(of wish: ChangeState.Wish) -> ActionName {
    switch wish {
    case .act(let action, _): ActionName(action)
    case .turn(let turn):
      group(of: turn)?.name ?? .nameless(turn == .undo ? .undo : .redo)
    case .switch(_, let name): name
    }
  }

  /// The title of a change, as a menu has it.
  func title(of wish: ChangeState.Wish) -> Sentence {
    switch wish {
    case .act(let action, _): .title(ActionName(action))
    case .turn(let turn): .menu(turn.rawValue, group(of: turn))
    case .switch(_, let name): .title(name)
    }
  }
}
