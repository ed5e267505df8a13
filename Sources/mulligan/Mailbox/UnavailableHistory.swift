import TriageCore

/// The history when its journal cannot be used: reading mail works, and every change is refused
/// with the reason, before the index is touched.
final class UnavailableHistory: HistoryStore {
  private let reason: JournalError

  init(_ reason: JournalError) {
    self.reason = reason
  }

  func head() throws(JournalError) -> HistoryHead { throw reason }
  func openSteps() throws(JournalError) -> [StepSummary] { throw reason }
  func step(_ id: StepID) throws(JournalError) -> StepSummary? { throw reason }
  func steps(_ filter: HistoryFilter) throws(JournalError) -> [StepSummary] { throw reason }
  func histories(of pairs: [Pair]) throws(JournalError) -> [Pair: PairHistory] { throw reason }
  func copies(
    of messages: [MessageID]
  ) throws(JournalError) -> [MessageID: [KnownCopy]] { throw reason }
  func claimed(
    by actions: [StepID],
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> ClaimedPage { throw reason }
  func revisions(
    of messages: [MessageID]
  ) throws(JournalError) -> [MessageID: IndexRevision] { throw reason }
  func messageCount(of actions: [StepID]) throws(JournalError) -> Int { throw reason }
  func begin(_ draft: StepDraft) throws(JournalError) -> any StepRecorder { throw reason }
  func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> WritesPage { throw reason }
  func changes(of step: StepID, limit: Int?) throws(JournalError) -> [MessageChange] {
    throw reason
  }
  func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) throws(JournalError) -> Bool { throw reason }
  /// Never changes; the screen is told of the index alone.
  func changeCounter() throws(JournalError) -> Int64 { 0 }
}
