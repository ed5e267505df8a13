import TriageCore

/// The requests whose answers the list awaits.
struct ListTickets: Sendable {
  /// A page of the order, and whether it is of a reading anew.
  var page: Ticket<ListQuestion>?
  var isRefresh = false
  var rows: Ticket<RowsQuestion>?
  /// The messages of open threads.
  var trees: Ticket<TreesQuestion>?
  /// The beginning of the list in an order that all of it must be read for, the list as it will be
  /// then, and how far that is.
  var sorted: Ticket<ListQuestion>?
  var sortedList: ThreadList?
  var sortProgress: (done: Int, total: Int)?
  /// Rows that a text is looked for in.
  var found: Ticket<RowsQuestion>?
  /// Rows that stay although they no longer match.
  var kept: Ticket<RowsQuestion>?
  /// Rows of what an action is about.
  var collected: Ticket<RowsQuestion>?
  /// The thread that the cursor is to go to.
  var anchor: Ticket<ListQuestion>?
  /// What of a query is to be selected.
  var matching: Ticket<ListQuestion>?
  var matchingText = ""
  /// What is from one sender or list, to be selected, and how far that is.
  var sources: Ticket<SourcesQuestion>?
  var sourceProgress: (done: Int, total: Int)?
  /// Rows that the last search finds, to go so many of them on.
  var hits: Ticket<ListQuestion>?
  var hitsText = ""
  var hitSteps = 0
  /// The threads that have unread mail, to go to the next of them.
  var unread: Ticket<ListQuestion>?
  var unreadSearch: UnreadSearch?
  /// The messages of a group that was undone or redone.
  var location: Ticket<StepQuestion>?
  /// Whether the view shows any of them.
  var visibility: Ticket<ListQuestion>?
  var visibilityQuery = ""
  /// Whether the view shows where a group was made in another one, and that group.
  var place: Ticket<ListQuestion>?
  var placeGroup: StepSummary?

  var ids: [RequestID] {
    [
      page?.id, rows?.id, trees?.id, sorted?.id, found?.id, kept?.id, collected?.id, anchor?.id,
      matching?.id, sources?.id, hits?.id, unread?.id, location?.id, visibility?.id,
      place?.id,
    ].compactMap(\.self)
  }

  /// Forgets what was asked of another list; what an action waits for is still awaited.
  mutating func dropReads() {
    let collected = collected
    self = ListTickets()
    self.collected = collected
  }
}

// MARK: Asking for the order

extension ListPane {
  var awaited: [RequestID] { tickets.ids }

  func isReading(_ shared: Shared) -> Bool {
    shared.requests.isAlive && (tickets.page != nil || tickets.rows != nil)
  }

  /// Threads of a page that only extends the order.
  private var orderPage: Int { 500 }

  /// Asks for the beginning of the list.
  mutating func load(_ shared: inout Shared) {
    list.phase = .loading
    tickets.dropReads()
    readFirstPage(&shared)
  }

  mutating func readFirstPage(_ shared: inout Shared) {
    if list.sort.value != nil { return readSorted(list, &shared) }
    let height = shared.listHeight
    readPage(skip: 0, limit: max(50, height), rows: height, isRefresh: false, &shared)
  }

  mutating func refreshOrLoad(_ shared: inout Shared) {
    if list.phase.isFailed || list.phase == .ready { refresh(&shared) }
  }

  /// Asks the index again; what is shown stays until the answer is as long.
  mutating func refresh(_ shared: inout Shared) {
    if list.phase.isFailed { return load(&shared) }
    guard list.phase == .ready, list.refreshed == nil else {
      list.wantsRefresh = true
      return
    }
    list.refreshed = []
    list.wantsRefresh = false
    list.absent = []
    list.stale = Set(list.rows.keys)
    list.trees.refresh()
    tickets.rows = nil
    tickets.trees = nil
    tickets.kept = nil
    let height = shared.listHeight
    readPage(skip: 0, limit: max(50, height), rows: height, isRefresh: true, &shared)
  }

  private mutating func readPage(
    skip: Int,
    limit: Int,
    rows: Int,
    isRefresh: Bool,
    _ shared: inout Shared
  ) {
    tickets.isRefresh = isRefresh
    tickets.page = shared.ask(
      ListQuestion(
        query: MailQuery(list.query),
        sort: list.sort,
        skip: skip,
        limit: limit,
        rows: rows,
        wokenFirst: shared.config.list.woken == .first
      )
    )
  }

