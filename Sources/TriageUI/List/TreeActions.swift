import TriageCore

// Selecting and acting where rows are threads and messages.

/// What an action is about: whole threads, and single messages of others.
struct ActingRows: Sendable {
  var threads: [ThreadID] = []
  var messages: [ActedMessage] = []

  var isEmpty: Bool { threads.isEmpty && messages.isEmpty }
}

/// A message that an action is about, as the list knows it.
struct ActedMessage: Hashable, Sendable {
  let id: MessageID
  let thread: ThreadID
  /// Its tags; empty if it is selected and not shown.
  var tags: Set<MailTag> = []
}

extension [ActedMessage] {
  /// Those that are being written.
  var drafts: Set<MessageID> { Set(filter(\.tags.areOfDraft).map(\.id)) }

  /// Their threads, each once.
  var threads: [ThreadID] {
    var seen: Set<ThreadID> = []
    return map(\.thread).filter { seen.insert($0).inserted }
  }
}

extension ListPane {
  /// What an action is about: the selection, else the row under the cursor.
  var actingRows: ActingRows { actingRows(count: nil) }

  /// What an action with a count is about: without a selection, so many rows from the cursor on.
  func actingRows(count: Int?) -> ActingRows {
    if list.selectedCount > 0 { return list.selectedRows }
    var acting = ActingRows()
    for position in list.positions(from: list.cursorPosition, count: count ?? 1) {
      let thread = list.order[position.thread]
      if position.line == 0 {
        acting.threads.append(thread)
      } else if let message = list.message(at: position), acting.threads.last != thread {
        acting.messages.append(ActedMessage(id: message.id, thread: thread, tags: message.tags))
      }
    }
    return acting
  }

  func extent(of action: ArgumentAction, count: Int?) -> CountedRows? {
    let acting = actingRows(count: count)
    guard !list.selectsRest, acting.threads.isEmpty != acting.messages.isEmpty else { return nil }
    return acting.messages.isEmpty
      ? .threads(acting.threads.count) : .messages(acting.messages.count)
  }

  // MARK: Marks

  /// Whether an action on some messages is about all of a thread.
  func isWhole(_ thread: ThreadID, _ chosen: Set<MessageID>) -> Bool {
    list.rows[thread].map { chosen.isSuperset(of: $0.messages) } ?? false
  }

  /// Shows the messages that a change is about as they will be.
  mutating func markTrees(_ change: PendingChange, _ edit: TagEdit, _ made: inout ListMarks) {
    let subject = change.subject
    if subject.isPartial, !change.isAutomatic {
      list.trees.notePartlyActed(subject.threads.filter { !isWhole($0, subject.chosen) })
    }
    guard !list.trees.isEmpty, let messages = change.messages, let action = change.action else {
      return
    }
    (made.read, made.struckMessages) = list.trees.mark(
      Set(messages),
      of: subject.threads,
      edit,
      strikes: action.advances
    )
  }

  /// Goes from a message that was taken away to the next row that is not struck through, or the
  /// nearest before if there is none.
  mutating func advancePastMessages(_ change: PendingChange, _ shared: Shared) {
    guard shared.config.list.advance, !change.isAutomatic, !shared.isListCovered,
      list.order.indices.contains(list.cursor), list.isDone(list.cursorPosition)
    else { return }
    list.leaveDoneRow()
    list.scroll(height: shared.listHeight)
  }
}

extension ThreadList {
  /// Goes from a row that is struck through to the next one that is not, or the nearest before if
  /// there is none.
  mutating func leaveDoneRow() {
    guard order.indices.contains(cursor), isDone(cursorPosition) else { return }
    cursorPosition = livePosition(1) ?? livePosition(-1) ?? cursorPosition
  }

  /// The next row down or up that is not struck through.
  fileprivate func livePosition(_ step: Int) -> ListPosition? {
    var position = cursorPosition
    while true {
      let next = self.position(position, movedBy: step)
      if next == position { return nil }
      if !isDone(next) { return next }
      position = next
    }
  }

