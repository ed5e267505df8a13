import CNotmuch
import Glibc
import TriageCore

/// The mail index, open for writing.
///
/// The lock is held until `close` or `abandon`. Whatever fails leaves the writer open, to be
/// abandoned: only `close` commits.
final class NotmuchWriter: MailWriter {
  private var handle: DatabaseHandle?
  private let excluded: [MailTag]
  private let folder: String
  private var isInSection = false
  /// The folders whose files have changed in this section.
  private var changedFolders: Set<String> = []

  /// Whether the lock is held.
  var isOpen: Bool {
    switch handle {
    case .none: false
    case .some: true
    }
  }

  /// Opens an index; waits for ever if another program holds its lock.
  init(at location: IndexLocation, excluding tags: [MailTag]) throws(IndexError) {
    excluded = tags
    folder = location.indexFolder
    let handle = try DatabaseHandle(location, NOTMUCH_DATABASE_MODE_READ_WRITE)
    // An index of an old format keeps no revisions, which settling relies on.
    guard notmuch_database_needs_upgrade(handle.pointer) == 0 else {
      let status = NOTMUCH_STATUS_UPGRADE_REQUIRED
      throw .library(status: Int32(status.rawValue), detail: name(status))
    }
    self.handle = consume handle
  }

  func revision() throws(TriageFailure) -> IndexRevision {
    try use { database throws(IndexError) in try database.revision() }
  }

  func ids(_ query: MailQuery, limit: Int?) throws(TriageFailure) -> [MessageID] {
    try use { database throws(IndexError) in
      var ids: [MessageID] = []
      let matches = try MatchQuery(
        query.text,
        excluding: query.excludes ? excluded : [],
        sort: NOTMUCH_SORT_NEWEST_FIRST,
        in: database
      )
      _ = try matches.forEach(in: database) { message throws(IndexError) in
        guard ids.count < limit ?? .max else { return .enough }
        ids.append(try message.id())
        return .taken
      }
      return ids
    }
  }

  func states(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessageState] {
    try use { database throws(IndexError) in try database.states(messages) }
  }

  func authors(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: String] {
    try use { database throws(IndexError) in try database.authors(messages) }
  }

  func positions(
    of messages: [MessageID]
  ) throws(TriageFailure) -> [MessageID: MessagePosition] {
    try use { database throws(IndexError) in try database.positions(messages) }
  }

  func lastChanges(of messages: [MessageID]) throws(TriageFailure) -> [MessageID: UInt64] {
    try use { database throws(IndexError) in
      try database.lastChanges(of: messages)
    }
  }

  func begin() throws(TriageFailure) {
    try use { database throws(IndexError) in
      try database.check(notmuch_database_begin_atomic(database.pointer))
    }
    isInSection = true
  }

  func write(_ write: TagWrite) throws(TriageFailure) -> Bool {
    try use { database throws(IndexError) in
      try database.find(write.message) { message throws(IndexError) in
        try database.change(message, adding: write.add, removing: write.remove)
        return true
      } ?? false
    }
  }

  func add(_ file: String, _ write: TagWrite) throws(TriageFailure) {
    changedFolders.insert(folderName(of: file))
    try use { database throws(IndexError) in try database.add(file, write) }
  }

  func remove(_ file: String) throws(TriageFailure) {
    changedFolders.insert(folderName(of: file))
    try use { database throws(IndexError) in try database.remove(file) }
  }

  func renamed(_ old: String, to new: String) throws(TriageFailure) {
    changedFolders.formUnion([folderName(of: old), folderName(of: new)])
    try use { database throws(IndexError) in try database.rename(old, to: new) }
  }

  func end() throws(TriageFailure) -> IndexRevision {
    let folders = changedFolders
    changedFolders = []
    let revision = try use { database throws(IndexError) in
      for folder in folders { try database.forgetTime(of: folder) }
      try database.check(notmuch_database_end_atomic(database.pointer))
      return try database.revision()
    }
    isInSection = false
    return revision
  }

  func close() throws(TriageFailure) {
    if isInSection { preconditionViolation("a section is open") }
    guard let handle = handle.take() else { return }
    do { try handle.close() } catch { throw TriageFailure(error) }
    makeDurable(folder)
  }

  func abandon() {
    guard let handle = handle.take() else { return }
    handle.abandon()
  }

  /// Uses the open index; what the library reports becomes a failure here.
  private func use<T>(
    _ body: (borrowing DatabaseHandle) throws(IndexError) -> T
  ) throws(TriageFailure) -> T {
    switch handle {
    case .some(let open): do { return try body(open) } catch { throw TriageFailure(error) }
    case .none: preconditionViolation("the writer is closed")
    }
  }
}

/// The folder that a file lies in.
private func folderName(of file: String) -> String {
  String(
    decoding: file.utf8[..<(file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex)],
    as: UTF8.self
  )
}

extension DatabaseHandle {
  /// Notes that a folder is not as it was when `notmuch new` last looked at it.
  ///
  /// muchsync looks only into folders whose time in the index has changed, and would not see a move before the
  /// next `notmuch new`. The revision is a time of long ago, which no folder has, and another one each time.
  fileprivate func forgetTime(of folder: String) throws(IndexError) {
    let time = time_t(truncatingIfNeeded: try revision().number % 500_000_000) + 1
    try check(folder.withFileName { directorySetTime(pointer, $0, time) })
  }

  /// Changes the tags of a message in one write of its document.
  func change(
    _ message: LiveMessage,
    adding added: some Sequence<MailTag>,
    removing removed: some Sequence<MailTag>
  ) throws(IndexError) {
    try check(notmuch_message_freeze(message.pointer))
    for tag in removed { try check(notmuch_message_remove_tag(message.pointer, tag.text)) }
    for tag in added { try check(notmuch_message_add_tag(message.pointer, tag.text)) }
    try check(messageThaw(message.pointer))
  }

  /// Indexes a file of a message that is expected, and writes tags of that message.
  func add(_ file: String, _ write: TagWrite) throws(IndexError) {
    var found: OpaquePointer?
    let status = try index(file, message: &found)
    defer { if let found { notmuch_message_destroy(found) } }
    if status != NOTMUCH_STATUS_DUPLICATE_MESSAGE_ID { try check(status) }
    guard let found else { throw .busy }
    let message = LiveMessage(pointer: found)
    guard try message.id() == write.message else {
      throw .library(status: 0, detail: "the file is of another message")
    }
    try change(message, adding: write.add, removing: write.remove)
  }

  /// Indexes a file, into an existing message if the library knows it.
  func index(
    _ file: String,
    message: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(IndexError) -> notmuch_status_t {
    guard let options = notmuch_database_get_default_indexopts(pointer) else { throw .busy }
    defer { notmuch_indexopts_destroy(options) }
    // Reading mail anew must never start a program for decryption.
    try check(notmuch_indexopts_set_decrypt_policy(options, NOTMUCH_DECRYPT_FALSE))
    return file.withFileName { databaseIndexFile(pointer, $0, options, message) }
  }
}

/// Makes the newest commit's renames in the index's folder durable.
///
/// The commit itself stands whatever comes of it.
func makeDurable(_ folder: String) {
  let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard file >= 0 else { return }
  fsync(file)
  Glibc.close(file)
}
