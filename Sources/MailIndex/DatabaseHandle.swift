import CLinux
import CNotmuch
import CNotmuchGuard
import Glibc
import TriageCore

/// An open index of libnotmuch: closed once, by whoever owns it.
///
/// After an exception of Xapian the library no longer reports the next one, so a handle that has
/// failed is thrown away.
struct DatabaseHandle: ~Copyable {
  let pointer: OpaquePointer
  /// What reads mail files where the index may have misread them.
  let heads: (any HeadReading)?
  /// Goes after the index is closed.
  private let hold: LockHold?

  /// Opens an index; for writing it waits for ever if another program holds the lock.
  init(
    _ location: IndexLocation,
    _ mode: notmuch_database_mode_t,
    _ heads: (any HeadReading)? = nil
  ) throws(IndexError) {
    try location.checkConfiguration()
    let hold = mode == NOTMUCH_DATABASE_MODE_READ_WRITE ? LockHold() : nil
    var database: OpaquePointer?
    var message: UnsafeMutablePointer<CChar>?
    let status = notmuch_database_open_with_config(
      location.database,
      mode,
      location.configuration,
      nil,
      &database,
      &message
    )
    let words = adoptedString(&message)
    guard status == NOTMUCH_STATUS_SUCCESS, let database else {
      throw location.failure(status, words: words, mode)
    }
    pointer = database
    self.heads = heads
    self.hold = consume hold
  }

  /// Takes over an index that the library has just created, under its lock.
  init(owning pointer: OpaquePointer, _ hold: consuming LockHold) {
    self.pointer = pointer
    heads = nil
    self.hold = consume hold
  }

  deinit {
    // A writer that has committed is closed already; anything else is to be forgotten.
    _ = notmuch_database_destroy(pointer)
  }

  /// Commits what was written, closes the index and gives its lock back.
  consuming func close() throws(IndexError) {
    try check(notmuch_database_close(pointer))
  }

  /// Closes the index without what was written since it was opened.
  consuming func abandon() {
    // Closing inside an atomic section discards everything that is pending.
    _ = notmuch_database_begin_atomic(pointer)
    _ = notmuch_database_close(pointer)
  }

  /// Looks at the newest commit from now on.
  func refresh() throws(IndexError) {
    try check(notmuch_database_reopen(pointer, NOTMUCH_DATABASE_MODE_READ_ONLY))
  }

  /// Which state of which index the handle looks at.
  func revision() throws(IndexError) -> IndexRevision {
    var uuid: UnsafePointer<CChar>?
    let number = notmuch_database_get_revision(pointer, &uuid)
    return IndexRevision(uuid: try text(uuid), number: UInt64(number))
  }

  /// Throws what a status means, if it is none of success.
  func check(_ status: notmuch_status_t) throws(IndexError) {
    if status == NOTMUCH_STATUS_SUCCESS { return }
    let system = errno
    let words = notmuch_database_status_string(pointer).map { String(cString: $0) }
    // An exception that the library did not see has no words of its own.
    let unseen = status == NOTMUCH_STATUS_XAPIAN_EXCEPTION ? describe(system) : name(status)
    let folder = notmuch_database_get_path(pointer).map { String(cString: $0) }
    throw failure(status, words: words ?? unseen, folder: folder ?? "")
  }
}

/// The time for which the process has, or waits for, the lock that every writer of the index needs.
///
/// A Ctrl-Z must not leave the lock with a process that stands still: it works at the end of the hold.
struct LockHold: ~Copyable {
  init() { clinux_stop_defer() }

  deinit { clinux_stop_allow() }
}

/// Copies a string of the library, where none means that the read was overtaken.
func text(_ pointer: UnsafePointer<CChar>?) throws(IndexError) -> String {
  guard let pointer else { throw .busy }
  return String(cString: pointer)
}

