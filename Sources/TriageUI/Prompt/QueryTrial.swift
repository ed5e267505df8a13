import TriageCore

/// What a query finds that is being typed, as far as the engine has answered.
struct QueryTrial: Sendable {
  let text: String
  /// Its threads; `nil` if it is not understood, or nothing is known yet.
  var all: QueryCount?
  /// Those of them that are unread.
  var unread: QueryCount?
  /// The first rows.
  var rows: [ThreadRow]?
  /// What is wrong with it, if that is known.
  var failure: TriageFailure?
  /// Whether the engine was asked: it is when it has answered what was asked before.
  var isAsked = false

  var awaited: [RequestID] { [all?.ticket?.id, unread?.ticket?.id].compactMap(\.self) }

  /// How many threads it finds and how many of them are unread, as the list would show them; at
  /// least, as long as they are being counted; that it is not understood, if it is not.
  var found: Sentence? {
    if failure?.code == .badQuery { return Sentence("status.query-unfinished") }
    guard let all, let unread, all.isBegun, unread.isBegun else { return nil }
    let isWhole = all.ticket == nil && unread.ticket == nil
    return Sentence(
      isWhole ? "status.found.threads" : "status.found.at-least",
      .number(unread.threads.count),
      .number(all.threads.count)
    )
  }
}

/// The threads of a query, page by page.
struct QueryCount: Sendable {
  fileprivate(set) var threads: Set<ThreadID> = []
  /// Whether any page has come.
  fileprivate(set) var isBegun = false
  /// The next page.
  var ticket: Ticket<ListQuestion>?

  /// Asks for the first page, with so many rows.
  init(of question: ListQuestion, _ shared: inout Shared) { ticket = shared.ask(question) }

  /// Takes a page and asks for the next one.
  mutating func receive(
    _ page: ListPage,
    of question: ListQuestion,
    _ shared: inout Shared
  ) {
    isBegun = true
    threads.formUnion(page.entries.map(\.thread))
    guard let next = page.next else { return }
    var question = question
    (question.skip, question.limit, question.rows) = (next, 500, 0)
    ticket = shared.ask(question)
  }
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
    // The first rows only: no order that all must be read for.
    let isOldestFirst = shared.mailbox.shown.sort == .oldestFirst
    let all = ListQuestion(
      query: query,
      sort: isOldestFirst ? .oldestFirst : .newestFirst,
      limit: shared.listHeight,
      rows: shared.listHeight
    )
    trial?.all = QueryCount(of: all, &shared)
    trial?.unread = QueryCount(of: ListQuestion(query: query.unread, limit: 500), &shared)
  }

  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    guard var trial else { return }
    for path in [\QueryTrial.all, \QueryTrial.unread] {
      guard let ticket = trial[keyPath: path]?.ticket, let answered = arrival.answer(to: ticket)
      else { continue }
      trial[keyPath: path]?.ticket = nil
      if case .answer(let answer) = answered {
        trial[keyPath: path]?.receive(answer.page, of: ticket.question, &shared)
        if ticket.question.rows > 0 { trial.rows = answer.rows }
      } else {
        // The query is not understood, perhaps because it is not whole yet.
        (trial.all, trial.unread, trial.rows) = (nil, nil, nil)
        trial.failure = answered.failure?.naming(trial.text)
      }
    }
    self.trial = trial
  }
}

extension TriageFailure {
  /// The same failure about the query that is being typed, not about what it was joined with.
  fileprivate func naming(_ text: String) -> TriageFailure {
    guard code == .badQuery, !arguments.isEmpty else { return self }
    var named = self
    named.arguments[0] = text
    return named
  }
}

extension CompletedWords {
  /// What a word can become.
  func choices(for word: String, _ shared: Shared) -> [String] {
    let names = shared.mailbox.names
    let people = shared.mailbox.people + names.addresses.map(\.bareAddress)
    let words = QueryWords(names: names, people: people)
    return switch self {
    // Paths are not known but asked for.
    case .none, .files, .places: []
    case .query: words.queryChoices(for: word)
    case .tags: words.tagChoices(for: word)
    // What is to be added instead may be any tag.
    case .tagsToRemove(let tags): words.tagChoices(for: word, of: word.hasPrefix("+") ? nil : tags)
    case .folders: words.folderChoices(for: word)
    case .actions: shared.config.actions.allIDs.filter { $0.hasPrefix(word) }
    case .times: shared.settings.lexicon.timeWords.filter { $0.hasPrefix(word.lowercased()) }
    case .addresses: shared.mailbox.writing.addresses(for: word)
    }
  }
}
