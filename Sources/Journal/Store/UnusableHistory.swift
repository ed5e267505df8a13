package import TriageCore

/// Stands in for a journal that cannot be opened: mail can be read, and every question about the
/// history is answered with the reason.
package final class UnusableHistory: HistoryStore {
  package let reason: JournalError

  /// Makes a history that always fails.
  package init(_ reason: JournalError) {
    self.reason = reason
  }

  package func head() throws(JournalError) -> HistoryHead { throw reason }

  package func openSteps() throws(JournalError) -> [StepSummary] { throw reason }

  package func step(_ id: StepID) throws(JournalError) -> StepSummary? { throw reason }

  package func steps(_ filter: HistoryFilter) throws(JournalError) -> [StepSummary] { throw reason }

  package func histories(
    of pairs: [Pair]
  ) throws(JournalError) -> [Pair: PairHistory] { throw reason }

  package func claimed(
    by actions: [StepID],
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> ClaimedPage { throw reason }

  package func messageCount(of actions: [StepID]) throws(JournalError) -> Int { throw reason }

  package func begin(_ draft: StepDraft) throws(JournalError) -> any StepRecorder { throw reason }

  package func writes(
    of step: StepID,
    from cursor: Int64?,
    limit: Int
  ) throws(JournalError) -> WritesPage { throw reason }

  package func changes(of step: StepID, limit: Int?) throws(JournalError) -> [TagChange] {
    throw reason
  }

  package func advance(
    _ step: StepID,
    from old: StepProgress,
    to new: StepProgress,
    revisionAfter: IndexRevision?
  ) throws(JournalError) -> Bool { throw reason }

  /// Nothing ever changes; asking often is no reason to fail.
  package func changeCounter() throws(JournalError) -> Int64 { 0 }
}
