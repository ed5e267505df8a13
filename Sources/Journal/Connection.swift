import CLinux
import CSQLite
import GRDB
import Glibc
import TriageCore

/// The one connection to a journal, used from one thread.
///
/// What SQLite throws becomes a `TriageFailure` here and nowhere else.
final class Connection {
  let path: String
  let isReadOnly: Bool
  private let queue: DatabaseQueue
  private let identity: FileIdentity?

  /// Opens the file; it must be there.
  init(
    path: String,
    isReadOnly: Bool,
    busyTimeout: Duration
  ) throws(TriageFailure) {
    self.path = path
    self.isReadOnly = isReadOnly
    var configuration = Configuration()
    configuration.label = "journal"
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(busyTimeout / .seconds(1))
    // A record is one transaction over many calls.
    configuration.allowsUnsafeTransactions = true
    // Declared for `verify`; looking up three parents for every claim would double its price.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA cache_size = -4000;
          PRAGMA temp_store = MEMORY;
          PRAGMA journal_size_limit = 4194304;
          PRAGMA wal_autocheckpoint = 256;
          PRAGMA synchronous = FULL;
          """
      )
      // Copying the log into the file costs two syncs; a verb that records one group and ends would
      // pay them each time. The next one goes on in the log, which is read whole at opening: it is
      // kept short.
      guard csqlite_keep_log_on_close(db.sqliteConnection) == SQLITE_OK else {
        throw Inconsistency(detail: "this SQLite cannot keep its log")
      }
    }
    do {
      queue = try Self.open(path, configuration)
    } catch {
      throw TriageFailure(error, path: path)
    }
    identity = FileStatus(path)?.identity
  }

  /// Opens the file, as it is if its folder cannot be written.
  ///
  /// There SQLite has no room for its files beside the journal. If they are not there, nobody is
  /// writing.
  private static func open(
    _ path: String,
    _ configuration: Configuration
  ) throws -> DatabaseQueue {
    do {
      return try DatabaseQueue(path: path, configuration: configuration)
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      && configuration.readonly && FileStatus(path + "-wal") == nil
    {
      return try DatabaseQueue(path: immutable(path), configuration: configuration)
    }
  }

  private static func immutable(_ path: String) -> String {
    let escaped = path.utf8.map { byte in
      let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + String(UInt16(byte) + 0x100, radix: 16).suffix(2)
    }
    return "file:\(escaped.joined())?immutable=1"
  }

  /// Whether the path still leads to the file that is open; what is written to another one is lost.
  var isInPlace: Bool { identity != nil && FileStatus(path)?.identity == identity }

  /// Looks at one state of the journal: that of the open transaction, else what is committed now.
  func read<T>(_ body: (Database) throws -> T) throws(TriageFailure) -> T {
    try transaction(.deferred, body)
  }

  /// Changes the journal in the open transaction, else in one of its own.
  ///
  /// A change that may be lost does not wait for the disk: what comes next takes it there, or it is
  /// found out anew after the machine has lost its power.
  func write<T>(
    mayBeLost: Bool = false,
    _ body: (Database) throws -> T
  ) throws(TriageFailure) -> T {
    try checkWritable()
    // Other writers wait for a transaction, and not long.
    clinux_stop_defer()
    defer { clinux_stop_allow() }
    guard mayBeLost else { return try transaction(.immediate, body) }
    // Inside a transaction SQLite leaves it as it is: that is durable, or not, as a whole.
    try bare { db in try db.execute(sql: "PRAGMA synchronous = NORMAL") }
    let result = Result { () throws(TriageFailure) in try transaction(.immediate, body) }
    try bare(Schema.checkSynchronous)
    return try result.get()
  }

  /// Runs statements without a transaction of their own.
  func bare<T>(_ body: (Database) throws -> T) throws(TriageFailure) -> T {
    do { return try queue.inDatabase(body) } catch { throw failure(error) }
  }

  /// What was thrown, as a failure: what cannot be read may also be what a newer release has written
  /// since the journal was opened.
  private func failure(_ error: any Error) -> TriageFailure {
    let failure = TriageFailure(error, path: path)
    guard failure.code == .journalDamaged,
      let condition = try? queue.inDatabase(Schema.condition), condition == .newer
    else { return failure }
    return TriageFailure(.journalNewer, path)
  }

  /// Makes the tables of a journal, or brings them up to date.
  func migrate(_ location: JournalLocation) throws(TriageFailure) {
    try checkWritable()
    do {
      try queue.inDatabase(Schema.prepare)
      try Schema.migrate(queue, location)
      // The file is a journal by itself, whatever becomes of its log.
      try queue.inDatabase { db in _ = try db.checkpoint(.full) }
    } catch {
      throw TriageFailure(error, path: path)
    }
  }

  /// Refuses what could not be written, or would be written to a file that is no longer the journal.
  func checkWritable() throws(TriageFailure) {
    if isReadOnly { throw TriageFailure(.journalUnwritable, path, "it may only be read") }
    if !isInPlace { throw TriageFailure(.journalUnwritable, path, "it was moved or replaced") }
  }

  private func transaction<T>(
    _ kind: Database.TransactionKind,
    _ body: (Database) throws -> T
  ) throws(TriageFailure) -> T {
    try bare { db in
      if db.isInsideTransaction { return try body(db) }
      try db.beginTransaction(kind)
      do {
        let result = try body(db)
        try db.commit()
        return result
      } catch {
        try? db.rollback()
        throw error
      }
    }
  }
}

/// Something in a journal that cannot be.
struct Inconsistency: Error {
  let detail: String
}

extension TriageFailure {
  /// The failure that whatever was thrown while using the journal means.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - path: The journal's file.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as TriageFailure: self = error
    case let error as DatabaseError: self.init(sqlite: error, path: path)
    case let error as Inconsistency: self.init(.journalDamaged, path, error.detail)
    default: self.init(.journalDamaged, path, "\(error)")
    }
  }

  private init(sqlite error: DatabaseError, path: String) {
    // Never the description: it may quote what was to be stored.
    let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self.init(.locked, path)
    case .SQLITE_FULL: self.init(.diskFull, path)
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self.init(.diskFull, path)
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH,
      .SQLITE_NOMEM, .SQLITE_ABORT, .SQLITE_INTERRUPT, .SQLITE_NOLFS:
      self.init(.journalUnwritable, path, detail)
    default: self.init(.journalDamaged, path, detail)
    }
  }
}
