import TriageCore

/// What a query finds that is being typed, as far as the engine has answered.
struct QueryTrial: Sendable {
  let text: String
  /// Messages; `nil` until they are counted, or if the query is not understood.
  var count: Int?
  /// The first rows.
  var rows: [ThreadRow]?
  var countTicket: Ticket<CountQuestion>?
  var rowsTicket: Ticket<ListQuestion>?
  /// Whether the engine was asked: it is when it has answered what was asked before.
  var isAsked = false

  var awaited: [RequestID] { [countTicket?.id, rowsTicket?.id].compactMap(\.self) }
}

extension PromptPane {
  var awaited: [RequestID] { trial?.awaited ?? [] }

  /// Tries the query that is being typed, when the one before has been answered or given up: typing
  /// never waits, and however fast it is, one query at most waits for the engine.
  mutating func settle(_ shared: inout Shared) {
    guard let way = topic.triedQuery, shared.requests.isAlive else { return }
    let text = field.text
    guard text.contains(where: { $0 != " " }) else {
      trial = nil
      return
    }
    let isSuperseding = trial?.text != text && !awaited.isEmpty
    if trial?.text != text { trial = QueryTrial(text: text, rows: trial?.rows) }
    guard !isSuperseding, trial?.isAsked == false, !shared.requests.isCancelling else { return }
    trial?.isAsked = true
    let query = MailQuery(
      way == .alone ? text : ThreadList.query(shared.mailbox.shown.view, narrowedBy: text)
    )
    let height = shared.listHeight
    trial?.countTicket = shared.ask(CountQuestion(query: query))
    trial?.rowsTicket = shared.ask(
      ListQuestion(query: query, sort: shared.mailbox.shown.sort, limit: height, rows: height)
    )
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    guard var trial else { return }
    if let answered = arrival.redeem(&trial.countTicket) {
      if case .answer(let counts) = answered { trial.count = counts.total } else { trial.forget() }
    } else if let answered = arrival.redeem(&trial.rowsTicket) {
      if case .answer(let answer) = answered { trial.rows = answer.rows } else { trial.forget() }
    }
    self.trial = trial
  }
}

extension QueryTrial {
  /// The query is not understood, perhaps because it is not whole yet.
  fileprivate mutating func forget() { (count, rows) = (nil, nil) }
}

extension CompletedWords {
  /// What a word can become.
  func choices(for word: String, _ shared: Shared) -> [String] {
    let names = shared.mailbox.names
    let words = QueryWords(names: names, people: shared.mailbox.people + names.addresses)
    return switch self {
    case .none: []
    case .query: words.queryChoices(for: word)
    case .tags: words.tagChoices(for: word)
    case .folders: words.folderChoices(for: word)
    case .actions: shared.config.actions.allIDs.filter { $0.hasPrefix(word) }
    }
  }
}
