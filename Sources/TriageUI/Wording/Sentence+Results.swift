package import TriageCore

extension Sentence {
  /// The result line of a change: "Marked 3 threads as read and archived".
  ///
  /// `rows` is what the person acted on, if it was threads; else messages are counted.
  package static func result(
    _ result: ChangeResult,
    of kind: StepKind,
    rows: CountedRows? = nil
  ) -> Sentence {
    if let failure = result.failure { return failed(result, failure, kind) }
    let name = result.name ?? .custom("")
    switch kind {
    case .undo, .redo: return turned(result, name, prefix: kind.rawValue)
    case .action, .switch, .external, .merge, .kept: return performed(result, name, rows)
    }
  }

  /// What a dry run found: "Would change 12 of 14 messages: Archive".
  package static func preview(_ result: ChangeResult, of kind: StepKind) -> Sentence {
    let title = Argument.sentence(.title(result.name, of: .action))
    let (changed, requested) = (Argument.number(result.changed), Argument.number(result.requested))
    return switch kind {
    case .undo, .redo: Sentence("status.would-\(kind.rawValue)", title, changed, requested)
    case .action, .switch, .external, .merge, .kept:
      .turning(result, Sentence("status.would-change", changed, requested, title))
    }
  }

  /// A sentence about groups that are turned, with how many actions that takes back and does again if
  /// they are several.
  static func turning(_ result: ChangeResult, _ sentence: Sentence) -> Sentence {
    guard result.targets.count > 1 else { return sentence }
    let takenBack = result.targets.count - result.broughtBack
    if result.broughtBack == 0 {
      return Sentence("prompt.switch.back", .sentence(sentence), .number(takenBack))
    }
    return Sentence(
      "prompt.switch.several",
      .sentence(sentence),
      .number(takenBack),
      .number(result.broughtBack)
    )
  }

  /// What failed; of a title that no longer was on top, which one is now.
  private static func failed(
    _ result: ChangeResult,
    _ failure: TriageFailure,
    _ kind: StepKind
  ) -> Sentence {
    guard failure.code == .headChanged else { return .failure(failure) }
    guard let newest = kind == .redo ? result.head.redo : result.head.undo else {
      return .failure(TriageFailure(kind == .redo ? .nothingToRedo : .nothingToUndo))
    }
    return Sentence(
      kind == .redo ? "error.head-changed.redo" : "error.head-changed",
      .sentence(.origin(of: newest))
    )
  }

  private static func performed(
    _ result: ChangeResult,
    _ name: ActionName,
    _ rows: CountedRows?
  ) -> Sentence {
    if result.changed == 0, result.kind != .partial {
      if result.requested == 0 { return Sentence("status.nothing-meant") }
      return Sentence("status.so-already", .number(result.requested))
    }
    guard result.kind != .partial else {
      return Sentence(
        "status.partly-done",
        .sentence(.title(name)),
        .number(result.changed),
        .number(result.requested),
        .sentence(reasons(result.skipped))
      )
    }
    return done(name, rows ?? .messages(result.changed))
  }

  private static func turned(
    _ result: ChangeResult,
    _ name: ActionName,
    prefix: String
  ) -> Sentence {
    // Of a group of another machine that and the time are told.
    let foreign = result.target.flatMap { $0.received == nil ? nil : $0 }
    let title = foreign.map { origin(of: $0) } ?? .title(name)
    if result.changed == 0 {
      // What comes to nothing is not called done.
      return result.skipped.isEmpty
        ? Sentence("\(prefix).menu.nothing", .sentence(title))
        : Sentence("\(prefix).nothing", .sentence(title), .sentence(reasons(result.skipped)))
    }
    if result.changed == result.requested {
      return Sentence("\(prefix).done", .sentence(title), .number(result.changed))
    }
    return Sentence(
      "\(prefix).partial",
      .sentence(title),
      .number(result.changed),
      .number(result.requested),
      .sentence(reasons(result.skipped))
    )
  }

