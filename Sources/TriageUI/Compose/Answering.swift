import TriageCore

// Messages that answer or forward those of the list, and of the thread that is read.

extension ListPane {
  static let answering: [ScreenCommand: Behavior<ListPane>] = [
    .reply: answer { .reply($0, .sender) },
    .replyAll: answer { .reply($0, .all) },
    .replyList: answer { .reply($0, .list) },
    .forward: answer { .forward($0) },
    .editDraft: Behavior(unless: Self.reasonNotToAnswer) { pane, _, shared in
      if let message = pane.listedDraft ?? pane.answeredMessage { shared.openDraft(message) }
    },
  ]

  /// The draft under the cursor where drafts are listed, of a thread the newest.
  var listedDraft: MessageID? {
    guard list.view == SavedView.drafts.query else { return nil }
    guard let message = list.currentMessage else { return list.currentRow?.matched.first }
    return message.tags.contains("draft") ? message.id : nil
  }

  /// Whether it is a draft that is thrown away by what deletes the row under the cursor.
  var discardsDraft: Bool {
    if let message = list.currentMessage { return message.tags.areOfDraft }
    guard listedDraft == nil, let row = list.currentRow else { return listedDraft != nil }
    return !row.messages.isEmpty && row.drafts.isSuperset(of: row.messages)
  }

  private static func answer(
    _ message: @escaping @Sendable (MessageID) -> NewDraft
  ) -> Behavior<ListPane> {
    Behavior(unless: Self.reasonNotToAnswer) { pane, _, shared in
      if let answered = pane.answeredMessage { shared.write(message(answered)) }
    }
  }

  /// The message that is answered: the one under the cursor, of a thread the newest.
  private var answeredMessage: MessageID? {
    list.currentMessage?.id ?? list.current.flatMap { list.rows[$0]?.messages.first }
  }

  private func reasonNotToAnswer(_ shared: Shared) -> Sentence? {
    reasonWithoutRow(shared) ?? (answeredMessage == nil ? Sentence("status.not-read-yet") : nil)
  }
}

extension ReaderPane {
  static let answering: [ScreenCommand: Behavior<ReaderPane>] = [
    .reply: answer { .reply($0, .sender) },
    .replyAll: answer { .reply($0, .all) },
    .replyList: answer { .reply($0, .list) },
    .forward: answer { .forward($0) },
    .editDraft: Behavior(unless: Self.reasonWithoutMessages) { pane, _, shared in
      if let message = pane.thread.current?.id { shared.openDraft(message) }
    },
  ]

  private static func answer(
    _ message: @escaping @Sendable (MessageID) -> NewDraft
  ) -> Behavior<ReaderPane> {
    Behavior(unless: Self.reasonWithoutMessages) { pane, _, shared in
      if let answered = pane.thread.current?.id { shared.write(message(answered)) }
    }
  }
}
