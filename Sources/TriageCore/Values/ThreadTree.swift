/// The messages of a thread as a list shows them below its row: each answer behind what it answers.
package struct ThreadTree: Hashable, Sendable, Codable {
  /// The thread.
  package var thread: ThreadID
  /// Its first messages in the order of the answers.
  package var messages: [TreeMessage]
  /// How many more messages the thread has, behind those.
  package var omitted: Int

  /// Makes a tree; one without messages is of a thread that has gone.
  package init(thread: ThreadID, messages: [TreeMessage], omitted: Int = 0) {
    self.thread = thread
    self.messages = messages
    self.omitted = omitted
  }
}

/// What a list shows of one message of a thread.
package struct TreeMessage: Hashable, Sendable, Codable {
  /// Its Message-ID.
  package var id: MessageID
  /// How many answers deep the message lies in its thread.
  package var depth: Int
  /// `nil` if the message has no usable date.
  package var date: Timestamp?
  /// The display name of its author.
  package var author: String
  /// The decoded `Subject` field without the marks of replies.
  package var subject: String
  /// All its tags.
  package var tags: Set<MailTag>
  /// Whether it matches the list's query.
  package var isMatched: Bool

  /// Makes a message of a tree.
  package init(
    id: MessageID,
    depth: Int,
    date: Timestamp?,
    author: String,
    subject: String,
    tags: Set<MailTag>,
    isMatched: Bool
  ) {
    self.id = id
    self.depth = depth
    self.date = date
    self.author = author
    self.subject = subject
    self.tags = tags
    self.isMatched = isMatched
  }
}
