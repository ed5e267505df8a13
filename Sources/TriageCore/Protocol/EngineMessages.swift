/// A request's number: the reply has the same one.
package typealias RequestID = UInt32

/// What the screen asks of the engine.
package struct EngineRequest: Sendable, Codable {
  /// The number that the reply will have.
  package var id: RequestID
  /// What is asked for.
  package var body: Body

  /// Makes a request.
  package init(id: RequestID, _ body: Body) {
    self.id = id
    self.body = body
  }

  /// The requests there are.
  package enum Body: Sendable, Codable {
    /// A page of a list's order, with the rows of its first threads; what has woken may stand before
    /// all others.
    case list(MailQuery, sort: SortOrder, skip: Int, limit: Int, rows: Int, wokenFirst: Bool)
    /// The rows of these threads of a list.
    case rows([ThreadID], of: MailQuery, sort: SortOrder)
    /// The messages of a thread in the order of the answers, without their text.
    case thread(ThreadID)
    /// The trees of these threads of a list, at most so many messages of each.
    case trees([ThreadID], of: MailQuery, limit: Int)
    /// The readable text of one message.
    case message(MessageID, MessageOptions)
    /// Open what is locked in a message, asking for a passphrase where need be; then, without a
    /// question, what is locked in these others. The answer is the message's text, when the person
    /// has answered; `cancel` ends the question.
    case unlock(MessageID, MessageOptions, others: [MessageID])
    /// These messages are not shown any more, and no text of them is awaited: what was decrypted of
    /// them is kept for so many seconds.
    case left([MessageID], keptFor: Int)
    /// Forget what was decrypted, and with what.
    case forgetUnlocked
    /// What is locked, or had no answer from gpg-agent, may be tried again when it is read next: a
    /// person wants that. There is no answer.
    case retrySeals
    /// The decoded bytes of a part of a message, 0 for its whole file: many replies, the last one
    /// `.partEnd` or `.failed`. What is sealed is opened as for the text that named the part.
    case part(MessageID, PartReference, SealOptions)
    /// The text of a part that is a page, in UTF-8: replies as to `.part`.
    case page(MessageID, PartReference, SealOptions)
    /// What of a query is from the same sender, or the same list, as a message.
    case sources(MailQuery, MailSourceKind, like: MessageID)
    /// Rules from what the person usually does.
    case habits(HabitRequest)
    /// How many messages, and how many of them unread, a query has: quickly counted, unlike threads.
    case counts(MailQuery)
    /// How many threads a query has, and how many of them are unread: slowly counted, beside all else.
    case threadCounts(MailQuery)
    /// The names that a person can type: tags, saved queries, folders.
    case names
    case change(ChangeRequest)
    /// Bring back what was put away until now, if the lock is free.
    case wake(ChangeRequest)
    case history(HistoryFilter)
    case head
    /// A step with what it changed, at most so many messages of it.
    case step(StepID, limit: Int)
    /// Stop the change with this number, if it has not been committed.
    case cancel(RequestID)
    /// Settle what a dead process left open, if the lock is free.
    case settle
    /// The steps this screen has made: what became of a write whose engine died.
    case newestStep(session: String)
    /// Something about messages that are being written.
    case draft(DraftRequest)
    /// Let the message with this version leave, by a change that says so; the answer is the change's.
    case send(OutgoingID, version: Int64, ChangeRequest)
  }
}

/// What the engine says.
package enum EngineMessage: Sendable, Codable {
  case reply(RequestID, EngineReply)
  /// What a running change is doing; replaces an earlier word on the same request.
  case progress(RequestID, ChangeProgress)
  /// How many messages have been looked at for a list whose threads are sorted by what is read of
  /// each, or for those of one sender or list, and how many there are.
  case sorting(RequestID, done: Int, total: Int)
  /// The index or the history has changed, by whomever.
  case changed(IndexRevision, HistoryHead)
  /// The threads of this request are still being counted: there is no answer yet, but there will be.
  case counting(RequestID)
  /// It has come out what the seals of a message are worth, or what is in them: its text, asked for
  /// again, has it.
  case sealed(MessageID)
  /// The same, with that text, as one that is short was asked for with these options.
  case filled(MessageContent, MessageOptions)
  /// Mail that was put away is due.
  case due
}

/// The answers to the requests.
package enum EngineReply: Sendable, Codable {
  case list(ListPage, rows: [ThreadRow])
  case rows([ThreadRow])
  case thread([MessageMetadata])
  case trees([ThreadTree])
  case message(MessageContent)
  /// What was decrypted is forgotten.
  case forgotten
  case partBytes(PartBytes)
  /// All of the part has been sent.
  case partEnd
  /// What is from the same sender or list; `nil` if the message is from none.
  case sources(SourceMatches?)
  /// The rules that there could be; none where only one was to be dismissed.
  case habits([Suggestion])
  case counts(unread: Int, total: Int)
  case threadCounts(CountedThreads)
  case names(IndexNames)
  case changed(ChangeResult)
  /// What came back.
  case woken(ChangeResult)
  case history([StepSummary])
  case head(HistoryHead)
  case step(StepDetail)
  case settled([SettledStep], HistoryHead)
  case newestStep(StepSummary?)
  case draft(DraftReply)
  case failed(TriageFailure)
}

/// What a running change is doing.
package enum ChangeProgress: Hashable, Sendable, Codable {
  /// Another program has the index open for writing.
  case waiting(LockHolder?)
  /// Messages written so far.
  case writing(done: Int, total: Int)
}

/// The names of an index that a person can type.
package struct IndexNames: Hashable, Sendable, Codable {
  /// A saved query of notmuch's configuration.
  package struct SavedQuery: Hashable, Sendable, Codable {
    /// Its name.
    package var name: String
    /// What it finds.
    package var query: String

    /// Makes a saved query.
    package init(name: String, query: String) {
      self.name = name
      self.query = query
    }
  }

  /// All tags, in the order of bytes.
  package var tags: [MailTag]
  /// The saved queries, by name.
  package var queries: [SavedQuery]
  /// The folders below the mail root.
  package var folders: [String]
  /// Mailboxes that new messages came from, as they stand in a field, the newest first.
  package var addresses: [String]
  /// The fields of queries that notmuch's configuration adds.
  package var fields: [String]

  /// Makes a list of names.
  package init(
    tags: [MailTag] = [],
    queries: [SavedQuery] = [],
    folders: [String] = [],
    addresses: [String] = [],
    fields: [String] = []
  ) {
    self.tags = tags
    self.queries = queries
    self.folders = folders
    self.addresses = addresses
    self.fields = fields
  }
}

/// A step of the history with what it changed.
package struct StepDetail: Hashable, Sendable, Codable {
  /// The step as the history lists it.
  package var step: StepSummary
  /// What it changed, message by message; perhaps not all of it.
  package var changes: [Described<MessageChange>]
  /// How many more messages it changed than `changes` names.
  package var omittedChanges: Int
  /// What it left as it was, message by message; perhaps not all of it.
  package var left: [Described<Skip>]
  /// How many more messages it left as they were than `left` names.
  package var omittedLeft: Int
  /// The messages that left with it, or were held back.
  package var departures: [Described<Departure>]

  /// Makes a detail.
  package init(
    step: StepSummary,
    changes: [Described<MessageChange>],
    omittedChanges: Int = 0,
    left: [Described<Skip>] = [],
    omittedLeft: Int = 0,
    departures: [Described<Departure>] = []
  ) {
    self.step = step
    self.changes = changes
    self.omittedChanges = omittedChanges
    self.left = left
    self.omittedLeft = omittedLeft
    self.departures = departures
  }
}
