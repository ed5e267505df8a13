import TriageCore

extension State {
  /// Threads of the first page: a screen of them, and a few more.
  private var firstPage: Int { max(50, listHeight) }
  /// Threads of a page that only extends the order.
  private var orderPage: Int { 500 }

  /// Asks for the beginning of the list.
  mutating func loadList() -> [Effect] {
    list.phase = .loading
    list.generation += 1
    return [firstPageOfList()]
  }

  mutating func firstPageOfList() -> Effect {
    listPage(skip: 0, limit: firstPage, rows: listHeight, isRefresh: false)
  }

  /// Asks the index again; what is shown stays until the answer is as long.
  mutating func refresh() -> [Effect] {
    if list.phase.isFailed { return loadList() }
    guard list.phase == .ready, list.refreshed == nil else {
      list.wantsRefresh = true
      return []
    }
    list.refreshed = []
    list.wantsRefresh = false
    list.generation += 1
    list.absent = []
    list.stale = Set(list.rows.keys)
    let page = listPage(skip: 0, limit: firstPage, rows: listHeight, isRefresh: true)
    return [page] + refreshThread()
  }

  private mutating func listPage(skip: Int, limit: Int, rows: Int, isRefresh: Bool) -> Effect {
    request(
      .list(MailQuery(list.query), sort: list.sort, skip: skip, limit: limit, rows: rows),
      for: .listPage(generation: list.generation, isRefresh: isRefresh)
    )
  }

  mutating func take(_ page: ListPage, _ rows: [ThreadRow], isRefresh: Bool) -> [Effect] {
    list.revision = page.revision
    heard(page.revision)
    for row in rows { put(row) }
    let threads = page.entries.map(\.thread)
    if isRefresh { return takeRefreshed(threads, next: page.next) }
    list.phase = .ready
    list.append(threads)
    list.next = page.next
    if list.selectsRest { list.selected.formUnion(threads) }
    if page.next == nil { list.selectsRest = false }
    for place in changes.gathering.indices where changes.gathering[place].takesRest {
      changes.gathering[place].threads += threads
    }
    reachGoal()
    return refreshAgain()
  }

  private mutating func takeRefreshed(_ threads: [ThreadID], next: Int?) -> [Effect] {
    let refreshed = ((list.refreshed ?? []) + threads).unique
    if let next, refreshed.count < list.refreshNeeds(height: listHeight) {
      list.refreshed = refreshed
      return [listPage(skip: next, limit: orderPage, rows: 0, isRefresh: true)]
    }
    if status.subject == .refresh { say(nil) }
    list.replaceOrder(with: refreshed)
    list.refreshed = nil
    list.next = next
    list.phase = .ready
    // Rows that have gone leave no gap at the end of the screen.
    list.top = min(list.top, max(0, list.order.count - listHeight))
    reachGoal()
    list.scroll(height: listHeight)
    return refreshAgain()
  }

  private mutating func refreshAgain() -> [Effect] { list.wantsRefresh ? refresh() : [] }

  mutating func put(_ row: ThreadRow) {
    list.rows[row.thread] = row
    list.stale.remove(row.thread)
  }

  /// Takes rows that were asked for; those that are not there are not asked for again, but for the
  /// tags of those that stay although they no longer match.
  mutating func take(_ rows: [ThreadRow], of asked: [ThreadID]) -> [Effect] {
    for row in rows { put(row) }
    list.stale.subtract(asked)
    list.absent.formUnion(asked.filter { list.rows[$0] == nil })
    let found = Set(rows.map(\.thread))
    let kept = asked.filter { list.struck.contains($0) && !found.contains($0) }
    guard !kept.isEmpty else { return [] }
    var everything = MailQuery("*")
    everything.excludes = false
    return [
      request(
        .rows(kept, of: everything, sort: list.sort),
        for: .keptRows(generation: list.generation)
      )
    ]
  }

  /// Takes rows that no longer match; what did match in them is shown as it was.
  mutating func takeKept(_ rows: [ThreadRow]) {
    for var row in rows {
      guard let old = list.rows[row.thread] else { continue }
      row.matched = old.matched
      list.rows[row.thread] = row
    }
  }

  /// Asks for what the screen shows and does not have; called after every event.
  mutating func readWhatIsShown() -> [Effect] {
    guard engine.isAlive, size.isEnough, !list.awaitsSettings else { return [] }
    return readRows() + readNextPage() + readMessage() + readSelection() + readPreview()
  }

  private mutating func readRows() -> [Effect] {
    guard !isReadingRows, list.refreshed == nil else { return [] }
    let shown = list.order.dropFirst(list.top).prefix(listHeight)
    let missing = shown.filter { lacksRow($0) || list.stale.contains($0) }
    guard !missing.isEmpty else { return [] }
    // A little more than is shown, so that scrolling finds its rows there.
    let ahead = list.order.dropFirst(list.top + shown.count).prefix(listHeight).filter(lacksRow)
    return [requestRows(Array(missing + ahead))]
  }

  /// Asks for rows of the list, unless others are being read.
  mutating func readRows(_ wanted: [ThreadID]) -> [Effect] {
    isReadingRows || list.refreshed != nil ? [] : [requestRows(wanted)]
  }

  private var isReadingRows: Bool {
    isWaiting {
      if case .rows(_, list.generation) = $0 { true } else { false }
    }
  }

  private mutating func requestRows(_ wanted: [ThreadID]) -> Effect {
    request(
      .rows(wanted, of: MailQuery(list.query), sort: list.sort),
      for: .rows(wanted, generation: list.generation)
    )
  }

  private func lacksRow(_ thread: ThreadID) -> Bool {
    list.rows[thread] == nil && !list.absent.contains(thread)
  }

  private mutating func readNextPage() -> [Effect] {
    guard let next = list.next, next > 0, list.phase == .ready, list.refreshed == nil else {
      return []
    }
    let isAsked = isWaiting {
      if case .listPage(list.generation, _) = $0 { true } else { false }
    }
    return isAsked ? [] : [listPage(skip: next, limit: orderPage, rows: 0, isRefresh: false)]
  }
}

extension [ThreadID] {
  /// Each thread once, in the order of its first place.
  fileprivate var unique: [ThreadID] {
    var seen = Set<ThreadID>(minimumCapacity: count)
    return filter { seen.insert($0).inserted }
  }
}
