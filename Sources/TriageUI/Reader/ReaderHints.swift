import TriageCore

/// What the hint line says in an open thread.
extension ReaderPane {
  func isOn(_ command: ScreenCommand) -> Bool {
    switch command {
    case .toggleHeaders: thread.textLayout.showsAllHeaders
    case .toggleRaw: thread.current.flatMap { thread.options[$0.id]?.raw } ?? false
    default: false
    }
  }

  func hints(_ shared: Shared) -> [ActionID] {
    let mail = [FixedAction.archive, .delete].map { ActionID.mail(.fixed($0)) }
    guard thread.selected.isEmpty else {
      return mail + [.cancel, .quickTags, .toggleStar, .undo, .help].map(ActionID.command)
    }
    let further: [ScreenCommand] = [
      .toggleStar, .back, .nextMessage, .undo, .open, .find, .quickTags, .links, .savePart,
      .foldQuotes, .toggleHeaders, .select, .palette, .help,
    ]
    let unlock: [ScreenCommand] = lockedMessage == nil ? [] : [.open]
    let writing: [ScreenCommand] =
      thread.current?.tags.contains("draft") == true ? [.editDraft] : []
    let seeking: [ScreenCommand] = thread.find?.hit == nil ? [] : [.nextHit, .previousHit]
    let unread: [ScreenCommand] = hasOtherUnread(shared) ? [.nextUnread] : []
    let back: [ScreenCommand] = thread.isPageUpToMessage ? [.pageUp] : []
    let rest = further.filter { !unlock.contains($0) }
    return (unlock + writing + seeking + unread).map(ActionID.command) + mail
      + (back + rest).map(ActionID.command)
  }

  /// Whether there is unread mail beside the message under the cursor.
  private func hasOtherUnread(_ shared: Shared) -> Bool {
    let unread = thread.messages.filter { $0.tags.contains(.unread) }
    if unread.contains(where: { $0.id != thread.current?.id }) { return true }
    let threads = shared.mailbox.counts[shared.mailbox.shown.query]?.unread ?? 0
    return threads > (unread.isEmpty ? 0 : 1)
  }

  /// Of what acts on mail hints and menus say whether that is the thread or the message.
  func hintTitle(of action: ActionID, _ shared: Shared) -> Sentence? {
    switch action {
    case .mail(let action):
      if case .drafts = meant(by: action, in: scope(of: action, isTurned: isTurned), shared) {
        Sentence("action.discard-draft.title")
      } else {
        scopedTitle(of: .mail(action))
      }
    case .asking(.snooze) where shared.isCurrentAsleep: shared.snoozeTitle
    case .asking, .command(.quickTags): scopedTitle(of: action)
    case .command(.toggleStar):
      scopedTitle(of: .mail(.fixed(toggledAction(.star))))
        ?? .title(of: .mail(.fixed(toggledAction(.star))))
    case .command(.pageUp): Sentence("reading.end-of-previous")
    case .command(.open) where lockedMessage != nil: Sentence("reading.unlock")
    case .command(.cancel) where !thread.selected.isEmpty: .title(of: .command(.clearSelection))
    default: nil
    }
  }

  func position(_ shared: Shared) -> PanePosition? {
    guard let current = thread.current else { return nil }
    return PanePosition(
      number: thread.cursor + 1,
      total: thread.messages.count,
      percent: percentSeen(of: current, shared)
    )
  }

  /// How much of the message under the cursor has been seen, if it is longer than the window and its
  /// end is still to come: what lies below may be folded, or not have come.
  private func percentSeen(of current: MessageMetadata, _ shared: Shared) -> Int? {
    let height = shared.contentHeight
    guard thread.unfolded.contains(current.id), let text = thread.currentText, text.count > height
    else { return nil }
    let seen = thread.top + height - thread.layout.firstLine(of: thread.cursor) - 1
    let percent = text.percent(ofRows: max(0, seen))
    return percent < 100 ? percent : nil
  }

  func hintSentences(_ shared: Shared) -> [Sentence] {
    [scopeSentence(shared), thread.findSentence, readOnSentence(shared)].compactMap(\.self)
  }
}
