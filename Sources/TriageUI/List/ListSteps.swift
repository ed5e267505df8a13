import TriageCore

// From a thread of the list to another one: the next row that is to be read, or the next with unread
// mail.

/// The threads that have unread mail, at a state of the index.
struct UnreadThreads: Sendable {
  let revision: IndexRevision?
  let threads: Set<ThreadID>
}

/// A search for a thread with unread mail.
struct UnreadSearch: Hashable, Sendable {
  /// How many unread messages on, or back: of a thread, all where it is being read, else those that it shows,
  /// or itself.
  let steps: Int
  /// The thread that is being read, if one is: then another one is opened instead.
  let reading: ThreadID?
  /// Whether it begins at the other end of the list.
  let isFromEnd: Bool
  /// The thread that the cursor was on.
  let origin: ThreadID?

  var isForward: Bool { steps > 0 }
}

extension ListPane {
  /// Goes from the thread that is being read to another one, which is opened instead.
  mutating func leave(_ thread: ThreadID, _ step: ThreadStep, _ shared: inout Shared) {
    if let round, case .rows(let count) = step {
      return leave(thread, by: count, in: round, &shared)
    }
    let index = list.current == thread ? list.cursor : list.order.firstIndex(of: thread)
    if let index { go(to: index, shared) }
    switch step {
    case .unread(let steps): seekUnread(steps, from: thread, &shared)
    case .rows(let count): leave(thread, by: count, isGone: index == nil, &shared)
    }
  }

  private mutating func leave(
    _ thread: ThreadID,
    by count: Int,
    isGone: Bool,
    _ shared: inout Shared
  ) {
    // Where a thread has gone the next one stands now.
    let start = isGone && count > 0 ? list.cursor - 1 : list.cursor
    if let next = list.live(count, from: start) {
      go(to: next, shared)
      shared.notify(.threadLeft(thread, .rows(count)))
    } else {
      let end = count > 0 ? Sentence("status.last-thread") : Sentence("status.first-thread")
      shared.report(isOpenEnded(count > 0) ? Sentence("status.loading") : end, about: .key)
    }
  }

  /// Whether there may be more threads in a direction than are known.
  private func isOpenEnded(_ isForward: Bool) -> Bool { isForward && list.next != nil }

  // MARK: Unread mail

  /// Goes so many threads with unread mail on, or back, as far as there are any; pressed again at the end,
  /// the key begins at the other one.
  mutating func seekUnread(
    _ steps: Int,
    from thread: ThreadID? = nil,
    _ shared: inout Shared
  ) {
    list.goal = nil
    let search = UnreadSearch(
      steps: steps,
      reading: thread,
      isFromEnd: shared.status.subject == .endOfUnread(isForward: steps > 0),
      origin: list.current
    )
    seekUnread(search, &shared)
  }

  /// Looks at the rows that have been read; asks for what they cannot tell.
  private mutating func seekUnread(_ search: UnreadSearch, _ shared: inout Shared) {
    var way = UnreadWay(left: abs(search.steps))
    if search.reading == nil, !search.isFromEnd { way.pass(list.unreadBeyondCursor(search)) }
    let unread = list.unread?.revision == list.revision ? list.unread : nil
    for index in list.indices(of: search)
    where way.left > 0 && !list.struck.contains(list.order[index]) {
      let thread = list.order[index]
      let row = list.rows[thread]
      guard let isUnread = row.map({ $0.unread > 0 }) ?? unread?.threads.contains(thread) else {
        return askForUnread(search, &shared)
      }
      if isUnread { way.pass(list.unread(of: index, search)) }
    }
    if let position = way.passed.last {
      list.cursorPosition = position
      list.scroll(height: shared.listHeight)
      let steps = way.passed.count * search.steps.signum()
      if let reading = search.reading { shared.notify(.threadLeft(reading, .unread(steps))) }
    }
    if way.left > 0 { reportEnd(of: search, hasMoved: !way.passed.isEmpty, &shared) }
  }

