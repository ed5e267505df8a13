import TriageCore

extension State {
  /// The unread message under the cursor whose text is shown.
  private var messageBeingRead: MessageID? {
    guard let reading, let message = reading.current, message.tags.contains(.unread),
      reading.unfolded.contains(message.id),
      reading.texts[message.id].map({ !$0.isFailure }) ?? false
    else { return nil }
    return message.id
  }

  /// The message that counts as read if it is shown for a while.
  var readingOccasion: TimerState.Occasion? {
    guard config.reading.markReadAfter != nil, engine.isAlive, !isQuitting else { return nil }
    return messageBeingRead.map { .text($0.text) }
  }

  /// Marks the message that is being read: recorded, but never a step of undo.
  mutating func markRead() -> [Effect] {
    guard let message = messageBeingRead, let thread = reading?.thread else { return [] }
    let action = MailAction.fixed(.markRead)
    var pending = ChangeState.Pending(wish: .act(action, [message]), query: list.query)
    pending.isAutomatic = true
    pending.before = list.rows[thread].map { [thread: $0] } ?? [:]
    let edit = action.edit(under: effects)
    reading?.apply(edit, to: message)
    list.acted.insert(thread)
    list.rows[thread]?.countAsRead(message)
    return enqueue(pending)
  }
}

extension ThreadRow {
  fileprivate mutating func countAsRead(_ message: MessageID) {
    marks.unread = max(0, marks.unread - 1)
    if matched.contains(message) { matchedMarks.unread = max(0, matchedMarks.unread - 1) }
  }
}

extension ReadingState {
  /// Shows what an edit of one message comes to.
  fileprivate mutating func apply(_ edit: TagEdit, to message: MessageID) {
    guard let place = messages.firstIndex(where: { $0.id == message }) else { return }
    messages[place].tags = edit.applied(to: messages[place].tags)
  }
}
