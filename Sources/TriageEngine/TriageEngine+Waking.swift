import TriageCore

// Snoozing and waking: which messages are put away, and which come back by themselves.

extension TriageEngine {
  /// Those of some messages that a snooze puts away: in each thread those that are in the inbox or
  /// asleep, else the newest one.
  ///
  /// All others stay as they are, so that waking is the same edit for every message.
  func snoozed(
    of messages: [MessageID],
    in mail: any MailLookup
  ) throws(TriageFailure) -> [MessageID] {
    let states = try mail.states(of: messages)
    var chosen: Set<MessageID> = []
    var others: [[MessageID]] = []
    for (_, members) in Dictionary(grouping: messages, by: { states[$0]?.thread }) {
      let here = members.filter { states[$0]?.tags.isInInboxOrAsleep ?? false }
      chosen.formUnion(here)
      if here.isEmpty { others.append(members) }
    }
    let positions = try mail.positions(of: others.flatMap(\.self))
    for members in others {
      let newest = members.max { (positions[$0]?.date ?? 0) < (positions[$1]?.date ?? 0) }
      chosen.formUnion([newest].compactMap(\.self))
    }
    return messages.filter(chosen.contains)
  }

  /// Looks for what has to wake now, without the lock.
  ///
  /// Where nothing had to wake at the last look, only what has changed since is looked at, and nothing
  /// if nothing has.
  func sleepers(_ effects: ActionEffects) throws(TriageFailure) -> Sleepers {
    let now = settings.now()
    let revision = try store.revision()
    // A history that cannot be used never changes.
    let counter = (try? history.changeCounter()) ?? 0
    let last = quietLook.flatMap { $0.counts(now, revision, counter, effects) ? $0 : nil }
    if let last, last.revision == revision { return Sleepers(next: last.next) }
    var sleepers = try sleepers(in: store, effects, since: last?.revision.number)
    sleepers.state = (revision, counter)
    guard sleepers.due.isEmpty else { return sleepers }
    sleepers.next = [sleepers.next, last?.next].compactMap(\.self).min()
    quietLook = QuietLook(
      revision: revision,
      counter: counter,
      effects: effects,
      start: last?.start ?? now,
      next: sleepers.next
    )
    return sleepers
  }

  /// Looks for what has to wake now.
  ///
  /// It is due by its time or, if the effects want that, for new mail in its thread: what has come
  /// since a state of the index, or all.
  private func sleepers(
    in mail: any MailLookup,
    _ effects: ActionEffects,
    since revision: UInt64? = nil
  ) throws(TriageFailure) -> Sleepers {
    let tags = try store.allTags()
    let now = settings.now()
    var sleepers = Sleepers()
    sleepers.next = tags.lazy.compactMap { WakeTime($0)?.time }.filter { $0 > now }.min()
    var over =
      try dueQuery(tags, now).map { query throws(TriageFailure) in
        try mail.ids(query, limit: nil)
      } ?? []
    if effects.wakesForNewMail, tags.contains(WakeTime.asleep) {
      over += try answered(in: mail, besides: Set(over), since: revision)
    }
    if over.isEmpty { return sleepers }
    let times = try timesOfWaking(over, now)
    sleepers.due = times.filter { $0.time <= now }.map(\.message)
    let later = times.map(\.time).filter { $0 > now }.min()
    sleepers.next = [sleepers.next, later].compactMap(\.self).min()
    return sleepers
  }

  /// A query for what sleeps until now or without a time; `nil` if nothing does.
  private func dueQuery(
    _ tags: [MailTag],
    _ now: Timestamp
  ) throws(TriageFailure) -> MailQuery? {
    let times = tags.compactMap { WakeTime($0) }
    var terms = times.filter { $0.time <= now }.map { "tag:\($0.tag)" }
    if tags.contains(WakeTime.asleep) {
      let others = times.map { " and not tag:\($0.tag)" }.joined()
      let timeless = "tag:\(WakeTime.asleep)\(others)"
      if try store.count(MailQuery(everywhere: timeless), .messages) > 0 {
        terms.append("(\(timeless))")
      }
    }
    return terms.isEmpty ? nil : MailQuery(everywhere: terms.joined(separator: " or "))
  }

  /// Finds out what wakes, by the index as it is under the lock.
  func resolveWaking(
    _ change: inout EngineChange,
    in mail: any MailLookup
  ) throws(TriageFailure) {
    change.name = ActionName(.wake)
    change.actions = [MailAction.wake.notation]
    let due = try due(change, in: mail)
    if due.isEmpty { return }
    // What has come back before and was put aside since is marked no more.
    let aside = MailQuery(everywhere: "tag:\(WakeTime.woken) and not tag:\(MailTag.inbox)")
    let others = try mail.ids(aside, limit: nil)
    let command = Command([.wake], on: .messages(due + others))
    change.commands = [command]
    change.planner = ActionPlanner([(command.edit(under: change.request.effects), due + others)])
  }

