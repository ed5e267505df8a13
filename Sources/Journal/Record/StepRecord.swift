import GRDB
package import TriageCore

extension StepJournal {
  package func begin(_ draft: StepDraft) throws(JournalError) -> any StepRecorder {
    if isRecording { misuse("StepJournal.begin", "a record is open") }
    try connection.checkWritable()
    let rows = try connection.bare { db in
      try db.beginTransaction(.immediate)
      do {
        return try RecordRows(db, draft, seed: seed)
      } catch {
        try? db.rollback()
        throw error
      }
    }
    isRecording = true
    return StepRecord(self, rows)
  }
}

/// A step while it is recorded: one transaction of the journal's connection, over many calls.
final class StepRecord: StepRecorder {
  private let journal: StepJournal
  /// `nil` once the record is closed.
  private var rows: RecordRows?
  /// Why the record was dropped before it was complete.
  private var failure: JournalError?

  init(_ journal: StepJournal, _ rows: RecordRows) {
    self.journal = journal
    self.rows = rows
  }

  deinit {
    abandon()
  }

  func append(_ plan: StepPlan) throws(JournalError) {
    try record("append") { rows, db in try rows.append(plan, db) }
  }

  func commit(as progress: StepProgress) throws(JournalError) -> StepID {
    let step = try record("commit") { rows, db in
      let step = try rows.finish(as: progress, db)
      try db.commit()
      return step
    }
    close()
    return step
  }

  func abandon() {
    guard rows != nil else { return }
    // Nothing was committed, so nothing is left if this fails: the connection has rolled back.
    try? journal.connection.bare { db in try db.rollback() }
    close()
  }

  private func close() {
    rows = nil
    journal.isRecording = false
  }

  /// A failure drops the whole record: SQLite may have ended the transaction, and what came after
  /// would be committed piece by piece.
  private func record<T>(
    _ call: String,
    _ body: (inout RecordRows, Database) throws -> T
  ) throws(JournalError) -> T {
    if let failure { throw failure }
    guard var rows else { misuse("StepRecorder.\(call)", "the record is closed") }
    do {
      let result = try journal.connection.bare { db in try body(&rows, db) }
      self.rows = rows
      return result
    } catch {
      failure = error
      abandon()
      throw error
    }
  }
}