  /// Why messages were left as they are, with counts: "1 kept by Mark as Spam, 1 gone".
  ///
  /// Of the groups that keep messages only those are named that keep most of them.
  static func reasons(_ skipped: [Skip]) -> Sentence {
    let keepers = Dictionary(grouping: skipped.compactMap(\.by)) { $0 }.mapValues(\.count)
    let named = Set(keepers.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(3).map(\.key))
    let groups = Dictionary(grouping: skipped) { skip in
      ReasonGroup(reason: skip.reason, by: skip.by.flatMap { named.contains($0) ? $0 : nil })
    }
    let parts = groups.sorted { $0.key < $1.key }.map { group, skips in
      reason(group.reason, skips.count, by: group.by.flatMap { _ in skips.first?.byName })
    }
    return .list(parts) ?? reason(.alreadySo, 0, by: nil)
  }

  private static func reason(_ reason: SkipReason, _ count: Int, by: ActionName?) -> Sentence {
    let key = "reason.\(reason.rawValue)"
    guard reason == .kept, let by else { return Sentence(key, .number(count)) }
    return Sentence("reason.kept-by", .number(count), .sentence(.title(by)))
  }

  /// Why one message was left as it was.
  static func left(_ skip: Skip) -> Sentence {
    guard skip.reason == .kept, let keeper = skip.by else {
      return Sentence("left.\(skip.reason.rawValue)")
    }
    return Sentence("left.kept-by", .text(keeper.description))
  }

  /// What a dead process had left open, and what it became: told once.
  package static func settled(_ step: SettledStep) -> Sentence {
    let title = Sentence.title(step.name, of: step.kind)
    let count = Argument.number(step.messages)
    if step.isLost {
      let number = Argument.text(String(step.step.number))
      return Sentence("status.settled.lost", .sentence(title), count, number)
    }
    let key = step.complete ? "status.settled.turned" : "status.settled.turned.void"
    guard !step.kind.isGroup, step.name != nil else {
      guard step.isListed else { return Sentence(key, .sentence(title), count) }
      let key = step.complete ? "status.settled.complete" : "status.settled.void"
      return Sentence(key, .sentence(title), count)
    }
    return Sentence(key, .sentence(.menu(step.kind.rawValue, title)), count)
  }
}

private struct ReasonGroup: Hashable, Comparable {
  var reason: SkipReason
  var by: StepID?

  static func < (left: ReasonGroup, right: ReasonGroup) -> Bool {
    (left.reason.rawValue, left.by?.number ?? .max)
      < (right.reason.rawValue, right.by?.number ?? .max)
  }
}

extension Sentence {
  /// What each command of a plan came to, in order; of a single command, what it matched.
  package static func report(_ result: ChangeResult, of commands: [Command]) -> [Sentence] {
    let counts =
      result.commands.isEmpty
      ? commands.map { _ in (requested: result.requested, changed: result.changed) }
      : result.commands.map { (requested: $0.requested, changed: $0.changed) }
    return zip(commands, counts).enumerated().map { index, pair in
      let (command, count) = pair
      let number = Argument.text(String(index + 1))
      let title = Argument.sentence(.title(ActionName(command.actions)))
      let query = command.target.shownQuery
      guard count.requested > 0 else {
        return Sentence("status.command.nothing", number, title, .text(query))
      }
      return Sentence(
        "status.command",
        number,
        title,
        .number(count.changed),
        .number(count.requested),
        .text(query)
      )
    }
  }
}

extension CommandTarget {
  /// What was asked for, as a person wrote it; nothing of messages that were named.
  fileprivate var shownQuery: String {
    switch self {
    case .messages: ""
    case .query(let text, _): text
    case .sources(let filter, let text, _): text == "*" ? filter.text : "\(filter.text) \(text)"
    }
  }
}
