import TriageCore

// Reading marks messages as read.

/// How long the cursor has been on a message.
struct Stay: Hashable, Sendable {
  let message: MessageID
  /// Whether the message was a read one meanwhile.
  var wasRead = false
}

extension ReaderPane {
  /// Marks the message under the cursor, which was read by going on from it, unless it is never
  /// marked so.
  mutating func countAsRead(_ shared: inout Shared) {
    if shared.config.reading.markReadAfter != nil { markRead(&shared) }
  }

  /// Notes that the message under the cursor has been read as long as the cursor stays there: whoever then marks
  /// it as unread means that.
  mutating func noteStay() {
    guard let message = thread.current else { return }
    if stay?.message != message.id { stay = Stay(message: message.id) }
    if !message.tags.contains(.unread) { stay?.wasRead = true }
  }

  /// Whether viewing the message makes it a read one.
  private func isToBeRead(_ message: MessageMetadata) -> Bool {
    message.tags.contains(.unread) && !(stay?.message == message.id && stay?.wasRead == true)
  }

  /// The message under the cursor, if its text is shown and viewing it changes something.
  private var messageBeingRead: MessageMetadata? {
    guard let message = thread.current, isToBeRead(message) || !wokenMessages.isEmpty,
      thread.unfolded.contains(message.id),
      thread.texts[message.id].map({ !$0.isFailure }) ?? false
    else { return nil }
    return message
  }

  /// The messages of the thread that have come back from a snooze and were not looked at since.
  private var wokenMessages: [MessageID] {
    thread.messages.filter { $0.tags.contains(WakeTime.woken) }.map(\.id)
  }

  /// Sets the timer after which the message counts as read.
  func wantMarkingRead(_ shared: inout Shared) {
    guard let delay = shared.config.reading.markReadAfter, shared.requests.isAlive,
      !shared.changes.isQuitting, let message = messageBeingRead
    else { return }
    shared.timers.want(.reading, for: .text(message.id.text), after: delay)
  }

  /// Marks the message that is being read, and has its thread stand on top no more: recorded, but
  /// never a step of undo.
  mutating func markRead(_ shared: inout Shared) {
    guard let message = messageBeingRead else { return }
    let woken = wokenMessages
    if isToBeRead(message) { view(.fixed(.markRead), [message.id], &shared) }
    if !woken.isEmpty { view(.removeTag(WakeTime.woken), woken, &shared) }
  }

  /// Does what viewing does by itself.
  private func view(_ action: MailAction, _ messages: [MessageID], _ shared: inout Shared) {
    shared.ask(
      for: action,
      on: messages,
      ActionSubject(
        query: shared.mailbox.shown.query,
        threads: [thread.thread],
        chosen: Set(messages),
        isPartial: true
      ),
      isAutomatic: true
    )
  }
}
