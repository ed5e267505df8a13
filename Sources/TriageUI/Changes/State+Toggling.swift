import TriageCore

extension State {
  /// What a key that gives and takes away does: it gives if any of the messages lacks it.
  func toggled(_ mark: ChangeState.ToggledMark, _ rows: [ThreadRow]) -> FixedAction {
    let isMatched = config.list.threadActions == .matched
    var (marks, total) = (MarkCounts(), 0)
    if let reading, !reading.messages.isEmpty {
      marks = MarkCounts(reading.acting.map(\.tags))
      total = reading.acting.count
    } else {
      marks = rows.reduce(marks) { $0 + (isMatched ? $1.matchedMarks : $1.marks) }
      total = rows.reduce(0) { $0 + (isMatched ? $1.matched : $1.messages).count }
    }
    return switch mark {
    case .unread: marks.unread > 0 ? .markRead : .markUnread
    case .star: marks.starred < total ? .star : .unstar
    }
  }
}

extension ThreadRow {
  /// Shows what an edit of all its messages comes to, or of those that match.
  mutating func apply(_ edit: TagEdit, onlyToMatched: Bool) {
    tags = edit.applied(to: tags)
    let others = onlyToMatched ? marks - matchedMarks : MarkCounts()
    matchedMarks.apply(edit, to: matched.count)
    marks.apply(edit, to: messages.count)
    if onlyToMatched { marks = others + matchedMarks }
  }
}

extension MarkCounts {
  fileprivate static func + (left: MarkCounts, right: MarkCounts) -> MarkCounts {
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
