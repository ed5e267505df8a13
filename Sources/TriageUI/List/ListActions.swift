import TriageCore

/// Something to be done with the messages of threads, once their rows are known.
struct CollectedAction: Sendable {
  enum Goal: Sendable {
    case act(MailAction)
    /// What the messages lack is done, or its opposite if all have it.
    case toggle(ToggledMark)
    /// Written to a file, for another time.
    case plan([MailAction], file: String)

    /// What is said of it if it is given up.
    var title: Sentence {
      switch self {
      case .act(let action): .title(ActionName(action))
      case .toggle(.unread): Sentence("command.toggle-unread.title")
      case .toggle(.star): Sentence("command.toggle-star.title")
      case .plan: Sentence("command.save-plan.title")
      }
    }
  }

  let goal: Goal
  var threads: [ThreadID]
  /// Messages of other threads.
  var messages: [ActedMessage] = []
  /// Whether threads of pages still to come are meant too.
  let takesRest: Bool
  let selected: Set<ThreadID>
  var selectedMessages: [ThreadID: Set<MessageID>] = [:]
  /// The sender or list that all of it is from, because it was selected so.
  var source: SelectedSource?
  /// The query of the list it was asked for in.
  let query: String
  /// Threads whose rows have not come; `nil` as long as not all threads are known.
  var missing: ArraySlice<ThreadID>?
}

/// What a change has marked in a list before it was made.
struct ListMarks: Sendable {
  let query: String
  /// The rows as they were.
  var rows: [ThreadID: ThreadRow] = [:]
  /// Rows that it struck through.
  var struck: Set<ThreadID> = []
  /// The messages that were shown of its threads, and those of them that it struck through.
  var read: [ThreadID: OpenedThread] = [:]
  var struckMessages: Set<MessageID> = []
  /// Where the cursor was, and where it went on to.
  var way: (from: ListPosition, to: ListPosition)?
  /// What was selected.
  var selected: Set<ThreadID> = []
  var selectedMessages: [ThreadID: Set<MessageID>] = [:]
}

// MARK: Acting

extension ListPane {
  /// The tags that all rows have which an action would be about.
  func commonTags(count: Int? = nil) -> Set<MailTag> {
    let acting = actingRows(count: count)
    let tags = acting.threads.compactMap { list.rows[$0]?.tags } + acting.messages.map(\.tags)
    return tags.dropFirst().reduce(tags.first ?? []) { $0.intersection($1) }
  }

  func actedTags(isAboutThread: Bool, count: Int?) -> [Set<MailTag>]? {
    let acting = actingRows(count: count)
    let rows = acting.threads.compactMap { list.rows[$0] }
    guard !acting.isEmpty, !list.selectsRest, rows.count == acting.threads.count else { return nil }
    // What only some messages have, others lack.
    return rows.flatMap { [$0.tags, $0.tags.subtracting($0.partialTags)] }
      + acting.messages.map(\.tags)
  }

  /// Does an action on mail: at once if all rows are known, else as soon as they are.
  mutating func act(_ action: MailAction, count: Int?, _ shared: inout Shared) {
    if list.showsDrafts, !action.isForDrafts {
      return shared.report(.notForDrafts(action), isError: true, about: .key)
    }
    shared.changes.last = action
    act(.act(action), count: count, &shared)
  }

  mutating func act(_ goal: CollectedAction.Goal, count: Int?, _ shared: inout Shared) {
    let acting = actingRows(count: count)
    guard !acting.isEmpty else { return }
    collect(goal, acting, &shared)
    list.clearSelection()
  }

  /// Waits for the rows of threads.
  mutating func collect(
    _ goal: CollectedAction.Goal,
    _ acting: ActingRows,
    _ shared: inout Shared
  ) {
    collecting.append(
      CollectedAction(
        goal: goal,
        threads: acting.threads,
        messages: acting.messages,
        takesRest: list.selectsRest,
        selected: list.selected,
        selectedMessages: list.trees.selected,
        source: list.onlySource,
        query: list.query
      )
    )
    runCollected(&shared)
  }