  /// Asks for what the screen shows and does not have.
  mutating func readWhatIsShown(_ shared: inout Shared) {
    guard shared.requests.isAlive, shared.size.isEnough, !list.awaitsSettings else { return }
    readShownRows(&shared)
    readShownTrees(&shared)
    readNextPage(&shared)
    readSelection(&shared)
  }

  private mutating func readShownRows(_ shared: inout Shared) {
    // To sort a list anew takes long: what is shown is not left blank for that.
    guard tickets.rows == nil, list.refreshed == nil || list.sort.value != nil else { return }
    let height = shared.listHeight
    let shown = list.shownThreads(height: height)
    let missing = shown.filter { lacksRow($0) || list.stale.contains($0) }
    guard !missing.isEmpty else { return }
    // A little more than is shown, so that scrolling finds its rows there.
    let ahead = list.order.dropFirst(list.top + shown.count).prefix(height).filter(lacksRow)
    tickets.rows = readRows(Array(missing + ahead), &shared)
  }

  /// Asks for rows of the list.
  func readRows(_ threads: [ThreadID], _ shared: inout Shared) -> Ticket<RowsQuestion> {
    shared.ask(RowsQuestion(threads: threads, query: MailQuery(list.query), sort: list.sort))
  }

  private func lacksRow(_ thread: ThreadID) -> Bool {
    list.rows[thread] == nil && !list.absent.contains(thread)
  }

  private mutating func readNextPage(_ shared: inout Shared) {
    guard let next = list.next, next > 0, list.phase == .ready, list.refreshed == nil,
      tickets.page == nil
    else { return }
    readPage(skip: next, limit: orderPage, rows: 0, isRefresh: false, &shared)
  }

  /// Reads the rows of what is selected off the screen.
  private mutating func readSelection(_ shared: inout Shared) {
    guard list.readsSelected, collecting.isEmpty, tickets.rows == nil, list.refreshed == nil else {
      return
    }
    let missing = list.order.lazy.filter { [list] in
      list.selected.contains($0) && list.rows[$0] == nil && !list.absent.contains($0)
    }
    let wanted = Array(missing.prefix(200))
    guard !wanted.isEmpty else {
      list.readsSelected = list.selectsRest
      return
    }
    tickets.rows = readRows(wanted, &shared)
  }

  mutating func engineStopped() {
    tickets = ListTickets()
    list.refreshed = nil
    if list.phase == .loading { list.phase = .failed(TriageFailure(.internalError)) }
  }
}

// MARK: Answers

extension ListPane {
  mutating func receive(_ arrival: Arrival, _ shared: inout Shared) {
    if let answered = arrival.redeem(&tickets.page) {
      receivePage(answered, &shared)
    } else if let answered = arrival.redeem(&tickets.sorted) {
      receiveSorted(answered, &shared)
    } else if let ticket = tickets.found, let answered = arrival.redeem(&tickets.found) {
      receiveFound(answered, of: ticket.question.threads, &shared)
    } else if let ticket = tickets.rows, let answered = arrival.redeem(&tickets.rows) {
      receiveRows(answered, of: ticket.question.threads, &shared)
    } else if let ticket = tickets.trees, let answered = arrival.redeem(&tickets.trees) {
      receiveTrees(answered, of: ticket.question.threads, &shared)
    } else if case .answer(let rows)? = arrival.redeem(&tickets.kept) {
      receiveKept(rows)
    } else if let ticket = tickets.collected, let answered = arrival.redeem(&tickets.collected) {
      receiveCollected(answered, of: ticket.question.threads, &shared)
    } else if case .answer(let answer)? = arrival.redeem(&tickets.anchor) {
      receiveAnchor(answer.page, &shared)
    } else if let answered = arrival.redeem(&tickets.matching) {
      receiveMatching(answered, &shared)
    } else if let ticket = tickets.sources, let answered = arrival.redeem(&tickets.sources) {
      receiveSources(answered, by: ticket.question.kind, &shared)
    } else if let answered = arrival.redeem(&tickets.hits) {
      receiveHits(answered, &shared)
    } else if let answered = arrival.redeem(&tickets.unread) {
      receiveUnread(answered, &shared)
    } else if case .answer(let detail)? = arrival.redeem(&tickets.location) {
      receiveLocation(detail, &shared)
    } else if case .answer(let answer)? = arrival.redeem(&tickets.visibility) {
      if answer.page.entries.isEmpty { offerToOpen(tickets.visibilityQuery, &shared) }
    } else if let answered = arrival.redeem(&tickets.place) {
      receivePlace(answered, &shared)
    }
  }

