import TriageCore

/// A round through a list, one thread after the other: its threads as they were when it began, and what
/// was done with them.
struct Round: Sendable {
  /// A group that did something to threads of the round.
  struct Group: Sendable {
    /// What has become of them by it; `nil` if they stay where they are, unanswered.
    fileprivate let outcome: RoundOutcome?
    let threads: [ThreadID]

    /// Whether the round went on by it.
    var settlesThreads: Bool { outcome != nil }
  }

  /// The threads in the order of the list.
  let threads: [ThreadID]
  private let positions: [ThreadID: Int]
  /// The threads that were opened in it.
  private var seen: Set<ThreadID> = []
  /// What was done, by the steps of the history.
  private(set) var groups: [StepID: Group] = [:]

  /// Makes a round through some threads, each of which is there once.
  init(_ threads: [ThreadID]) {
    self.threads = threads
    positions = Dictionary(
      threads.enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Which thread of the round one is, counted from 1; `nil` if it is none.
  func number(of thread: ThreadID) -> Int? { positions[thread].map { $0 + 1 } }

  /// The threads after one, or those before it, the nearest first.
  func threads(_ isForward: Bool, from thread: ThreadID) -> [ThreadID] {
    guard let position = positions[thread] else { return isForward ? threads : [] }
    return isForward
      ? Array(threads[(position + 1)...]) : threads[..<position].reversed()
  }

  /// Notes that a thread of the round is opened.
  mutating func see(_ thread: ThreadID) { seen.insert(thread) }

  /// Notes what a change has come to, if a person did something to threads of the round.
  mutating func note(_ change: PendingChange, _ result: ChangeResult) {
    guard let step = result.step, change.kind == .action, !change.isAutomatic else { return }
    let outcome = RoundOutcome(change)
    let members = change.roundThreads.filter { positions[$0] != nil }
    if !members.isEmpty { groups[step] = Group(outcome: outcome, threads: members) }
  }

  /// Returns what has become of the threads: "214 threads: 120 archived, 60 deleted, 25 left, 9 not
  /// looked at".
  ///
  /// - Parameter steps: The groups of the round as the history has them now: what was taken back, or has
  ///   not been read yet, counts as left.
  /// - Returns: The sentence.
  func summary(_ steps: [StepSummary]) -> Sentence {
    var outcomes: [ThreadID: RoundOutcome] = [:]
    var titles: [RoundOutcome: Sentence] = [:]
    for step in steps.sorted(by: { $0.id < $1.id }) where step.state != .undone {
      guard let group = groups[step.id], let outcome = group.outcome else { continue }
      for thread in group.threads { outcomes[thread] = outcome }
      titles[outcome] = .title(of: step)
    }
    let counts = outcomes.values.reduce(into: [RoundOutcome: Int]()) { $0[$1, default: 0] += 1 }
    var parts = counts.sorted { ($1.value, $0.key.key) < ($0.value, $1.key.key) }
      .map { $0.key.sentence($0.value, titles[$0.key]) }
    let left = seen.count { outcomes[$0] == nil }
    if left > 0 { parts.append(Sentence("round.left", .number(left))) }
    let unseen = threads.count - left - outcomes.count
    if unseen > 0 { parts.append(Sentence("round.unseen", .number(unseen))) }
    let total = Argument.number(threads.count)
    return Sentence.list(parts).map { Sentence("round.summary", total, .sentence($0)) }
      ?? Sentence("round.left", total)
  }

  private typealias Argument = Sentence.Argument
}

/// What has become of a thread in a round.
private enum RoundOutcome: Hashable {
  case archived
  case deleted
  case spam
  case muted
  case snoozed
  case moved
  case answered
  /// An action of the person's own.
  case own(String)
  case other

  /// What a change makes of a thread; `nil` if that stays where it is, unanswered.
  init?(_ change: PendingChange) {
    if case .outgoing(.send(let draft)) = change.request, draft.answered != nil {
      self = .answered
      return
    }
    guard let action = change.action, action.advances, !change.subject.isPartial else { return nil }
    self =
      switch action {
      case .fixed(.archive), .fixed(.markReadAndArchive): .archived
      case .fixed(.delete): .deleted
      case .fixed(.spam): .spam
      case .fixed(.mute): .muted
      case .snooze: .snoozed
      case .move: .moved
      case .user(let id, _): .own(id)
      case .fixed, .addTag, .removeTag, .changeTags, .wake: .other
      }
  }

  /// Its name in the catalog, and what tells it from others.
  var key: String {
    if case .own(let id) = self { "own \(id)" } else { "\(self)" }
  }

  /// So many threads of which this has become, by an action of this title.
  func sentence(_ count: Int, _ title: Sentence?) -> Sentence {
    guard case .own = self else { return Sentence("round.\(key)", .number(count)) }
    return title.map { Sentence("round.own", .number(count), .sentence($0)) }
      ?? Sentence("round.other", .number(count))
  }
}

extension PendingChange {
  /// The threads of which something has become by it.
  fileprivate var roundThreads: [ThreadID] {
    guard case .outgoing(.send(let draft)) = request else { return subject.threads }
    return draft.answered.map { [$0] } ?? []
  }
}
