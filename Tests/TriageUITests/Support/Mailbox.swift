import TriageCore

/// A mailbox in memory that answers the engine's requests, tags and history included.
///
/// It knows the queries `tag:NAME`, `id:"NAME"`, `*` and words of the subject.
struct Mailbox {
  struct Thread {
    var id: ThreadID
    var messages: [MessageMetadata]
    var authors: [String]
  }

  private(set) var threads: [Thread] = []
  private(set) var texts: [MessageID: MessageContent] = [:]
  private var live: [Group] = []
  private var undone: [Group] = []
  private var number: Int64 = 0
  var revision: UInt64 = 1
  /// Messages that undo and redo leave as they are, and why.
  var kept: [Skip] = []
  /// notmuch's saved queries.
  var queries: [IndexNames.SavedQuery] = []
  /// What the next change fails with.
  var failure: TriageFailure?
  /// What the next change says it found open.
  var settled: [SettledStep] = []
  /// Requests for changes, as they came.
  private(set) var changes: [ChangeRequest] = []

  private struct Group {
    var step: StepSummary
    var before: [MessageID: Set<MailTag>]
    var after: [MessageID: Set<MailTag>]
  }

  /// Adds a thread, older than those before it or newer.
  mutating func add(
    _ subject: String,
    from authors: [String] = ["Ann"],
    tags: [Set<MailTag>] = [[.inbox, .unread]],
    date: Timestamp = Screenplay.now - 3600,
    text: [ContentLine] = [ContentLine(.text, "Hello.")],
    depths: [Int] = [],
    isNewest: Bool = false
  ) {
    let id = ThreadID("t\(threads.count + 1)")
    let messages = tags.enumerated().map { place, tags in
      var metadata = MessageMetadata(
        id: MessageID("\(id)m\(place + 1)@example.org"),
        thread: id,
        date: date + Timestamp(place) * 60,
        from: "\(authors[place % authors.count]) <a\(place)@example.org>",
        subject: subject,
        tags: tags,
        files: []
      )
      metadata.depth = depths.indices.contains(place) ? depths[place] : 0
      return metadata
    }
    let place = isNewest ? 0 : threads.count
    threads.insert(Thread(id: id, messages: messages, authors: authors), at: place)
    revision += 1
    for message in messages {
      texts[message.id] = MessageContent(
        id: message.id,
        headers: [HeaderField(name: "Subject", value: subject, isShort: true)],
        lines: text
      )
    }
  }

  /// Changes every text.
  mutating func changeTexts(_ change: (inout MessageContent) -> Void) {
    for id in texts.keys {
      guard var text = texts[id] else { continue }
      change(&text)
      texts[id] = text
    }
  }

  /// Adds a message to a thread behind the screen's back.
  mutating func deliver(to thread: Int, tags: Set<MailTag>) {
    guard var message = threads[thread].messages.last else { return }
    message.id = MessageID("\(threads[thread].id)late@example.org")
    message.tags = tags
    threads[thread].messages.append(message)
    revision += 1
  }

  /// Gives a thread another subject behind the screen's back.
  mutating func rename(_ thread: Int, to subject: String) {
    for place in threads[thread].messages.indices {
      threads[thread].messages[place].subject = subject
    }
    revision += 1
  }

  /// Changes the tags of all messages of the second thread behind the screen's back.
  mutating func retag(_ change: (inout Set<MailTag>) -> Void) {
    for place in threads[1].messages.indices { change(&threads[1].messages[place].tags) }
    revision += 1
  }

  /// The tags of every message, for whole comparisons.
  var dump: [MessageID: Set<MailTag>] {
    Dictionary(
      uniqueKeysWithValues: threads.flatMap(\.messages).map { ($0.id, $0.tags) }
    )
  }

  var head: HistoryHead { HistoryHead(undo: live.last?.step, redo: undone.last?.step) }
  var newestStep: StepSummary? {
    (live + undone).map(\.step).max { $0.id < $1.id }
  }
  var indexRevision: IndexRevision { IndexRevision(uuid: "memory", number: revision) }
}

