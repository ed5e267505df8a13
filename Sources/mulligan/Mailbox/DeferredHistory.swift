import Journal
import TriageCore

/// The history whose journal is opened when it is first asked for: what only reads mail never pays
/// for it.
///
/// If the journal cannot be used, reading mail works, and every change is refused with the reason,
/// before the index is touched.
final class DeferredHistory: HistoryStore {
  private let open: () -> Result<StepJournal, TriageFailure>
  private lazy var opened = open()

  init(_ location: JournalLocation) {
    open = {
      do throws(TriageFailure) {
        return .success(try StepJournal.open(location))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The journal itself.
  func journal() throws(TriageFailure) -> StepJournal { try opened.get() }

  func head() throws(TriageFailure) -> HistoryHead { try journal().head() }
  func groups(on list: TurnList, limit: Int) throws(TriageFailure) -> [StepSummary] {
    try journal().groups(on: list, limit: limit)
  }
  func openSteps() throws(TriageFailure) -> [StepSummary] { try journal().openSteps() }
  func step(_ id: StepID) throws(TriageFailure) -> StepSummary? { try journal().step(id) }
  func steps(_ filter: HistoryFilter) throws(TriageFailure) -> [StepSummary] {
    try journal().steps(filter)
  }
  func histories(of pairs: [Pair]) throws(TriageFailure) -> [Pair: PairHistory] {
    try journal().histories(of: pairs)
  }
  func claimed(
    by actions: [StepID],
    from cursor: Int64?,
    limit: Int
  ) throws(TriageFailure) -> ClaimedPage {
    try journal().claimed(by: actions, from: cursor, limit: limit)
  }
  func left(of step: StepID, limit: Int?) throws(TriageFailure) -> [LeftOut] {
    try journal().left(of: step, limit: limit)
  }
  func revisions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: IndexRevision] {
    try journal().revisions(of: messages)
  }
  func messageCount(of actions: [StepID]) throws(TriageFailure) -> Int {
    try journal().messageCount(of: actions)
  }
  func begin(_ draft: StepDraft) throws(TriageFailure) -> any StepRecorder {
    try journal().begin(draft)
  }
  func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(TriageFailure) -> WritesPage {
    try journal().writes(of: step, from: cursor, limit: limit)
  }
  func copies(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: [KnownCopy]] {
    try journal().copies(of: messages)
  }
  func changes(of step: StepID, limit: Int?) throws(TriageFailure) -> [MessageChange] {
    try journal().changes(of: step, limit: limit)
  }
  func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) throws(TriageFailure) -> Bool {
    try journal().advance(step, from: old, to: new, revisionAfter: revisionAfter)
  }
  /// Never changes if the journal cannot be used; the screen is told of the index alone.
  func changeCounter() throws(TriageFailure) -> Int64 {
    guard case .success(let journal) = opened else { return 0 }
    return try journal.changeCounter()
  }
}
