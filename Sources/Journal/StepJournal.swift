import GRDB
package import TriageCore

/// The history of one index in an SQLite file that all its processes share.
///
/// A journal and its records are used from one thread. A journal that may only be read answers all
/// questions and refuses to record.
package final class StepJournal: HistoryStore {
  /// Where the journal is kept.
  package let location: JournalLocation
  let connection: Connection
  /// Seeds the hash of a message's id, so that nobody can prepare many ids with one hash.
  let seed: UInt64
  /// Whether a record is open: its transaction is the connection's.
  var isRecording = false
  /// Gives steps their names and their clocks.
  package var naming = StepNaming()
  /// Returns the moment at which a hold begins.
  package var moment: @Sendable () -> MachineMoment = {
    MachineMoment(boot: "", awake: 0, wall: 0)
  }

  /// Opens the journal at a location and makes it if it is missing.
  ///
  /// Another process that is writing is waited for as long as `busyTimeout` says, then and later.
  ///
  /// - Throws: `.damaged`, `.newer`, `.locked`, `.diskFull`; `.unwritable` if there is none and none
  ///   can be made.
  package static func open(
    _ location: JournalLocation,
    busyTimeout: Duration = .seconds(5)
  ) throws(TriageFailure) -> StepJournal {
    try StepJournal(location, busyTimeout)
  }

  private init(_ location: JournalLocation, _ busyTimeout: Duration) throws(TriageFailure) {
    self.location = location
    try PrivateFiles.prepare(location)
    connection = try Connection(
      path: location.file,
      isReadOnly: !PrivateFiles.mayWrite(location),
      busyTimeout: busyTimeout
    )
    try connection.setUp(location)
    seed = try connection.seed(of: location)
  }

  /// Whether the journal can only be read: every record will be refused.
  package var isReadOnly: Bool { connection.isReadOnly }

  package func changeCounter() throws(TriageFailure) -> Int64 {
    try connection.bare { db in
      try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
  }
}

extension Connection {
  /// Makes the file a journal of this release if it is none yet.
  fileprivate func setUp(_ location: JournalLocation) throws(TriageFailure) {
    if try isReady() { return try checkSynchronous() }
    if isReadOnly { throw TriageFailure(.journalUnwritable, path, "it may only be read") }
    let lock = SetupLock(folder: location.folder)
    // Another process may have done it meanwhile.
    if try !isReady() { try migrate(location) }
    _ = consume lock
    try checkSynchronous()
  }

  private func isReady() throws(TriageFailure) -> Bool {
    switch try read({ try Schema.condition($0) }) {
    case .current: true
    case .empty, .older: false
    case .newer: throw TriageFailure(.journalNewer, path)
    case .foreign: throw TriageFailure(.journalDamaged, path, "it is another program's database")
    }
  }

  private func checkSynchronous() throws(TriageFailure) {
    try bare { db in try Schema.checkSynchronous(db) }
  }

  /// Reads the journal's own row, and whether it is this index's.
  fileprivate func seed(of location: JournalLocation) throws(TriageFailure) -> UInt64 {
    try read { db in
      guard
        let row = try Row.fetchOne(db, sql: "SELECT folder, seed FROM journal")
      else { throw Inconsistency(detail: "it does not say which index it is of") }
      let folder = try row.text(0)
      guard folder.utf8.elementsEqual(location.lockFolder.utf8) else {
        throw Inconsistency(detail: "it is the journal of \(folder)")
      }
      return UInt64(bitPattern: try row.number(1))
    }
  }
}

/// Stops the program because a caller broke a promise.
///
/// `preconditionFailure` prints nothing in release builds, so the sentence goes through `fatalError`.
func preconditionViolation(_ call: String, _ reason: String) -> Never {
  fatalError("\(call): \(reason)")
}
