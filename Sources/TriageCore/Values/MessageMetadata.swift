/// Which state of which index a read came from.
package struct IndexRevision: Hashable, Sendable, Codable {
  /// The index's own id; another one means that revision numbers do not compare.
  package var uuid: String
  /// The number of the newest commit.
  package var number: UInt64

  /// Makes a revision from its two parts.
  package init(uuid: String, number: UInt64) {
    self.uuid = uuid
    self.number = number
  }
}

/// Seconds since 1970-01-01T00:00:00Z.
package typealias Timestamp = Int64

/// What the index knows of one message.
package struct MessageMetadata: Hashable, Sendable, Codable {
  /// Its Message-ID.
  package var id: MessageID
  /// The thread it belongs to.
  package var thread: ThreadID
  /// `nil` if the message has no usable date.
  package var date: Timestamp?
  /// The decoded `From` field.
  package var from: String
  /// The decoded `Subject` field.
  package var subject: String
  /// All its tags.
  package var tags: Set<MailTag>
  /// Absolute file names; one message may have several files.
  package var files: [String]
  /// How many answers deep the message lies in its thread, if it was read as one of a thread.
  package var depth = 0

  /// Makes the metadata of one message.
  package init(
    id: MessageID,
    thread: ThreadID,
    date: Timestamp?,
    from: String,
    subject: String,
    tags: Set<MailTag>,
    files: [String]
  ) {
    self.id = id
    self.thread = thread
    self.date = date
    self.from = from
    self.subject = subject
    self.tags = tags
    self.files = files
  }
}

extension MessageMetadata {
  /// What is said of the message once its text is known: what stands inside its seals counts.
  package func opened(_ content: MessageContent?) -> MessageMetadata {
    var message = self
    guard let content else { return message }
    let inside = { (name: String) in content.header(name).flatMap { $0.isProtected ? $0 : nil } }
    message.from = inside("from")?.value ?? from
    message.subject = inside("subject")?.value ?? subject
    message.date = content.sealedDate ?? date
    return message
  }
}

/// The tags, files and thread of a message just before it is changed.
package struct MessageState: Hashable, Sendable {
  /// All its tags.
  package var tags: Set<MailTag>
  /// Absolute file names.
  package var files: [String]
  /// The thread it belongs to, if it was looked up.
  package var thread: ThreadID?

  /// Makes the state of one message.
  package init(tags: Set<MailTag>, files: [String] = [], thread: ThreadID? = nil) {
    self.tags = tags
    self.files = files
    self.thread = thread
  }
}

/// A thread's place in a list: only what the order needs.
package struct ThreadEntry: Hashable, Sendable, Codable {
  /// The thread it belongs to.
  package var thread: ThreadID
  /// The date that gives the thread its place.
  package var date: Timestamp?

  /// Makes an entry.
  package init(thread: ThreadID, date: Timestamp?) {
    self.thread = thread
    self.date = date
  }
}

/// A thread as a list shows it.
package struct ThreadRow: Hashable, Sendable, Codable {
  /// The thread it belongs to.
  package var thread: ThreadID
  /// The date of the newest matching message (oldest first: of the oldest).
  package var date: Timestamp?
  /// Display names in the order of the thread, each once, those of matching messages first.
  package var authors: [String]
  /// Of a list of mail of one's own: who gets the newest match, by name or address; else empty.
  package var recipients: [String] = []
  /// The decoded `Subject` field.
  package var subject: String
  /// The union of the tags of all its messages.
  package var tags: Set<MailTag>
  /// Those of the tags that keep mail out of searches, as `deleted` does, and that not all of its
  /// messages have: the thread itself is not deleted.
  package var partialTags: Set<MailTag> = []
  /// The messages of the thread that match the list's query, newest first.
  package var matched: [MessageID]
  /// All messages of the thread, matching or not, newest first; of drafts that were thrown away only
  /// those that match.
  package var messages: [MessageID]
  /// Those of them that are being written: an action on the thread leaves them alone.
  package var drafts: Set<MessageID> = []
  /// How many of its messages are unread, and how many starred.
  package var marks: MarkCounts
  /// The same of the messages that match.
  package var matchedMarks: MarkCounts

  /// How many of its messages are unread.
  package var unread: Int { marks.unread }

  /// Makes a row.
  package init(
    thread: ThreadID,
    date: Timestamp?,
    authors: [String],
    subject: String,
    tags: Set<MailTag>,
    partialTags: Set<MailTag> = [],
    matched: [MessageID],
    messages: [MessageID],
    marks: MarkCounts,
    matchedMarks: MarkCounts
  ) {
    self.thread = thread
    self.date = date
    self.authors = authors
    self.subject = subject
    self.tags = tags
    self.partialTags = partialTags
    self.matched = matched
    self.messages = messages
    self.marks = marks
    self.matchedMarks = matchedMarks
  }
}

/// How many of some messages have a mark: the union of their tags tells only whether any has.
package struct MarkCounts: Hashable, Sendable, Codable {
  /// How many are unread.
  package var unread = 0
  /// How many are starred.
  package var starred = 0

  /// Counts the messages that have these tags.
  package init(_ tags: some Sequence<Set<MailTag>> = []) {
    for tags in tags { add(tags) }
  }

  /// Counts one more message.
  package mutating func add(_ tags: Set<MailTag>) {
    if tags.contains(.unread) { unread += 1 }
    if tags.contains(.flagged) { starred += 1 }
  }
}

/// One page of a list's order.
package struct ListPage: Hashable, Sendable, Codable {
  /// The state of the index that the page was read from.
  package var revision: IndexRevision
  /// Threads in order, each once *within this page*; a later page may name one again.
  package var entries: [ThreadEntry]
  /// How many matching messages to skip for the next page; `nil` at the end of the list.
  package var next: Int?

  /// Makes a page.
  package init(revision: IndexRevision, entries: [ThreadEntry], next: Int?) {
    self.revision = revision
    self.entries = entries
    self.next = next
  }
}

extension Set<MailTag> {
  /// Whether they are those of a message that is being written.
  package var areOfDraft: Bool { contains("draft") }

  /// Whether they are those of a draft that was thrown away.
  package var areOfDiscardedDraft: Bool { areOfDraft && contains("deleted") }
}
