import TriageCore

extension State {
  /// The threads an action is about: the one being read, else the selection, else the row.
  var actingThreads: [ThreadID] {
    guard history == nil else { return [] }
    if let reading { return [reading.thread] }
    guard list.selected.isEmpty else { return list.order.filter(list.selected.contains) }
    return list.current.map { [$0] } ?? []
  }

  /// The same, with a count typed before the key: so many rows from the cursor on.
  private func actingThreads(count: Int?) -> [ThreadID] {
    guard let count, reading == nil, list.selected.isEmpty else { return actingThreads }
    return Array(list.order.dropFirst(list.cursor).prefix(count))
  }

  /// Does an action on mail: at once if all rows are known, else as soon as they are.
  mutating func act(_ action: MailAction, count: Int? = nil) -> [Effect] {
    if !actingThreads.isEmpty { changes.last = action }
    return act(.act(action), count: count)
  }

  /// Does what can be done with messages, with those that keys are about now.
  mutating func act(_ goal: ChangeState.Goal, count: Int?) -> [Effect] {
    let threads = actingThreads(count: count)
    guard !threads.isEmpty else { return [] }
    gather(threads, for: goal)
    if reading == nil { list.clearSelection() }
    return gatherRows()
  }

  /// Waits for the rows of threads.
  mutating func gather(_ threads: [ThreadID], for goal: ChangeState.Goal) {
    let gathering = ChangeState.Gathering(
      goal: goal,
      threads: threads,
      takesRest: reading == nil && list.selectsRest,
      selected: reading == nil ? list.selected : [],
      query: list.query
    )
    changes.gathering.append(gathering)
  }

  /// Reads the rows that the next action lacks, or hands it on if there are none.
  mutating func gatherRows() -> [Effect] {
    var effects: [Effect] = []
    while let gathering = changes.gathering.first {
      guard gathering.query == list.query else {
        changes.gathering.removeFirst()
        say(TriageFailure(.cancelled))
        continue
      }
      if gathering.takesRest, list.next != nil { break }
      let missing = gathering.missing ?? gathering.threads.filter { list.rows[$0] == nil }[...]
      changes.gathering[0].missing = missing
      guard missing.isEmpty else {
        return effects + readSelected(Array(missing.prefix(200)))
      }
      changes.gathering.removeFirst()
      effects += perform(gathering)
    }
    return effects
  }

  private mutating func perform(_ gathering: ChangeState.Gathering) -> [Effect] {
    switch gathering.goal {
    case .act(let action): return perform(action, gathering)
    case .toggle(let mark):
      let rows = gathering.threads.compactMap { list.rows[$0] }
      let action = MailAction.fixed(toggled(mark, rows))
      changes.last = action
      return perform(action, gathering)
    case .plan(let actions, let file):
      return save(actions, messages(of: gathering.threads.compactMap { list.rows[$0] }), in: file)
    }
  }

  private mutating func perform(
    _ action: MailAction,
    _ gathering: ChangeState.Gathering
  ) -> [Effect] {
    guard let pending = pending(action, gathering) else {
      say(TriageFailure(.nothingFound))
      return []
    }
    // What is left of a thread is read on.
    let isPart = isAboutPart
    reading?.selected = []
    let goesOn = action.advances && config.list.advance && !isPart
    let effects = goesOn ? advance(past: pending.threads) : []
    return enqueue(pending) + effects
  }

  /// Whether an action is about messages that were selected in the thread being read.
  private var isAboutPart: Bool { reading.map { !$0.selected.isEmpty } ?? false }

  private mutating func readSelected(_ threads: [ThreadID]) -> [Effect] {
    let isAsked = isWaiting {
      if case .selectedRows = $0 { true } else { false }
    }
    guard engine.isAlive, !isAsked else { return [] }
    return [
      request(
        .rows(threads, of: MailQuery(list.query), sort: list.sort),
        for: .selectedRows(threads)
      )
    ]
  }

  /// Takes the rows that an action waits for; a thread that has gone has none and is not waited for.
  mutating func takeSelected(_ rows: [ThreadRow], of asked: [ThreadID]) {
    for row in rows { put(row) }
    guard let missing = changes.gathering.first?.missing, missing.starts(with: asked) else {
      return
    }
    changes.gathering[0].missing = missing.dropFirst(asked.count)
  }

  /// An action with the messages it is about, and the rows marked as they will be.
  ///
  /// `nil` if none of them is there any more.
  private mutating func pending(
    _ action: MailAction,
    _ gathering: ChangeState.Gathering
  ) -> ChangeState.Pending? {
    let rows = gathering.threads.compactMap { list.rows[$0] }
    let messages = messages(of: rows)
    guard !messages.isEmpty else { return nil }
    var pending = ChangeState.Pending(
      wish: .act(action, messages),
      threads: rows.map(\.thread),
      rows: isAboutPart ? .messages(messages.count) : .threads(rows.count),
      anchor: anchor(of: rows),
      selected: gathering.selected,
      query: list.query
    )
    for row in rows { pending.before[row.thread] = row }
    mark(action, &pending)
    return pending
  }

  /// All messages of the rows; of the thread being read, those that are shown.
  private func messages(of rows: [ThreadRow]) -> [MessageID] {
    if let reading, !reading.messages.isEmpty { return reading.acting.map(\.id) }
    return rows.flatMap { config.list.threadActions == .matched ? $0.matched : $0.messages }
  }

  private func anchor(of rows: [ThreadRow]) -> MessageID? {
    let row = rows.first { $0.thread == list.current } ?? rows.first
    return row.flatMap { $0.matched.first ?? $0.messages.first }
  }

  /// Shows the rows as they will be.
  private mutating func mark(_ action: MailAction, _ pending: inout ChangeState.Pending) {
    let edit = action.edit(under: effects)
    for thread in pending.threads {
      list.acted.insert(thread)
      // What a part of its messages make of a row is known when it is read again.
      if isAboutPart { continue }
      list.rows[thread]?.apply(edit, onlyToMatched: config.list.threadActions == .matched)
      if action.advances, list.struck.insert(thread).inserted { pending.struck.insert(thread) }
    }
    let isRead = reading.map { pending.threads.contains($0.thread) } ?? false
    if isRead { reading?.apply(edit) }
  }

  /// Goes from a row that was acted on to the next one that is not struck through, or the nearest
  /// before if there is none; a thread being read gives way to the next one.
  private mutating func advance(past threads: [ThreadID]) -> [Effect] {
    guard let current = reading?.thread ?? list.current, threads.contains(current),
      let place = list.order.firstIndex(of: current)
    else { return [] }
    let next = list.order.indices.dropFirst(place + 1).first { isLive(at: $0) }
    let earlier = list.order.indices.prefix(place).last { isLive(at: $0) }
    list.cursor = next ?? earlier ?? place
    list.scroll(height: listHeight)
    guard reading != nil else { return [] }
    reading = nil
    return next == nil ? [] : open()
  }

  private func isLive(at place: Int) -> Bool { !list.struck.contains(list.order[place]) }
}

extension ReadingState {
  fileprivate mutating func apply(_ edit: TagEdit) {
    for place in messages.indices where isActing(messages[place].id) {
      messages[place].tags = edit.applied(to: messages[place].tags)
    }
  }
}
