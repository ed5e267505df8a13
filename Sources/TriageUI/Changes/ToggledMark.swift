import TriageCore

/// What one key gives and takes away.
enum ToggledMark: Sendable {
  case unread
  case star

  /// The action that gives it.
  var action: FixedAction {
    switch self {
    case .unread: .markUnread
    case .star: .star
    }
  }

  /// What the key does to so many messages with these marks: it gives if any of them lacks it.
  func action(on marks: MarkCounts, of total: Int) -> FixedAction {
    switch self {
    case .unread: marks.unread > 0 ? .markRead : .markUnread
    case .star: marks.starred < total ? .star : .unstar
    }
  }
}

/// Messages to which a key has given a mark, or from which it has taken it.
struct ToggledMessages: Sendable {
  let mark: ToggledMark
  let messages: Set<MessageID>
  /// The change that does it, and its step once that is made.
  let change: Int
  var step: StepID?
}

extension ChangeQueue {
  /// Notes the step that a change of marks has become.
  mutating func noteToggle(_ step: StepID, of change: Int) {
    if toggled?.change == change { toggled?.step = step }
    for index in waiting.indices where waiting[index].takesBack?.change == change {
      waiting[index].takesBack?.step = step
    }
  }
}

extension Shared {
  /// Whether undo would take now what a key has given or taken away.
  func isOnTop(_ toggled: ToggledMessages) -> Bool {
    toggled.step != nil && toggled.step == mailbox.head.undo?.id
  }

  /// Notes that a key gives a mark to messages, or takes it away, with the change asked for last.
  mutating func noteToggle(_ mark: ToggledMark, of messages: [MessageID]) {
    guard !messages.isEmpty else { return }
    changes.toggled = ToggledMessages(
      mark: mark,
      messages: Set(messages),
      change: changes.newestID
    )
  }

  /// Undoes what the same key has just done to the same messages, so that each is marked as it was;
  /// returns whether there was that.
  mutating func takeBack(_ mark: ToggledMark, of messages: [MessageID]) -> Bool {
    // The same key once more, before anything came of it.
    if let last = changes.waiting.last?.takesBack, last.concerns(mark, messages) {
      changes.waiting.removeLast()
      changes.toggled = last
      return true
    }
    guard let last = changes.toggled, last.concerns(mark, messages),
      changes.has(last.change) || isOnTop(last)
    else { return false }
    var change = PendingChange(
      id: changes.newID(),
      request: .undoRedo(.undo),
      subject: ActionSubject(query: mailbox.shown.query)
    )
    change.takesBack = last
    enqueue(change)
    return true
  }
}

extension ToggledMessages {
  fileprivate func concerns(_ mark: ToggledMark, _ messages: [MessageID]) -> Bool {
    self.mark == mark && self.messages == Set(messages)
  }
}

extension ThreadRow {
  /// Shows what an edit of its messages comes to: of all, or of those that match if the others are
  /// not among those it is about.
  mutating func apply(_ edit: TagEdit, to acted: Set<MessageID>?) {
    let onlyToMatched = acted.map { !$0.isSuperset(of: messages) } ?? false
    tags = edit.applied(to: tags)
    if !onlyToMatched { partialTags.subtract(edit.add.union(edit.remove)) }
    let others = onlyToMatched ? marks - matchedMarks : MarkCounts()
    matchedMarks.apply(edit, to: matched.count)
    marks.apply(edit, to: messages.count)
    if onlyToMatched { marks = others + matchedMarks }
  }
}

extension MarkCounts {
  static func + (left: MarkCounts, right: MarkCounts) -> MarkCounts {
    var sum = left
    sum.unread += right.unread
    sum.starred += right.starred
    return sum
  }

  fileprivate static func - (left: MarkCounts, right: MarkCounts) -> MarkCounts {
    var difference = left
    difference.unread -= right.unread
    difference.starred -= right.starred
    return difference
  }

  /// Counts what an edit of so many messages makes of their marks.
  fileprivate mutating func apply(_ edit: TagEdit, to count: Int) {
    if edit.add.contains(.unread) { unread = count }
    if edit.remove.contains(.unread) { unread = 0 }
    if edit.add.contains(.flagged) { starred = count }
    if edit.remove.contains(.flagged) { starred = 0 }
  }
}
