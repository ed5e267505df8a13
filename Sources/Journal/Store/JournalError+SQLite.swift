import GRDB
import TriageCore

/// What a journal says that cannot be.
struct Inconsistency: Error {
  let detail: String
}

extension JournalError {
  /// Makes what the seam knows of whatever was thrown while using the journal.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - path: The journal's file.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as JournalError: self = error
    case let error as DatabaseError: self.init(sqlite: error, path: path)
    case let error as Inconsistency: self = .damaged(path: path, detail: error.detail)
    default: self = .damaged(path: path, detail: "\(error)")
    }
  }

  private init(sqlite error: DatabaseError, path: String) {
    // Never the description: it may quote what was to be stored.
    let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .locked(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self = .diskFull(path: path)
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH,
      .SQLITE_NOMEM, .SQLITE_ABORT, .SQLITE_INTERRUPT, .SQLITE_NOLFS:
      self = .unwritable(path: path, detail: detail)
    default: self = .damaged(path: path, detail: detail)
    }
  }
}
