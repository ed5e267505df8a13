package import TriageCore

// Rules from habits: what the history and the index say of what a person usually does.

extension TriageEngine {
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
    for (source, habit) in try uncovered(book.habits.strongHabits(clock)) {
      var suggestion = try suggestion(of: habit, source, book.steps, effects)
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
    guard let source = try source(of: message) else { return nil }
    let past = try past(clock)
    let decisions = try withReading(counted(of: source, in: past, goesOn))
    let edits = decisions.lazy.compactMap { decision -> HabitEdit? in
      if case .done(let edit) = decision.kind, edit.canBeRule { edit } else { nil }
    }
    guard let edit = edits.first, let habit = Habit(edit, in: decisions, clock) else { return nil }
    var suggestion = try suggestion(of: habit, source, past.steps, effects)
    suggestion.isDismissed = try history.dismissals().contains(suggestion.id)
    return suggestion
  }

  /// The list that a message is from, else its sender.
  private func source(of message: MessageID) throws(TriageFailure) -> MailSourceName? {
    if let list = try lists(of: [message], in: store)[message] {
      return MailSourceName(.list, list)
    }
    return try store.authors(of: [message])[message].flatMap(MailSource.sender).map {
      MailSourceName(.sender, $0)
    }
  }

  private var clock: LocalClock { LocalClock(now: settings.now(), offset: settings.offset) }