extension Mailbox {
  /// Answers a request as the engine would.
  mutating func answer(_ body: EngineRequest.Body) -> EngineReply? {
    switch body {
    case .list(let query, sort: _, skip: let skip, limit: let limit, rows: let rows):
      return list(query, skip: skip, limit: limit, rows: rows)
    case .rows(let wanted, of: let query, sort: _):
      let found = Set(wanted)
      return .rows(matching(query).filter { found.contains($0.id) }.map { row($0, query) })
    case .thread(let id): return .thread(threads.first { $0.id == id }?.messages ?? [])
    case .message(let id, _):
      return texts[id].map { .message($0) } ?? .failed(TriageFailure(.nothingFound))
    case .counts(let query):
      if query.text == "(" { return .failed(TriageFailure(.badQuery, "(", "unbalanced")) }
      let found = threads.flatMap(\.messages).filter { matches($0, query.text) }
      return .counts(
        unread: found.filter { $0.tags.contains(.unread) }.count,
        total: found.count
      )
    case .change(let request): return .changed(change(request))
    case .names:
      let tags = threads.flatMap(\.messages).reduce(into: Set<MailTag>()) { $0.formUnion($1.tags) }
      return .names(IndexNames(tags: tags.sorted(), queries: queries))
    case .head: return .head(head)
    case .step(let id, limit: let limit): return detail(of: id, limit)
    case .settle:
      defer { settled = [] }
      return .settled(settled, head)
    case .newestStep: return .newestStep(newestStep)
    case .history: return .history(live.map(\.step))
    case .cancel, .part: return nil
    }
  }

  private func list(_ query: MailQuery, skip: Int, limit: Int, rows: Int) -> EngineReply {
    if query.text == "(" {
      return .failed(TriageFailure(.badQuery, query.text, "unbalanced parentheses"))
    }
    let found = matching(query)
    let page = found.dropFirst(skip).prefix(limit)
    let end = skip + page.count
    return .list(
      ListPage(
        revision: indexRevision,
        entries: page.map { ThreadEntry(thread: $0.id, date: $0.messages.last?.date) },
        next: end < found.count ? end : nil
      ),
      rows: page.prefix(rows).map { row($0, query) }
    )
  }

  private func matching(_ query: MailQuery) -> [Thread] {
    threads.filter { $0.messages.contains { matches($0, query.text) } }
  }

  private func matches(_ message: MessageMetadata, _ query: String) -> Bool {
    if let both = halves(of: query, at: " and ") {
      return matches(message, both.0) && matches(message, both.1)
    }
    if let either = halves(of: query, at: " or ") {
      return matches(message, either.0) || matches(message, either.1)
    }
    if query.hasPrefix("thread:") { return message.thread.text == query.dropFirst(7) }
    if query.hasPrefix("tag:") { return message.tags.contains(MailTag(String(query.dropFirst(4)))) }
    if query.hasPrefix("id:") { return query == MailQuery.quotedID(message.id) }
    return query == "*" || message.subject.contains(query)
  }

  /// What stands before and behind the first of these words, without parentheses round it.
  private func halves(of query: String, at word: String) -> (String, String)? {
    guard let place = query.firstRange(of: word) else { return nil }
    return (bare(query[..<place.lowerBound]), bare(query[place.upperBound...]))
  }

  private func bare(_ text: Substring) -> String {
    text.hasPrefix("(") && text.hasSuffix(")")
      ? String(text.dropFirst().dropLast()) : String(text)
  }

  private func detail(of id: StepID, _ limit: Int) -> EngineReply {
    guard let group = (live + undone).first(where: { $0.step.id == id }) else {
      return .failed(TriageFailure(.noSuchStep, id.description))
    }
    let changes = group.before.sorted { $0.key.text < $1.key.text }.map { message, before in
      let after = group.after[message] ?? []
      return DescribedChange(
        MessageChange(
          message: message,
          added: after.subtracting(before).sorted(),
          removed: before.subtracting(after).sorted()
        ),
        metadata: threads.flatMap(\.messages).first { $0.id == message }
      )
    }
    return .step(StepDetail(step: group.step, changes: Array(changes.prefix(limit))))
  }

  private func row(_ thread: Thread, _ query: MailQuery) -> ThreadRow {
    let messages = thread.messages.reversed()
    return ThreadRow(
      thread: thread.id,
      date: thread.messages.last?.date,
      authors: thread.authors,
      subject: thread.messages.first?.subject ?? "",
      tags: thread.messages.reduce([]) { $0.union($1.tags) },
      matched: messages.filter { matches($0, query.text) }.map(\.id),
      messages: messages.map(\.id),
      marks: MarkCounts(messages.map(\.tags)),
      matchedMarks: MarkCounts(messages.filter { matches($0, query.text) }.map(\.tags))
    )
  }
}

extension Mailbox {
  /// Does a change and records it, or undoes and redoes one.
  mutating func change(_ request: ChangeRequest) -> ChangeResult {
    if request.dryRun { return preview(request) }
    changes.append(request)
    defer { settled = [] }
    var result: ChangeResult
    if let failure {
      self.failure = nil
      result = ChangeResult(
        kind: failure.code == .headChanged ? .refused : .failed,
        failure: failure
      )
    } else {
      result = perform(request)
    }
    result.settled = settled
    result.head = head
    return result
  }

