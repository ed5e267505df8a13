import TriageCore

// Moving in the thread that is being read, and on from it to other threads of the list.

extension ReaderPane {
  static let moving: [ScreenCommand: Behavior<ReaderPane>] = [
    .next: move { thread, steps, _ in thread.top += steps },
    .previous: move { thread, steps, _ in thread.top -= steps },
    .top: move { thread, _, _ in thread.top = 0 },
    .bottom: Behavior { pane, _, shared in
      pane.thread.goToBottom(height: shared.contentHeight)
      pane.thread.settle(height: shared.contentHeight)
    },
    .halfPageDown: move { thread, steps, height in thread.top += height / 2 * steps },
    .halfPageUp: move { thread, steps, height in thread.top -= height / 2 * steps },
    .pageDown: move { thread, steps, height in thread.top += height * steps },
    .pageUp: Behavior { pane, count, shared in pane.pageUp(count ?? 1, &shared) },
    .readOn: Behavior { pane, count, shared in pane.readOn(count ?? 1, &shared) },
    .nextMessage: Behavior(unless: Self.reasonNotToGoOn) { pane, count, shared in
      pane.goToMessage(count ?? 1, &shared)
    },
    .previousMessage: Behavior(unless: Self.reasonNotToGoBack) { pane, count, shared in
      pane.goToMessage(-(count ?? 1), &shared)
    },
    .nextThread: Behavior { pane, count, shared in pane.leave(for: .rows(count ?? 1), &shared) },
    .previousThread: Behavior { pane, count, shared in
      pane.leave(for: .rows(-(count ?? 1)), &shared)
    },
    .nextUnread: Behavior { pane, count, shared in pane.seekUnread(count ?? 1, &shared) },
    .previousUnread: Behavior { pane, count, shared in pane.seekUnread(-(count ?? 1), &shared) },
    .open: Behavior { pane, _, shared in
      if let message = pane.lockedMessage { return pane.unlock(message, &shared) }
      pane.thread.goneTo = nil
      pane.thread.toggleFold()
      pane.thread.settle(height: shared.contentHeight)
    },
  ]

  private static func move(
    _ change: @escaping @Sendable (inout OpenThread, _ steps: Int, _ height: Int) -> Void
  ) -> Behavior<ReaderPane> {
    Behavior { pane, count, shared in
      pane.thread.goneTo = nil
      change(&pane.thread, count ?? 1, shared.contentHeight)
      pane.thread.settle(height: shared.contentHeight)
    }
  }

  // MARK: From message to message

  private func reasonNotToGoOn(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    return thread.cursor + 1 < thread.messages.count ? nil : Sentence("status.last-message")
  }

  private func reasonNotToGoBack(_ shared: Shared) -> Sentence? {
    if let reason = reasonWithoutMessages(shared) { return reason }
    return thread.cursor > 0 ? nil : Sentence("status.first-message")
  }

  /// Goes so many messages on, or back, as far as there are any.
  private mutating func goToMessage(_ steps: Int, _ shared: inout Shared) {
    if steps > 0 { countAsRead(&shared) }
    let index = max(0, min(thread.cursor + steps, thread.messages.count - 1))
    thread.go(to: index)
    thread.settle(height: shared.contentHeight)
  }

  /// Goes so many unread messages on, or back: in this thread and from there in others.
  private mutating func seekUnread(_ steps: Int, _ shared: inout Shared) {
    let isAtEnd = shared.status.subject == .endOfUnread(isForward: steps > 0)
    let made = isAtEnd ? 0 : thread.seekUnread(steps)
    if made != 0 { thread.settle(height: shared.contentHeight) }
    if made != steps { leave(for: .unread(steps - made), &shared) }
  }

  // MARK: Reading on

  /// A page down; from the end of a message to the next one, from that of the thread to the next.
  private mutating func readOn(_ count: Int, _ shared: inout Shared) {
    for _ in 0..<count {
      switch thread.onward(height: shared.contentHeight) {
      case nil: return shared.report(Sentence("status.not-read-yet"), about: .key)
      case .page: thread.pageOn(height: shared.contentHeight)
      case .message: goToMessage(1, &shared)
      case .thread: return leave(for: .rows(1), &shared)
      }
      thread.settle(height: shared.contentHeight)
    }
  }

  /// A page up, no further than to the beginning of a message; from there to the one before.
  private mutating func pageUp(_ count: Int, _ shared: inout Shared) {
    let height = shared.contentHeight
    for _ in 0..<count {
      thread.pageBack(height: height)
      thread.settle(height: height)
    }
  }

  /// What reading on comes to, where it is more than a page.
  func readOnSentence(_ shared: Shared) -> Sentence? {
    guard let key = shared.keymap.key(for: .command(.readOn), in: .message) else { return nil }
    switch thread.onward(height: shared.contentHeight) {
    case .message: return Sentence("reading.next-message", .keys(key))
    case .thread where shared.mailbox.shown.hasNext:
      return Sentence("reading.next-thread", .keys(key))
    case .page, .thread, nil: return nil
    }
  }

  // MARK: Other threads

