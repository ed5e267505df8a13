import Journal
import TriageCore

/// The history whose journal is opened when it is first asked for: what only reads mail never pays
/// for it.
///
/// If the journal cannot be used, reading mail works, and every change is refused with the reason,
/// before the index is touched.
final class DeferredHistory: HistoryStore {
  private let open: () -> Result<StepJournal, JournalError>
  private lazy var opened = open()

  init(_ location: JournalLocation) {
    open = {
      do throws(JournalError) {
        return .success(try StepJournal.open(location))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The journal itself.
  func journal() throws(JournalError) -> StepJournal { try opened.get() }

  func head() throws(JournalError) -> HistoryHead { try journal().head() }
  func groups(on list: TurnList, limit: Int) throws(JournalError) -> [StepSummary] {
    try journal().groups(on: list, limit: limit)
  }
  func openSteps() throws(JournalError) -> [StepSummary] { try journal().openSteps() }
  func step(_ id: StepID) throws(JournalError) -> StepSummary? { try journal().step(id) }
  func steps(_ filter: HistoryFilter) throws(JournalError) -> [StepSummary] {
    try journal().steps(filter)
  }
  func histories(of pairs: [Pair]) throws(JournalError) -> [Pair: PairHistory] {
    try journal().histories(of: pairs)
  }
  func claimed(
    by actions: [StepID],
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> ClaimedPage {
    try journal().claimed(by: actions, from: cursor, limit: limit)
  }
  func left(of step: StepID, limit: Int?) throws(JournalError) -> [LeftOut] {
    try journal().left(of: step, limit: limit)
  }
  func revisions(
    of messages: [MessageID]
  ) throws(JournalError) -> [MessageID: IndexRevision] {
    try journal().revisions(of: messages)
  }
  func messageCount(of actions: [StepID]) throws(JournalError) -> Int {
    try journal().messageCount(of: actions)
  }
  func begin(_ draft: StepDraft) throws(JournalError) -> any StepRecorder {
    try journal().begin(draft)
  }
  func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> WritesPage {
    try journal().writes(of: step, from: cursor, limit: limit)
  }
  func copies(
    of messages: [MessageID]
  ) throws(JournalError) -> [MessageID: [KnownCopy]] {
    try journal().copies(of: messages)
  }
  func changes(of step: StepID, limit: Int?) throws(JournalError) -> [MessageChange] {
    try journal().changes(of: step, limit: limit)
  }
  func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) throws(JournalError) -> Bool {
    try journal().advance(step, from: old, to: new, revisionAfter: revisionAfter)
  }
  /// Never changes if the journal cannot be used; the screen is told of the index alone.
  func changeCounter() throws(JournalError) -> Int64 {
    guard case .success(let journal) = opened else { return 0 }
    return try journal.changeCounter()
  }
}
