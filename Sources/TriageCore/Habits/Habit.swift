/// What a person usually does with the mail of one sender or list, in numbers.
package struct Habit: Hashable, Sendable {
  /// What is done.
  package var edit: HabitEdit
  /// The decisions for it, the newest first.
  package var done: [Decision]
  /// The newest time that it was done, perhaps to mail that had been read.
  package var newest: Decision
  /// How many decisions there are in all.
  package var of: Int
  /// How many groups those for it come from.
  package var groups: Int
  /// On how many days.
  package var days: Int
  /// How many messages something was done to that was taken back.
  package var undone: Int
  /// How many messages were read and left.
  package var left: Int
  /// Whether it is strong enough to be a rule.
  package var isStrong: Bool

  /// The most decisions that are looked at, the newest ones.
  private static let window = 50
  /// The fewest decisions that can be a habit.
  package static let fewest = (1...window).first { isUsual($0, of: $0) } ?? window
  /// The fewest groups that it comes from.
  package static let fewestGroups = 5
  /// The fewest days that it is seen on.
  package static let fewestDays = 4
  /// The most messages of a group that count: one sweep is one gesture.
  private static let gesture = 5
  private static let day: Timestamp = 86_400
  /// How long a decision counts, in seconds.
  package static let memory = 90 * day
  /// How long mail is not yet left that was read.
  package static let patience = 3 * day
  /// How long ago the newest decision for it may be, and what something else has done to be a rule.
  package static let freshness = 21 * day

  /// Returns the decisions that count, the newest first, as far as one sender's or list's are concerned.
  package static func counted(_ decisions: [Decision]) -> [Decision] {
    var kept = decisions.filter { $0.step == nil }
    for (step, members) in Dictionary(grouping: decisions, by: \.step) where step != nil {
      kept += members.sorted { $0.message < $1.message }.prefix(gesture)
    }
    let sorted = kept.sorted { ($0.time, $0.message) > ($1.time, $1.message) }
    return Array(sorted.prefix(window))
  }

  /// Whether older decisions than these count no more, whatever they are.
  package static func isFull(_ decisions: [Decision]) -> Bool {
    counted(decisions).count == window
  }

  /// Finds what was done, in the counted decisions of one sender or list; `nil` if it never was.
  ///
  /// - Parameters:
  ///   - edit: What is looked for.
  ///   - decisions: What `counted` has returned.
  ///   - clock: What time it is, and on which days things were done.
  package init?(_ edit: HabitEdit, in decisions: [Decision], _ clock: LocalClock) {
    guard let newest = decisions.first(where: { $0.kind == .done(edit) }) else { return nil }
    let done = decisions.filter { $0.isFor(edit) }
    self.edit = edit
    self.done = done
    self.newest = newest
    of = decisions.count
    groups = Set(done.map(\.step)).count
    days = Set(done.map { LocalDay(clock.local($0.time)) }).count
    undone = decisions.count { $0.kind == .takenBack }
    left = decisions.count { $0.kind == .left }
    isStrong =
      Self.isUsual(done.count, of: decisions.count) && groups >= Self.fewestGroups
      && days >= Self.fewestDays && Self.isRecent(edit, in: decisions, clock)
  }

  /// Whether it was done of late, and something else at most once of the newest five times.
  private static func isRecent(
    _ edit: HabitEdit,
    in decisions: [Decision],
    _ clock: LocalClock
  ) -> Bool {
    decisions.prefix(5).count { !$0.isFor(edit) } <= 1
      && decisions.first { $0.isFor(edit) }.map { clock.now - $0.time <= freshness } ?? false
  }

  /// Returns whether there may be a strong habit once older decisions are known, whatever they are.
  ///
  /// - Parameters:
  ///   - decisions: What `counted` has returned of all decisions since some time, which is as long ago
  ///     as the newest decision for a habit may be, or longer.
  ///   - clock: What time it is.
  /// - Returns: Whether it is worth while to look for older ones.
  package static func mayNeedOlder(_ decisions: [Decision], _ clock: LocalClock) -> Bool {
    guard decisions.count < window else { return false }
    return decisions.possibleRules.keys.contains { edit in
      isUsual(window - decisions.count { !$0.isFor(edit) }, of: window)
        && isRecent(edit, in: decisions, clock)
    }
  }

  /// Returns whether something done `k` times of `n` is done in four of five cases at least, as far as
  /// so many can tell: Wilson's lower bound, one-sided at 95 %.
  package static func isUsual(_ k: Int, of n: Int) -> Bool {
    guard n > 0 else { return false }
    let (n, p, z) = (Double(n), Double(k) / Double(n), 1.645)
    let spread = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    return (p + z * z / (2 * n) - spread) / (1 + z * z / n) >= 0.80
  }
}

extension Decision {
  /// Whether it speaks for doing something: mail that was read first must not be hidden.
  ///
  /// As long as nobody has looked whether it was, it does.
  fileprivate func isFor(_ edit: HabitEdit) -> Bool {
    kind == .done(edit) && (!edit.hidesMail || wasUnread != false)
  }
}
