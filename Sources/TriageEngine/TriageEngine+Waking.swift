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
    let positions = try mail.positions(of: messages)
    var chosen: Set<MessageID> = []
    for (_, members) in Dictionary(grouping: messages, by: { positions[$0]?.thread }) {
      let here = members.filter { states[$0]?.tags.isInInboxOrAsleep ?? false }
      let newest = members.max { (positions[$0]?.date ?? 0) < (positions[$1]?.date ?? 0) }
      chosen.formUnion(here.isEmpty ? [newest].compactMap(\.self) : here)
    }
    return messages.filter(chosen.contains)
  }

  /// A query for what has to wake now; `nil` if nothing has to.
  ///
  /// It takes no lock.
  func dueQuery() throws(TriageFailure) -> MailQuery? {
    let tags = try store.allTags()
    let times = tags.compactMap { WakeTime($0) }
    let now = settings.now()
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

  /// In how many seconds the next message wakes, at least one; `nil` if nothing sleeps.
  ///
  /// What is due and is still there could not be woken, and is looked at again soon.
  func secondsToWaking() throws(TriageFailure) -> Int? {
    let now = settings.now()
    let next = try store.allTags().lazy.compactMap { WakeTime($0)?.time }.min()
    return next.map { $0 <= now ? 30 : Int(clamping: $0 - now) }
  }

  /// Finds out what wakes, by the index as it is under the lock.
  func resolveWaking(
    _ change: inout EngineChange,
    in mail: any MailLookup
  ) throws(TriageFailure) {
    change.name = ActionName(.wake)
    change.actions = [MailAction.wake.notation]
    guard let query = try dueQuery() else { return }
    let due = try withoutTakenBack(try mail.ids(query, limit: nil))
    // What has come back before and was put aside since is marked no more.
    let aside = MailQuery(everywhere: "tag:\(WakeTime.woken) and not tag:\(MailTag.inbox)")
    let others = due.isEmpty ? [] : try mail.ids(aside, limit: nil)
    let command = Command([.wake], on: .messages(due + others))
    change.commands = [command]
    change.planner = ActionPlanner([(command.edit(under: change.request.effects), due + others)])
  }

  /// Leaves out what a person has sent back to sleep: for a day it is not woken again.
  private func withoutTakenBack(_ due: [MessageID]) throws(TriageFailure) -> [MessageID] {
    let known = try history.histories(of: due.map { Pair($0, WakeTime.asleep) })
    var isRecent: [StepID: Bool] = [:]
    var result: [MessageID] = []
    for message in due {
      let claims = known[Pair(message, WakeTime.asleep)]?.claims ?? []
      let last = claims.last { !$0.external && $0.isEffect }
      if let last, !last.stands, !last.wanted {
        if isRecent[last.step] == nil { isRecent[last.step] = try isRecentWake(last.step) }
        if isRecent[last.step] == true { continue }
      }
      result.append(message)
    }
    return result
  }

  private func isRecentWake(_ step: StepID) throws(TriageFailure) -> Bool {
    guard let step = try history.step(step), step.actions == [MailAction.wake.notation] else {
      return false
    }
    return abs(settings.now() - step.at) < 86_400
  }
}

extension MailQuery {
  /// A query for all mail, whatever is left out of views.
  fileprivate init(everywhere text: String) {
    self.init(text)
    excludes = false
  }
}

extension Set<MailTag> {
  fileprivate var isInInboxOrAsleep: Bool { contains(.inbox) || wakeTime != nil }
}
