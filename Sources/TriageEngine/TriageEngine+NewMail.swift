import TriageCore

// Mail that is answered while it sleeps: which of it is woken by that.

extension TriageEngine {
  /// The messages whose thread has mail that has come since they were put away here, but for those that
  /// are due.
  ///
  /// New is what is in the inbox and not asleep, was changed in the index after the snooze was written,
  /// and is at most a day older than it. What was put away elsewhere, or in another index, wakes by
  /// time only: nobody knows what is new then. What has not changed since a state of the index, nor its
  /// thread, is not looked at.
  func answered(
    in mail: any MailLookup,
    besides due: Set<MessageID>,
    since revision: UInt64?
  ) throws(TriageFailure) -> [MessageID] {
    let sleeping = try sleeping(in: mail, since: revision).filter { !due.contains($0) }
    guard !sleeping.isEmpty else { return [] }
    let snoozes = try snoozes(of: sleeping, at: try mail.revision())
    let positions = try mail.positions(of: sleeping.filter { snoozes[$0] != nil })
    let arrivals = try arrivals(in: Set(positions.values.map(\.thread)), mail)
    return sleeping.filter { message in
      guard let snooze = snoozes[message], let thread = positions[message]?.thread else {
        return false
      }
      return arrivals[thread, default: []].contains { $0.isNew(after: snooze) }
    }
  }

  /// The sleeping messages, or those that have changed since, perhaps because they were sent back to
  /// sleep, and those in whose threads something in the inbox has.
  private func sleeping(
    in mail: any MailLookup,
    since revision: UInt64?
  ) throws(TriageFailure) -> [MessageID] {
    let asleep = "tag:\(WakeTime.asleep)"
    guard let revision else { return try mail.ids(MailQuery(everywhere: asleep), limit: nil) }
    let changed = "lastmod:\(revision + 1).."
    let arrived = try mail.ids(MailQuery(everywhere: "\(Self.awake) and \(changed)"), limit: nil)
    let threads = Set(try mail.positions(of: arrived).values.map(\.thread))
    let terms = threads.isEmpty ? changed : "\(changed) or \(threads.query)"
    return try mail.ids(MailQuery(everywhere: "\(asleep) and (\(terms))"), limit: nil)
  }

  private static let awake = "tag:\(MailTag.inbox) and not tag:\(WakeTime.asleep)"

  /// The steps that have put messages away, as far as they were made here, in this index.
  private func snoozes(
    of messages: [MessageID],
    at now: IndexRevision
  ) throws(TriageFailure) -> [MessageID: Snooze] {
    let known = try history.histories(of: messages.map { Pair($0, WakeTime.asleep) })
    var steps: [StepID: Snooze?] = [:]
    var snoozes: [MessageID: Snooze] = [:]
    for message in messages {
      let claims = known[Pair(message, WakeTime.asleep)]?.claims ?? []
      guard let last = claims.last(where: { !$0.external && $0.isEffect && $0.stands }), last.wanted
      else { continue }
      if steps[last.step] == nil {
        steps[last.step] = .some(try history.step(last.step).flatMap { Snooze($0, at: now) })
      }
      snoozes[message] = steps[last.step] ?? nil
    }
    return snoozes
  }

  /// What of some threads is in the inbox and not asleep.
  private func arrivals(
    in threads: Set<ThreadID>,
    _ mail: any MailLookup
  ) throws(TriageFailure) -> [ThreadID: [Arrived]] {
    guard !threads.isEmpty else { return [:] }
    let query = MailQuery(everywhere: "\(Self.awake) and (\(threads.query))")
    let messages = try mail.ids(query, limit: nil)
    let changes = try mail.lastChanges(of: messages)
    var arrivals: [ThreadID: [Arrived]] = [:]
    for (message, position) in try mail.positions(of: messages) {
      let arrived = Arrived(date: position.date ?? 0, change: changes[message] ?? 0)
      arrivals[position.thread, default: []].append(arrived)
    }
    return arrivals
  }
}

/// When a message was put away, by the clock and in the index.
private struct Snooze {
  let time: Timestamp
  let revision: UInt64

  init?(_ step: StepSummary, at now: IndexRevision) {
    // Of what another machine put away it is not known what came between.
    guard step.received == nil, let after = step.revisionAfter, after.uuid == now.uuid else {
      return nil
    }
    (time, revision) = (step.at, after.number)
  }
}

/// A message that may have come since.
private struct Arrived {
  let date: Timestamp
  let change: UInt64

  func isNew(after snooze: Snooze) -> Bool {
    change > snooze.revision && date >= snooze.time - 86_400
  }
}

extension Set<ThreadID> {
  /// The query for the messages of the threads.
  fileprivate var query: String { map { "thread:\($0)" }.sorted().joined(separator: " or ") }
}
