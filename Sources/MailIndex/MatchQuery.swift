import CNotmuch
import TriageCore

/// A query of the library, alive only while its matches are walked.
struct MatchQuery: ~Copyable {
  private let pointer: OpaquePointer

  /// Makes a query; messages with one of the excluded tags are left out unless the text names it.
  init(
    _ text: String,
    excluding tags: [MailTag] = [],
    sort: notmuch_sort_t,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    pointer = try Self.prepared(text, excluding: tags, sort: sort, in: database)
  }

  private static func prepared(
    _ text: String,
    excluding tags: [MailTag],
    sort: notmuch_sort_t,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> OpaquePointer {
    guard let query = notmuch_query_create(database.pointer, text) else { throw .busy }
    notmuch_query_set_sort(query, sort)
    notmuch_query_set_omit_excluded(query, NOTMUCH_EXCLUDE_TRUE)
    for tag in tags {
      let status = notmuch_query_add_tag_exclude(query, tag.text)
      if status == NOTMUCH_STATUS_IGNORED { continue }
      do {
        try database.check(status)
      } catch {
        notmuch_query_destroy(query)
        throw error
      }
    }
    return query
  }

  deinit {
    notmuch_query_destroy(pointer)
  }

  /// Calls `body` with each match in order until it answers that it has enough.
  ///
  /// `skip` is how many matches to skip first.
  func forEach(
    skip: Int = 0,
    in database: borrowing DatabaseHandle,
    _ body: (LiveMessage) throws(IndexError) -> Progress
  ) throws(IndexError) -> Walked {
    var matches: OpaquePointer?
    try database.check(notmuch_query_search_messages(pointer, &matches))
    defer { notmuch_messages_destroy(matches) }
    var walked = Walked()
    while walked.skipped < skip, notmuch_messages_valid(matches) != 0 {
      notmuch_messages_move_to_next(matches)
      walked.skipped += 1
    }
    while notmuch_messages_valid(matches) != 0 {
      guard let message = messagesGet(matches) else { throw .busy }
      let progress: Progress
      do {
        defer { notmuch_message_destroy(message) }
        progress = try body(LiveMessage(pointer: message))
      }
      if progress == .enough { break }
      notmuch_messages_move_to_next(matches)
    }
    // Moving on is an increment: the rest is counted nearly for nothing.
    while notmuch_messages_valid(matches) != 0 {
      notmuch_messages_move_to_next(matches)
      walked.left += 1
    }
    return walked
  }

  /// Returns the messages of the one thread that matches, each answer behind what it answers, with
  /// how deep they lie.
  func answers(
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> [(id: MessageID, depth: Int)] {
    var found: [(id: MessageID, depth: Int)] = []
    try forEachAnswer(in: database) { message, depth throws(IndexError) in
      found.append((try message.decodedID(), depth))
    }
    return found
  }

  /// Calls `body` with each message of the one thread that matches, each answer behind what it
  /// answers, and with how deep it lies.
  ///
  /// Without recursion: a thread may be as deep as it has messages.
  func forEachAnswer(
    in database: borrowing DatabaseHandle,
    _ body: (LiveMessage, _ depth: Int) throws(IndexError) -> Void
  ) throws(IndexError) {
    var threads: OpaquePointer?
    try database.check(notmuch_query_search_threads(pointer, &threads))
    defer { notmuch_threads_destroy(threads) }
    guard notmuch_threads_valid(threads) != 0 else { return }
    guard let thread = threadsGet(threads) else { throw .busy }
    defer { notmuch_thread_destroy(thread) }
    // The lists still to be gone on with, the deepest last.
    var open = [notmuch_thread_get_toplevel_messages(thread)]
    while let list = open.last {
      guard notmuch_messages_valid(list) != 0 else {
        open.removeLast()
        continue
      }
      guard let message = messagesGet(list) else { throw .busy }
      try body(LiveMessage(pointer: message), open.count - 1)
      notmuch_messages_move_to_next(list)
      open.append(notmuch_message_get_replies(message))
    }
  }

  /// Returns how many messages match.
  func count(in database: borrowing DatabaseHandle) throws(IndexError) -> Int {
    var count: UInt32 = 0
    try database.check(notmuch_query_count_messages(pointer, &count))
    return Int(count)
  }
}

/// Whether a walk goes on.
enum Progress {
  /// The message was taken; on to the next.
  case taken
  /// The message was not taken, nor will another be.
  case enough
}

/// How far a walk through the matches of a query came.
struct Walked {
  /// Matches skipped unseen.
  var skipped = 0
  /// Matches that come after the last one taken.
  var left = 0
}
