import CNotmuch
import TriageCore

/// Reads the rows of some threads of a list from one state of the index.
///
/// Values are read column by column, all of one kind before the next: going from one kind to another
/// at each message costs four times as much.
struct RowReader {
  private let sort: DateOrder
  /// The messages of the threads that match the list's query.
  private let matched: Set<MessageID>
  /// The tags that keep mail out of searches.
  private let excluded: [MailTag]
  private var allTags: [MailTag]?

  init(sort: DateOrder, matched: Set<MessageID>, excluded: [MailTag]) {
    self.sort = sort
    self.matched = matched
    self.excluded = excluded
  }

  /// Returns the row of a thread, or `nil` if nothing of it matches.
  mutating func row(
    _ thread: ThreadID,
    _ known: KnownThread?,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> ThreadRow? {
    let members = try MatchQuery(thread.query, sort: NOTMUCH_SORT_NEWEST_FIRST, in: database)
    let ids: [MessageID]
    if let all = known?.messages { ids = all } else { ids = try members.ids(in: database) }
    let matching = ids.filter { matched.contains($0) }
    guard let first = try first(of: matching, sort, in: database) else { return nil }
    let summary: ThreadSummary
    if let known, known.seen.first?.id == first {
      summary = known.summary
    } else {
      summary = try ThreadSummary(of: first, in: database)
    }
    var tags = RowTags(excluded)
    if try isLong(ids.count, in: database) {
      try countTags(of: thread, &tags, in: database)
    } else {
      try members.addTags(of: ids, matched, knowing: known?.seen ?? [], to: &tags, in: database)
    }
    let messages = ids.filter { !tags.discarded.contains($0) || matched.contains($0) }
    var row = ThreadRow(
      thread: thread,
      date: usableDate(summary.time),
      authors: ordered(try members.authors(in: database), of: ids),
      subject: summary.subject,
      tags: tags.all,
      partialTags: tags.partial(of: messages.count),
      matched: matching,
      messages: messages,
      marks: tags.marks,
      matchedMarks: tags.matchedMarks
    )
    row.drafts = tags.drafts.intersection(messages)
    return row
  }

  /// The match that stands for its thread, of matches that come newest first.
  private func first(
    of matching: [MessageID],
    _ sort: DateOrder,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> MessageID? {
    guard sort == .oldestFirst else { return matching.first }
    for message in matching.reversed() where try database.time(of: message) != 0 { return message }
    return matching.last
  }

  /// Whether asking for each tag of the index costs less than reading each message's tags.
  private mutating func isLong(
    _ count: Int,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) -> Bool {
    guard count >= 32 else { return false }
    let tags: [MailTag]
    if let allTags { tags = allTags } else { tags = try database.allTags() }
    allTags = tags
    return count > tags.count && tags.allSatisfy(\.isPlain)
  }

  /// Adds up the tags of a thread's messages, and how many have a mark, without reading each one's.
  private func countTags(
    of thread: ThreadID,
    _ tags: inout RowTags,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    for tag in allTags ?? [] {
      let text = "\(thread.query) and tag:\"\(tag)\""
      let having = try MatchQuery(text, sort: NOTMUCH_SORT_UNSORTED, in: database)
      guard tag == .unread || tag == .flagged else {
        tags.add(tag, of: try having.count(in: database))
        if tag == "draft" { tags.drafts = Set(try having.ids(in: database)) }
        continue
      }
      for message in try having.ids(in: database) {
        tags.add([tag], isMatch: matched.contains(message))
      }
    }
    guard !tags.drafts.isEmpty else { return }
    let text = "\(thread.query) and tag:draft and tag:deleted"
    let discarded = try MatchQuery(text, sort: NOTMUCH_SORT_UNSORTED, in: database)
    tags.discarded = Set(try discarded.ids(in: database))
  }

  /// Each author once, oldest first, those of matching messages before the others.
  private func ordered(_ authors: [String], of messages: [MessageID]) -> [String] {
    var first: [String] = []
    var others: [String] = []
    for (author, message) in zip(authors, messages).reversed() {
      if matched.contains(message) { first.append(author) } else { others.append(author) }
    }
    var seen: Set<String> = []
    return (first + others).filter { seen.insert($0).inserted }
  }
}

extension MatchQuery {
  /// Returns the author of each match in order.
  fileprivate func authors(in database: borrowing DatabaseHandle) throws(IndexError) -> [String] {
    var authors: [String] = []
    _ = try forEach(in: database) { message throws(IndexError) in
      authors.append(authorName(from: try message.sender(in: database)))
      return .taken
    }
    return authors
  }

  /// Adds up the tags of these messages, which are all matches in their order.
  fileprivate func addTags(
    of messages: [MessageID],
    _ matched: Set<MessageID>,
    knowing seen: [SeenMessage],
    to tags: inout RowTags,
    in database: borrowing DatabaseHandle
  ) throws(IndexError) {
    var ids = messages.makeIterator()
    _ = try forEach(in: database) { message throws(IndexError) in
      let id = ids.next()
      let isMatch = id.map(matched.contains) ?? false
      let known = try seen.isEmpty ? nil : message.known(among: seen)
      let own: Set<MailTag>
      if let known { own = known.tags } else { own = try message.tags() }
      if let id { tags.note(id, own) }
      if !own.areOfDiscardedDraft || isMatch { tags.add(own, isMatch: isMatch) }
      return .taken
    }
  }
}

extension LiveMessage {
  fileprivate func known(among seen: [SeenMessage]) throws(IndexError) -> SeenMessage? {
    let id = try id()
    return seen.first { $0.id == id }
  }
}

/// The tags of a thread's messages.
private struct RowTags {
  private(set) var all: Set<MailTag> = []
  private(set) var marks = MarkCounts()
  private(set) var matchedMarks = MarkCounts()
  /// The messages that are being written, and those of them that were thrown away.
  var drafts: Set<MessageID> = []
  var discarded: Set<MessageID> = []
  /// How many messages have each of the tags that keep mail out of searches.
  private var excluded: [(tag: MailTag, count: Int)]

  init(_ excluded: [MailTag]) {
    self.excluded = excluded.map { ($0, 0) }
  }

  /// Notes what a message's tags say of it alone.
  mutating func note(_ message: MessageID, _ tags: Set<MailTag>) {
    if tags.areOfDraft { drafts.insert(message) }
    if tags.areOfDiscardedDraft { discarded.insert(message) }
  }

  mutating func add(_ tags: Set<MailTag>, isMatch: Bool) {
    all.formUnion(tags)
    marks.add(tags)
    if isMatch { matchedMarks.add(tags) }
    for index in excluded.indices where tags.contains(excluded[index].tag) {
      excluded[index].count += 1
    }
  }

  /// Adds a tag that so many messages have.
  mutating func add(_ tag: MailTag, of count: Int) {
    if count > 0 { all.insert(tag) }
    for index in excluded.indices where excluded[index].tag == tag {
      excluded[index].count += count
    }
  }

  /// The tags that keep mail out of searches and that some of so many messages have.
  func partial(of count: Int) -> Set<MailTag> {
    Set(excluded.lazy.filter { (1..<max(1, count)).contains($0.count) }.map(\.tag))
  }
}

extension KnownThread {
  /// The row of a thread of which every message was seen.
  func wholeRow(_ sort: DateOrder, excluded: [MailTag]) -> ThreadRow {
    let newestFirst =
      sort == .newestFirst
      ? seen : seen.filter { !$0.isUndated }.reversed() + seen.filter(\.isUndated).reversed()
    var tags = RowTags(excluded)
    var authors: [String] = []
    for message in newestFirst.reversed() {
      tags.add(message.tags, isMatch: true)
      tags.note(message.id, message.tags)
      if !authors.contains(message.author) { authors.append(message.author) }
    }
    let ids = newestFirst.map(\.id)
    var row = ThreadRow(
      thread: id,
      date: usableDate(summary.time),
      authors: authors,
      subject: summary.subject,
      tags: tags.all,
      partialTags: tags.partial(of: ids.count),
      matched: ids,
      messages: ids,
      marks: tags.marks,
      matchedMarks: tags.matchedMarks
    )
    row.drafts = tags.drafts
    return row
  }
}

extension MailTag {
  /// Whether the tag can be put in quotes in a query without any doubt.
  fileprivate var isPlain: Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
  }
}

/// Returns the name to show for a `From` header: the display name, else the address.
///
/// Of several authors it is the first.
func authorName(from header: String) -> String {
  let bytes = Array(header.utf8)[...].trimmed
  guard let open = bytes.index(ofUnquoted: "<") else { return String(bareAuthor(bytes)) }
  let name = bytes[..<open]
  if name.contains(UInt8(ascii: "@")), let comma = name.index(ofUnquoted: ",") {
    return String(bareAuthor(name[..<comma]))
  }
  let shown = name.trimmed.unquoted
  let address = bytes[(open + 1)...].prefix { $0 != UInt8(ascii: ">") }
  return String(shown.isEmpty ? address.trimmed : shown)
}

/// `ann@example.org (Ann)`, or only the address.
private func bareAuthor(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var bytes = bytes
  if let comma = bytes.index(ofUnquoted: ","), bytes[..<comma].contains(UInt8(ascii: "@")) {
    bytes = bytes[..<comma].trimmed
  }
  guard bytes.last == UInt8(ascii: ")"), let open = bytes.firstIndex(of: UInt8(ascii: "(")) else {
    return bytes
  }
  let comment = bytes[(open + 1)...].dropLast().trimmed
  return comment.isEmpty ? bytes[..<open].trimmed : comment
}

/// Returns a subject without the one mark that a reply has put before it.
func withoutReplyMark(_ subject: String) -> String {
  let mark = subject.prefix(4).lowercased()
  return ["re: ", "aw: ", "vs: ", "sv: "].contains(mark) ? String(subject.dropFirst(4)) : subject
}

private let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")

extension String {
  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmed: Self {
    let rest = drop { blanks.contains($0) }
    guard let last = rest.lastIndex(where: { !blanks.contains($0) }) else { return [] }
    return rest[...last]
  }

  /// The first index of a character outside quotes.
  fileprivate func index(ofUnquoted character: Unicode.Scalar) -> Index? {
    let wanted = UInt8(ascii: character)
    var isQuoted = false
    var isEscape = false
    return firstIndex { byte in
      defer { isEscape = !isEscape && byte == backslash }
      if !isEscape, byte == quote { isQuoted.toggle() }
      return !isQuoted && byte == wanted
    }
  }

  /// The text without quotes, and with what is escaped in them.
  fileprivate var unquoted: Self {
    guard contains(quote) else { return self }
    var text: Self = []
    var isEscape = false
    for byte in self {
      if !isEscape, byte == backslash || byte == quote {
        isEscape = byte == backslash
      } else {
        text.append(byte)
        isEscape = false
      }
    }
    return text.trimmed
  }
}