  /// Has another thread of the list opened instead; if there is none, the list says so.
  private func leave(for step: ThreadStep, _ shared: inout Shared) {
    shared.notify(.leaveThread(thread.thread, step))
  }

  /// Shows the message as a text again where its source is shown; returns whether it was.
  mutating func leaveSource() -> Bool {
    guard let id = thread.current?.id, thread.options[id]?.raw == true else { return false }
    askOtherwise { $0.raw = false }
    return true
  }

  /// Closes the last thread of a round.
  mutating func endRound(_ shared: inout Shared) {
    countAsRead(&shared)
    shared.close()
  }

  /// Gives way to the thread that the list has gone to.
  mutating func left(for step: ThreadStep, _ shared: inout Shared) {
    shared.close()
    switch step {
    case .rows(let count):
      if count > 0 { countAsRead(&shared) }
      shared.openThread()
    case .unread(let steps): shared.openThread(at: .unread(steps))
    }
  }
}

// MARK: The window

extension OpenThread {
  /// What reading on comes to.
  enum Onward: Hashable, Sendable {
    case page
    case message
    case thread
  }

  /// What reading on comes to; `nil` as long as it is not known where the message ends.
  func onward(height: Int) -> Onward? {
    guard let current else { return failure == nil ? nil : .thread }
    if unfolded.contains(current.id) {
      guard let text = texts[current.id] else { return nil }
      // The blank line that ends a message need not be seen.
      let end = layout.firstLine(of: cursor + 1) - (text.isFailure ? 0 : 1)
      if end > top + height || !text.isLaidOut { return .page }
    }
    return cursor + 1 < messages.count ? .message : .thread
  }

  /// Moves the window a page down in the message under the cursor, which keeps the cursor.
  fileprivate mutating func pageOn(height: Int) {
    guard let id = current?.id else { return }
    (goneTo, landing) = (id, .page)
    top += height
    let needed = top + height - layout.firstLine(of: cursor)
    while let text = texts[id], text.count < needed, !text.isLaidOut { texts[id]?.layMore() }
  }

  /// The message on top of the window.
  private var topMessage: Int { layout.position(of: top)?.message ?? cursor }

  /// Whether a page up leads to the message before: the window begins with one.
  var isPageUpToMessage: Bool { topMessage > 0 && top == layout.firstLine(of: topMessage) }

  /// Moves the window a page up, as far as the message on top begins; from there to the last page of
  /// the one before.
  fileprivate mutating func pageBack(height: Int) {
    guard !messages.isEmpty else { return }
    let start = layout.firstLine(of: topMessage)
    if isPageUpToMessage {
      cursor = topMessage - 1
      unfolded.insert(messages[cursor].id)
      landing = .end
    } else {
      cursor = topMessage
      landing = .page
      top = max(top - height, start)
    }
    goneTo = current?.id
    land(height: height)
  }
}

// MARK: From message to message

extension OpenThread {
  /// Unfolds what is unread or was looked for, or else the newest message, and goes to the one that
  /// reading begins at.
  mutating func unfoldWhatIsNew() {
    let open = messages.filter { $0.tags.contains(.unread) || matched.contains($0.id) }
    unfolded = Set(open.map(\.id))
    cursor = messages.start(at: entry, matched: matched.contains) ?? 0
    if let id = current?.id { unfolded.insert(id) }
    top = layout.firstLine(of: cursor)
    (goneTo, landing) = (current?.id, .header)
  }

  /// Unfolds a message and shows it from its header line on.
  mutating func go(to index: Int) {
    guard messages.indices.contains(index) else { return }
    cursor = index
    unfolded.insert(messages[index].id)
    top = layout.firstLine(of: index)
    (goneTo, landing) = (current?.id, .header)
  }

  /// Shows the last lines, and goes to the message that they are of, which may be folded.
  fileprivate mutating func goToBottom(height: Int) {
    guard !messages.isEmpty else { return }
    cursor = messages.count - 1
    (goneTo, landing) = (current?.id, .bottom)
    land(height: height)
  }

  /// Goes back to the message that was current before the window had another size, where that has left
  /// the window.
  mutating func keep(_ index: Int, height: Int) {
    guard cursor != index, messages.indices.contains(index) else { return }
    cursor = index
    if goneTo == current?.id, landing == .bottom { return land(height: height) }
    top = layout.firstLine(of: index)
    settle(height: height)
  }

  /// Goes so many unread messages on, or back, as far as there are any; returns how many.
  fileprivate mutating func seekUnread(_ steps: Int) -> Int {
    let all = messages.indices.filter { messages[$0].tags.contains(.unread) }
    let ahead = steps > 0 ? all.filter { $0 > cursor } : all.filter { $0 < cursor }.reversed()
    let passed = ahead.prefix(abs(steps))
    if let index = passed.last { go(to: index) }
    return passed.count * steps.signum()
  }

  /// Folds the message under the cursor, or unfolds it.
  mutating func toggleFold() {
    guard let id = current?.id else { return }
    if unfolded.remove(id) == nil { unfolded.insert(id) }
  }
}
