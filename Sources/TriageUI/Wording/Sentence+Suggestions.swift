package import TriageCore

extension Suggestion {
  /// What the rule would do, and to whose mail.
  package func title(in table: ActionTable) -> Sentence {
    let actions = actions(in: table)
    let title = Sentence.title(ActionName(actions, titles: table.titles(of: actions)))
    let source = name.map { "\($0) <\(value)>" } ?? value
    return Sentence("suggest.title.\(kind.rawValue)", .sentence(title), .text(source))
  }

  /// The numbers that speak for it, what it would change now, and an example.
  package var details: [Sentence] {
    let numbers = [done, of, groups, days, left, undone].map { Sentence.Argument.text("\($0)") }
    let key = edit.hidesMail ? "suggest.done.unread" : "suggest.done"
    return [
      Sentence(key, arguments: numbers),
      now == 0 ? Sentence("suggest.now.none") : Sentence("suggest.now", .number(now)),
      Sentence("suggest.example", .text(example)),
    ] + (isDismissed ? [Sentence("suggest.dismissed")] : [])
  }
}

extension Sentence {
  /// What makes a habit strong enough for a rule.
  package static var habitNeed: Sentence {
    let numbers = [Habit.fewest, Habit.fewestGroups, Habit.fewestDays]
    return Sentence("suggest.none.need", arguments: numbers.map { .text(String($0)) })
  }
}
