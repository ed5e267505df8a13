/// What was decided of late about the mail of senders and lists, and what of it are habits.
package struct HabitBook: Sendable {
  /// Something that is done to somebody's mail.
  package struct Rule: Hashable, Sendable {
    /// Whose mail.
    package var source: MailSourceName
    /// What is done.
    package var edit: HabitEdit

    /// Makes a rule.
    package init(_ source: MailSourceName, _ edit: HabitEdit) {
      self.source = source
      self.edit = edit
    }
  }

  /// What is done by itself already.
  package var rules: Set<Rule> = []
  private var decisions: [MailSourceName: [Decision]] = [:]

  /// Makes an empty book.
  package init() {}

  /// The senders and lists of which a decision is known.
  package var sources: Dictionary<MailSourceName, [Decision]>.Keys { decisions.keys }

  /// Notes a decision about the mail of a sender or list.
  package mutating func note(_ decision: Decision, of source: MailSourceName) {
    decisions[source, default: []].append(decision)
  }

  /// Forgets all decisions but these.
  package mutating func keep(only decisions: [MailSourceName: [Decision]]) {
    self.decisions = decisions
  }

  /// Returns the decisions that count, the newest first.
  package func counted(_ source: MailSourceName) -> [Decision] {
    Habit.counted(decisions[source] ?? [])
  }

  /// Returns the habits that are strong enough, and that nothing does by itself already.
  package func strongHabits(_ clock: LocalClock) -> [(source: MailSourceName, habit: Habit)] {
    var habits: [(source: MailSourceName, habit: Habit)] = []
    for (source, all) in decisions where all.count >= Habit.fewest {
      let counted = Habit.counted(all)
      for (edit, times) in counted.possibleRules where !rules.contains(Rule(source, edit)) {
        // Most of what was done is not usual, and need not be looked at more closely.
        guard Habit.isUsual(times, of: counted.count),
          let habit = Habit(edit, in: counted, clock), habit.isStrong
        else { continue }
        habits.append((source, habit))
      }
    }
    return habits
  }
}

extension [Decision] {
  /// What was done that could be a rule, and how many times.
  package var possibleRules: [HabitEdit: Int] {
    reduce(into: [:]) { counts, decision in
      if case .done(let edit) = decision.kind, edit.canBeRule { counts[edit, default: 0] += 1 }
    }
  }
}
