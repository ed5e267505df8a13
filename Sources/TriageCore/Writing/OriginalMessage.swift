/// What an answer, or a message that forwards it, must know of a message.
package struct OriginalMessage: Hashable, Sendable, Codable {
  /// Its Message-ID.
  package var id: MessageID
  /// `nil` if it has no usable date.
  package var date: Timestamp?
  /// The decoded subject, on one line; `nil` if it has none.
  package var subject: String?
  /// The subject that it has inside where it is encrypted: it is not to be written in clear.
  package var sealedSubject: String?
  /// The mailboxes of its address fields, those of groups among them; all fields of a name together.
  package var from: [NamedAddress]
  /// Where answers are to go.
  package var replyTo: ReplyTo
  /// To whom it was sent.
  package var to: [NamedAddress]
  /// Who had a copy.
  package var cc: [NamedAddress]
  /// Who had a copy that the others do not know of: only in mail of one's own.
  package var bcc: [NamedAddress]
  /// The ids of the messages before it, without brackets, the oldest first.
  package var references: [MessageID]
  /// What other fields say of where it was delivered to, the most trustworthy one first.
  package var deliveredTo: [String]
  /// All that its `Received` fields say, the last one first.
  package var received: String
  /// The address that mail to its list is sent to, if it names one.
  package var list: NamedAddress?

  /// The field that asks for answers elsewhere.
  package struct ReplyTo: Hashable, Sendable, Codable {
    /// Its mailboxes, those of groups among them.
    package var addresses: [NamedAddress]
    /// Whether it is one mailbox and no group: lists put their own address there.
    package var isOneMailbox: Bool
    /// Whether it is a group of nobody: no answers are wanted.
    package var isEmptyGroup: Bool

    /// Makes a field.
    package init(
      addresses: [NamedAddress] = [],
      isOneMailbox: Bool = false,
      isEmptyGroup: Bool = false
    ) {
      self.addresses = addresses
      self.isOneMailbox = isOneMailbox
      self.isEmptyGroup = isEmptyGroup
    }
  }

  /// Makes the record of a message that names nobody.
  package init(id: MessageID, date: Timestamp? = nil, subject: String? = nil) {
    self.id = id
    self.date = date
    self.subject = subject?.onOneLine
    from = []
    replyTo = ReplyTo()
    to = []
    cc = []
    bcc = []
    references = []
    deliveredTo = []
    received = ""
  }
}

/// Hands out what an answer must know of a message.
///
/// Calls are made on the thread of `MessageReading`.
package protocol OriginalReading: AnyObject {
  /// Reads a message from the first of its files that can be read.
  ///
  /// - Throws: Why none of the files can be read.
  func original(
    _ metadata: MessageMetadata
  ) throws(MessageFileError) -> OriginalMessage
}