  /// The threads that a new order puts further down, or leaves out, because a part of their messages
  /// was acted on: whether anything of them matches is known when their rows are read.
  func partlyActed(in new: [ThreadID]) -> Set<ThreadID> {
    let acted = trees.partlyActed
    guard !acted.isEmpty else { return [] }
    let (before, after) = (Set(order), Set(new))
    let old = order.filter(after.contains)
    let present = new.filter(before.contains)
    return acted.intersection(before).filter { thread in
      guard let index = present.firstIndex(of: thread), let earlier = old.firstIndex(of: thread)
      else { return true }
      return index > earlier
    }
  }

  /// Strikes threads through of which nothing is left that matches.
  mutating func strike(_ threads: [ThreadID]) {
    for thread in threads where trees.partlyActed.contains(thread) { _ = strike(thread) }
  }

  // MARK: The selection

  /// How many rows are selected: threads, and messages of others.
  var selectedCount: Int {
    trees.selected.reduce(selected.count) { count, entry in
      selected.contains(entry.key) ? count : count + entry.value.count
    }
  }

  /// What is selected, in the order of the list.
  fileprivate var selectedRows: ActingRows {
    var rows = ActingRows()
    for thread in order {
      if selected.contains(thread) {
        rows.threads.append(thread)
      } else if !trees.selected.isEmpty, let chosen = trees.selected[thread] {
        rows.messages += messages(chosen, of: thread)
      }
    }
    for thread in threadsOfSources where trees.selected[thread] != nil {
      rows.messages += messages(trees.selected[thread] ?? [], of: thread)
    }
    return rows
  }

  /// Messages in the order of their thread; those that are not read stand behind.
  private func messages(_ chosen: Set<MessageID>, of thread: ThreadID) -> [ActedMessage] {
    let known = (trees.known(thread)?.messages ?? []).filter { chosen.contains($0.id) }
    let others = chosen.subtracting(known.map(\.id)).sorted()
    return known.map { ActedMessage(id: $0.id, thread: thread, tags: $0.tags) }
      + others.map { ActedMessage(id: $0, thread: thread) }
  }

  /// Whether a row is selected, or belongs to a thread that is.
  func isSelected(_ position: ListPosition) -> Bool {
    let thread = order[position.thread]
    if selected.contains(thread) { return true }
    guard let message = message(at: position) else { return false }
    return trees.selected[thread]?.contains(message.id) ?? false
  }

  /// Selects a row, or no longer; of a thread that is selected, all messages but one stay so.
  mutating func toggleSelection(at position: ListPosition) {
    let thread = order[position.thread]
    guard position.line > 0 else {
      trees.selected[thread] = nil
      if selected.remove(thread) == nil { selected.insert(thread) }
      return
    }
    guard let message = message(at: position)?.id else { return }
    var chosen = trees.selected[thread] ?? []
    if selected.remove(thread) != nil {
      chosen = Set(rows[thread]?.messages ?? trees.known(thread)?.messages.map(\.id) ?? [])
    }
    if chosen.remove(message) == nil { chosen.insert(message) }
    trees.selected[thread] = chosen.isEmpty ? nil : chosen
  }

  /// Adds rows to the selection.
  mutating func select(_ threads: Set<ThreadID>, _ messages: [ThreadID: Set<MessageID>]) {
    selected.formUnion(threads)
    let present = messages.filter { trees.known($0.key) != nil }
    trees.selected.merge(present) { $0.union($1) }
  }

  /// Selects the rows between the beginning of a range and the cursor, besides what was: of the first
  /// thread, if its own row is not among them, messages.
  mutating func stretch(_ range: SelectedRange, from anchor: Int) {
    let line = range.message.flatMap { trees.shown(range.anchor)?.line(of: $0) } ?? 0
    let ends = [ListPosition(thread: anchor, line: line), cursorPosition].sorted()
    let (first, last) = (ends[0], ends[1])
    let whole = first.line == 0 ? first.thread : first.thread + 1
    selected = range.base.union(order.prefix(last.thread + 1).dropFirst(whole))
    trees.selected = range.messages
    guard first.line > 0 else { return }
    let end = first.thread == last.thread ? last.line : lastLine(of: first.thread)
    let messages = (first.line...max(first.line, end)).compactMap {
      message(at: ListPosition(thread: first.thread, line: $0))?.id
    }
    trees.selected[order[first.thread], default: []].formUnion(messages)
  }
}
