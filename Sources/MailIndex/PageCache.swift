import CNotmuch
import TriageCore

/// What a page of a list has read, so that its rows need not read it again.
///
/// To read a message's terms (its thread, its tags) costs ten times as much as its id. Of a thread
/// that shows up again and again all ids are read at once, and its other matches are recognized by their ids.
struct PageCache {
  /// The state of the index that was read; `nil` while the page is not complete.
  var revision: IndexRevision?

  private let query: MailQuery
  private var threads: [KnownThread] = []
  private var indices: [ThreadID: Int] = [:]
  /// The messages of long threads.
  private var known: Set<MessageID> = []

  init(_ query: MailQuery) {
    self.query = query
  }

  /// The page's threads in order.
  var entries: [ThreadEntry] {
    threads.map { ThreadEntry(thread: $0.id, date: usableDate($0.summary.time)) }
  }

  /// Returns what is known of a thread, if query and index are still the same.
  func thread(
    _ thread: ThreadID,
    in query: MailQuery,
    at revision: IndexRevision
  ) -> KnownThread? {
    guard query == self.query, revision == self.revision else { return nil }
    return indices[thread].map { threads[$0] }
  }

  /// Adds a match of the list and returns its id; `nil` if it belongs to one thread too many.
  mutating func add(
    _ message: LiveMessage,
    limit: Int,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> MessageID? {
    if !known.isEmpty {
      let id = try message.id()
      if known.contains(id) { return id }
    }
    let thread = try message.thread()
    let id = try message.decodedID()
    if let index = indices[thread] {
      try threads[index].add(SeenMessage(message, id, in: database))
      if threads[index].isLong { known.formUnion(try threads[index].complete(in: database)) }
    } else {
      guard threads.count < limit else { return nil }
      indices[thread] = threads.count
      threads.append(try KnownThread(thread, message, id, in: database))
    }
    return id
  }
}

/// What a page of a list has read of one thread.
struct KnownThread {
  let id: ThreadID
  /// What a row shows of the first match.
  let summary: ThreadSummary
  /// The matches that were read whole, in the order of the list.
  private(set) var seen: [SeenMessage]
  /// All messages of the thread, newest first; only of a long thread.
  private(set) var messages: [MessageID]?

  init(
    _ thread: ThreadID,
    _ message: LiveMessage,
    _ id: MessageID,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    self.id = thread
    summary = try ThreadSummary(message, in: database)
    seen = [try SeenMessage(message, id, in: database)]
  }

  /// Whether so many matches were read whole that the rest should not be.
  fileprivate var isLong: Bool { seen.count >= 8 }

  fileprivate mutating func add(_ message: SeenMessage) {
    seen.append(message)
  }

  /// Reads the ids of all messages, and returns them.
  fileprivate mutating func complete(
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> [MessageID] {
    let members = try MatchQuery(id.query, sort: NOTMUCH_SORT_NEWEST_FIRST, in: database)
    let messages = try members.ids(in: database)
    self.messages = messages
    return messages
  }
}

/// What a row shows of the one message that stands for its thread.
struct ThreadSummary {
  let time: Timestamp
  let subject: String

  init(_ message: LiveMessage, in database: borrowing DatabaseHandle) throws(IndexError) {
    time = message.time
    subject = withoutReplyMark(try message.subject(in: database))
  }

  init(of message: MessageID, in database: borrowing DatabaseHandle) throws(IndexError) {
    let summary = try database.find(message) { found throws(IndexError) in
      try ThreadSummary(found, in: database)
    }
    guard let summary else { throw .busy }
    self = summary
  }
}

/// What a row needs of each message of its thread.
struct SeenMessage {
  let id: MessageID
  let author: String
  let tags: Set<MailTag>
  let isUndated: Bool

  init(
    _ message: LiveMessage,
    _ id: MessageID,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    self.id = id
    tags = try message.tags()
    author = authorName(from: try message.sender(in: database))
    isUndated = message.isUndated
  }
}

extension ThreadID {
  /// The query for the messages of the thread.
  var query: String { "thread:\(text)" }

  /// Whether the id is one that notmuch gives: only digits and letters, so no query by itself.
  var isWellFormed: Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }
}

extension MatchQuery {
  /// Returns the ids of all matches in order.
  func ids(in database: borrowing DatabaseHandle) throws(IndexError) -> [MessageID] {
    var ids: [MessageID] = []
    _ = try forEach(in: database) { message throws(IndexError) in
      ids.append(try message.id())
      return .taken
    }
    return ids
  }
}
