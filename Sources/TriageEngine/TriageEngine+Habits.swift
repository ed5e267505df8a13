package import TriageCore

// Rules from habits: what the history and the index say of what a person usually does.

extension TriageEngine {
  /// How many messages are looked up between two looks at what else is asked.
  private static let pageLength = 500

  /// Returns the rules that the person's habits could be, those with most decisions first.
  ///
  /// What was dismissed is among them, marked so. Nothing is changed.
  ///
  /// - Parameters:
  ///   - effects: What the fixed actions do.
  ///   - goesOn: Is told now and then how many messages have been looked up, of how many, and answers
  ///     whether to go on.
  /// - Returns: The rules.
  /// - Throws: `.cancelled` if it was not to go on.
  package func suggestions(
    _ effects: ActionEffects,
    goesOn: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(TriageFailure) -> [Suggestion] {
    let clock = clock
    let book = try habitBook(clock, goesOn)
    let dismissed = try history.dismissals()
    var suggestions: [Suggestion] = []
    for (source, habit) in book.strongHabits(clock) {
      var suggestion = try suggestion(of: habit, source, book, effects)
      suggestion.isDismissed = dismissed.contains(suggestion.id)
      suggestions.append(suggestion)
    }
    return suggestions.sorted { ($1.done, $0.value) < ($0.done, $1.value) }
  }

  /// Returns the rule that does to a message's list, or else its sender, what the person did to it last,
  /// however often that was; `nil` if nothing was done that could be a rule.
  func suggestion(
    like message: MessageID,
    _ effects: ActionEffects,
    goesOn: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(TriageFailure) -> Suggestion? {
    let clock = clock
    guard let source = try sources(of: [message])[message]?.last else { return nil }
    let book = try habitBook(clock, goesOn)
    let decisions = book.counted(source)
    let edits = decisions.lazy.compactMap { decision -> HabitEdit? in
      if case .done(let edit) = decision.kind, edit.canBeRule { edit } else { nil }
    }
    guard let edit = edits.first, let habit = Habit(edit, in: decisions, clock) else { return nil }
    var suggestion = try suggestion(of: habit, source, book, effects)
    suggestion.isDismissed = try history.dismissals().contains(suggestion.id)
    return suggestion
  }

  private var clock: LocalClock { LocalClock(now: settings.now(), offset: settings.offset) }

  private func suggestion(
    of habit: Habit,
    _ source: MailSourceName,
    _ book: HabitBook,
    _ effects: ActionEffects
  ) throws(TriageFailure) -> Suggestion {
    let newest = habit.done.first ?? habit.newest
    let step = newest.step.flatMap { book.steps[$0] }
    var suggestion = Suggestion(habit, of: source, notations: step?.actions ?? [])
    if let mail = try store.metadata(of: [newest.message]).first {
      suggestion.example = mail.subject
      if source.kind == .sender {
        suggestion.name = NamedAddress.first(in: mail.from)?.name
      }
    }
    suggestion.now = try countNow(suggestion, effects)
    return suggestion
  }

  /// How many messages the rule would change now.
  private func countNow(
    _ suggestion: Suggestion,
    _ effects: ActionEffects
  ) throws(TriageFailure) -> Int {
    let target = CommandTarget.sources(suggestion.filter, query: Suggestion.query, limit: nil)
    let request = ChangeRequest(
      .perform([Command(suggestion.plainActions, on: target)], name: nil),
      context: StepContext(origin: .shell, session: "", host: "", pid: 0),
      dryRun: true,
      effects: effects
    )
    let result = change(request, control: ChangeControl(pause: { _ in }))
    if let failure = result.failure { throw failure }
    return result.changed
  }
}

// MARK: What was decided

/// What was decided of late about the mail of each sender and each list.
private struct HabitBook {
  /// The groups that count.
  var steps: [StepID: StepSummary] = [:]
  var decisions: [MailSourceName: [Decision]] = [:]
  /// What runs by itself and does something to somebody's mail already.
  var rules: Set<Rule> = []
  /// The list of each message that is from one.
  var lists: [MessageID: String] = [:]

  struct Rule: Hashable {
    let source: MailSourceName
    let edit: HabitEdit
  }

  func counted(_ source: MailSourceName) -> [Decision] {
    Habit.counted(decisions[source] ?? [])
  }

  /// The habits that are strong enough, and are not rules already.
  func strongHabits(_ clock: LocalClock) -> [(MailSourceName, Habit)] {
    var habits: [(source: MailSourceName, habit: Habit)] = []
    for source in decisions.keys {
      let counted = counted(source)
      let edits = Set(
        counted.compactMap { if case .done(let edit) = $0.kind { edit } else { nil } }
      )
      for edit in edits where edit.canBeRule && !rules.contains(Rule(source: source, edit: edit)) {
        guard let habit = Habit(edit, in: counted, clock), habit.isStrong else { continue }
        habits.append((source, habit))
      }
    }
    let lists = Set(
      habits.filter { $0.source.kind == .list }.map { Rule(source: $0.source, edit: $0.habit.edit) }
    )
    return habits.filter { $0.source.kind == .list || !isCovered($0.habit, by: lists) }
  }

  /// Whether four of five messages come by a list that has the same rule.
  private func isCovered(_ habit: Habit, by rules: Set<Rule>) -> Bool {
    let covered = habit.done.count { decision in
      guard let list = lists[decision.message] else { return false }
      return rules.contains(Rule(source: MailSourceName(.list, list), edit: habit.edit))
    }
    return covered * 5 >= habit.done.count * 4
  }
}

extension TriageEngine {
  private func habitBook(
    _ clock: LocalClock,
    _ goesOn: (Int, Int) -> Bool
  ) throws(TriageFailure) -> HabitBook {
    var book = HabitBook()
    let all = try history.steps(
      HistoryFilter(
        limit: nil,
        since: clock.now - Habit.memory,
        until: clock.now + 1,
        all: true
      )
    ).filter { $0.kind == .action && $0.progress != .intent }
    for step in all where step.context.isInteractive && !step.context.planned {
      book.steps[step.id] = step
    }
    let background = Set(
      all.filter { $0.context.background && clock.now - $0.at <= Habit.freshness }.map(\.id)
    )
    let times = book.steps.mapValues(\.at)
    var decisions: [Decision] = []
    var automatic: [(message: MessageID, edit: HabitEdit)] = []
    try history.eachDeed { deeds in
      if let decision = Decision(deeds, of: times) { decisions.append(decision) }
      for deed in deeds.deeds where deed.hasEffect && background.contains(deed.step) {
        automatic.append((deeds.message, deed.edit))
      }
    }
    decisions += try left(besides: Set(decisions.map(\.message)), clock)
    let messages = decisions.map(\.message) + automatic.map(\.message)
    let sources = try sources(of: Array(Set(messages)), goesOn)
    for decision in try withReading(decisions) {
      for source in sources[decision.message] ?? [] {
        book.decisions[source, default: []].append(decision)
        if source.kind == .list { book.lists[decision.message] = source.value }
      }
    }
    for (message, edit) in automatic {
      for source in sources[message] ?? [] {
        book.rules.insert(HabitBook.Rule(source: source, edit: edit))
      }
    }
    return book
  }

  /// What was read some days ago and is still in the inbox, though nothing was done to it.
  private func left(
    besides decided: Set<MessageID>,
    _ clock: LocalClock
  ) throws(TriageFailure) -> [Decision] {
    let inbox = try store.ids(MailQuery("tag:inbox and not tag:unread"), limit: nil)
    let span = (clock.now - Habit.memory)...(clock.now - Habit.patience)
    return try store.positions(of: inbox.filter { !decided.contains($0) }).compactMap { id, place in
      guard let date = place.date, span.contains(date) else { return nil }
      return Decision(id, at: date + Habit.patience, .left)
    }
  }

  /// The decisions with what only the index can say: whether their messages were unread until then.
  private func withReading(_ decisions: [Decision]) throws(TriageFailure) -> [Decision] {
    let unknown = decisions.filter { $0.wasUnread == nil && $0.step != nil }.map(\.message)
    var decisions = decisions
    let states = try store.states(of: unknown)
    for index in decisions.indices where decisions[index].wasUnread == nil {
      decisions[index].wasUnread =
        states[decisions[index].message]?.tags.contains(.unread) ?? false
    }
    return decisions
  }

  /// The sender of each message, and behind it the list if it is from one.
  private func sources(
    of messages: [MessageID],
    _ goesOn: (Int, Int) -> Bool = { _, _ in true }
  ) throws(TriageFailure) -> [MessageID: [MailSourceName]] {
    var sources: [MessageID: [MailSourceName]] = [:]
    for start in stride(from: 0, to: messages.count, by: Self.pageLength) {
      guard goesOn(start, messages.count) else { throw TriageFailure(.cancelled) }
      let page = Array(messages[start..<min(start + Self.pageLength, messages.count)])
      for (id, from) in try store.authors(of: page) {
        guard let sender = MailSource.sender(from) else { continue }
        sources[id] = [MailSourceName(.sender, sender)]
      }
      for (id, list) in try lists(of: page, in: store) {
        sources[id, default: []].append(MailSourceName(.list, list))
      }
    }
    return sources
  }
}
