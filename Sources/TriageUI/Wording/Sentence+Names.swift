package import TriageCore

// What groups are called, and what was done: the only place where a name becomes a sentence.

extension Sentence {
  /// The title of an action or group: "Mark as Read and Archive".
  package static func title(_ name: ActionName) -> Sentence {
    switch name {
    case .action(let action): title(action)
    case .pair(let first, let second)
    where [first.id, second.id] == ["send", FixedAction.archive.rawValue]:
      Sentence("command.send-and-archive.title")
    case .pair(let first, let second):
      Sentence("name.two", .sentence(title(first)), .sentence(title(second)))
    case .several(let first, let others):
      Sentence("name.many", .sentence(title(first)), .number(others))
    case .all(let action, .sender, let name):
      Sentence("name.all-sender", .sentence(title(action)), .text(name))
    case .all(let action, .list, let name):
      Sentence("name.all-list", .sentence(title(action)), .text(name))
    case .custom(let text): Sentence("custom", .text(text))
    case .revert(let name): Sentence("name.revert", .sentence(title(name)))
    case .reverts(let count): Sentence("name.reverts", .number(count))
    case .reapply(let name): Sentence("name.reapply", .sentence(title(name)))
    case .reapplies(let count): Sentence("name.reapplies", .number(count))
    case .restore(let time, nil): Sentence("name.restore", .moment(time))
    case .restore(let time, let name?):
      Sentence("name.restore.after", .sentence(title(name)), .moment(time))
    case .lost(let count): Sentence("name.lost", .number(count))
    case .unknown: Sentence("name.unknown")
    }
  }

  /// The title in a question: a step that has no name is told by the second, for others are of the
  /// same minute.
  static func exactTitle(_ name: ActionName) -> Sentence {
    guard case .restore(let time, nil) = name else { return title(name) }
    return Sentence("name.restore", .exactMoment(time))
  }

  /// What was done, as the beginning of a sentence that says how much of it.
  private static func doneTitle(_ name: ActionName) -> Sentence {
    switch name {
    case .restore(let time, nil): Sentence("name.restore.done", .exactMoment(time))
    case .restore(let time, let after?):
      Sentence("name.restore.after.done", .sentence(title(after)), .moment(time))
    case .revert(let name): Sentence("name.revert.done", .sentence(title(name)))
    case .reverts(let count): Sentence("name.reverts.done", .number(count))
    case .reapply(let name): Sentence("name.reapply.done", .sentence(title(name)))
    case .reapplies(let count): Sentence("name.reapplies.done", .number(count))
    case .action, .pair, .several, .all, .custom, .lost, .unknown: title(name)
    }
  }

  /// The title of a step of some kind, which need not have a name of its own.
  static func title(_ name: ActionName?, of kind: StepKind) -> Sentence {
    if let name { return title(name) }
    return switch kind {
    case .undo, .redo: .emptyMenu(kind.rawValue)
    case .external: Sentence("name.external")
    case .merge: Sentence("name.merge")
    case .kept: Sentence("name.kept")
    case .action, .switch: title(.custom(""))
    }
  }

  /// What a step is called; of one that sent what has left, what can be taken back, and what cannot.
  package static func title(of step: StepSummary) -> Sentence {
    guard let left = step.left, !left.isAll || step.state != .undone else {
      return title(step.name, of: step.kind)
    }
    let name = left.isAll ? step.name : step.name?.withoutDeparture
    return Sentence("name.left.\(left.end.rawValue)", .sentence(title(name, of: step.kind)))
  }

  /// What the deed of a group is called, whatever the time that it put mail away until.
  package static func title(ofDeed group: StepSummary) -> Sentence {
    group.deed == ArgumentAction.snooze.rawValue
      ? Sentence("timeline.snooze") : title(of: group)
  }

  private static func title(_ action: NamedAction) -> Sentence {
    var sentence = Sentence("action.\(action.id).title", arguments: action.sentenceArguments)
    sentence.substitute = .title(action.titles, id: action.id)
    return sentence
  }

  /// The *done* sentence of an action for so many threads or messages.
  package static func done(_ name: ActionName, _ rows: CountedRows) -> Sentence {
    // Whose all of it is stands in the title of undo.
    if case .all(let action, _, _) = name { return done(.action(action), rows) }
    let plain = Sentence(
      "status.done.\(rows.suffix)",
      .sentence(doneTitle(name)),
      .number(rows.count)
    )
    guard case .action(let action) = name else { return plain }
    var sentence = Sentence(
      "action.\(action.id).done.\(rows.suffix)",
      arguments: action.sentenceArguments + [.number(rows.count)]
    )
    // The person's own actions need have no sentence of theirs.
    sentence.substitute = .sentence(plain)
    return sentence
  }
}

extension ActionName {
  /// The name of what else was done in the same gesture as a message was sent.
  fileprivate var withoutDeparture: ActionName {
    guard case .pair(let first, let second) = self,
      DepartureRequest.Goal(rawValue: first.id) != nil
    else { return self }
    return .action(second)
  }
}

extension NamedAction {
  /// What the action's sentences begin with.
  fileprivate var sentenceArguments: [Sentence.Argument] {
    guard let titleArgument else { return [] }
    if id == ArgumentAction.snooze.rawValue, let time = WakeTime(titleArgument) {
      return [.moment(time.time)]
    }
    return [.text(titleArgument)]
  }
}

/// What a result line counts.
package enum CountedRows: Hashable, Sendable {
  case threads(Int)
  case messages(Int)

  /// The number of them.
  package var count: Int {
    switch self {
    case .threads(let count), .messages(let count): count
    }
  }

  fileprivate var suffix: String {
    switch self {
    case .threads: "threads"
    case .messages: "messages"
    }
  }
}
