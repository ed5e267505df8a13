import CNotmuch
import Glibc
package import TriageCore

/// The mail index, read through libnotmuch.
///
/// A read-only handle stays open between reads; no query and no message does. All calls are made on
/// one thread.
package final class NotmuchIndex: MailStore {
  /// Where the index is.
  package let location: IndexLocation
  /// What notmuch's configuration said when the index was opened.
  package private(set) var settings: IndexSettings

  private var reader: DatabaseHandle?
  private let heads: (any HeadReading)?
  private weak var writer: NotmuchWriter?
  var windowSizes = WindowSizes()
  var cache: PageCache?
  let now: () -> Timestamp

  /// Opens an index for reading.
  ///
  /// - Parameters:
  ///   - location: Where the index and its configuration are.
  ///   - heads: What reads mail files where the index may have misread them.
  ///   - now: Returns the time of day: first pages ask for the recent past.
  /// - Throws: `.noIndex`, `.config`, `.indexDamaged` or `.indexNewer`.
  package init(
    at location: IndexLocation,
    heads: (any HeadReading)? = nil,
    now: @escaping () -> Timestamp
  ) throws(TriageFailure) {
    self.location = location
    self.heads = heads
    self.now = now
    do {
      let handle = try DatabaseHandle(location, NOTMUCH_DATABASE_MODE_READ_ONLY, heads)
      settings = try handle.settings(of: location)
      reader = consume handle
    } catch {
      throw TriageFailure(error)
    }
  }

  package func revision() throws(TriageFailure) -> IndexRevision {
    try page { database throws(IndexError) in try database.revision() }
  }

  package func openForWriting() throws(TriageFailure) -> any MailWriter {
    if writer?.isOpen == true { preconditionViolation("a writer of this index is open already") }
    do {
      let new = try NotmuchWriter(at: location, excluding: settings.excludedTags)
      writer = new
      return new
    } catch {
      throw TriageFailure(error)
    }
  }

  package func savedQueries() throws(TriageFailure) -> [(name: String, query: String)] {
    // The library reads its configuration only when it opens an index.
    reader = nil
    do {
      let handle = try DatabaseHandle(location, NOTMUCH_DATABASE_MODE_READ_ONLY, heads)
      settings = try handle.settings(of: location)
      reader = consume handle
    } catch {
      throw TriageFailure(error)
    }
    return settings.savedQueries.map { ($0.name, $0.query) }
  }

  package func ownFields() throws(TriageFailure) -> [String] { settings.ownFields }
}

// MARK: - Pages

/// How often a page is tried that other programs' commits overtake.
private let attempts = 5

extension NotmuchIndex {
  /// Reads one short page from one state of the index.
  func page<T>(
    of query: MailQuery? = nil,
    _ body: (borrowing DatabaseHandle) throws(IndexError) -> T
  ) throws(TriageFailure) -> T {
    let (result, _) = try pages(of: query) {
      T?.none
    } next: { result, database throws(IndexError) in
      result = try body(database)
      return true
    }
    guard let result else { throw TriageFailure(.indexBusy) }
    return result
  }

  /// Reads pages that all show the same state of the index; begins again if they do not.
  ///
  /// A page during which another program has committed may be wrong without a sign of it, so it is
  /// read again. If that goes on, a last try at a single page counts if it shows no sign.
  ///
  /// `start` makes an empty result; `next` reads a page into it and returns whether it was the last;
  /// `between` is called after each page but the last, with nothing of the library open.
  /// What the library reports becomes a failure here, for all reads: an error in a query that is
  /// joined with other terms names `query` alone.
  func pages<T>(
    of query: MailQuery? = nil,
    from start: () -> T,
    between: () throws(IndexError) -> Void = {},
    next: (inout T, borrowing DatabaseHandle) throws(IndexError) -> Bool
  ) throws(TriageFailure) -> (T, IndexRevision) {
    var last = IndexError.busy
    for attempt in 1...attempts {
      do {
        let found = try round(start(), isLastTry: attempt == attempts, between, next)
        if let found { return found }
        last = .busy
      } catch {
        guard error.maySubside else { throw TriageFailure(error.naming(query)) }
        last = error
      }
    }
    throw TriageFailure(last.asLasting(location.indexFolder))
  }

  /// Reads all pages once; `nil` if the index changed meanwhile.
  private func round<T>(
    _ start: T,
    isLastTry: Bool,
    _ between: () throws(IndexError) -> Void,
    _ next: (inout T, borrowing DatabaseHandle) throws(IndexError) -> Bool
  ) throws(IndexError) -> (T, IndexRevision)? {
    var result = start
    var first: IndexRevision?
    while true {
      var isLast = false
      let (revision, isOfOneState) = try trial { database, revision throws(IndexError) in
        if first == nil || revision == first { isLast = try next(&result, database) }
      }
      let isOnlyPage = first == nil && isLast
      guard isOfOneState || (isLastTry && isOnlyPage), revision == first ?? revision else {
        return nil
      }
      if isLast { return (result, revision) }
      first = revision
      try between()
    }
  }

  /// Reads once, at the newest commit, and returns whether there was another one meanwhile.
  ///
  /// A handle that has failed is thrown away: it cannot report a second failure.
  private func trial(
    _ body: (borrowing DatabaseHandle, IndexRevision) throws(IndexError) -> Void
  ) throws(IndexError) -> (IndexRevision, isOfOneState: Bool) {
    let handle = try openReader()
    try handle.refresh()
    let before = try handle.revision()
    try body(handle, before)
    try handle.refresh()
    let after = try handle.revision()
    reader = consume handle
    return (before, before == after)
  }

  private func openReader() throws(IndexError) -> DatabaseHandle {
    if let open = reader.take() { return open }
    return try DatabaseHandle(location, NOTMUCH_DATABASE_MODE_READ_ONLY, heads)
  }
}

extension IndexError {
  /// Whether the read may succeed when it is done again: what looks like damage may be a commit.
  fileprivate var maySubside: Bool {
    switch self {
    case .busy, .damaged: true
    case .library(let status, _): status == Int32(NOTMUCH_STATUS_XAPIAN_EXCEPTION.rawValue)
    case .noIndex, .configuration, .newer, .readOnly, .badQuery, .diskFull: false
    case .givenUp, .tooManyThreads: false
    }
  }

  /// The same error about the query that was asked for, not about what it was joined with.
  fileprivate func naming(_ query: MailQuery?) -> IndexError {
    guard let query, case .badQuery(_, let detail) = self else { return self }
    return .badQuery(query.text, detail: detail)
  }

  /// An exception that does not subside is damage.
  fileprivate func asLasting(_ folder: String) -> IndexError {
    guard case .library(_, let detail) = self else { return self }
    return .damaged(path: folder, detail: detail)
  }
}

/// Stops the program: a promise inside it is broken.
func preconditionViolation(_ reason: String, _ function: StaticString = #function) -> Never {
  fatalError("MailIndex, \(function): \(reason)")
}
