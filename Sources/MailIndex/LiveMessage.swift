import CNotmuch
import Glibc
import TriageCore

/// A message of the library, valid only inside the closure that is given it.
///
/// Everything is copied at once; a string that is missing means that the read was overtaken.
struct LiveMessage {
  let pointer: OpaquePointer

  /// The id, from a value of the index: it needs no decoding of the message's terms.
  func id() throws(IndexError) -> MessageID {
    let stored = try header("message-id")
    return try stored.isEmpty ? decodedID() : MessageID(stored)
  }

  /// The id, from the message's terms: it costs nothing when they are decoded anyway.
  func decodedID() throws(IndexError) -> MessageID {
    MessageID(try text(notmuch_message_get_message_id(pointer)))
  }

  func thread() throws(IndexError) -> ThreadID {
    ThreadID(try text(notmuch_message_get_thread_id(pointer)))
  }

  /// The date as the index sorts by it; 0 if the message has none.
  var time: Timestamp { Timestamp(notmuch_message_get_date(pointer)) }
  /// Whether the message has no date, or one that cannot be read.
  var isUndated: Bool { time == 0 }

  /// A header that the index stores: `from` or `subject`.
  func header(_ name: String) throws(IndexError) -> String {
    try text(notmuch_message_get_header(pointer, name))
  }

  func tags() throws(IndexError) -> Set<MailTag> {
    guard let list = messageGetTags(pointer) else { throw .busy }
    defer { notmuch_tags_destroy(list) }
    var tags: Set<MailTag> = []
    while notmuch_tags_valid(list) != 0 {
      tags.insert(MailTag(try text(notmuch_tags_get(list))))
      notmuch_tags_move_to_next(list)
    }
    return tags
  }

  /// Whether the message has a tag, without copying them all.
  func has(_ tag: MailTag) throws(IndexError) -> Bool {
    guard let list = messageGetTags(pointer) else { throw .busy }
    defer { notmuch_tags_destroy(list) }
    while notmuch_tags_valid(list) != 0 {
      guard let name = notmuch_tags_get(list) else { throw .busy }
      if strcmp(name, tag.text) == 0 { return true }
      notmuch_tags_move_to_next(list)
    }
    return false
  }

  /// The absolute names of the message's files.
  func files() throws(IndexError) -> [String] {
    guard let list = messageGetFilenames(pointer) else { throw .busy }
    defer { notmuch_filenames_destroy(list) }
    var files: [String] = []
    while notmuch_filenames_valid(list) != 0 {
      files.append(try fileName(notmuch_filenames_get(list)))
      notmuch_filenames_move_to_next(list)
    }
    return files
  }

  /// The values of a property.
  func values(of property: String) throws(IndexError) -> [String] {
    guard let list = notmuch_message_get_properties(pointer, property, 1) else { throw .busy }
    defer { notmuch_message_properties_destroy(list) }
    var values: [String] = []
    while notmuch_message_properties_valid(list) != 0 {
      values.append(try text(notmuch_message_properties_value(list)))
      notmuch_message_properties_move_to_next(list)
    }
    return values
  }

  /// Whether the message is only known from references to it: it has no file and is not mail.
  func isGhost() throws(IndexError) -> Bool {
    var isSet: notmuch_bool_t = 0
    let status = notmuch_message_get_flag_st(pointer, NOTMUCH_MESSAGE_FLAG_GHOST, &isSet)
    guard status == NOTMUCH_STATUS_SUCCESS else { throw .busy }
    return isSet != 0
  }

  func state() throws(IndexError) -> MessageState {
    MessageState(tags: try tags(), files: try files(), thread: try thread())
  }

  func metadata(in database: borrowing DatabaseHandle) throws(IndexError) -> MessageMetadata {
    MessageMetadata(
      id: try decodedID(),
      thread: try thread(),
      date: usableDate(time),
      from: try sender(in: database),
      subject: try subject(in: database),
      tags: try tags(),
      files: try files()
    )
  }
}

/// Returns a date that can be shown: from 1970 to the end of the year 9999.
func usableDate(_ time: Timestamp) -> Timestamp? {
  (1...253_402_300_799).contains(time) ? time : nil
}

extension DatabaseHandle {
  /// Calls `body` with a message, looked up by id and never by a query; `nil` if it is not there.
  func find<T>(
    _ id: MessageID,
    _ body: (LiveMessage) throws(IndexError) -> T
  ) throws(IndexError) -> T? {
    let found = try findAny(id) { message throws(IndexError) -> T? in
      try message.isGhost() ? nil : try body(message)
    }
    return found ?? nil
  }

  /// Calls `body` with a message that may be a ghost: to know that the library decodes all its terms.
  private func findAny<T>(
    _ id: MessageID,
    _ body: (LiveMessage) throws(IndexError) -> T
  ) throws(IndexError) -> T? {
    var found: OpaquePointer?
    try check(notmuch_database_find_message(pointer, id.text, &found))
    guard let found else { return nil }
    defer { notmuch_message_destroy(found) }
    return try body(LiveMessage(pointer: found))
  }

  /// Returns where messages stand; those that are not there are left out.
  func positions(
    _ messages: some Sequence<MessageID>
  ) throws(IndexError) -> [MessageID: MessagePosition] {
    var positions: [MessageID: MessagePosition] = [:]
    for id in messages {
      positions[id] = try find(id) { message throws(IndexError) in
        MessagePosition(thread: try message.thread(), date: usableDate(message.time))
      }
    }
    return positions
  }

  /// Returns the decoded `From` fields of messages by id; those that are not there are left out.
  func authors(_ messages: some Sequence<MessageID>) throws(IndexError) -> [MessageID: String] {
    var authors: [MessageID: String] = [:]
    for id in messages {
      let author = try findAny(id) { message throws(IndexError) -> String? in
        let author = notmuch_message_get_header(message.pointer, "from")
        // A ghost has no fields.
        if author?.pointee ?? 0 == 0, try message.isGhost() { return nil }
        return try text(author)
      }
      authors[id] = author ?? nil
    }
    return authors
  }

  /// Returns who gets a message, by name or address, as its file says; nobody if that is not there.
  func recipients(of id: MessageID) throws(IndexError) -> [String] {
    let people = try find(id) { message throws(IndexError) -> [String] in
      for field in ["to", "cc", "bcc"] {
        guard let value = notmuch_message_get_header(message.pointer, field) else { return [] }
        let people = (try? NamedAddress.list(try text(value))) ?? []
        if !people.isEmpty { return people.map(\.shownName) }
      }
      return []
    }
    return people ?? []
  }

  /// Returns what is known of messages by id; those that are not there are left out.
  func states(_ messages: some Sequence<MessageID>) throws(IndexError) -> [MessageID: MessageState]
  {
    var states: [MessageID: MessageState] = [:]
    for id in messages {
      states[id] = try find(id) { message throws(IndexError) in try message.state() }
    }
    return states
  }
}