  /// What a change would come to: it is made in a copy.
  private func preview(_ request: ChangeRequest) -> ChangeResult {
    var copy = self
    copy.failure = nil
    copy.settled = []
    var result = copy.perform(request)
    result.step = nil
    result.head = head
    return result
  }

  private mutating func perform(_ request: ChangeRequest) -> ChangeResult {
    switch request.change {
    case .perform(let commands, let name): act(commands, name, request.context)
    case .undo(let wish): turn(wish, isUndo: true, request.context)
    case .redo(let wish): turn(wish, isUndo: false, request.context)
    case .turn: ChangeResult(kind: .failed, failure: TriageFailure(.noSuchStep, ""))
    }
  }

  private mutating func act(
    _ commands: [Command],
    _ name: ActionName?,
    _ context: StepContext
  ) -> ChangeResult {
    let actions = commands.flatMap(\.actions)
    let edit = actions.reduce(TagEdit()) { $0.then($1.edit(under: ActionEffects())) }
    let messages = commands.flatMap { command -> [MessageID] in
      if case .messages(let ids) = command.target { ids } else { [] }
    }
    let before = dump.filter { messages.contains($0.key) }
    let after = before.mapValues { edit.applied(to: $0) }
    let changed = before.filter { after[$0.key] != $0.value }.count
    let title = name ?? ActionName(actions)
    guard changed > 0 else {
      return ChangeResult(kind: .nothing, name: title, requested: messages.count)
    }
    write(after)
    let step = step(.action, title, context, messages: messages.count)
    live.append(Group(step: step, before: before, after: after))
    undone = []
    return ChangeResult(
      kind: .done,
      step: step.id,
      name: title,
      requested: messages.count,
      changed: changed
    )
  }

  private mutating func turn(
    _ wish: UndoRequest,
    isUndo: Bool,
    _ context: StepContext
  ) -> ChangeResult {
    guard let group = isUndo ? live.last : undone.last else {
      return ChangeResult(
        kind: .failed,
        failure: TriageFailure(isUndo ? .nothingToUndo : .nothingToRedo)
      )
    }
    if let expected = wish.expected, expected != group.step.id {
      return ChangeResult(kind: .refused, failure: TriageFailure(.headChanged))
    }
    let leftAlone = Set(kept.map(\.message))
    let tags = (isUndo ? group.before : group.after).filter { !leftAlone.contains($0.key) }
    write(tags)
    if isUndo {
      undone.append(live.removeLast())
    } else {
      live.append(undone.removeLast())
    }
    let step = step(isUndo ? .undo : .redo, group.step.name, context, messages: group.before.count)
    return ChangeResult(
      kind: tags.count == group.before.count ? .done : .partial,
      step: step.id,
      targets: [group.step.id],
      name: group.step.name,
      target: group.step,
      requested: group.before.count,
      changed: tags.count,
      skipped: kept.filter { group.before[$0.message] != nil }
    )
  }

  private mutating func write(_ tags: [MessageID: Set<MailTag>]) {
    for thread in threads.indices {
      for message in threads[thread].messages.indices {
        let id = threads[thread].messages[message].id
        if let tags = tags[id] { threads[thread].messages[message].tags = tags }
      }
    }
    revision += 1
  }

  private mutating func step(
    _ kind: StepKind,
    _ name: ActionName?,
    _ context: StepContext,
    messages: Int
  ) -> StepSummary {
    number += 1
    return StepSummary(
      id: StepID(number),
      kind: kind,
      progress: .done,
      state: .live,
      of: nil,
      name: name,
      context: context,
      at: Screenplay.now - 60,
      messages: messages,
      revisionBefore: indexRevision,
      revisionAfter: nil,
      toggles: []
    )
  }

  /// Does an action as another screen would, in the list of a query.
  mutating func actFromScreen(_ action: FixedAction, on thread: Int, view: String) {
    var context = StepContext(origin: .screen, session: "another", host: "h", pid: 9)
    let messages = threads[thread].messages.map(\.id)
    (context.view, context.anchor) = (view, messages.first)
    _ = act([Command([.fixed(action)], on: .messages(messages))], nil, context)
  }

  /// Gives what redo would bring back another name.
  mutating func nameUndone(_ name: ActionName) {
    guard let last = undone.indices.last else { return }
    undone[last].step.name = name
  }

  /// Does an action as the shell would.
  mutating func actFromShell(_ action: FixedAction, on thread: Int) {
    let context = StepContext(origin: .shell, session: "shell", host: "h", pid: 9)
    let messages = threads[thread].messages.map(\.id)
    _ = act([Command([.fixed(action)], on: .messages(messages))], nil, context)
  }
}