  /// Reads the rows that the next action lacks, or runs it if there are none.
  mutating func runCollected(_ shared: inout Shared) {
    defer { noteCollecting(&shared) }
    while let next = collecting.first {
      guard next.query == list.query else {
        collecting.removeFirst()
        shared.report(TriageFailure(.cancelled))
        continue
      }
      if next.takesRest, list.next != nil { return }
      let missing = next.missing ?? next.threads.filter { list.rows[$0] == nil }[...]
      collecting[0].missing = missing
      guard missing.isEmpty else {
        if tickets.collected == nil, shared.requests.isAlive {
          tickets.collected = readRows(Array(missing.prefix(200)), &shared)
        }
        return
      }
      collecting.removeFirst()
      run(next, &shared)
    }
  }

  /// Lets the status line say what is waited for.
  private func noteCollecting(_ shared: inout Shared) {
    shared.changes.collecting = collecting.map(\.goal.title)
    shared.changes.rowsToRead = collecting.first.map { next in
      let missing = next.missing?.count ?? next.threads.count
      return (next.threads.count - missing, next.threads.count)
    }
  }

  mutating func receiveCollected(
    _ answered: Answered<[ThreadRow]>,
    of asked: [ThreadID],
    _ shared: inout Shared
  ) {
    guard case .answer(let rows) = answered else {
      collecting = []
      if let failure = answered.failure { shared.report(failure) }
      return noteCollecting(&shared)
    }
    for row in rows { put(row) }
    // A thread that has gone has no row and is not waited for.
    guard let missing = collecting.first?.missing, missing.starts(with: asked) else { return }
    collecting[0].missing = missing.dropFirst(asked.count)
    runCollected(&shared)
  }

  private mutating func run(_ collected: CollectedAction, _ shared: inout Shared) {
    let rows = collected.threads.compactMap { list.rows[$0] }
    let chosen = collected.messages
    // Drafts stand among mail of others, which is not meant where drafts are listed.
    // Nor is any action about the conversation there.
    let isMatched = list.showsDrafts || shared.config.list.threadActions == .matched
    let meant = rows.flatMap { isMatched ? $0.matched : $0.messages } + chosen.map(\.id)
    let others = chosen.threads.compactMap { list.rows[$0] }
    let drafts = (rows + others).reduce(into: chosen.drafts) { $0.formUnion($1.drafts) }
    var subject = ActionSubject(
      query: list.query,
      threads: rows.map(\.thread) + chosen.threads,
      chosen: chosen.isEmpty ? [] : Set(meant),
      isPartial: !chosen.isEmpty,
      anchor: anchor(of: rows, chosen),
      selected: collected.selected,
      selectedMessages: collected.selectedMessages,
      source: collected.source
    )
    func ask(for action: MailAction) {
      let kept = MeantMessages(
        of: action,
        on: meant,
        drafts: drafts,
        areChosen: rows.isEmpty,
        amongDrafts: list.showsDrafts
      )
      switch kept {
      case .mail(let messages): shared.ask(for: action, on: messages, subject)
      case .drafts(let messages):
        subject.areDrafts = true
        shared.ask(for: action, on: messages, subject)
      case .none: shared.report(.notForDrafts(action), isError: true, about: .key)
      }
    }
    switch collected.goal {
    case .plan(let actions, let file):
      let saved = list.showsDrafts ? meant : meant.filter { !drafts.contains($0) }
      shared.save(actions, saved, in: file)
    case .act(let action): ask(for: action)
    case .toggle(let mark):
      let marks = rows.reduce(MarkCounts(chosen.map(\.tags))) {
        $0 + (isMatched ? $1.matchedMarks : $1.marks)
      }
      let action = MailAction.fixed(mark.action(on: marks, of: meant.count))
      shared.changes.last = action
      ask(for: action)
    }
  }

