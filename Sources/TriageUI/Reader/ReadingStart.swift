import TriageCore

extension [MessageMetadata] {
  /// The index of the message at which the reading of a thread begins; `nil` if it has none.
  ///
  /// Whoever shows one message of a thread asks here, so that all show the same.
  func start(at entry: OpenThread.Entry, matched: (MessageID) -> Bool) -> Int? {
    let isUnread = { (message: MessageMetadata) in message.tags.contains(.unread) }
    let found =
      switch entry {
      case .whatIsNew: firstIndex(where: isUnread)
      case .firstMatch:
        firstIndex { matched($0.id) && isUnread($0) } ?? firstIndex { matched($0.id) }
          ?? firstIndex(where: isUnread)
      case .unread(let number):
        number > 0
          ? indices.filter { isUnread(self[$0]) }.prefix(number).last
          : indices.filter { isUnread(self[$0]) }.suffix(-number).first
      case .message(let id): firstIndex { $0.id == id } ?? firstIndex(where: isUnread)
      }
    return found ?? newest
  }

  /// The index of the newest message, which in a thread of several branches need not be the last.
  private var newest: Int? {
    indices.max { (self[$0].date ?? .min, $0) < (self[$1].date ?? .min, $1) }
  }
}

extension Shared {
  /// Where the reading of the thread under the list's cursor begins: at the message under the cursor
  /// or in the preview, else at what matched if something was searched for.
  var readingStart: OpenThread.Entry {
    if let message = mailbox.current?.message { return .message(message) }
    if let previewed = mailbox.previewed, previewed.thread == mailbox.current?.thread {
      return .message(previewed.id)
    }
    return startOfThread
  }

  /// Where the reading of a thread begins that nobody has seen a message of: among one's own mail at
  /// what was sent or written last.
  var startOfThread: OpenThread.Entry {
    if MailQuery(mailbox.shown.query).listsOwnMail {
      return mailbox.current?.row?.matched.first.map(OpenThread.Entry.message) ?? .firstMatch
    }
    return mailbox.shown.isSearched ? .firstMatch : .whatIsNew
  }
}
