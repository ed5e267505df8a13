import TriageCore

/// The threads of queries as they were counted last, and what changes have made of them since.
///
/// ```
///  counted at revision 7           12/40
///  a change made at revision 8     -1/-1    until it is counted at 8 or later
///  a change that is being made      0/-1    or until nothing has come of it
/// ```
struct ViewCounts: Sendable {
  private var counted: [String: CountedThreads] = [:]
  private var expected: [ExpectedCounts] = []
  /// What groups of the history have made of the counts: undo takes it back.
  private var groups: [StepID: [String: CountDifference]] = [:]

  /// How many groups, and changes that have been made, are remembered.
  private static let capacity = 100

  /// How many threads a query has, as far as that is known.
  subscript(query: String) -> ThreadCounts? {
    guard let counted = counted[query] else { return nil }
    let differences = expected.filter { $0.isBeyond(counted.revision) }
      .compactMap { $0.differences[query] }
    let sum = differences.reduce(CountDifference(), +)
    let total = max(0, counted.counts.total + sum.total)
    return ThreadCounts(
      unread: max(0, min(total, counted.counts.unread + sum.unread)),
      total: total
    )
  }

  /// What was counted of a query, as it was counted.
  func lastCount(of query: String) -> CountedThreads? { counted[query] }

  /// Whether a query has been counted at this state of the index, or a later one.
  func isCounted(_ query: String, at revision: IndexRevision) -> Bool {
    counted[query].map { !$0.revision.isOlder(than: revision) } ?? false
  }

  /// Notes what was counted; what is of no query that is still wanted is forgotten.
  mutating func note(_ count: CountedThreads, of query: String, keeping queries: [String]) {
    let kept = Set(queries)
    counted = counted.filter { kept.contains($0.key) }
    counted[query] = count
  }
}

// MARK: What changes make of the counts

/// How many more threads a query has after a change, or how many fewer.
struct CountDifference: Hashable, Sendable {
  var unread = 0
  var total = 0

  static func + (left: CountDifference, right: CountDifference) -> CountDifference {
    CountDifference(unread: left.unread + right.unread, total: left.total + right.total)
  }

  static prefix func - (difference: CountDifference) -> CountDifference {
    CountDifference(unread: -difference.unread, total: -difference.total)
  }
}

/// What a change will have made of the counts of queries.
private struct ExpectedCounts: Sendable {
  /// The change that was asked for.
  let change: Int
  let differences: [String: CountDifference]
  /// Whether the rows of the list show it already.
  let isMarked: Bool
  /// The state of the index that has it; `nil` until it is made.
  var revision: IndexRevision?

  /// Whether what was counted at a state of the index cannot know of it.
  func isBeyond(_ revision: IndexRevision) -> Bool {
    self.revision.map(revision.isOlder) ?? true
  }
}

extension IndexRevision {
  /// Whether another state is that of a later commit, or of another index.
  func isOlder(than other: IndexRevision) -> Bool {
    uuid != other.uuid || number < other.number
  }
}

extension ViewCounts {
  /// Shows the counts as a change will leave them.
  mutating func expect(
    _ differences: [String: CountDifference],
    of change: Int,
    isMarked: Bool = true
  ) {
    if differences.isEmpty { return }
    expected = expected.suffix(Self.capacity)
    expected.append(
      ExpectedCounts(change: change, differences: differences, isMarked: isMarked)
    )
  }

  /// Shows the counts as an undo or redo of a group will leave them, if it is known what that made
  /// of them.
  mutating func expect(_ direction: UndoRedo, of group: StepID, change: Int) {
    guard let made = groups[group] else { return }
    expect(direction == .redo ? made : made.mapValues { -$0 }, of: change, isMarked: false)
  }

  /// How many more threads a query will have by what rows read at a state of the index do not show.
  fileprivate func unshown(of query: String, after revision: IndexRevision?) -> Int {
    expected.filter { change in !change.isMarked && revision.map(change.isBeyond) ?? true }
      .reduce(0) { $0 + ($1.differences[query]?.total ?? 0) }
  }

  /// Notes what a change has come to; what has not come as expected is left to the next count.
  mutating func note(_ result: ChangeResult, of change: PendingChange) {
    guard let index = expected.firstIndex(where: { $0.change == change.id }) else { return }
    guard result.skipped.allSatisfy({ $0.reason == .alreadySo }), let revision = result.revision
    else { return forget(change) }
    expected[index].revision = revision
    guard case .act = change.request, let group = result.step else { return }
    if groups.count >= Self.capacity { groups = [:] }
    groups[group] = expected[index].differences
  }

  /// Shows the counts without a change that has come to nothing.
  mutating func forget(_ change: PendingChange) {
    expected.removeAll { $0.change == change.id }
  }
}

// MARK: What is shown

extension Shared {
  /// How many threads a query has, as it stands on the screen wherever it does: of the list that is shown
  /// as many as there are rows that are not struck through, of other views as they were counted last.
  func counts(of query: String) -> ThreadCounts? {
    let shown = mailbox.shown
    guard var counts = mailbox.counts[query] else { return nil }
    guard query == shown.query, !shown.isLoading else { return counts }
    let unshown = mailbox.counts.unshown(of: query, after: shown.revision)
    counts.total = shown.total.map { max(0, $0 + unshown) } ?? max(shown.known, counts.total)
    counts.unread = min(counts.unread, counts.total)
    return counts
  }
}
