import CNotmuch
package import TriageCore

extension NotmuchIndex {
  package func rows(
    _ threads: [ThreadID],
    of query: MailQuery,
    sort: SortOrder
  ) throws(IndexError) -> [ThreadRow] {
    let threads = threads.filter(\.isWellFormed)
    guard !threads.isEmpty else { return [] }
    var rows: [ThreadRow] = []
    // A page holds few threads, so that it is read from one state without much waiting.
    for start in stride(from: 0, to: threads.count, by: 50) {
      let some = threads[start..<min(start + 50, threads.count)]
      rows += try page { database throws(IndexError) in
        try self.rows(Array(some), of: query, sort, in: database)
      }
    }
    return rows
  }

  private func rows(
    _ threads: [ThreadID],
    of query: MailQuery,
    _ sort: SortOrder,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> [ThreadRow] {
    let matched = try matched(query, in: threads, of: database)
    var drafts: [ThreadID: RowDraft] = [:]
    let all = try MatchQuery(anyOf(threads), sort: NOTMUCH_SORT_NEWEST_FIRST, in: database)
    _ = try all.forEach(in: database) { message throws(IndexError) in
      let id = try message.id()
      let isMatch = matched.contains(id)
      try drafts[message.thread(), default: RowDraft()].add(message, id, isMatch: isMatch)
      return .taken
    }
    return threads.compactMap { thread in drafts[thread]?.row(thread, sort) }
  }

  /// Returns the messages of some threads that match a query.
  private func matched(
    _ query: MailQuery,
    in threads: [ThreadID],
    of database: borrowing DatabaseHandle
  ) throws(IndexError) -> Set<MessageID> {
    let joinable = JoinableQuery(query.text)
    let terms = joinable.canBeJoined ? ["(\(anyOf(threads)))"] : []
    let matches = try MatchQuery(
      joinable.joined(with: terms),
      excluding: excluded(query),
      sort: NOTMUCH_SORT_UNSORTED,
      in: database
    )
    var matched: Set<MessageID> = []
    _ = try matches.forEach(in: database) { message throws(IndexError) in
      matched.insert(try message.id())
      return .taken
    }
    return matched
  }

  package func thread(_ thread: ThreadID) throws(IndexError) -> [MessageFacts] {
    guard thread.isWellFormed else { return [] }
    return try page { database throws(IndexError) in
      let query = anyOf([thread])
      let matches = try MatchQuery(query, sort: NOTMUCH_SORT_OLDEST_FIRST, in: database)
      var messages: [MessageFacts] = []
      _ = try matches.forEach(in: database) { message throws(IndexError) in
        messages.append(try message.facts())
        return .taken
      }
      return messages
    }
  }
}

private func anyOf(_ threads: [ThreadID]) -> String {
  threads.map { "thread:\($0)" }.joined(separator: " or ")
}

extension ThreadID {
  /// Whether the id is one that notmuch gives: only digits and letters, so no query by itself.
  fileprivate var isWellFormed: Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }
}

/// A row in the making; it is given the messages of its thread newest first.
private struct RowDraft {
  private var messages: [(id: MessageID, time: Timestamp, author: String, isMatch: Bool)] = []
  private var subject: (newest: String, oldest: String)?
  private var tags: Set<MailTag> = []
  private var unread = 0

  mutating func add(_ message: LiveMessage, _ id: MessageID, isMatch: Bool) throws(IndexError) {
    let tags = try message.tags()
    self.tags.formUnion(tags)
    if tags.contains(.unread) { unread += 1 }
    let author = authorName(from: try message.header("from"))
    messages.append((id, message.time, author, isMatch))
    guard isMatch else { return }
    let subject = withoutReplyMark(try message.header("subject"))
    self.subject = (self.subject?.newest ?? subject, subject)
  }

  /// Returns the row, or `nil` if nothing of the thread matches.
  func row(_ thread: ThreadID, _ sort: SortOrder) -> ThreadRow? {
    let matched = messages.filter(\.isMatch)
    guard let newest = matched.first, let oldest = matched.last, let subject else { return nil }
    let isNewestFirst = sort == .newestFirst
    return ThreadRow(
      thread: thread,
      date: usableDate(isNewestFirst ? newest.time : oldest.time),
      authors: authors,
      subject: isNewestFirst ? subject.newest : subject.oldest,
      tags: tags,
      matched: matched.map(\.id),
      messages: messages.map(\.id),
      unread: unread
    )
  }

  /// Each author once, oldest first, those of matching messages before the others.
  private var authors: [String] {
    var seen: Set<String> = []
    let ordered = messages.reversed().filter(\.isMatch) + messages.reversed().filter { !$0.isMatch }
    return ordered.map(\.author).filter { seen.insert($0).inserted }
  }
}