  private mutating func receivePage(
    _ answered: Answered<ListQuestion.Answer>,
    _ shared: inout Shared
  ) {
    if let failure = answered.failure {
      if tickets.isRefresh {
        list.refreshed = nil
        shared.report(failure, about: .refresh)
      } else {
        list.phase = .failed(failure)
      }
    } else if case .answer(let answer) = answered {
      receive(answer.page, answer.rows, &shared)
    }
  }

  mutating func receive(
    _ page: ListPage,
    _ rows: [ThreadRow],
    _ shared: inout Shared
  ) {
    list.revision = page.revision
    shared.mailbox.note(page.revision)
    for row in rows { put(row) }
    let threads = page.entries.map(\.thread)
    if tickets.isRefresh { return receiveRefreshed(threads, next: page.next, &shared) }
    list.phase = .ready
    list.append(threads, areLast: page.next == nil)
    list.next = page.next
    if list.selectsRest { list.selected.formUnion(threads) }
    if page.next == nil { list.selectsRest = false }
    for index in collecting.indices where collecting[index].takesRest {
      collecting[index].threads += threads
    }
    reachGoal(&shared)
    openOffered(&shared)
    if list.wantsRefresh { refresh(&shared) }
  }

  private mutating func receiveRefreshed(
    _ threads: [ThreadID],
    next: Int?,
    _ shared: inout Shared
  ) {
    let height = shared.listHeight
    let refreshed = ((list.refreshed ?? []) + threads).unique
    if let next, refreshed.count < list.refreshNeeds(height: height) {
      list.refreshed = refreshed
      return readPage(skip: next, limit: orderPage, rows: 0, isRefresh: true, &shared)
    }
    if shared.status.subject == .refresh { shared.report(nil) }
    let top = list.top
    list.replaceOrder(with: refreshed, isWhole: next == nil)
    list.refreshed = nil
    list.next = next
    list.phase = .ready
    // The cursor leaves its row of the screen for what comes back: the window stays where it was.
    if list.goal != nil { list.top = min(list.top, top) }
    // Rows that have gone leave no gap at the end of the screen.
    list.fillLastPage(height: height)
    reachGoal(&shared)
    list.scroll(height: height)
    if list.wantsRefresh { refresh(&shared) }
  }

  mutating func put(_ row: ThreadRow) {
    var row = row
    if list.acted.contains(row.thread), let old = list.rows[row.thread] { row.keepFace(of: old) }
    list.rows[row.thread] = row
    list.stale.remove(row.thread)
  }

  /// Takes rows that were asked for; those that are not there are not asked for again, but for the
  /// tags of those that stay although they no longer match.
  private mutating func receiveRows(
    _ answered: Answered<[ThreadRow]>,
    of asked: [ThreadID],
    _ shared: inout Shared
  ) {
    if case .answer(let rows) = answered { for row in rows { put(row) } }
    list.stale.subtract(asked)
    list.absent.formUnion(asked.filter { list.rows[$0] == nil })
    guard case .answer(let rows) = answered else { return }
    let found = Set(rows.map(\.thread))
    list.strike(asked.filter { !found.contains($0) })
    let kept = asked.filter { list.struck.contains($0) && !found.contains($0) }
    guard !kept.isEmpty else { return }
    var everything = MailQuery("*")
    everything.excludes = false
    tickets.kept = shared.ask(RowsQuestion(threads: kept, query: everything, sort: list.sort))
  }

  /// Takes rows that no longer match; what did match in them is shown as it was.
  private mutating func receiveKept(_ rows: [ThreadRow]) {
    for var row in rows {
      // One that was acted on before it was ever shown has no other face.
      if let old = list.rows[row.thread] {
        row.keepFace(of: old)
        row.matched = old.matched
      }
      list.rows[row.thread] = row
      list.absent.remove(row.thread)
    }
  }
}

extension ThreadRow {
  /// Shows what a row that was acted on showed before, if no mail has come to it since: which of its
  /// messages match says whose names come first and which date and subject it has, and the action may
  /// have changed that.
  fileprivate mutating func keepFace(of old: ThreadRow) {
    guard Set(messages) == Set(old.messages) else { return }
    (authors, date, subject) = (old.authors, old.date, old.subject)
  }
}

extension [ThreadID] {
  /// Each thread once, in the order in which it comes first.
  fileprivate var unique: [ThreadID] {
    var seen = Set<ThreadID>(minimumCapacity: count)
    return filter { seen.insert($0).inserted }
  }
}
