package import TriageCore

extension Sentence {
  /// What a switch found nothing to do for.
  package static func alreadySo(_ goal: SwitchRequest.Goal) -> Sentence {
    switch goal {
    case .revert: Sentence("status.already-undone")
    case .reapply: Sentence("status.already-stands")
    case .restore: Sentence("status.already-restored")
    }
  }

  /// The question before groups are turned: what it would come to, and what would be left.
  ///
  /// `isOthers` names who made the group.
  package static func question(
    _ result: ChangeResult,
    of kind: StepKind,
    isOthers: Bool
  ) -> Sentence {
    let name = result.name ?? .custom("")
    let title: Sentence =
      switch (kind, isOthers ? result.target : nil) {
      case (.undo, nil), (.redo, nil): .menu(kind.rawValue, .title(name))
      case (.undo, let target?), (.redo, let target?): .menu(kind.rawValue, .origin(of: target))
      case (.action, _), (.switch, _), (.external, _), (.merge, _), (.kept, _): .exactTitle(name)
      }
    let skips = result.skipped.filter { $0.reason != .alreadySo }
    guard !skips.isEmpty else {
      return Sentence("prompt.turn", .sentence(.turning(result, title)), .number(result.changed))
    }
    return Sentence(
      "prompt.turn.partial",
      .sentence(title),
      .number(result.changed),
      .number(result.requested),
      .sentence(reasons(result.skipped))
    )
  }

  /// What taking a group back would do now.
  package static func outlook(_ result: ChangeResult) -> Sentence {
    if result.requested == 0 { return alreadySo(.revert) }
    let counts = [Argument.number(result.changed), .number(result.requested)]
    guard !result.skipped.isEmpty else { return Sentence("status.outlook", arguments: counts) }
    return Sentence(
      "status.outlook.partial",
      arguments: counts + [.sentence(reasons(result.skipped))]
    )
  }
}