  private func anchor(of rows: [ThreadRow], _ chosen: [ActedMessage]) -> MessageID? {
    if let message = list.currentMessage?.id, chosen.contains(where: { $0.id == message }) {
      return message
    }
    if let message = chosen.first(where: { $0.thread == list.current }) { return message.id }
    let row = rows.first { $0.thread == list.current } ?? rows.first
    return row.flatMap { $0.matched.first ?? $0.messages.first } ?? chosen.first?.id
  }

  /// Gives up the actions that wait for rows.
  mutating func cancelCollecting() {
    if let first = collecting.first {
      list.select(first.selected, first.selectedMessages)
    }
    collecting = []
    tickets.collected = nil
  }
}

extension ThreadList {
  /// Whether drafts are listed: an action is about them, not about the mail that they answer.
  var showsDrafts: Bool { view == SavedView.drafts.query }
}

// MARK: Marks

extension ListPane {
  /// Shows the rows that a change is about as they will be, and goes on to the next.
  mutating func mark(_ change: PendingChange, _ shared: inout Shared) {
    guard let action = change.action, change.subject.query == list.query else { return }
    let subject = change.subject
    let edit = (subject.areDrafts ? OutgoingChange.discarding : action)
      .edit(under: shared.config.actions.effects)
    // What wakes leaves the view of what sleeps.
    let advances =
      action.advances || action == .wake && list.query == SavedView.snoozed.query
    let strikes = leaves(by: action, edit, shared) ?? advances
    let isNarrow = list.showsDrafts || shared.config.list.threadActions == .matched
    let acted = isNarrow ? change.messages.map(Set.init) : nil
    if let rows = reliableRows(of: subject.threads) { shared.expectCounts(of: change, edit, rows) }
    var made = ListMarks(
      query: list.query,
      selected: subject.selected,
      selectedMessages: subject.selectedMessages
    )
    for thread in subject.threads {
      made.rows[thread] = list.rows[thread]
      list.acted.insert(thread)
      if change.isAutomatic {
        markViewed(thread, edit)
      } else if !subject.isPartial || isWhole(thread, subject.chosen) {
        list.rows[thread]?.apply(edit, to: acted)
        if strikes, list.strike(thread) { made.struck.insert(thread) }
      }
      // What a part of its messages make of a row is known when it is read again.
    }
    markTrees(change, edit, &made)
    marks[change.id] = made
    let start = list.cursorPosition
    let goesOn = shared.config.list.advance || round != nil
    if advances, goesOn, !subject.isPartial, !change.isAutomatic {
      advance(past: subject.threads, &shared)
    } else if advances, subject.isPartial {
      advancePastMessages(change, shared)
    }
    marks[change.id]?.way = (start, list.cursorPosition)
  }

  /// Whether an action on a whole thread takes it out of the list; `nil` if that is not known.
  private func leaves(by action: MailAction, _ edit: TagEdit, _ shared: Shared) -> Bool? {
    shared.mailbox.counts.leaves(list.query, by: edit, movesFiles: action.folder != nil)
  }

  /// Goes on from threads that were archived with an answer, as if a key had archived them.
  private mutating func goOn(pastAnswered threads: [ThreadID], _ shared: inout Shared) {
    let archive = MailAction.fixed(.archive)
    let edit = archive.edit(under: shared.config.actions.effects)
    let strikes = leaves(by: archive, edit, shared) ?? true
    list.acted.formUnion(threads)
    for thread in threads where strikes { _ = list.strike(thread) }
    if shared.config.list.advance || round != nil { advance(past: threads, &shared) }
  }

  /// Puts the cursor back on what was not changed, if the person is still where that led.
  private mutating func goBack(_ made: ListMarks, _ shared: Shared) {
    guard let way = made.way, list.cursorPosition == way.to else { return }
    list.cursorPosition = way.from
    list.scroll(height: shared.listHeight)
  }

