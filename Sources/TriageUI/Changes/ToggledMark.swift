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
