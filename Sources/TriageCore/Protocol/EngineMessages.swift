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
    /// A page of a list's order, with the rows of its first threads.
    case list(MailQuery, sort: SortOrder, skip: Int, limit: Int, rows: Int)
    /// The rows of these threads of a list.
    case rows([ThreadID], of: MailQuery, sort: SortOrder)
    /// The messages of a thread in the order of the answers, without their text.
    case thread(ThreadID)
    /// The readable text of one message.
    case message(MessageID, MessageOptions)
    /// The decoded bytes of a part of a message, 0 for its whole file: many replies, the last one
    /// `.partEnd` or `.failed`.
    case part(MessageID, Int)
    /// How many messages, and how many of them unread, a query has: quickly counted, unlike threads.
    case counts(MailQuery)
    /// The names that a person can type: tags, saved queries, folders.
    case names
    case change(ChangeRequest)
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
  }
}

/// What the engine says.
package enum EngineMessage: Sendable, Codable {
  case reply(RequestID, EngineReply)
  /// What a running change is doing; replaces an earlier word on the same request.
  case progress(RequestID, ChangeProgress)
  /// The index or the history has changed, by whomever.
  case changed(IndexRevision, HistoryHead)
}

/// The answers to the requests.
package enum EngineReply: Sendable, Codable {
  case list(ListPage, rows: [ThreadRow])
  case rows([ThreadRow])
  case thread([MessageMetadata])
  case message(MessageContent)
  case partBytes(PartBytes)
  /// All of the part has been sent.
  case partEnd
  case counts(unread: Int, total: Int)
  case names(IndexNames)
  case changed(ChangeResult)
  case history([StepSummary])
  case head(HistoryHead)
  case step(StepDetail)
  case settled([SettledStep], HistoryHead)
  case newestStep(StepSummary?)
  case failed(TriageFailure)
}

/// What a running change is doing.
package enum ChangeProgress: Hashable, Sendable, Codable {
  /// Another program has the index open for writing.
  case waiting(LockHolder?)
  /// Messages written so far.
  case writing(done: Int, total: Int)
}
