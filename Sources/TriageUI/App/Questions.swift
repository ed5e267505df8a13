import TriageCore

// What the engine is asked, each question with the type of its answer.

/// A page of a list's order, with the rows of its first threads.
struct ListQuestion: Question {
  struct Answer: Sendable {
    let page: ListPage
    let rows: [ThreadRow]
  }

  var query: MailQuery
  var sort = SortOrder.newestFirst
  var skip = 0
  var limit = Int.max
  var rows = 0
  /// Whether threads that have come back from a snooze stand before all others.
  var wokenFirst = false

  var body: EngineRequest.Body {
    .list(query, sort: sort, skip: skip, limit: limit, rows: rows, wokenFirst: wokenFirst)
  }

  func answer(in reply: EngineReply) -> Answer? {
    if case .list(let page, let rows) = reply { Answer(page: page, rows: rows) } else { nil }
  }
}

/// The rows of these threads of a list.
struct RowsQuestion: Question {
  var threads: [ThreadID]
  var query: MailQuery
  var sort: SortOrder

  var body: EngineRequest.Body { .rows(threads, of: query, sort: sort) }

  func answer(in reply: EngineReply) -> [ThreadRow]? {
    if case .rows(let rows) = reply { rows } else { nil }
  }
}

/// The messages of a thread in the order of the answers, without their text.
struct ThreadQuestion: Question {
  var thread: ThreadID

  var body: EngineRequest.Body { .thread(thread) }

  func answer(in reply: EngineReply) -> [MessageMetadata]? {
    if case .thread(let messages) = reply { messages } else { nil }
  }
}

/// The trees of these threads of a list, at most so many messages of each.
struct TreesQuestion: Question {
  var threads: [ThreadID]
  var query: MailQuery
  var limit: Int

  var body: EngineRequest.Body { .trees(threads, of: query, limit: limit) }

  func answer(in reply: EngineReply) -> [ThreadTree]? {
    if case .trees(let trees) = reply { trees } else { nil }
  }
}

/// The readable text of one message.
///
/// It may be what an engine has died of, so no other one is asked.
struct MessageQuestion: Question {
  static var isAskedAgain: Bool { false }

  var message: MessageID
  var options: MessageOptions

  var body: EngineRequest.Body { .message(message, options) }

  func answer(in reply: EngineReply) -> MessageContent? {
    if case .message(let content) = reply { content } else { nil }
  }
}

/// Open what is encrypted in a message, with a question for the passphrase if need be.
struct UnlockQuestion: Question {
  static var isAskedAgain: Bool { false }

  var message: MessageID
  var options: MessageOptions
  /// What is tried afterwards, without another question.
  var others: [MessageID]

  var body: EngineRequest.Body { .unlock(message, options, others: others) }

  func answer(in reply: EngineReply) -> MessageContent? {
    if case .message(let content) = reply { content } else { nil }
  }
}

/// What of a query is from the same sender, or the same list, as a message.
struct SourcesQuestion: Question {
  struct Answer: Sendable {
    /// `nil` if the message is from none.
    let matches: SourceMatches?
  }

  var query: MailQuery
  var kind: MailSourceKind
  var message: MessageID

  var body: EngineRequest.Body { .sources(query, kind, like: message) }

  func answer(in reply: EngineReply) -> Answer? {
    if case .sources(let matches) = reply { Answer(matches: matches) } else { nil }
  }
}

/// Rules from what the person usually does.
struct HabitsQuestion: Question {
  var request: HabitRequest

  var body: EngineRequest.Body { .habits(request) }

  func answer(in reply: EngineReply) -> [Suggestion]? {
    if case .habits(let suggestions) = reply { suggestions } else { nil }
  }
}

/// How many messages a query has.
struct CountQuestion: Question {
  struct Answer: Sendable {
    let unread: Int
    let total: Int
  }

  var query: MailQuery

  var body: EngineRequest.Body { .counts(query) }

  func answer(in reply: EngineReply) -> Answer? {
    if case .counts(let unread, let total) = reply {
      Answer(unread: unread, total: total)
    } else {
      nil
    }
  }
}

/// How many threads a query has, at which state of the index.
struct ThreadCountQuestion: Question {
  static var isAside: Bool { true }

  var query: MailQuery

  var body: EngineRequest.Body { .threadCounts(query) }

  func answer(in reply: EngineReply) -> CountedThreads? {
    if case .threadCounts(let counted) = reply { counted } else { nil }
  }
}

/// The names that a person can type: tags, saved queries, folders.
struct NamesQuestion: Question {
  var body: EngineRequest.Body { .names }

  func answer(in reply: EngineReply) -> IndexNames? {
    if case .names(let names) = reply { names } else { nil }
  }
}

/// What undo and redo would take.
struct HeadQuestion: Question {
  var body: EngineRequest.Body { .head }

  func answer(in reply: EngineReply) -> HistoryHead? {
    if case .head(let head) = reply { head } else { nil }
  }
}

/// What a dead process has left open, and what it became.
struct Settled: Sendable {
  let steps: [SettledStep]
  let head: HistoryHead
}

/// Settle what a dead process left open, if the lock is free.
struct SettleQuestion: Question {
  var body: EngineRequest.Body { .settle }

  func answer(in reply: EngineReply) -> Settled? {
    if case .settled(let steps, let head) = reply { Settled(steps: steps, head: head) } else { nil }
  }
}

/// Some of the history's steps.
struct HistoryQuestion: Question {
  var filter: HistoryFilter

  var body: EngineRequest.Body { .history(filter) }

  func answer(in reply: EngineReply) -> [StepSummary]? {
    if case .history(let steps) = reply { steps } else { nil }
  }
}

/// A step with what it changed.
struct StepQuestion: Question {
  var step: StepID
  var limit: Int

  var body: EngineRequest.Body { .step(step, limit: limit) }

  func answer(in reply: EngineReply) -> StepDetail? {
    if case .step(let detail) = reply { detail } else { nil }
  }
}

/// The newest step of this screen: what became of a write whose engine died.
struct NewestStepQuestion: Question {
  var session: String

  var body: EngineRequest.Body { .newestStep(session: session) }

  func answer(in reply: EngineReply) -> StepSummary?? {
    if case .newestStep(let step) = reply { .some(step) } else { nil }
  }
}

/// A change of mail, or what would come of it.
///
/// It is never asked for again: the engine that died may have made it.
struct ChangeQuestion: Question {
  static var isAskedAgain: Bool { false }

  var request: ChangeRequest
  /// The message of one's own that is to leave by it.
  var prepared: PreparedMessage?

  var body: EngineRequest.Body {
    prepared.map { .send($0.id, version: $0.version, request) } ?? .change(request)
  }

  func answer(in reply: EngineReply) -> ChangeResult? {
    if case .changed(let result) = reply { result } else { nil }
  }
}

/// What a change would come to: only looked at, so it can be asked again.
struct PreviewQuestion: Question {
  var request: ChangeRequest

  var body: EngineRequest.Body { .change(request) }

  func answer(in reply: EngineReply) -> ChangeResult? {
    if case .changed(let result) = reply { result } else { nil }
  }
}