/// Copies a file's name, whose bytes may be no UTF-8.
func fileName(_ pointer: UnsafePointer<CChar>?) throws(IndexError) -> String {
  guard let pointer else { throw .busy }
  // The library's strings end in a zero.
  return String(fileName: UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
}

/// Takes over a string that the library has allocated.
func adoptedString(_ pointer: inout UnsafeMutablePointer<CChar>?) -> String {
  guard let owned = pointer else { return "" }
  pointer = nil
  defer { free(owned) }
  var text = String(cString: owned)
  while text.last?.isNewline == true { text.removeLast() }
  return text
}

extension IndexLocation {
  /// Says why the index could not be opened.
  func failure(
    _ status: notmuch_status_t,
    words: String,
    _ mode: notmuch_database_mode_t
  ) -> IndexError {
    let words = words.isEmpty ? name(status) : words
    let folder = indexFolder
    switch status {
    case NOTMUCH_STATUS_NO_CONFIG:
      return .configuration(path: configuration, detail: words)
    case NOTMUCH_STATUS_FILE_ERROR, NOTMUCH_STATUS_PATH_ERROR, NOTMUCH_STATUS_NO_DATABASE:
      if words.contains("supported by this") { return .newer(path: folder) }
      if !isFolder(folder) { return .noIndex(path: database) }
      // Without words it is the configuration's values or folders; with "stat" the home folder's.
      return words == name(status) || words.contains("Cannot stat")
        ? .configuration(path: configuration, detail: words)
        : .damaged(path: folder, detail: words)
    case NOTMUCH_STATUS_XAPIAN_EXCEPTION:
      if mode == NOTMUCH_DATABASE_MODE_READ_WRITE, !mayWrite(folder) {
        return .readOnly(path: folder)
      }
      return MailIndex.failure(status, words: words, folder: folder).asOpening(folder)
    default:
      return .library(status: Int32(status.rawValue), detail: words)
    }
  }
}

/// Returns whether the process may write the files of an index.
func mayWrite(_ folder: String) -> Bool {
  ["", "/iamglass", "/flintlock", "/postlist.glass"].allSatisfy { name in
    let path = folder + name
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || errno == ENOENT
  }
}

extension IndexError {
  /// What the library cannot name when it opens an index is damage.
  fileprivate func asOpening(_ folder: String) -> IndexError {
    if case .library(_, let detail) = self { return .damaged(path: folder, detail: detail) }
    return self
  }
}

/// Returns what a failure of libnotmuch means.
///
/// `words` is what the library says of it, `folder` where the index is.
func failure(_ status: notmuch_status_t, words: String, folder: String) -> IndexError {
  if status == NOTMUCH_STATUS_XAPIAN_EXCEPTION {
    if words.mentions("no space left", "quota exceeded", "file too large") {
      return .diskFull(path: folder)
    }
    if words.mentions("has been discarded") { return .busy }
    if let (query, detail) = misreadQuery(words) { return .badQuery(query, detail: detail) }
  }
  return .library(status: Int32(status.rawValue), detail: words)
}

/// Returns the query and the library's complaint, if it is a query that it does not understand.
private func misreadQuery(_ words: String) -> (query: String, detail: String)? {
  let opening = "A Xapian exception occurred parsing query: "
  let performing = "A Xapian exception occurred performing query: "
  let isPattern = words.mentions("wildcard", "regexp error")
  guard words.hasPrefix(opening) || (words.hasPrefix(performing) && isPattern) else { return nil }
  let start = words.hasPrefix(opening) ? opening.count : performing.count
  let parts = words.dropFirst(start).split(
    separator: "\nQuery string was: ",
    maxSplits: 1,
    omittingEmptySubsequences: false
  )
  let query = parts.count > 1 ? parts[1] : ""
  return (String(query.hasSuffix("\n") ? query.dropLast() : query), String(parts[0]))
}

/// Returns the library's own name for a status.
func name(_ status: notmuch_status_t) -> String {
  notmuch_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
}

extension String {
  fileprivate func mentions(_ words: String...) -> Bool {
    let text = lowercased()
    return words.contains { text.contains($0) }
  }
}

// The library's calls that may throw C++ exceptions, which Swift cannot catch: reads that other
// programs' commits overtake, and writes that fail.

let messagesGet = guarded_messages_get
let threadsGet = guarded_threads_get
let messageGetTags = guarded_message_get_tags
let messageGetFilenames = guarded_message_get_filenames
let messageThaw = guarded_message_thaw
let databaseIndexFile = guarded_database_index_file
let databaseRemoveMessage = guarded_database_remove_message
let directorySetTime = guarded_directory_set_mtime
let messageTagsToMaildirFlags = guarded_message_tags_to_maildir_flags
