import TriageCore

extension Sentence {
  /// The title of the menu item `undo` or `redo` for an action's title; "Undo" if the catalog has
  /// lost that.
  package static func menu(_ item: String, _ title: Sentence) -> Sentence {
    Sentence("\(item).menu", .sentence(title))
  }

  /// The same without an action.
  package static func emptyMenu(_ item: String) -> Sentence { Sentence("\(item).menu.empty") }

  /// The title as the status line shows it: who made the step if it was not this screen, and how
  /// many messages it is about.
  static func statusTitle(
    _ item: String,
    _ step: StepSummary,
    session: String,
    counts: Bool
  ) -> Sentence {
    let title = Argument.sentence(.title(step.name ?? .nameless(step.kind)))
    let count = Argument.number(step.messages)
    guard step.context.session != session else {
      return counts ? Sentence("\(item).menu.count", title, count) : Sentence("\(item).menu", title)
    }
    let (origin, time) = (Argument.sentence(.origin(step.context.origin)), Argument.moment(step.at))
    return counts
      ? Sentence("\(item).menu.from.count", title, origin, time, count)
      : Sentence("\(item).menu.from", title, origin, time)
  }

  /// An action's title with who made it and when: "Archive (shell, 14:32)".
  static func origin(of step: StepSummary) -> Sentence {
    Sentence(
      "name.from",
      .sentence(.title(step.name ?? .nameless(step.kind))),
      .sentence(.origin(step.context.origin)),
      .moment(step.at)
    )
  }

  static func origin(_ origin: StepOrigin) -> Sentence { Sentence("origin.\(origin.rawValue)") }
}