  /// Marks a thread of which something was done by itself as it was read; one that stood before all
  /// others stays there.
  private mutating func markViewed(_ thread: ThreadID, _ edit: TagEdit) {
    if edit.remove.contains(.unread) { list.rows[thread]?.marks.unread -= 1 }
    guard edit.remove.contains(WakeTime.woken) else { return }
    list.rows[thread]?.tags.remove(WakeTime.woken)
    list.trees.notePartlyActed([thread])
  }

  /// The rows of those threads that the list's query still has; `nil` if that is not certain.
  ///
  /// A row that is struck through has left the list, whatever is done with it. Of one that was acted
  /// on and has not been read since, it is not known.
  private func reliableRows(of threads: [ThreadID]) -> [ThreadRow]? {
    var rows: [ThreadRow] = []
    for thread in threads where !list.struck.contains(thread) {
      let isMarked =
        list.acted.contains(thread)
        && (list.stale.contains(thread) || marks.values.contains { $0.rows[thread] != nil })
      guard !isMarked, let row = list.rows[thread] else { return nil }
      rows.append(row)
    }
    return rows
  }

  /// Goes from a row that was acted on to the next one that is not struck through, or the nearest
  /// before if there is none.
  private mutating func advance(past threads: [ThreadID], _ shared: inout Shared) {
    if let round { return advance(past: threads, in: round, &shared) }
    guard let current = list.current, threads.contains(current) else { return }
    let isLive = { [list] in !list.struck.contains(list.order[$0]) }
    let next = list.order.indices.dropFirst(list.cursor + 1).first(where: isLive)
    let earlier = list.order.indices.prefix(list.cursor).last(where: isLive)
    list.cursor = next ?? earlier ?? list.cursor
    list.scroll(height: shared.listHeight)
    shared.notify(.advanced(past: threads, toNext: next != nil))
  }

  /// Takes back the marks of a change that came to nothing.
  ///
  /// Those of a list that is not shown are taken back when it is shown again.
  mutating func unmark(_ change: PendingChange, _ shared: Shared) {
    guard let made = marks.removeValue(forKey: change.id) else { return }
    guard made.query == list.query else { return staleMarks.append(made) }
    unmark(made)
    goBack(made, shared)
  }

  /// Takes back what was left of changes that came to nothing while another list was shown.
  mutating func dropStaleMarks() {
    for made in staleMarks where made.query == list.query { unmark(made) }
    staleMarks.removeAll { $0.query == list.query }
  }

  private mutating func unmark(_ made: ListMarks) {
    for (thread, row) in made.rows where list.rows[thread] != nil {
      list.rows[thread] = row
      list.stale.insert(thread)
    }
    list.struck.subtract(made.struck)
    list.trees.unmark(made.read, struck: made.struckMessages)
    list.select(made.selected.intersection(list.order), made.selectedMessages)
  }

  /// Takes what a change has come to.
  mutating func changed(
    _ change: PendingChange,
    _ result: ChangeResult,
    returns: UndoReturn,
    _ shared: inout Shared
  ) {
    marks[change.id] = nil
    if case .outgoing(let outgoing) = change.request, result.failure == nil,
      change.subject.query == list.query
    {
      goOn(pastAnswered: outgoing.archivedThreads, &shared)
    }
    if shared.config.list.acted == .remove {
      list.acted.subtract(change.subject.threads)
      list.trees.forgetActed(change.messages ?? [], of: change.subject.threads)
    }
    round?.note(change, result)
    if !change.isAutomatic { forgetReturn() }
    if returns != .nowhere, result.changed > 0, let group = result.target {
      if let round, goBack(to: group, in: round, &shared) { return }
      let isReread = returns == .toThread && change.kind == .undo
      rereading = isReread ? shared.changes.readMessages[group.id] : nil
      goBackToPlace(of: group, &shared)
    } else {
      refresh(&shared)
    }
  }
}