  /// What has to wake, by a look under the lock: the one before it holds if nothing has changed since.
  private func due(
    _ change: EngineChange,
    in mail: any MailLookup
  ) throws(TriageFailure) -> [MessageID] {
    if let (revision, counter) = change.sleepers?.state, change.settled.isEmpty,
      try mail.revision() == revision, try history.changeCounter() == counter
    {
      return change.sleepers?.due ?? []
    }
    return try sleepers(in: mail, change.request.effects).due
  }

  /// Returns when each of some messages whose time is over wakes: now, but what a person has sent back
  /// to sleep is left alone for a day.
  private func timesOfWaking(
    _ messages: [MessageID],
    _ now: Timestamp
  ) throws(TriageFailure) -> [(message: MessageID, time: Timestamp)] {
    let known = try history.histories(of: messages.map { Pair($0, WakeTime.asleep) })
    var days: [StepID: Timestamp] = [:]
    var times: [(message: MessageID, time: Timestamp)] = []
    for message in messages {
      let claims = known[Pair(message, WakeTime.asleep)]?.claims ?? []
      var time = now
      if let last = claims.last(where: { !$0.external && $0.isEffect }), !last.stands, !last.wanted
      {
        if days[last.step] == nil { days[last.step] = try endOfRest(after: last.step, now) }
        time = days[last.step] ?? now
      }
      times.append((message, time))
    }
    return times
  }

  /// When what a step has done is done again although it was taken back: now, if it was no waking.
  ///
  /// A clock that was set back does not make the day longer.
  private func endOfRest(after step: StepID, _ now: Timestamp) throws(TriageFailure) -> Timestamp {
    let day = Timestamp(86_400)
    guard let step = try history.step(step), step.actions == [MailAction.wake.notation],
      abs(now - step.at) < day
    else { return now }
    return step.at + day
  }
}

/// A look that has found nothing to wake, and what it was about.
struct QuietLook {
  /// The state of the index that it was about.
  fileprivate let revision: IndexRevision
  /// That of the history, as far as other processes change it.
  fileprivate let counter: Int64
  fileprivate let effects: ActionEffects
  /// When all that sleeps was looked at.
  fileprivate let start: Timestamp
  /// When there is something to wake, if nothing changes until then; `nil` for never.
  fileprivate let next: Timestamp?

  /// Whether what has not changed since needs no other look.
  fileprivate func counts(
    _ now: Timestamp,
    _ revision: IndexRevision,
    _ counter: Int64,
    _ effects: ActionEffects
  ) -> Bool {
    // An index that was copied back has a smaller number.
    revision.uuid == self.revision.uuid && revision.number >= self.revision.number
      && counter == self.counter && effects == self.effects
      && now >= start && next.map { now < $0 } ?? true
  }
}

/// What sleeps, as far as it matters for waking.
struct Sleepers {
  /// What has to wake now.
  var due: [MessageID] = []
  /// When something will have to; `nil` if nothing sleeps that has a time.
  var next: Timestamp?
  /// The state of the index and of the history at a look without the lock.
  var state: (revision: IndexRevision, counter: Int64)?
}

// MARK: On top

extension TriageEngine {
  /// The most threads that stand before all others.
  private static let mostWoken = 500

  /// Has threads that have come back stand before all others, among themselves in the list's order:
  /// they come with its first page, and no other has them.
  func putWokenFirst(
    _ page: inout ListPage,
    of query: MailQuery,
    _ sort: SortOrder,
    isFirst: Bool
  ) throws(TriageFailure) {
    let woken = MailQuery(everywhere: "tag:\(WakeTime.woken)")
    guard try store.count(woken, .messages) > 0 else { return }
    let found = try store.list(woken, sort: .newestFirst, skip: 0, limit: Self.mostWoken)
    let threads = Set(found.entries.map(\.thread))
    let rest = page.entries.filter { !threads.contains($0.thread) }
    page.entries = isFirst ? try entries(of: threads, in: query, sort) + rest : rest
  }

  /// Those of some threads that a list has, in its order.
  private func entries(
    of threads: Set<ThreadID>,
    in query: MailQuery,
    _ sort: SortOrder
  ) throws(TriageFailure) -> [ThreadEntry] {
    if sort.value != nil { return sorted?.entries.filter { threads.contains($0.thread) } ?? [] }
    let terms = threads.map { "thread:\($0)" }.sorted().joined(separator: " or ")
    var some = MailQuery(query.text == "*" ? terms : "(\(query.text)) and (\(terms))")
    some.excludes = query.excludes
    return try store.list(some, sort: sort.dates, skip: 0, limit: threads.count).entries
  }
}

extension MailQuery {
  /// A query for all mail, whatever is left out of views.
  init(everywhere text: String) {
    self.init(text)
    excludes = false
  }
}

extension Set<MailTag> {
  fileprivate var isInInboxOrAsleep: Bool { contains(.inbox) || wakeTime != nil }
}