  private func suggestion(
    of habit: Habit,
    _ source: MailSourceName,
    _ steps: [StepID: StepSummary],
    _ effects: ActionEffects
  ) throws(TriageFailure) -> Suggestion {
    let newest = habit.done.first ?? habit.newest
    let step = newest.step.flatMap { steps[$0] }
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

/// What the history of late, and the mail that was left, say of single messages.
private struct RecentPast {
  /// The groups that count.
  var steps: [StepID: StepSummary] = [:]
  /// What was decided, the newest first.
  var decisions: [Decision] = []
  /// What was done by itself.
  var automatic: [(message: MessageID, edit: HabitEdit)] = []
}

extension TriageEngine {
  private func past(_ clock: LocalClock) throws(TriageFailure) -> RecentPast {
    var past = RecentPast()
    let all = try history.steps(
      HistoryFilter(
        limit: nil,
        since: clock.now - Habit.memory,
        until: clock.now + 1,
        all: true
      )
    ).filter { $0.kind == .action && $0.progress != .intent }
    for step in all where step.context.isInteractive && !step.context.planned {
      past.steps[step.id] = step
    }
    let background = Set(
      all.filter { $0.context.background && clock.now - $0.at <= Habit.freshness }.map(\.id)
    )
    let times = past.steps.mapValues(\.at)
    try history.eachDeed { deeds in
      if let decision = Decision(deeds, of: times) { past.decisions.append(decision) }
      guard !background.isEmpty else { return }
      for deed in deeds.deeds where deed.hasEffect && background.contains(deed.step) {
        past.automatic.append((deeds.message, deed.edit))
      }
    }
    past.decisions += try left(besides: Set(past.decisions.map(\.message)), clock)
    past.decisions.sort { $0.time > $1.time }
    return past
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

  /// Returns decisions with what only the index can say: whether their messages were unread until then.
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
}

// MARK: Whose mail it was

extension TriageEngine {
  /// What was decided about the mail of all senders and lists that there may be a habit of.
  private func habitBook(
    _ clock: LocalClock,
    _ goesOn: (Int, Int) -> Bool
  ) throws(TriageFailure) -> (habits: HabitBook, steps: [StepID: StepSummary]) {
    let past = try past(clock)
    var book = HabitBook()
    var reader = SenderReader()
    for page in past.decisions.pages {
      try check(goesOn, page.startIndex, of: 2 * past.decisions.count)
      let senders = try store.authors(of: page.map(\.message)).compactMapValues {
        reader.sender($0)
      }
      for decision in page {
        guard let sender = senders[decision.message] else { continue }
        book.note(decision, of: MailSourceName(.sender, sender))
      }
    }
    try noteLists(of: past.decisions, in: &book, clock, goesOn)
    try noteRules(past.automatic, in: &book)
    // Whether mail was unread matters only for what would be a habit if all of it was.
    var known: [MailSourceName: [Decision]] = [:]
    for source in Set(book.strongHabits(clock).map(\.source)) {
      known[source] = try withReading(book.counted(source))
    }
    book.keep(only: known)
    return (book, past.steps)
  }

  /// Notes decisions under the lists of their messages, the newest first, as long as older ones could
  /// make a habit: what a file says of its list is dear to find out.
  private func noteLists(
    of decisions: [Decision],
    in book: inout HabitBook,
    _ clock: LocalClock,
    _ goesOn: (Int, Int) -> Bool
  ) throws(TriageFailure) {
    var open: Set<MailSourceName>?
    var last: Timestamp?
    for page in decisions.pagesOfGroups {
      let newest = page.first?.time
      // Groups count whole: one that goes on from the last page is read to its end.
      if let newest, newest != last, clock.now - newest > Habit.freshness {
        let known = open ?? Set(book.sources.filter { $0.kind == .list })
        open = known.filter { Habit.mayNeedOlder(book.counted($0), clock) }
        if open?.isEmpty == true { return }
      }
      last = page.last?.time
      try check(goesOn, decisions.count + page.startIndex, of: 2 * decisions.count)
      let lists = try lists(of: page.map(\.message), in: store)
      for decision in page {
        guard let list = lists[decision.message] else { continue }
        book.note(decision, of: MailSourceName(.list, list))
      }
    }
  }

  private func noteRules(
    _ automatic: [(message: MessageID, edit: HabitEdit)],
    in book: inout HabitBook
  ) throws(TriageFailure) {
    for page in automatic.pages {
      let messages = Array(Set(page.map(\.message)))
      let senders = try store.authors(of: messages).compactMapValues(MailSource.sender)
      let lists = try lists(of: messages, in: store)
      for (message, edit) in page {
        if let sender = senders[message] {
          book.rules.insert(HabitBook.Rule(MailSourceName(.sender, sender), edit))
        }
        if let list = lists[message] {
          book.rules.insert(HabitBook.Rule(MailSourceName(.list, list), edit))
        }
      }
    }
  }

  /// The decisions about one sender's or list's mail that count, the newest first.
  private func counted(
    of source: MailSourceName,
    in past: RecentPast,
    _ goesOn: (Int, Int) -> Bool
  ) throws(TriageFailure) -> [Decision] {
    if source.kind == .sender {
      let filter = SourceFilter(senders: [source.value])
      let all = MailQuery(everywhere: "*")
      let messages = Set(try messages(of: all, from: filter, in: store, goesOn: goesOn))
      return Habit.counted(past.decisions.filter { messages.contains($0.message) })
    }
    var found: [Decision] = []
    var last: Timestamp?
    for page in past.decisions.pagesOfGroups {
      if page.first?.time != last, Habit.isFull(found) { break }
      last = page.last?.time
      try check(goesOn, page.startIndex, of: past.decisions.count)
      let lists = try lists(of: page.map(\.message), in: store)
      found += page.filter { lists[$0.message] == source.value }
    }
    return Habit.counted(found)
  }

  /// Those of some habits that are not a list's with a sender for whom four of five come by it.
  private func uncovered(
    _ habits: [(source: MailSourceName, habit: Habit)]
  ) throws(TriageFailure) -> [(source: MailSourceName, habit: Habit)] {
    let rules = Set(
      habits.filter { $0.source.kind == .list }.map { HabitBook.Rule($0.source, $0.habit.edit) }
    )
    guard !rules.isEmpty else { return habits }
    var uncovered: [(source: MailSourceName, habit: Habit)] = []
    for (source, habit) in habits {
      if source.kind == .sender {
        let lists = try lists(of: habit.done.map(\.message), in: store)
        let covered = lists.values.count {
          rules.contains(HabitBook.Rule(MailSourceName(.list, $0), habit.edit))
        }
        if covered * 5 >= habit.done.count * 4 { continue }
      }
      uncovered.append((source, habit))
    }
    return uncovered
  }

  private func check(
    _ goesOn: (Int, Int) -> Bool,
    _ done: Int,
    of total: Int
  ) throws(TriageFailure) {
    guard goesOn(done, total) else { throw TriageFailure(.cancelled) }
  }
}

extension Array {
  /// Some elements at a time: as many as are looked up between two looks at what else is asked.
  fileprivate var pages: [ArraySlice<Element>] {
    stride(from: 0, to: count, by: 500).map { self[$0..<Swift.min($0 + 500, count)] }
  }
}

extension [Decision] {
  /// The same of decisions in the order of their times, each page with whole groups unless one is longer.
  fileprivate var pagesOfGroups: [ArraySlice<Decision>] {
    var pages: [ArraySlice<Decision>] = []
    var start = 0
    while start < count {
      let most = Swift.min(start + 500, count)
      var end = most
      while end < count, end > start, self[end - 1].time == self[end].time { end -= 1 }
      if end == start { end = most }
      pages.append(self[start..<end])
      start = end
    }
    return pages
  }
}
