import TriageCore

/// A round through a list, one thread after the other: its threads as they were when it began, and what
/// was done with them.
struct Round: Sendable {
  /// A group that took threads of the round out of the list.
  struct Group: Sendable {
    let action: MailAction
    let threads: [ThreadID]
  }

  /// The threads in the order of the list.
  let threads: [ThreadID]
  private let positions: [ThreadID: Int]
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

  /// Notes what a change has come to, if it took threads of the round out of the list.
  mutating func note(_ change: PendingChange, _ result: ChangeResult) {
    guard let step = result.step, let action = change.action, action.advances,
      !change.isAutomatic, !change.subject.isPartial
    else { return }
    let members = change.subject.threads.filter { positions[$0] != nil }
    if !members.isEmpty { groups[step] = Group(action: action, threads: members) }
  }

  /// Returns what has become of the threads: "214 threads: 120 archived, 60 deleted, 25 left".
  ///
  /// - Parameter steps: The groups of the round as the history has them now: what was taken back, or has
  ///   not been read yet, counts as left.
  /// - Returns: The sentence.
  func summary(_ steps: [StepSummary]) -> Sentence {
    var outcomes: [ThreadID: RoundOutcome] = [:]
    for step in steps.sorted(by: { $0.id < $1.id }) where step.state != .undone {
      guard let group = groups[step.id] else { continue }
      for thread in group.threads { outcomes[thread] = RoundOutcome(group.action) }
    }
    let counts = outcomes.values.reduce(into: [RoundOutcome: Int]()) { $0[$1, default: 0] += 1 }
    var parts = counts.sorted { ($1.value, $0.key.key) < ($0.value, $1.key.key) }
      .map { Sentence("round.\($0.key.key)", .number($0.value)) }
    let left = threads.count - outcomes.count
    if left > 0 { parts.append(Sentence("round.left", .number(left))) }
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
  /// An action of the person's own.
  case other

  init(_ action: MailAction) {
    self =
      switch action {
      case .fixed(.archive), .fixed(.markReadAndArchive): .archived
      case .fixed(.delete): .deleted
      case .fixed(.spam): .spam
      case .fixed(.mute): .muted
      case .snooze: .snoozed
      case .move: .moved
      case .fixed, .addTag, .removeTag, .changeTags, .wake, .user: .other
      }
  }

  /// Its name in the catalog.
  var key: String { "\(self)" }
}