  private func reportEnd(of search: UnreadSearch, hasMoved: Bool, _ shared: inout Shared) {
    if isOpenEnded(search.isForward) {
      return shared.report(Sentence("status.loading"), about: .key)
    }
    if search.isFromEnd, !hasMoved {
      return shared.report(Sentence("status.no-unread"), about: .key)
    }
    let command = search.isForward ? ScreenCommand.nextUnread : .previousUnread
    let key = shared.keymap.key(for: .command(command)) ?? command.rawValue
    let sentence =
      search.isForward
      ? Sentence("status.no-more-unread.below", .keys(key))
      : Sentence("status.no-more-unread.above", .keys(key))
    shared.report(sentence, about: .endOfUnread(isForward: search.isForward))
  }

  /// Asks for all threads with unread mail, whether what is unread in them matches or not.
  private mutating func askForUnread(_ search: UnreadSearch, _ shared: inout Shared) {
    var query = MailQuery("tag:unread")
    query.excludes = false
    tickets.unreadSearch = search
    tickets.unread = shared.ask(ListQuestion(query: query, sort: list.sort))
  }

  /// Goes on with a search, unless the person has gone elsewhere meanwhile.
  mutating func receiveUnread(
    _ answered: Answered<ListQuestion.Answer>,
    _ shared: inout Shared
  ) {
    guard case .answer(let answer) = answered else {
      if let failure = answered.failure { shared.report(failure, about: .key) }
      return
    }
    list.unread = UnreadThreads(
      revision: list.revision,
      threads: Set(answer.page.entries.map(\.thread))
    )
    guard let search = tickets.unreadSearch, search.origin == list.current,
      shared.isListCovered == (search.reading != nil)
    else { return }
    tickets.unreadSearch = nil
    seekUnread(search, &shared)
  }
}

/// How far a search for unread mail has come.
private struct UnreadWay {
  /// How many are still to be passed.
  var left: Int
  /// What was passed last, of one thread.
  var passed: [ListPosition] = []

  /// Passes what is unread of a thread, as far as that is wanted.
  mutating func pass(_ unread: [ListPosition]) {
    guard left > 0, !unread.isEmpty else { return }
    passed = Array(unread.prefix(left))
    left -= passed.count
  }
}

extension ThreadList {
  /// The row so many on from another one, or back, among those that are not struck through; the
  /// last there is, if there are fewer; `nil` if there is none.
  func live(_ count: Int, from start: Int) -> Int? {
    var found: Int?
    var left = abs(count)
    var index = start + count.signum()
    while left > 0, order.indices.contains(index) {
      if !struck.contains(order[index]) {
        found = index
        left -= 1
      }
      index += count.signum()
    }
    return found
  }

  /// The unread messages of the thread that the cursor is on or in that a search comes to, if that is open.
  fileprivate func unreadBeyondCursor(_ search: UnreadSearch) -> [ListPosition] {
    let all = unreadMessages(of: cursor)
    return search.isForward
      ? all.filter { $0.line > cursorLine } : all.filter { $0.line < cursorLine }.reversed()
  }

  /// Where a search comes by the unread messages of a thread, in its order.
  fileprivate func unread(of index: Int, _ search: UnreadSearch) -> [ListPosition] {
    let row = ListPosition(thread: index, line: 0)
    if search.reading != nil {
      return Array(repeating: row, count: max(1, rows[order[index]]?.unread ?? 1))
    }
    let messages = unreadMessages(of: index)
    if messages.isEmpty { return [row] }
    return search.isForward ? messages : messages.reversed()
  }

  /// The rows that a search goes through, in its order.
  fileprivate func indices(of search: UnreadSearch) -> any Sequence<Int> {
    switch (search.isForward, search.isFromEnd) {
    case (true, false): order.indices.dropFirst(cursor + 1)
    case (false, false): order.indices.prefix(cursor).reversed()
    case (true, true): order.indices
    case (false, true): order.indices.reversed()
    }
  }
}
